"""What a statement asserts, as far as another may take it back: one thing, of one person, in its words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import snowballstemmer

from graphmem.manage.claims.phrases import opened_by, person, trimmed
from graphmem.manage.claims.wording import LONGEST, bare, closed, doubtful, is_whole, present_last
from graphmem.model.keys import normalised


@dataclass(frozen=True, slots=True)
class Assertion:
    """The one thing that a statement says: of whom, by which verb, of what, and all its words as stems.

    told: the last words of what is said and of what it is said, "volvo" of "drives an old Volvo to work", and
    "bike", too, of "Ana's bike is a Trek"; places: those after a preposition. several: the
    things are more than one.
    """

    subject: str
    verb: str
    told: frozenset[str]
    places: frozenset[str]
    words: frozenset[str]
    several: bool

    def about(self, words: frozenset[str]) -> bool:
        """It has all these stems, and the last of what it says is among them."""
        return words <= self.words and bool(self.told & words)


_SEVERAL = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+|several|many|some|both)\b", re.I
)
_AT = frozenset(
    "at in for with on to by from into of above below near under behind opposite beside over through before "
    "about around during without".split()
)
_NEGATED = re.compile(r"\b(?:not|never|no|nobody|nothing)\b|n['’]t\b", re.I)
_BARE = (
    "live|work|own|drive|use|keep|play|cook|eat|drink|go|run|rent|share|speak|study|teach|train|volunteer"
    "|belong|smoke|wear|watch|read|like|love|enjoy"
)
STATE = re.compile(
    rf"^(?:is|are|has got|have got|has|have|\w+[^s]s|\w+sses|does|{_BARE})\b",
    re.I,
)
_OWNED = re.compile(r"^['’]s (?P<thing>[\w -]+?) (?:is|are|has to be|has|have) (?P<what>.+)$")
_PAST_PERFECT = re.compile(r"^(?:has|have) (?:been|gone|done|seen|made|taken|\w+ed)\b")
_STOP = frozenset(
    "a an the of and or s is are was were be been being am has have had do does did it its this that these "
    "those there he she they we i you his her their our my your him them us me user got get all any some so "
    "very really just still now both too also".split()
)
_AKIN = {"flight": "fly", "flights": "fly", "marriage": "married", "membership": "member"}
_STEMMER: Any = snowballstemmer.stemmer("english")


def assertion(text: str, speakers: Iterable[str] = ()) -> Assertion | None:
    """What a text says when it says one thing, as so, and for longer than a day; else None."""
    told = bare(text, speakers)
    if len(told) > LONGEST or doubtful(told) or not is_whole(told):
        return None
    clause = closed(present_last(told))
    who, rest = opened_by(clause)
    if _NEGATED.search(clause):
        return None
    subject = person(who[0]) if len(who) == 1 else ""
    owned = _OWNED.match(rest)
    verb, body = ("has", owned["what"]) if owned else _verb(rest)
    told, places = _object(trimmed(body), verb)
    if owned and owned["thing"].startswith("favo"):
        verb = "is"
    things = {told, *([_stem(normalised(owned["thing"]).split()[-1])] if owned else [])}
    several = bool(_SEVERAL.search(body))
    return Assertion(subject, verb, frozenset(things), places, stems(clause), several)


def _verb(rest: str) -> tuple[str, str]:
    """The stem of the verb of a state and what follows it; "" for what happened."""
    told = rest.strip()
    if rest.startswith(("'s ", "’s ")):
        return "is", rest[3:]
    if not STATE.match(told) or _PAST_PERFECT.match(told):
        return "", told
    found = re.match(r"(is|are|has got|have got|has|have|\w+)\b ?(.*)$", told)
    if not found:
        return "", told
    verb, body = found[1], found[2]
    if verb in ("is", "are") and (going := re.match(r"(?:\w+ly |now |still )*(\w+ing)\b ?(.*)$", body)):
        return _stem(going[1]), going[2]
    return {"are": "is", "has got": "has", "have got": "has", "have": "has"}.get(verb, _stem(verb)), body


def _object(body: str, verb: str) -> tuple[str, frozenset[str]]:
    """The last word of what follows the verb up to a preposition, and the words after any."""
    words = [
        word for word in normalised(re.sub(r"['’]s\b", "", body)).split() if word not in _STOP or word in _AT
    ]
    at = next((i for i, word in enumerate(words) if word in _AT), len(words))
    after = frozenset(_stem(word) for word in words[at:] if word not in _AT)
    if at:
        return _stem(words[at - 1]), after
    rest = words[1:]
    end = next((i for i, word in enumerate(rest) if word in _AT), len(rest))
    return (_stem(rest[end - 1]) if end else verb), after


def stems(text: str) -> frozenset[str]:
    """Of the words that say something."""
    words = normalised(re.sub(r"['’]s\b", "", text)).split()
    return frozenset(_stem(word) for word in words if word not in _STOP and word not in _AT)


@lru_cache(20_000)
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(_AKIN.get(word, word)))
