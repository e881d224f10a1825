"""What a statement takes back in so many words, whatever it is about.

"Sold the Volvo", "doesn't wear glasses any more", "switched from Barclays to Monzo", "terminal 5, not
terminal 2".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from graphmem.manage.claims.assertions import STATE, Assertion, stems
from graphmem.manage.claims.phrases import Tail, opened_by, own, person
from graphmem.manage.claims.wording import (
    LONGEST,
    bare,
    closed,
    corrected_by,
    doubtful,
    has_returned,
    is_passing,
    pieces,
    told_of,
)
from graphmem.model.belief import Names


class Kind(Enum):
    """What the older statement must be about: what is had, where one belongs, what is to come, what is used,
    liked or been, or anything.
    """

    THING = "had"
    PLACE = "belonged to"
    PLAN = "to come"
    USED = "used"
    LIKED = "liked"
    WAS = "been"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Retraction:
    """words: stems that the older statement must all have; the last of what it says is among them.

    subject: whose statement it must be. swapped: the older says just what the newer says, with `words` where
    the newer has other words; `rest` are those that both have, but for at most `beside` of them. corrects: it
    never was so.
    """

    subject: str
    words: frozenset[str]
    kind: Kind = Kind.ANY
    swapped: bool = False
    corrects: bool = False
    beside: int = 0
    rest: frozenset[str] = frozenset()


_CUE = re.compile(
    r"\b(?:no longer|any ?more|any longer|sold|scrapped|donated|gave|given|got(?:ten)? rid|traded|quit"
    r"|resigned|retired|fired|laid off|let go|dropped out|moved|transferred|cancell?ed|cancel|deleted"
    r"|closed|stopped|packed in|gone off|unsubscribed|switched|swapped|replaced|changed|upgraded|exchanged"
    r"|promoted|used to|instead of|rather than|and not|called off|call off|put off|postponed?"
    r"|not \w+ing)\b|, not\b",
    re.I,
)
_BY = (
    r"(?: (?:now|just|recently|finally|officially|already|completely|totally|actually|really|since|has|have"
    r"|['’]ve|had to))*"
)
_DEFINITE = r"(?:the|that|those|this|these|both|all|(?:[A-Z][\w.-]*|the user)['’]s?|my|our)"
_X = r"(?P<x>.+)"
_THE_X = rf"(?P<x>{_DEFINITE} .+?)"
_NAMED_X = rf"(?P<x>(?:{_DEFINITE} .+|[A-Z].*))"
_GOT = "(?:was |got |been )*"
_RID = "sold|scrapped|donated|gave away|given away|got rid of|gotten rid of"
_LEFT = "quit|resigned from|retired from|dropped out of|moved out of|moved away from"
_LATER = "cancell?ed|cancel|postponed?|called off|call off|put off"
_ENDED = "stopped|quit|gave up|given up|packed in"
_KEPT = "membership|subscription|account|card|policy|contract|insurance|licen[cs]e|season ticket"
_CHANGED = "switched|changed|swapped|upgraded"
_NOT = r"(?:is|are|does|do|has|have)(?:n['’]t| not)"
_NO_MORE = r"(?:any ?more|any longer)(?: since .*|,.*)?"
_PATTERNS: tuple[tuple[re.Pattern[str], Kind, Tail], ...] = tuple(
    (re.compile(rf"^{pattern}$"), kind, tail)
    for pattern, kind, tail in (
        (rf"{_BY} (?:{_RID}) {_THE_X}(?: to .+| for [£$€\d].*)?", Kind.THING, Tail.STATE),
        (rf"{_BY} (?:swapped|exchanged|traded|traded in) {_THE_X} for .+", Kind.THING, Tail.STATE),
        (rf"{_BY} replaced {_THE_X} (?:with|by) .+", Kind.THING, Tail.STATE),
        (
            rf"{_BY} (?:cancell?ed|closed|deleted|gave up"
            rf"|given up) (?P<x>{_DEFINITE} (?:.+ )?(?:{_KEPT})(?: .+)?)",
            Kind.THING,
            Tail.STATE,
        ),
        (rf"{_BY} unsubscribed from {_X}", Kind.ANY, Tail.CHANGE),
        (
            rf"{_BY} (?:{_LEFT}|{_GOT}(?:fired|laid off|let go) (?:from|by|at)) {_NAMED_X}",
            Kind.PLACE,
            Tail.STATE,
        ),
        (rf"{_BY} (?:{_LATER}) {_NAMED_X}", Kind.PLAN, Tail.CHANGE),
        (r" (?:is|are) not (?P<x>\w+ing .+?)(?: after all)?", Kind.PLAN, Tail.DENIAL),
        (rf"{_BY} (?:{_ENDED}) (?P<x>\w+ing\b.*)", Kind.ANY, Tail.CHANGE),
        (rf" (?:has|have) (?:\w+ly )?gone off {_X}", Kind.LIKED, Tail.DENIAL),
        (rf" (?:can['’]t|cannot) (?:stand|bear|abide) (?P<x>.+?),? {_NO_MORE}", Kind.LIKED, Tail.DENIAL),
        (r" no longer (?:has|have) (?P<x>.+)", Kind.THING, Tail.DENIAL),
        (rf" (?:does|do)(?:n['’]t| not) have (?P<x>.+?),? {_NO_MORE}", Kind.THING, Tail.DENIAL),
        (r" (?:is |are )?no longer (?!in |at |on |here|there)(?P<x>.+)", Kind.ANY, Tail.DENIAL),
        (rf" {_NOT} (?!in |at |on |here|there)(?P<x>.+?),? {_NO_MORE}", Kind.ANY, Tail.DENIAL),
        (
            rf"{_BY} (?:{_CHANGED}) (?P<y>[^,]*?)from (?!the [a-z])(?P<x>.+?) to (?!.* (?:for|at"
            rf"|on) the (?!user)).+",
            Kind.USED,
            Tail.CHANGE,
        ),
        (rf"{_BY} {_GOT}promoted from (?P<x>.+?) to .+", Kind.ANY, Tail.CHANGE),
        (rf" used to {_X}", Kind.ANY, Tail.DENIAL),
        (r"['’]s (?P<y>[\w -]+?) used to be (?P<x>.+)", Kind.WAS, Tail.DENIAL),
    )
)
_WORD = r"[\w:.'’-]+"
_SWAP = re.compile(
    r"^(?P<y>.+?)(?P<how>, not|,? and not|,? rather than|,? instead of)"
    rf" (?:(?:at|in|on|by|from|to|for|with) )?(?P<x>{_WORD}(?: {_WORD}){{0,3}})(?:, .*)?$"
)
_PASSIVE = re.compile(
    r"^(?P<y>.+?) (?:was|were|has been|have been|got) (?:moved|changed|switched|upgraded|transferred)"
    r" from (?P<x>.+?) to .+$"
)
_HAVING = frozenset("has have own drive ride use".split())
_USING = _HAVING | frozenset("take drink eat read wear bank subscrib".split())
_PEOPLE = frozenset(
    "son daughter sister brother child kid children kids wife husband friend mother father".split()
)
_LIKING = frozenset("like love enjoy ador is".split())
_WORK = frozenset({"job", "role", "post", "posit"})


def takes_back(text: str) -> bool:
    """Whether it may retract anything: a cheap look, so that other statements cost nothing."""
    return len(text) <= LONGEST and _CUE.search(text) is not None


def retractions(text: str, speakers: Iterable[str] = (), said: str = "") -> tuple[Retraction, ...]:
    """What a text takes back; nothing where there is doubt."""
    if not takes_back(text):
        return ()
    told = bare(text, speakers)
    if doubtful(told) or has_returned(told):
        return ()
    speaker = next((each for each in speakers if text.startswith(f"{each} said: ")), "")
    if speaker and not opened_by(told)[0] and told[:1].islower():
        told = f"{speaker} {told}"
    return tuple(_retractions(told, corrected_by(text, said)))


def _retractions(text: str, corrects: bool) -> Iterator[Retraction]:
    subject, named, before = "", "", ""
    for said in pieces(text):
        piece = told_of(said, named, before)
        before = piece
        if is_passing(piece):
            continue
        if swap := _SWAP.match(piece):
            yield from _swapped(swap, corrects)
        if moved := _PASSIVE.match(piece):
            yield Retraction("", stems(moved["x"]), swapped=True, rest=stems(moved["y"]))
        who, rest = opened_by(piece)
        if who:
            named = who[0] if len(who) == 1 else ""
            subject = person(named)
        elif subject:
            rest = f" {piece}"
        if not subject:
            continue
        for pattern, kind, tail in _PATTERNS:
            if match := pattern.match(rest):
                yield from _retracted(subject, match, kind, tail)
                break


def _retracted(subject: str, match: re.Match[str], kind: Kind, tail: Tail) -> Iterator[Retraction]:
    told = own(closed(match["x"]), subject, tail)
    also = match["y"] if "y" in match.re.groupindex and match["y"] else ""
    words = stems(f"{also} {told}") - stems(subject)
    if told and words:
        yield Retraction(subject, words, kind)


def _swapped(match: re.Match[str], corrects: bool) -> Iterator[Retraction]:
    """ "The flight goes from terminal 5, not terminal 2": what says so of terminal 2 goes."""
    told = match["y"].split(", ")[-1]
    old, rest = stems(match["x"]), stems(told)
    past = not STATE.match(opened_by(told)[1].strip()) and re.search(r"\b\w+ed\b|\bwas\b", told)
    if old - rest and (corrects or not past):
        yield Retraction(
            "", old, swapped=True, corrects=corrects or "not" in match["how"], beside=len(old), rest=rest
        )


def retracts(newer: Retraction, older: Assertion, names: Names) -> bool:
    """Whether what is taken back is what the older says."""
    if newer.swapped:
        same = newer.words <= older.words and older.words - newer.words <= newer.rest
        return same and len(newer.rest - older.words) <= newer.beside
    if not names.same(newer.subject, older.subject) or not older.verb:
        return False
    return _AS[newer.kind](newer.words, older)


def _as_place(words: frozenset[str], older: Assertion) -> bool:
    """ "Quit the job at Star Cabs" of "works for Star Cabs"."""
    named = words - _WORK
    return named <= older.words and bool(named & older.places) and named - older.places <= older.told


def _as_plan(words: frozenset[str], older: Assertion) -> bool:
    return words <= older.words


def _as_thing(words: frozenset[str], older: Assertion) -> bool:
    """Of things that are had or used, of which there are not several; people are no things."""
    several = older.several or words & _PEOPLE
    return older.about(words) and older.verb in _HAVING and not several


def _as_used(words: frozenset[str], older: Assertion) -> bool:
    return older.about(words) and older.verb in _USING


def _as_liked(words: frozenset[str], older: Assertion) -> bool:
    return older.about(words) and older.verb in _LIKING


def _as_been(words: frozenset[str], older: Assertion) -> bool:
    """ "Used to be a bakery" of "is a bakery", not of "is above a bakery"."""
    return older.about(words) and not words & older.places


def _as_any(words: frozenset[str], older: Assertion) -> bool:
    """The thing itself, or all that is done: "work in Leeds", or "smoke" where that is all."""
    done = words - {older.verb}
    if not words <= older.words:
        return False
    if older.told & done:
        return True
    if done:
        return older.verb in words and done == older.places
    return older.words <= {older.verb} | stems(older.subject)


_AS = {
    Kind.PLACE: _as_place, Kind.PLAN: _as_plan, Kind.THING: _as_thing, Kind.USED: _as_used,
    Kind.LIKED: _as_liked, Kind.WAS: _as_been, Kind.ANY: _as_any,
}  # fmt: skip
