"""Clauses about named plans: when and where something is to be, and that it was moved or called off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.manage.claims.phrases import AT_PRESENT, DAY, MONTHS, is_proper, person, trimmed
from graphmem.model.belief import Claim
from graphmem.model.keys import normalised
from graphmem.text.words import UPPER

DATE, CLOCK, PLACE = "is on", "is at", "takes place in"
WHEN = (DATE, CLOCK)
PLANNED = (*WHEN, PLACE)

_TO_WHOM = rf"(?: (?:to|with|in|of|for) [{UPPER}][\w.]*(?: [{UPPER}][\w.]*)*)?"
_OWN = rf"(?:(?:[Tt]he|[Oo]ur) |(?:[{UPPER}][\w.-]* )?[{UPPER}][\w.-]*['’]s |[Tt]he user['’]s )"
_S = rf"^(?P<s>{_OWN}(?:[\w'’-]+ ){{0,4}}?[\w'’-]+{_TO_WHOM})"
_WAS = (
    r" (?:was|is|has been|got|had to be) (?:now )?(?:moved|rescheduled|postponed|pushed(?: back)?|shifted"
    r"|brought forward|changed) (?:from (?P<x>.+?) )?(?:to|until|for) (?P<v>.+)$"
)
_TIMED = re.compile(
    _S
    + rf"(?: (?:{AT_PRESENT}))? (?:is|starts|begins|leaves|departs|is scheduled|takes place)"
    + rf"(?: (?:{AT_PRESENT}))? (?P<p>on|at|in|for) (?!the moment|present|this point)(?P<v>.+)$"
)
_SHIFTED = re.compile(_S + _WAS)
_BY = re.compile(
    r"^.{1,40}? (?:have |has )?(?:rescheduled|postponed|moved|pushed|shifted) "
    + _S[1:]
    + r" (?:back )?(?:from (?P<x>.+?) )?(?:to|until) (?P<v>.+)$"
)
_OFF = re.compile(_S + r" (?:was|is|has been|got) (?:now )?(?:cancell?ed|called off)\b.*$")
_INSTEAD = re.compile(r"^(?P<v>.+?),? (?:not|and not|instead of|rather than) (?:on |at |in )?(?P<x>.+)$")
_EVERY = re.compile(r"\b(?:\w+days|mornings|afternoons|evenings|nights|every|each)\b", re.I)
_NOW = re.compile(rf"\b(?:instead|{AT_PRESENT})\b")
_CLOCK = re.compile(r"^\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?(?: o['’]clock)?$|^(?:noon|midnight)$", re.I)
_DATE = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?|{DAY}|{MONTHS}|tomorrow|today|next week|weekend)\b",
    re.I,
)


def plans(clause: str) -> Iterator[Claim]:
    """The claims of one clause about something that is to take place."""
    found = next(filter(None, (each.match(clause) for each in (_OFF, _SHIFTED, _BY, _TIMED))), None)
    if found is None or person(found["s"]):
        return
    if match := _OFF.match(clause):
        for attribute in (*WHEN, PLACE):
            yield Claim(_what(match), attribute, "", holds=False, moved=True, given=True)
    elif match := _SHIFTED.match(clause) or _BY.match(clause):
        yield from _set(_what(match), match["v"], match["x"] or "", moved=True)
    elif match := _TIMED.match(clause):
        told = match["v"]
        instead = _INSTEAD.match(told)
        value, other = (instead["v"], instead["x"]) if instead else (told, "")
        yield from _set(_what(match), value, other, moved=bool(_NOW.search(clause)), place=match["p"] == "in")


def _set(what: str, value: str, other: str, *, moved: bool, place: bool = False) -> Iterator[Claim]:
    attribute = _attribute(trimmed(value), place)
    if attribute:
        yield Claim(what, attribute, normalised(trimmed(value)), single=True, moved=moved or bool(other))
        if other:
            yield Claim(what, attribute, normalised(trimmed(other)), holds=False, given=True)


def _attribute(value: str, place: bool) -> str:
    if place and is_proper(value) and not _DATE.search(value):
        return PLACE
    if _CLOCK.match(value):
        return CLOCK
    return DATE if _DATE.search(value) and not _EVERY.search(value) else ""


def _what(match: re.Match[str]) -> str:
    return "the " + re.sub(r"^(?:the|our) ", "", normalised(match["s"]))
