"""Clauses about people: where they live and work, whom they are with, what they do and no longer do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from graphmem.manage.claims.gazetteer import is_place
from graphmem.manage.claims.phrases import (
    AT_PRESENT,
    DAY,
    MONTHS,
    NAME,
    NOW,
    SEASONS,
    Tail,
    head,
    is_proper,
    opened_by,
    own,
    person,
    trimmed,
)
from graphmem.model.belief import Claim
from graphmem.model.keys import normalised
from graphmem.text.words import UPPER

LIVES, WORKS, AGE, RELATIONSHIP, IS, OWNS, LIKES = (
    "lives in",
    "works at",
    "age",
    "relationship",
    "is",
    "owns",
    "likes",
)
UNEQUAL = "number", "email", "address", AGE
"""Ends of attributes whose values are told apart letter by letter."""

_BY = rf"(?: (?:{AT_PRESENT}|still|just|recently|finally|officially|already))*"
_HAS = rf"{_BY}(?: (?:has|have))?{_BY}"
_ALSO = re.compile(
    r"\b(?:also|too|as well|part[- ]time|weekends?|(?:on )?(?!nowadays)\w+days?|home|remotely|sometimes)\b",
    re.I,
)
_BRIEF = re.compile(
    r"\b(?:early|late|today|tonight|yesterday|\w+day|this (?:morning|afternoon|evening)|at \w+|after .+"
    r"|to see"
    r"|for (?:the \w+|lunch|an? (?!new )\w+|vacation|holidays?))\b"
)
_TO_WHERE = r" (?:to|for|because|after \w+ (?:years?|months?)) .*$"
_WHILE = re.compile(r" (?:on|at|as|in|from|after|with|during|full-time|part-time) ")
_CHANGE = re.compile(rf"\b(?:new|started|begun|began|{AT_PRESENT})\b")
_ONCE = re.compile(
    r"\b(?:at \w*(?:teen|ty)\b|at (?:age )?\d+|when \w+|after (?:school|uni|university|college)"
    r"|as an? (?:kid|child|student|teenager|boy|girl)"
    r"|for (?:the|an?|one|two|three|four|five|six|several|some|\d+) (?!new |better )\w+)"
)
_BEING = re.compile(r".*? (?:living|based|residing) ")
_JUST_NOW = re.compile(rf"\b(?:{NOW})\b", re.I)
_NO_PLACE = re.compile(
    r"\b(?:row|year|room|platform|floor|level|desk|gate|seat|\d+|team|department|company|role|position|job"
    r"|project|plan|account|version|app|class|group|office|inc|ltd|corp)\b",
    re.I,
)
_PEOPLE = re.compile(r"\b(?:son|daughter|sister|brother|child|children|kids?|wife|husband|mother|father)\b")
_CAPITALS = re.compile(rf"\b[{UPPER}]")
_DAYS = re.compile(rf"^{DAY}|^(?:{MONTHS})\b|^\d", re.I)

_NUMBERS = {
    word: str(n)
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split()
    )
}
_NUMBER = rf"(?P<v>\d{{1,3}}|{'|'.join(_NUMBERS)})"

_VERBS = {
    "uses": ("use", "using"), "drives": ("drive", "driving"), "rides": ("ride", "riding"),
    "drinks": ("drink", "drinking"), "eats": ("eat", "eating"), "plays": ("play", "playing"),
    "reads": ("read", "reading"), "takes": ("take", "taking"), "speaks": ("speak", "speaking"),
    "learns": ("learn", "learning"), "studies": ("study", "studying"), "watches": ("watch", "watching"),
    "smokes": ("smoke", "smoking"), "vapes": ("vape", "vaping"), "goes to": ("go to", "going to"),
    "attends": ("attend", "attending"), "wears": ("wear", "wearing"), "practices": ("practice", "practicing"),
    "teaches": ("teach", "teaching"), "subscribes to": ("subscribe to", "subscribing to"),
    "volunteers at": ("volunteer at", "volunteering at"), "likes": ("like", "liking"),
    "loves": ("love", "loving"), "enjoys": ("enjoy", "enjoying"), "adores": ("adore", "adoring"),
    "hates": ("hate", "hating"), "dislikes": ("dislike", "disliking"), "owns": ("own", "owning"),
    "has": ("have", "having"),
}  # fmt: skip
"""Third person → the bare form and the -ing form."""
_ATTRIBUTES = dict.fromkeys(("loves", "enjoys", "adores", "hates", "dislikes", "likes"), LIKES) | {
    "has": OWNS
}
_AGAINST = ("hates", "dislikes")
_FORMS = {form: verb for verb, forms in _VERBS.items() for form in (verb, *forms)}
_ANY = "|".join(sorted(map(re.escape, _FORMS), key=len, reverse=True))
_ING = "|".join(sorted((forms[1] for forms in _VERBS.values()), key=len, reverse=True))
_THIRD = "|".join(sorted(_VERBS, key=len, reverse=True))
_REPLACED = ("uses", "drives", "rides", "drinks", "eats", "plays", "reads", "takes", "wears", "watches", OWNS)
_ONE_THING = re.compile(r"^(?:an?|the|any|one|two|three|four|his|her|their|[A-Z]\w*['’]s|the user['’]s) ")
_ENDED = r"(?:any ?more|any longer)(?: since .*|,.*)?"
_THIS = re.compile(r"^(?:the|this|that|these|those) ")
_HOW_MUCH = re.compile(r"\b(?:\d+|\w+ a (?:day|week)|cigarettes?|packs?)\b")
_NOT = r"(?:does(?:n['’]t| not)|do(?:n['’]t| not))"

Make = Callable[[str, "re.Match[str]"], Iterator[Claim]]


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: re.Pattern[str]
    make: Make


def states(clause: str, subject: str = "") -> Iterator[Claim]:
    """The claims of one clause. subject: of the clause before, which one without its own shares."""
    who, told = opened_by(clause)
    if not who and subject:
        who, told = (subject,), f" {clause}"
    names = tuple(filter(None, map(person, who)))
    for rule in _TOGETHER if len(names) > 1 else _RULES if names else ():
        if match := rule.pattern.match(told):
            for name in names:
                yield from rule.make(name, match)
            return


def _moved(who: str, match: re.Match[str]) -> Iterator[Claim]:
    if _ONCE.search(match["v"]):
        return
    place, left = _place(match["v"]), _place(match["x"]) if "x" in match.re.groupindex else ""
    if left:
        yield Claim(who, LIVES, left, holds=False, moved=True, given=True)
    if place and is_place(_named(match["v"])):
        yield Claim(who, LIVES, place, single=True, moved=True)


def _lives(who: str, match: re.Match[str]) -> Iterator[Claim]:
    place = "" if _JUST_NOW.search(match["v"]) else _place(match["v"])
    if place:
        certain = not _BEING.match(match[0]) or is_place(_named(match["v"]))
        yield Claim(who, LIVES, place, single=True, moved=certain and bool(_CHANGE.search(match[0])))


def _left_place(who: str, match: re.Match[str]) -> Iterator[Claim]:
    place = _place(match["v"])
    if place and trimmed(match["v"]) == trimmed(match["v"], Tail.CHANGE):
        yield Claim(who, LIVES, place, holds=False, moved=True, given=True)


def _works(who: str, match: re.Match[str]) -> Iterator[Claim]:
    told = match["v"]
    firm = trimmed(re.sub(r" (?:as|in|on|with|since|from) .*$", "", told))
    if firm and not _ALSO.search(match[0]):
        changed = bool(_CHANGE.search(match[0]))
        yield Claim(who, WORKS, normalised(firm), single=is_proper(firm), moved=changed)


def _left_work(who: str, match: re.Match[str]) -> Iterator[Claim]:
    told = match["v"]
    denied = re.search(r"\b(?:no longer|not|n['’]t)\b|n['’]t\b", match[0])
    went = re.match(r".* left\b", match[0]) and _BRIEF.search(match[0])
    firm = trimmed(re.sub(_TO_WHERE, "", told), Tail.DENIAL if denied else Tail.CHANGE)
    if re.match(r".* left\b", match[0]) and _is_journey(told, firm):
        return
    if firm and not went and not _WHILE.search(f" {firm} "):
        yield Claim(who, WORKS, normalised(firm), holds=False, moved=True, given=True)


def _is_journey(told: str, left: str) -> bool:
    """ "Left Paris for Lyon" quits no job."""
    whither = re.search(r" (?:for|to) (.+)$", told)
    return is_place(left) or (whither is not None and is_place(trimmed(whither[1])))


def _age(who: str, match: re.Match[str]) -> Iterator[Claim]:
    told = match["v"].lower()
    yield Claim(who, AGE, _NUMBERS.get(told, told), single=True)


def _together(who: str, match: re.Match[str]) -> Iterator[Claim]:
    status = _STATUS[match["k"].lower()]
    other = match["v"] if "v" in match.re.groupindex and match["v"] else ""
    name = normalised(other) if is_proper(other) else ""
    yield Claim(who, RELATIONSHIP, f"{status} {name}".strip(), single=True)


_SELVES = ("single", "married", "engaged", "divorced", "widowed", "separated")
_STATUS = dict.fromkeys(("broke up", "broken up", "split up", "engagement", "wedding"), "single") | {
    "dating": "together"
}
_STATUS |= {status: status for status in _SELVES}


def _is_not(who: str, match: re.Match[str]) -> Iterator[Claim]:
    yield _being(who, match["v"], Tail.DENIAL, holds=False)


def _is_so(who: str, match: re.Match[str]) -> Iterator[Claim]:
    value = trimmed(match["v"])
    if value and not re.match(r"(?:not|never|no|so|very|\w+ing)\b|.* (?:is|are)\b", value):
        yield _being(who, match["v"], Tail.STATE, holds=True)


def _being(who: str, told: str, tail: Tail, *, holds: bool) -> Claim:
    """Of "a nurse at St Mary's" the nurse is denied by "no nurse", of "allergic to nuts" nothing by less."""
    value = trimmed(told, tail)
    claim = _many(who, IS, value, holds=holds)
    return claim if re.match(r"an? ", told) else replace(claim, topic=normalised(value))


def _does(who: str, match: re.Match[str]) -> Iterator[Claim]:
    form = match["i"] or match["k"]
    passing = trimmed(match["v"] or "") != trimmed(match["v"] or "", Tail.CHANGE)
    if match["i"] and passing:
        return  # what somebody is doing today changes no habit
    if not (instead := re.search(r"^(.+?) instead of (.+)$", match["v"] or "")):
        yield from _habit(who, form, match["v"] or "", holds=True)
        return
    yield from _habit(who, form, instead[1], holds=True)
    yield from _habit(who, form, instead[2], holds=False)


def _does_not(who: str, match: re.Match[str]) -> Iterator[Claim]:
    yield from _habit(who, match["k"], match["v"] or "", holds=False)


def _habit(who: str, form: str, value: str, *, holds: bool) -> Iterator[Claim]:
    verb = _FORMS[form.lower()]
    attribute = _ATTRIBUTES.get(verb, verb)
    holds = holds is not (verb in _AGAINST)
    told = trimmed(value) if holds else own(value, who, Tail.DENIAL)
    if verb in ("has", "owns") and not _ONE_THING.match(value):
        return
    if attribute == LIKES and (this := _THIS.match(value)):
        told = f"{this[0]}{told}"  # who does not like the soup may like soup
    if verb in ("smokes", "vapes") and _HOW_MUCH.search(told):
        told = ""
    if told or (not value and verb in ("smokes", "vapes")) or _HOW_MUCH.search(value):
        yield _many(who, attribute, told, holds=holds)


def _rid_of(who: str, match: re.Match[str]) -> Iterator[Claim]:
    thing = own(match["v"], who, Tail.STATE)
    if thing and not _PEOPLE.search(thing):
        yield _many(who, OWNS, thing, holds=False)


def _switched(who: str, match: re.Match[str]) -> Iterator[Claim]:
    for_now = re.match(r"the [a-z]", match["x"]) or re.search(r" (?:for|at|on) the (?!user)", match["v"])
    thing = "" if for_now else own(match["x"], who, Tail.CHANGE)
    for attribute in _REPLACED if thing else ():
        yield _many(who, attribute, thing, holds=False)


def _prefers(who: str, match: re.Match[str]) -> Iterator[Claim]:
    for_now = any(trimmed(told) != trimmed(told, Tail.CHANGE) for told in (match["v"], match["x"] or ""))
    if for_now:
        return
    chosen, other = trimmed(match["v"]), trimmed(match["x"] or "", Tail.DENIAL)
    yield _many(who, "prefers", chosen)
    if other:
        yield _many(who, "prefers", other, holds=False)


def _many(who: str, attribute: str, value: str, *, holds: bool = True) -> Claim:
    """One of several values that may hold at a time; denied, it says what ended."""
    return Claim(
        who,
        attribute,
        normalised(value),
        holds,
        moved=not holds,
        given=not holds,
        topic=normalised(head(value)),
    )


def _named(told: str) -> str:
    """Where it is, with what lies around it: "Lyon" of "Lyon with her sister"."""
    return trimmed(re.sub(r" (?:with|for|to|because|near|as|after|at|when) .*$", "", told))


def _place(told: str) -> str:
    if _ONCE.search(told) or re.search(
        r" for (?!work|good|love|study|studies|now$|the moment$|the time being$)", told
    ):
        return ""
    place, *around = _named(told).split(", ")
    if not is_proper(place) or _NO_PLACE.search(place) or _DAYS.search(place):
        return ""
    return normalised(" ".join([place, *filter(_CAPITALS.search, around)]))


def _rule(pattern: str, make: Make) -> _Rule:
    return _Rule(re.compile(rf"^{pattern}$"), make)


_LOVES = (
    r"(?:her|his|their|my|[A-Z][\w-]*['’]s|the user['’]s) (?:boyfriend|girlfriend|partner|husband|wife"
    r"|fiancée?)"
)
_WHEN_IT_WAS = (
    rf"(?:,.*| in (?:the |late |early )?(?:{MONTHS.title()}|{SEASONS}|week of|\d{{4}}).*"
    r"| on (?:\w+day|.*\d.*)| (?:last|this|around) .*| yesterday| recently| for good"
    r"| \w+ (?:weeks|months|years|days) ago)?"
)
_PARTED = (
    rf"{_HAS} (?:broke|broken|called) off (?:the|her|his|their|my|[A-Z]\w*['’]s)"
    rf" (?P<k>engagement|wedding)(?: (?:to|with) {NAME})?{_WHEN_IT_WAS}"
)
_TOGETHER = (
    _rule(
        rf"{_HAS} (?:got )?(?P<k>divorced|broke up|broken up|split up|separated|married|engaged)"
        rf"{_WHEN_IT_WAS}",
        _together,
    ),
    _rule(_PARTED, _together),
)
_IS = rf"(?:{_BY} is|{_BY} are|['’]s){_BY}"
_RULES = (
    _rule(rf"{_HAS} (?:moved|relocated) (?:back )?from (?P<x>.+?) (?:back )?to (?P<v>.+)", _moved),
    _rule(rf"{_HAS} (?:moved|relocated) (?:back )?to (?P<v>.+)", _moved),
    _rule(rf"{_HAS} moved (?:out of|away from) (?P<v>.+)", _left_place),
    _rule(rf" (?:no longer (?:lives?|resides?) in|{_NOT} (?:live|reside) in) (?P<v>.+?)", _left_place),
    _rule(rf"(?:{_BY} (?:lives?|resides?)|{_IS} (?:living|based|residing)){_BY} in (?P<v>.+)", _lives),
    _rule(rf" (?:no longer works?|{_NOT} work) (?:at|for) (?P<v>.+?)(?: {_ENDED})?", _left_work),
    _rule(rf"{_HAS} (?:stopped|quit) working (?:at|for) (?P<v>.+)", _left_work),
    _rule(rf"(?:{_BY} works?|{_IS} working|{_IS} employed){_BY} (?:at|for|by) (?P<v>.+)", _works),
    _rule(
        rf"{_HAS} (?:started|begun|began) (?:working|work|a new job|a job) (?:at|for) (?P<v>{NAME}.*)",
        _works,
    ),
    _rule(rf"{_HAS} (?:got|found|took|started|landed) (?:a|the) new job (?:at|with) (?P<v>.+)", _works),
    _rule(
        rf"(?:{_HAS} (?:quit|left|resigned from|retired from)"
        rf"|{_BY} (?:was|got|has been) (?:laid off|fired|let go)"
        r"(?: by| from| at)?) (?P<v>(?:the )?" + NAME + ".*)",
        _left_work,
    ),
    _rule(rf"{_IS} {_NUMBER}(?: years? old| now)?", _age),
    _rule(rf"{_HAS} turned {_NUMBER}(?: years? old)?{_WHEN_IT_WAS}", _age),
    _rule(rf"{_IS} (?P<k>single|divorced|widowed|separated|married|engaged)(?: to (?P<v>.+))?", _together),
    _rule(rf"{_IS} (?P<k>dating) (?P<v>.+)", _together),
    _rule(
        rf"{_HAS} (?:got |gotten )?(?P<k>married|engaged|divorced)(?: to| from)?(?: (?P<v>{NAME}))?"
        rf"{_WHEN_IT_WAS}",
        _together,
    ),
    _rule(
        rf"{_HAS} (?P<k>broke up|broken up|split up)(?: with (?P<v>{NAME}|{_LOVES}))?{_WHEN_IT_WAS}",
        _together,
    ),
    _rule(_PARTED, _together),
    _rule(rf"{_HAS} switched from (?P<x>.+?) to (?P<v>.+)", _switched),
    _rule(rf"{_HAS} replaced (?P<x>.+?) (?:with|by) (?P<v>.+)", _switched),
    _rule(rf"{_HAS} (?:sold|gave away|given away|got rid of|gotten rid of) (?P<v>.+)", _rid_of),
    _rule(rf" no longer (?P<k>{_ANY})(?: (?P<v>.+))?", _does_not),
    _rule(rf" {_NOT} (?P<k>{_ANY})(?: (?P<v>.+?))??(?: {_ENDED})?", _does_not),
    _rule(rf"{_HAS} (?:stopped|quit|gave up|given up) (?P<k>{_ING})(?: (?P<v>.+))?", _does_not),
    _rule(rf"{_IS} (?:no longer|not) (?P<v>.+?)(?: {_ENDED})?", _is_not),
    _rule(rf"{_BY} prefers? (?P<v>.+?)(?: (?:over|to|rather than|instead of) (?P<x>.+))?", _prefers),
    _rule(rf"(?:{_IS} (?P<i>{_ING})|{_BY} (?P<k>{_THIRD}))(?: (?P<v>.+))?", _does),
    _rule(rf"{_IS} (?P<v>(?:an? )?[a-z].*)", _is_so),
)  # fmt: skip
