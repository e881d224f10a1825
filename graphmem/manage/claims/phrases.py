"""Names, places and values as phrases of a clause: who is meant, and what two values have in common."""

from __future__ import annotations

import re
from enum import Enum

from graphmem.model.keys import normalised
from graphmem.text.words import UPPER

_LETTER = r"(?:[\w.&-]|['’](?!s\b))"
NAME = rf"[{UPPER}]{_LETTER}*(?: (?:de |van |von |of |the |& )?[{UPPER}0-9]{_LETTER}*)*"
"""One or more capitalised words."""

_RELATIVES = (
    "mother|father|mum|mom|dad|husband|wife|spouse|partner|boyfriend|girlfriend|fiancée?|boss|manager"
    "|landlord"
    "|brother|sister|son|daughter|grandmother|grandfather|grandma|grandpa|gran|grandad|nan|flatmate"
    "|roommate|housemate"
)
_KIN = (
    "uncle|aunt|auntie|cousin|niece|nephew|grandson|granddaughter|grandchild|friend|neighbou?r|colleague"
    "|coworker"
    "|mate|brother|sister|son|daughter"
)
"""Of whom a person has several: one is meant only by name."""

ROLES = frozenset("boss manager landlord husband wife boyfriend girlfriend fiancé fiancée".split())
"""Of whom a person has one at a time."""

_NOBODY = (
    "The|One|Some|Many|Most|Nobody|Everyone|Everybody|Somebody|People|It|This|That|These|Those|They|He|She"
    "|We|You"
    "|My|Our|His|Her|Their|There|Here|In|On|At|By|For|From|With|As|And|But|So|Not|No|Yes|All|Both|Each|Every"
    "|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August"
    "|September|October|November|December|Today|Tomorrow|Yesterday|What|Who|How|Why|Its|An|A"
)
_RELATED = rf"(?:['’]s? (?:(?:{_KIN}) {NAME}|(?:{_RELATIVES})(?: {NAME})?))*"
_ONE = rf"(?:[Tt]he user|(?!(?:{_NOBODY})\b){NAME}){_RELATED}"
_WHO = re.compile(rf"^{_ONE}$")
_BEGINS = re.compile(rf"^({_ONE})(?: and ({_ONE}))?(?=['’]?s? [a-z]|['’]s )")
_OWNER = re.compile(r"^(.+)['’]s? (?=\S)")
_SAME = {"mum": "mother", "mom": "mother", "dad": "father"}
_CAPITAL = re.compile(rf"^{NAME}(?:['’]s)?$")
MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
SEASONS = "spring|summer|autumn|fall|winter"
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
NOW = "today|tonight|this (?:week|weekend|morning|afternoon|evening)"
"""What is so then may be otherwise the day or the week after."""
_LASTING = (
    r"(?<!right )(?<!just )(?<!for )(?:even )?now|currently|presently|these days|nowadays|at present"
    r"|at this point|at (?:the )?present time|as of (?:now|today)"
)
_MOMENTARY = (
    r"right now|just now|at the moment|at this moment|at the current moment|lately|of late|as of late|for now"
    r"|for the moment|for the time being"
)
AT_PRESENT = rf"{_MOMENTARY}|{_LASTING}"
"""That something is so now, for every rule: before a clause, inside it and behind it. What is denied with a
momentary word ("no coffee right now") may hold again, so it ends nothing.
"""
PRESENT = r"(?:(?:brand[- ]new|new|newest|current|present|latest|all[- ]time) )?"
"""The same in front of a thing: "Ana's current boss"."""
_NEUTRAL = (
    rf"{_LASTING}|again|too|also|as well|any ?more|any longer|instead|already|still"
    r"|at all|recently|for good|(?:ever )?since|(?:ever )?since .*"
)
_WHEN = (
    rf"yesterday|last \w+|this (?:month|year)|in (?:the )?(?:{SEASONS}) \d{{4}}|in the (?:{SEASONS})"
    rf"|on {DAY}"
    rf"|in (?:the )?(?:{MONTHS}|week of|\d{{4}})\b.*|on \d.*|over the weekend|\w+ (?:days|weeks|months"
    rf"|years) ago"
)
_HOW_OFTEN = (
    rf"{_MOMENTARY}|full[- ]time"
    rf"|{NOW}|(?:this|in|in the) (?:{SEASONS})|in the week\b.*"
    r"|most (?:days|mornings|evenings|nights|weekends|weeks)|at the weekend|(?:every|each) \w+"
    r"|for (?:years|work)"
)


class Tail(Enum):
    """Which words of time at the end of a phrase say nothing about it: of what is so, any; of a change,
    when it happened; of a denial, only those that say that it lasts.
    """

    STATE = re.compile(rf"[ ,]+(?:{_NEUTRAL}|{_WHEN}|{_HOW_OFTEN})$", re.I)
    CHANGE = re.compile(rf"[ ,]+(?:{_NEUTRAL}|{_WHEN})$", re.I)
    DENIAL = re.compile(rf"[ ,]+(?:{_NEUTRAL})$", re.I)


_ARTICLE = re.compile(r"^(?:(?:a|an|the|some|any|my|her|his|their|our|[A-Z]\w*['’]s|the user['’]s) )+", re.I)
_PREPOSITION = re.compile(
    r",? (?:in|at|on|for|with|as|near|by|to|from|of|during|after|over|than|around|without) .*$"
)
_THEIRS = re.compile(r"^(?:his|her|their)\b", re.I)
_IDLE = frozenset("the a an of in at on and for new mr mrs ms dr".split())


def person(phrase: str) -> str:
    """The normalised phrase when it means one person for certain, else ""."""
    if not _WHO.match(phrase.strip()):
        return ""
    return " ".join(_SAME.get(word, word) for word in normalised(phrase).split())


def own(value: str, who: str, tail: Tail) -> str:
    """The trimmed value unless it is somebody else's: nobody is rid of a bike by selling "his"."""
    value = _untimed(value, tail)
    owner = _OWNER.match(head(value))
    foreign = _THEIRS.match(value) or (owner is not None and person(owner[1]) != who)
    return "" if foreign else _ARTICLE.sub("", value)


def opened_by(clause: str) -> tuple[tuple[str, ...], str]:
    """The persons with whom a clause begins, one or two, as written, and what it says of them."""
    found = _BEGINS.match(clause)
    return (tuple(filter(None, found.groups())), clause[found.end() :]) if found else ((), clause)


def is_proper(value: str) -> bool:
    """Capitalised words only: "Paris", "Saint Mary's", no "an old house"."""
    return bool(_CAPITAL.match(value.strip()))


def trimmed(value: str, tail: Tail = Tail.STATE) -> str:
    """Without words of time at its end and articles at its head."""
    return _ARTICLE.sub("", _untimed(value, tail))


def _untimed(value: str, tail: Tail) -> str:
    before = ""
    while before != value:
        before = value
        value = tail.value.sub("", f" {value.strip(' ,.;!')}").strip()
    return value


def head(value: str) -> str:
    """Up to the first preposition: of "coffee in the evening" the coffee."""
    return _PREPOSITION.sub("", value)


def disjoint(one: str, other: str) -> bool:
    """No word in common that says anything: "paris" and "paris france" are no contradiction."""
    return not _words(one) & _words(other)


def covers(general: str, special: str) -> bool:
    """Who is rid of the general is rid of the special: "coffee" of "coffee every morning"."""
    return normalised(general) in (normalised(special), normalised(head(special)))


def _words(value: str) -> set[str]:
    return set(normalised(value).split()) - _IDLE
