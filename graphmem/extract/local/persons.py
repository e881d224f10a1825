"""I, we and you to names, with the verb agreeing; or not at all, where a name would be a guess."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphmem.extract.local.edits import Edit
from graphmem.extract.local.lexicon import words
from graphmem.extract.local.speakers import Cast

_SUBJECTS = ("nsubj", "nsubjpass")
_FIRST = {"i": "name", "me": "name", "my": "own", "mine": "own", "myself": "self"}
_WE = {"we": "name", "us": "name", "our": "own", "ours": "own", "ourselves": "self"}
_YOU = {
    "you": "name",
    "your": "own",
    "yours": "own",
    "yourself": "self",
    "u": "name",
    "ya": "name",
    "ur": "own",
}
_PERSONS = _FIRST.keys() | _WE.keys() | _YOU.keys()
_THEY = {"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}
_SHORT = {"'m": " is", "'re": " is", "'ve": " has", "m": " is", "re": " is", "ve": " has"}
_SHORT_PLURAL = {"'re": " are", "'ve": " have", "re": " are", "ve": " have"}
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "am": "is", "are": "is", "were": "was"}

_CAUSATIVE = words(
    """
    make makes made making let lets letting help helps helped helping have has had see saw hear heard watch
    watched
    """
)

_GENERIC_YOU = re.compile(
    r"\b(?:you (?:know|never know|can|could|can't|have to|need to|should|just|gotta|got to|wanna|want)"
    r"|(?:if|when|whenever|once|unless|until|where|what|how|the more) you"
    r"|(?:make|makes|give|gives|help|helps|let|lets|keep|keeps|teach|teaches|remind|reminds|allow"
    r"|allows|take|takes)"
    r" you(?:r)?\b|yourself|your (?:own|mind|body|life|self|true self))\b",
    re.I,
)
_GENERIC_WE = re.compile(
    r"\b(?:we (?:all|can|should|must|need|have to|could|might|each|as)\b"
    r"|(?:both|all|each|some|two) of us|let(?:'s| us)\b)",
    re.I,
)
_TWO_OF_US = re.compile(
    r"\b(?:since|when|time|after|before) we (?:\w+ )?(?:last |first )?"
    r"(?:met|talked|chatted|spoke|caught up|saw each other|hung out|became friends)\b",
    re.I,
)
_BOTH = re.compile(r"\bwe (?:both|two)\b", re.I)
_COMPANY = re.compile(r"\b(?:and (?:i|me)|with my|my)\b", re.I)
_QUOTED = re.compile(r"[\"“][^\"”]*\b(?:i|me|my|we|us|our|you|your|i'm|i've)\b[^\"”]*[\"”]", re.I)


@dataclass(frozen=True, slots=True)
class Persons:
    """The edits that name the persons of a sentence, and who was named."""

    edits: tuple[Edit, ...]
    speaker: bool
    addressee: bool


def name_persons(doc: Any, cast: Cast) -> Persons | None:
    """Edits over the Doc's text, or None when a pronoun has no safe name.

    No safe name: "you" in general, "you" among several people, "we all", "our" without a "we", a pronoun
    inside a quotation. "we" is the speaker "and others", and "they" when the sentence says it again.
    """
    text = doc.text.replace("’", "'")
    if _QUOTED.search(text) or _GENERIC_WE.search(text):
        return None
    edits: list[Edit] = []
    speaker = addressee = we = False
    for token in doc:
        word = token.lower_
        if word not in _PERSONS or _is_part_of_compound(token) or not _is_pronoun(token):
            continue
        if word in _FIRST:
            edits += _named(token, cast.speaker, _FIRST[word])
            speaker = True
        elif word in _YOU:
            if cast.addressee is None or _GENERIC_YOU.search(text):
                return None
            edits += _named(token, cast.addressee, _YOU[word])
            addressee = True
        else:
            name = _they(text, word, cast, we)
            if name is None:
                return None
            edits += [_replaced(token, name), *_agreement(token, plural=True)]
            speaker, we = True, True
    return Persons(tuple(edits), speaker, addressee)


def third_person(verb: str) -> str:
    """ "go" → "goes", "carry" → "carries": the present form that goes with a name."""
    low = verb.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _they(text: str, word: str, cast: Cast, again: bool) -> str | None:
    if again:
        return _THEY[word]
    if _WE[word] != "name":
        return None
    both = cast.between_people and _BOTH.search(text) and not _COMPANY.search(text)
    if cast.addressee and (both or _TWO_OF_US.search(text)):
        return f"{cast.speaker} and {cast.addressee}"
    return f"{cast.speaker} and others"


def _named(token: Any, name: str, case: str) -> Iterator[Edit]:
    if case == "self":
        yield _replaced(token, "themselves")
    elif case == "own":
        yield _replaced(token, f"{name}'s")
    else:
        yield _replaced(token, name)
        if token.lower_ != "me":  # "made me feel": feel has a subject, but no person to agree with
            yield from _agreement(token, plural=False)


def _replaced(token: Any, text: str) -> Edit:
    return Edit(token.idx, token.idx + len(token), text)


def _agreement(subject: Any, plural: bool) -> Iterator[Edit]:
    """The verbs whose subject this is, and those coordinated with them."""
    if subject.dep_ not in _SUBJECTS:
        return
    verb = subject.head
    plural = plural or any(child.dep_ == "conj" for child in subject.children)  # "you and your wife are"
    joined = [
        other for other in verb.conjuncts if not any(child.dep_ in _SUBJECTS for child in other.children)
    ]
    bare = bool(_helpers(verb))  # "will rest and sleep": what one helper carries does not agree
    for group in (verb, *(other for other in joined if not (bare and other.tag_ == "VB"))):
        for token in _finite(group):
            if token.i > subject.i or token.nbor(1).i == subject.i:
                yield from _agreeing(token, plural)


def _finite(verb: Any) -> list[Any]:
    return _helpers(verb)[:1] or [verb]


def _helpers(verb: Any) -> list[Any]:
    return [child for child in verb.children if child.dep_ in ("aux", "auxpass")]


def _agreeing(token: Any, plural: bool) -> Iterator[Edit]:
    low = token.lower_.replace("’", "'")
    short = (_SHORT_PLURAL if plural else _SHORT).get(low)
    if short:
        yield _replaced(token, short)
    elif low == "'d":
        yield _replaced(
            token, " had" if "VBD" in (token.tag_, token.head.tag_) or token.head.tag_ == "VBN" else " would"
        )
    elif low == "'ll" or (low == "ll" and token.tag_ == "MD"):
        yield _replaced(token, " will")
    elif plural:
        return
    elif low == "wanna":
        yield _replaced(token, "wants to")
    elif _is_present(token) and low not in ("got", "gotta", "gonna", "dare"):
        yield _replaced(token, third_person(token.text))
    elif low == "were" and _is_of_you(token):
        yield _replaced(token, "was")


def _is_present(verb: Any) -> bool:
    # The tagger takes some "I like" for an infinitive; after "it helps me" it is one.
    return verb.tag_ == "VBP" or (verb.tag_ == "VB" and verb.head.lower_ not in _CAUSATIVE)


def _is_of_you(verb: Any) -> bool:
    """ "you were" becomes "Anna was"; "if I were" stays."""
    words = {child.lower_ for child in (*verb.children, *verb.head.children) if child.dep_ in _SUBJECTS}
    return "you" in words


def _is_pronoun(token: Any) -> bool:
    if token.lower_ == "us":
        return bool(token.text != "US")
    return (
        token.pos_ in ("PRON", "DET", "NOUN", "PROPN", "INTJ")
        if token.lower_ != "i"
        else token.pos_ == "PRON"
    )


def _is_part_of_compound(token: Any) -> bool:
    text, start, end = token.doc.text, token.idx, token.idx + len(token)
    return text[end : end + 1] == "-" or (start > 0 and text[start - 1] in "-@#/&.")
