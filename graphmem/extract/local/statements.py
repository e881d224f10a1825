"""One parsed sentence to one self-contained statement, or to none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.extract import tokens
from graphmem.extract.local import names, topics
from graphmem.extract.local.candidates import Candidate, is_yes_or_no
from graphmem.extract.local.clauses import main_subject
from graphmem.extract.local.edits import Edit, apply
from graphmem.extract.local.language import is_german
from graphmem.extract.local.persons import Persons, name_persons
from graphmem.extract.local.record_types import status_of, type_of
from graphmem.extract.local.speakers import is_name
from graphmem.extract.local.times import TimeDescriber, date_edits, dominant, note_edits
from graphmem.model.interval import TimeExpression
from graphmem.model.record import RecordDraft, RecordType

_THIRD = {"he", "she", "they", "him", "her", "them", "his", "hers", "their", "theirs", "it", "its"}
_DEMONSTRATIVE = {"this", "that", "these", "those"}
_FIRST = {"i", "we"}
_LEADING = re.compile(
    r"(?:and|but|plus|also|then|because|'?cause|or"
    r"|so(?=,| i'| (?:i|we|my|our|one|the|a|it|he|she|they|there|maybe|now)\b))\b,?\s+",
    re.I,
)
_TRAILING = re.compile(r"[\s!.…,;:–—-]+$")
_WEIGHT = 2
_ASSISTANT_WEIGHT = 4
_WISHES = (RecordType.CONSTRAINT, RecordType.PREFERENCE)
_FOREIGN_WEIGHT = 3
_COUNTS = ("NUM", "ADV", "DET")  # "Almost fifteen minutes" has a label, but is no name


@dataclass(frozen=True, slots=True)
class Statement:
    """A record in the making; leans: it needs the statement before it to be understood."""

    draft: RecordDraft
    leans: bool


def state(
    doc: Any, of: Candidate, found: Sequence[TimeExpression], describe: TimeDescriber
) -> Statement | None:
    """The statement of an English sentence; None when it carries too little to be worth a record.

    doc: the parsed `of.sentence.text`; found: its time expressions, offsets into that text.
    """
    weight = len(set(topics.content_words(doc)))
    answer = _answer(doc, of, weight)
    leans = not answer and (_leans(doc) or (of.follows and _trails(doc)))
    if not answer and not _says_enough(doc, of, weight, leans, dated=bool(found)):
        return None
    persons = None if of.cast.by_assistant else name_persons(doc, of.cast)
    if answer:
        text = answer
    elif persons is None:
        text = _quoted(of, apply(doc.text, note_edits(found, describe)))
    else:
        text = _told(doc, of, persons, date_edits(doc, found, describe))
    return Statement(_draft(doc, of, text, found, persons), leans)


def state_foreign(
    of: Candidate, found: Sequence[TimeExpression], known: Sequence[str] = ()
) -> Statement | None:
    """A sentence in a language that the rules do not know: verbatim; None when it is short.

    known: names that count wherever they stand: of the people and of English sentences.
    """
    bare = names.without(of.sentence.said, known)
    if max(len(bare.split()), tokens.count(bare) // 2) < _FOREIGN_WEIGHT:
        return None
    people = [name for name in (of.cast.speaker, of.cast.addressee) if name and is_name(name)]
    german = is_german(of.turn.text) or is_german(of.sentence.said)
    mentioned = names.capitalised(of.sentence.said, [*people, *known], nouns_too=german)
    speaker = (of.cast.speaker,) if is_name(of.cast.speaker) else ()
    when = dominant(found)
    draft = RecordDraft(
        RecordType.FACT,
        f'{_initial(of.cast.speaker)}: "{of.sentence.said}"',
        (of.turn.uid,),
        subject=of.cast.speaker,
        entities=tuple(dict.fromkeys(speaker + mentioned)),
        tags=(RecordType.FACT.value,),
        time_text=when.text if when else "",
        interval=when.interval if when else None,
        source_role="assistant" if of.cast.by_assistant else "user",
    )
    return Statement(draft, leans=False)


def _says_enough(doc: Any, of: Candidate, weight: int, leans: bool, dated: bool) -> bool:
    """Two words with content; three in a fragment; one with a date, in a wish or of oneself; fewer only
    to complete the statement before. Of an assistant four, or a name: the rest is general advice.
    """
    if of.cast.by_assistant:
        return weight >= _ASSISTANT_WEIGHT or (weight >= _WEIGHT and bool(names.entities(doc)))
    if leans and of.follows:
        return bool(weight) or any(token.lower_ in ("i", "me", "my") or token.dep_ == "neg" for token in doc)
    if weight and (dated or _is_wish(doc) or _is_own(doc)):
        return True
    fragment = main_subject(doc) is None and not _orders(doc) and not names.entities(doc)
    return weight >= (_WEIGHT + 1 if fragment else _WEIGHT)


def _is_own(doc: Any) -> bool:
    """ "I have a dog": what people say of themselves is worth keeping, however short."""
    subject = main_subject(doc)
    return subject is not None and subject.lower_ in _FIRST


def _is_wish(doc: Any) -> bool:
    return type_of(doc, dated=False) in _WISHES


def _orders(doc: Any) -> bool:
    """An imperative ("please use grams") or a dropped "I" ("gonna continue my edu")."""
    first = next((token for token in doc if token.pos_ not in ("CCONJ", "PUNCT")), None)
    return first is not None and first.pos_ in ("VERB", "AUX", "INTJ", "ADV")


def _draft(
    doc: Any, of: Candidate, text: str, found: Sequence[TimeExpression], persons: Persons | None
) -> RecordDraft:
    when = dominant(found)
    kind = type_of(doc, dated=when is not None and when.interval is not None)
    if of.cast.by_assistant and kind in _WISHES:
        kind = RecordType.FACT  # it repeats somebody's wish, or advises; wishes are people's
    people = [of.cast.speaker]
    if of.cast.addressee and (persons is not None and persons.addressee):
        people.append(of.cast.addressee)
    speakers = [name for name in people if is_name(name)]
    mentioned = tuple(dict.fromkeys([*speakers, *_head(doc), *names.entities(doc)]))
    answered = of.question is not None and text.startswith("Asked ")
    evidence = (of.question.turn_uid, of.turn.uid) if answered and of.question else (of.turn.uid,)
    return RecordDraft(
        kind,
        text,
        evidence,
        subject=_subject(doc, of),
        status=status_of(doc.text),
        entities=mentioned,
        tags=(*topics.topics(doc, mentioned), kind.value),
        time_text=when.text if when else "",
        interval=when.interval if when else None,
        source_role="assistant" if of.cast.by_assistant else "user",
    )


def _head(doc: Any) -> tuple[str, ...]:
    """The name that a sentence begins with and is about, which the recogniser often misses."""
    token = main_subject(doc)
    named = token is not None and token.i == 0 and token.pos_ == "PROPN" and token.text.istitle()
    if not named or token.ent_type_ or token.lower_ in names.NOT_NAMES:
        return ()
    return (str(token.text),)


def _told(doc: Any, of: Candidate, persons: Persons, dates: Sequence[Edit]) -> str:
    opening = _LEADING.match(doc.text)
    dropped = [Edit(0, opening.end(), "")] if opening else []
    text = _TRAILING.sub("", apply(doc.text, [*dropped, *dates, *persons.edits]))
    if persons.speaker and text.startswith((f"{of.cast.speaker} ", f"{of.cast.speaker}'s ")):
        return f"{_initial(text)}."  # "Maya's news: …" says who speaks
    subject = main_subject(doc)
    if subject is not None and persons.speaker and not (persons.addressee and subject.lower_ == "you"):
        return f"{_initial(text)}."
    fragment = subject is None or (doc[0].pos_ in ("VERB", "ADJ", "INTJ") and doc[0].i < subject.left_edge.i)
    said = "said:" if fragment else "said"
    return f"{_initial(of.cast.speaker)} {said} {_lowered(doc, text)}."


def _quoted(of: Candidate, text: str) -> str:
    verb = "said" if of.cast.by_assistant or not of.cast.addressee else f"said to {of.cast.addressee}"
    inner = text.replace('"', "'")
    if not inner.endswith((".", "!", "…", ":")):
        inner += "."
    return f'{_initial(of.cast.speaker)} {verb}: "{inner}"'


def _answer(doc: Any, of: Candidate, weight: int) -> str:
    """A fragment or a bare yes, with the question that gives it its meaning."""
    if of.question is None or of.follows or of.cast.by_assistant:
        return ""
    bare = is_yes_or_no(of.sentence.said) and weight < _WEIGHT
    if not bare and (main_subject(doc) is not None or len(doc) > 14):
        return ""
    if len(of.question.text.split()) < 3 or (not bare and not weight):
        return ""
    asked, said = (text.replace('"', "'") for text in (of.question.text, of.sentence.said))
    return f'Asked "{asked}" by {of.question.asker}, {of.cast.speaker} said: "{said}"'


def _subject(doc: Any, of: Candidate) -> str:
    token = main_subject(doc)
    if token is None:
        return of.cast.speaker if is_name(of.cast.speaker) else ""
    word = token.lower_
    if word in _FIRST:
        return of.cast.speaker
    if word == "you":
        return of.cast.addressee or ""
    if token.pos_ not in ("NOUN", "PROPN"):
        return ""
    words = [child for child in token.lefts if child.dep_ in ("compound", "amod", "poss", "nmod")]
    return " ".join(_owned(child, of) for child in [*words, token])


def _owned(token: Any, of: Candidate) -> str:
    word = token.lower_
    if word == "my":
        return f"{of.cast.speaker}'s"
    if word == "your" and of.cast.addressee:
        return f"{of.cast.addressee}'s"
    return f"{token.text}'s" if token.dep_ == "poss" and token.pos_ == "PROPN" else str(token.text)


def _leans(doc: Any) -> bool:
    """A pronoun stands for something that this sentence does not name before it."""
    for token in doc:
        word = token.lower_
        if word == "there" and token.pos_ == "ADV":
            return True
        if word in _THIRD or (word in _DEMONSTRATIVE and token.pos_ == "PRON" and token.dep_ != "mark"):
            return True
        if token.pos_ in ("NOUN", "PROPN"):
            return False
    return False


def _trails(doc: Any) -> bool:
    """A fragment without a subject that only adds to what was said ("More of a touring bike, really")."""
    return main_subject(doc) is None and not _orders(doc) and not _is_wish(doc)


def _initial(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lowered(doc: Any, text: str) -> str:
    """Without its capital, unless that is a name's, a month's or an abbreviation's."""
    first = doc[0]
    if first.lower_ in names.NOT_NAMES:
        named = first.lower_ in names.CALENDAR
    else:
        named = first.pos_ == "PROPN" or (bool(first.ent_type_) and first.pos_ not in _COUNTS)
    kept = named or first.text.isupper() or not text.startswith(first.text)
    return text if kept else text[:1].lower() + text[1:]
