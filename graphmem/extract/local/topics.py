"""What a sentence names (entities) and what it is about (topics)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from graphmem.extract.local.lexicon import words
from graphmem.extract.local.parsing import lemma

MOST_TOPICS = 6
MOST_ENTITIES = 8
_LABELS = words(
    """
    PERSON NORP FAC ORG GPE LOC PRODUCT EVENT WORK_OF_ART LAW LANGUAGE
    """
)
_NOT_NAMES = words(
    """
    hey hi hello wow yeah yep yup yes no nope thanks lol haha congrats oh cool awesome great gonna gon
    na ta got mom dad sounds btw omg ok okay i glad can totally absolutely definitely sure sorry gosh
    well so ah aw aww hope super good luck bye loving love nice sweet here speaking image photo
    """
)
_GENERIC = words(
    """
    thing stuff way lot bit kind sort something anything everything nothing someone anyone everyone
    people guy one time day week month year today yesterday tomorrow tonight morning evening afternoon
    night weekend moment minute hour while part side case fact point reason example number rest ton
    couple self hey wow thank thanks yeah hi sense matter deal idea place mine other another lol step
    man dude world favorite best type piece pic glad luck chance end start top front middle bunch plenty
    amount level area aspect
    """
)
_TIME_LABELS = words(
    """
    DATE TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL
    """
)
_PHRASE_DEPS = ("compound", "amod", "nmod")
_DULL = words(
    """
    great good nice amazing awesome new big little lovely cool own last next other such many more most
    few same first whole real super wonderful special much different fun beautiful best better old
    incredible certain helpful similar future hard loving caring true long short extra fantastic sweet
    cute important perfect favorite several various inspiring huge
    """
)
_LIGHT = words(
    """
    got get getting gets know think mean sounds sound looks look love like agree glad happy appreciate
    thank hope proud say said tell let want need feel guess doing going gon true right sure cool welcome
    believe excited keep hear see thankful grateful imagine wait means makes come came absolutely rock
    """
)
_EMPTY_NOUNS = _GENERIC | _NOT_NAMES
_EMPTY_VERBS = _DULL | _LIGHT
_CAPITALISED = re.compile(r"\b[^\W\d_a-z][\w'’&.-]*(?:\s+[^\W\d_a-z][\w'’&.-]*)*")


def entities(doc: Any, skip: Sequence[str] = ()) -> tuple[str, ...]:
    """Names in the sentence as written, in order, each once; skip: calls that are no mention."""
    spans = [span for span in doc.ents if span.label_ in _LABELS]
    found = (_surface(span) for span in sorted([*spans, *_proper_runs(doc)], key=lambda span: span.start))
    kept = [name for name in found if name and name not in skip]
    return tuple(dict.fromkeys(kept))[:MOST_ENTITIES]


def topics(doc: Any) -> tuple[str, ...]:
    """Lower-case noun phrases and their heads, most telling first, at most MOST_TOPICS.

    "a LGBTQ support group" gives "lgbtq support group" and "group". Pronouns, times and words that say
    nothing by themselves give none.
    """
    heads = [(lemma(token), _phrase(token)) for token in doc if _is_topic(token)]
    first = [phrase or head for head, phrase in heads]
    wanted = dict.fromkeys(name for name in (*first, *(head for head, _ in heads)) if name not in _GENERIC)
    return tuple(name for name in wanted if len(name) > 1)[:MOST_TOPICS]


def capitalised(text: str) -> tuple[str, ...]:
    """Names in a language without rules here: runs of capitalised words, but not a sentence's first word.

    German writes every noun so: a single word counts when it is not the first, and that is accepted.
    """
    found = [match for match in _CAPITALISED.finditer(text) if match.start() > 0]
    names = (match.group().strip(" .,'’-&") for match in found)
    return tuple(dict.fromkeys(name for name in names if len(name) > 1))[:MOST_ENTITIES]


def content_words(doc: Any) -> Iterator[str]:
    """Lemma-like forms of the words that carry something: what a sentence must have to be worth a record."""
    for token in doc:
        named = token.pos_ in ("NOUN", "PROPN", "NUM") and token.lower_ not in _EMPTY_NOUNS
        told = token.pos_ in ("VERB", "ADJ") and not token.is_stop and token.lower_ not in _EMPTY_VERBS
        if named or told:
            yield token.lower_


def _proper_runs(doc: Any) -> Iterator[Any]:
    """Names that the entity recogniser missed: runs of capitalised proper nouns outside every entity."""
    start = None
    for token in doc:
        proper = token.pos_ == "PROPN" and not token.ent_type_ and token.text[:1].isupper() and token.i > 0
        if proper and start is None:
            start = token.i
        if not proper and start is not None:
            yield doc[start : token.i]
            start = None
    if start is not None:
        yield doc[start:]


def _surface(span: Any) -> str:
    name: str = span.text.strip(" \t.,!?:;'\"“”‘’()[]-–—&*~")
    name = re.sub(r"^(?:the|a|an|my|your|our|hey|hi|thanks|wow|yeah)\s+|['’]s$", "", name, flags=re.I)
    if name.lower() in _NOT_NAMES or name.islower() or len(name) < 2 or len(name) > 80 or "\n" in name:
        return ""
    return name


def _is_topic(token: Any) -> bool:
    if token.pos_ != "NOUN" or token.dep_ in ("compound", "npadvmod") or token.ent_type_ in _TIME_LABELS:
        return False
    return len(token) > 1 and token.text.replace("-", "").isalpha() and token.lower_ not in _NOT_NAMES


def _phrase(head: Any) -> str:
    if lemma(head) in _GENERIC and head.lower_ not in ("place", "idea"):
        return ""
    left = [child for child in head.lefts if child.dep_ in _PHRASE_DEPS and child.i >= head.i - 3]
    words = [child for child in left if child.pos_ in ("NOUN", "ADJ", "PROPN") and child.lower_ not in _DULL]
    if not words or any(child.ent_type_ in _TIME_LABELS for child in words):
        return ""
    if words[-1].i + 1 != head.i and head.nbor(-1).text not in ("-",):
        return ""
    return " ".join([*(word.lower_ for word in words), lemma(head)])
