"""What a statement takes back in so many words, whatever it is about.

"Sold the Volvo", "doesn't wear glasses any more", "switched from Barclays to Monzo", "terminal 5, not
terminal 2".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import snowballstemmer

from graphmem.manage.claims.phrases import opened_by, own, person, trimmed
from graphmem.manage.claims.wording import bare, closed, corrected_by, doubtful, is_whole, pieces, told_of
from graphmem.model.belief import Names
from graphmem.model.keys import normalised


class Kind(Enum):
    """What the older statement must be about: what is had or used, where one belongs, what is to come, or
    anything.
    """

    THING = "had"
    PLACE = "belonged to"
    PLAN = "to come"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Retraction:
    """words: stems that the older statement must all have; the last of what it says is among them.

    subject: whose statement it must be. swapped: the older says just what the newer says, with `words` where
    the newer has other words; `rest` are those that both have. corrects: it never was so.
    """

    subject: str
    words: frozenset[str]
    kind: Kind = Kind.ANY
    swapped: bool = False
    corrects: bool = False
    rest: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Assertion:
    """The one thing that a statement says: of whom, by which verb, of what, and all its words as stems.

    told: the last words of what is said and of what it is said, "volvo" of "drives an old Volvo to work", and
    "bike", too, of "Ana's bike is a Trek"; places: those after a preposition.
    """

    subject: str
    verb: str
    told: frozenset[str]
    places: frozenset[str]
    words: frozenset[str]


_CUE = re.compile(
    r"\b(?:no longer|any ?more|any longer|sold|ditched|scrapped|dumped|binned|donated|gave|given"
    r"|got(?:ten)? rid|traded|quit|left|resigned|retired|fired|laid off|dropped|moved|transferred"
    r"|cancell?ed|cancel|deleted|closed|stopped|packed in|gone off|went off|unsubscribed|switched|swapped"
    r"|replaced|changed|upgraded|exchanged|promoted|used to|instead of|rather than|and not|broke"
    r"|finished with|done with|called off|postponed?|after all|not \w+ing)\b|, not\b",
    re.I,
)
_LONGEST = 300
_BY = (
    r"(?: (?:now|just|recently|finally|officially|already|completely|totally|actually|really|since|has|have"
    r"|['’]ve|had to))*"
)
_DEFINITE = r"(?:the|that|those|this|these|both|all|(?:[A-Z][\w.-]*|the user)['’]s?|his|her|their|my|our)"
_X = r"(?P<x>.+)"
_THE_X = rf"(?P<x>{_DEFINITE} .+?)"
_NAMED_X = rf"(?P<x>(?:{_DEFINITE} .+|[A-Z].*))"
_GOT = "(?:was |got |been )*"
_RID = (
    "sold|ditched|scrapped|dumped|binned|donated|gave away|given away|got rid of|gotten rid of|deleted|closed"
)
_LEFT = "quit|left|resigned from|retired from|dropped out of|moved out of|moved away from"
_OFF = "cancell?ed|cancel|unsubscribed from"
_LATER = "postponed?|called off|call off|put off"
_ENDED = "stopped|quit|gave up|given up|packed in"
_TIRED = "gone off|went off|is done with|is finished with"
_CHANGED = "switched|changed|swapped|moved|upgraded"
_NOT = r"(?:(?:is|are|does|do|has|have)(?:n['’]t| not)|can['’]t|cannot)(?: (?:stand|bear|abide))?"
_PATTERNS: tuple[tuple[re.Pattern[str], Kind], ...] = tuple(
    (re.compile(rf"^{pattern}$"), kind)
    for pattern, kind in (
        (rf"{_BY} (?:{_RID}|traded in) {_THE_X}(?: (?:to|for) .+)?", Kind.THING),
        (rf"{_BY} (?:swapped|exchanged|traded) {_THE_X} for .+", Kind.THING),
        (rf"{_BY} replaced {_THE_X} (?:with|by) .+", Kind.THING),
        (rf"{_BY} (?:{_LEFT}|{_GOT}(?:fired|laid off|let go) (?:from|by|at)) {_NAMED_X}", Kind.PLACE),
        (rf"{_BY} (?:{_LATER}) {_NAMED_X}", Kind.PLAN),
        (r" (?:is|are) not (?P<x>\w+ing .+)", Kind.PLAN),
        (rf"{_BY} (?:{_OFF}) {_NAMED_X}", Kind.ANY),
        (rf"{_BY} (?:{_ENDED}) (?P<x>\w+ing\b.*)", Kind.ANY),
        (rf"{_BY} (?:{_TIRED}) {_X}", Kind.ANY),
        (rf" (?:is |are )?no longer {_X}", Kind.ANY),
        (rf" {_NOT} (?P<x>.+?),? (?:any ?more|any longer)\b.*", Kind.ANY),
        (rf"{_BY} (?:{_CHANGED}) (?P<y>[^,]*?)from (?P<x>.+?) to .+", Kind.ANY),
        (rf"{_BY} {_GOT}promoted from (?P<x>.+?) to .+", Kind.ANY),
        (rf" used to {_X}", Kind.ANY),
        (r"['’]s (?P<y>[\w -]+?) used to be (?P<x>.+)", Kind.ANY),
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
_THING_VERBS = frozenset("has own drive ride use keep play wear rent hold run have".split())
_AT = frozenset("at in for with on to by from into of".split())
_NEGATED = re.compile(r"\b(?:not|never|no|nobody|nothing)\b|n['’]t\b", re.I)
_BARE = (
    "live|work|own|drive|use|keep|play|cook|eat|drink|go|run|rent|share|speak|study|teach|train|volunteer|belong"
    "|smoke|wear|watch|read|like|love|enjoy"
)
_STATE = re.compile(
    rf"^(?:is|are|has got|have got|has|have|\w+[^s]s|\w+sses|does|{_BARE})\b",
    re.I,
)
_OWNED = re.compile(r"^['’]s (?P<thing>[\w -]+?) (?:is|are|has to be|has|have) (?P<what>.+)$")
_PAST_PERFECT = re.compile(r"^(?:has|have) (?:been|gone|done|seen|made|taken|\w+ed)\b")
_STOP = frozenset(
    "a an the of and or s is are was were be been being am has have had do does did it its this that these "
    "those there he she they we i you his her their our my your him them us me user got get all any some so "
    "very really just still now both too also own new old".split()
)
_WORK = frozenset({"job", "role", "post", "posit"})
_AKIN = {"flight": "fly", "flights": "fly", "marriage": "married", "membership": "member"}
_STEMMER: Any = snowballstemmer.stemmer("english")


def takes_back(text: str) -> bool:
    """Whether it may retract anything: a cheap look, so that other statements cost nothing."""
    return len(text) <= _LONGEST and _CUE.search(text) is not None


def retractions(text: str, speakers: Iterable[str] = (), said: str = "") -> tuple[Retraction, ...]:
    """What a text takes back; nothing where there is doubt."""
    if not takes_back(text):
        return ()
    told = bare(text, speakers)
    if doubtful(told):
        return ()
    speaker = next((each for each in speakers if text.startswith(f"{each} said: ")), "")
    if speaker and not opened_by(told)[0] and told[:1].islower():
        told = f"{speaker} {told}"
    return tuple(_retractions(told, corrected_by(text, said)))


def _retractions(text: str, corrects: bool) -> Iterator[Retraction]:
    subject, named = "", ""
    for said in pieces(text):
        piece = told_of(said, named)
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
        for pattern, kind in _PATTERNS:
            if match := pattern.match(rest):
                yield from _retracted(subject, match, kind)
                break


def _retracted(subject: str, match: re.Match[str], kind: Kind) -> Iterator[Retraction]:
    told = own(closed(match["x"]), subject)
    also = match["y"] if "y" in match.re.groupindex and match["y"] else ""
    words = stems(f"{also} {told}") - stems(subject)
    if told and words:
        yield Retraction(subject, words, kind)


def _swapped(match: re.Match[str], corrects: bool) -> Iterator[Retraction]:
    """ "The flight goes from terminal 5, not terminal 2": what says so of terminal 2 goes."""
    old, rest = stems(match["x"]), stems(match["y"])
    past = not _STATE.match(opened_by(match["y"])[1].strip()) and re.search(r"\b\w+ed\b|\bwas\b", match["y"])
    if old - rest and (corrects or not past):
        yield Retraction("", old, swapped=True, corrects=corrects or "not" in match["how"], rest=rest)


def assertion(text: str, speakers: Iterable[str] = ()) -> Assertion | None:
    """What a text says when it says one thing, as so, and for longer than a day; else None."""
    told = bare(text, speakers)
    if len(told) > _LONGEST or doubtful(told) or not is_whole(told):
        return None
    clause = closed(told)
    who, rest = opened_by(clause)
    if _NEGATED.search(clause):
        return None
    subject = person(who[0]) if len(who) == 1 else ""
    owned = _OWNED.match(rest)
    verb, body = ("has", owned["what"]) if owned else _verb(rest)
    told, places = _object(trimmed(body), verb)
    things = {told, *([_stem(normalised(owned["thing"]).split()[-1])] if owned else [])}
    return Assertion(subject, verb, frozenset(things), places, stems(clause))


def _verb(rest: str) -> tuple[str, str]:
    """The stem of the verb of a state and what follows it; "" for what happened."""
    told = rest.strip()
    if rest.startswith(("'s ", "’s ")):
        return "is", rest[3:]
    if not _STATE.match(told) or _PAST_PERFECT.match(told):
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


def retracts(newer: Retraction, older: Assertion, names: Names) -> bool:
    """Whether what is taken back is what the older says."""
    if newer.swapped:
        return newer.words <= older.words and older.words - newer.words <= newer.rest
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
    return words <= older.words and bool(older.told & words) and older.verb in _THING_VERBS


def _as_any(words: frozenset[str], older: Assertion) -> bool:
    """The thing itself, or all that is done: "keep notes in Evernote"."""
    if not words <= older.words:
        return False
    return bool(older.told & words) or (older.verb in words and words - {older.verb} <= older.places)


_AS = {Kind.PLACE: _as_place, Kind.PLAN: _as_plan, Kind.THING: _as_thing, Kind.ANY: _as_any}


def stems(text: str) -> frozenset[str]:
    """Of the words that say something."""
    words = normalised(re.sub(r"['’]s\b", "", text)).split()
    return frozenset(_stem(word) for word in words if word not in _STOP and word not in _AT)


@lru_cache(20_000)
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(_AKIN.get(word, word)))
