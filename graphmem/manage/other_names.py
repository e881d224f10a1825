"""Other names that a text gives: "Robert, everyone calls me Bob", "Ana (Annie)", "X, also known as Y"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.manage.nicknames import likeness
from graphmem.model.keys import normalised
from graphmem.text.words import UPPER, WORD

_WORD = rf"[^\W\d_a-zß-ÿ][{WORD}'’.-]*"
_NAME = rf"{_WORD}(?: (?=[{UPPER}]){_WORD}){{0,3}}"
_PEOPLE = (
    r"(?:everyone|everybody|people|they|we|all|others|most(?: people)?|"
    r"(?:(?:\w+['’]s|my|our|his|her|their) )?(?:friends|family|colleagues|parents|kids|team|classmates))"
)
_PATTERNS = tuple(
    re.compile(pattern.replace("NAME", f"(?P<name>{_NAME})").replace("ALIAS", f"(?P<alias>{_NAME})"))
    for pattern in (
        r"NAME,? (?:also|better|otherwise|commonly) (?:known|called) as ALIAS",
        r"NAME,? also called ALIAS",
        r"NAME,? (?:a\.?k\.?a\.?|alias|nicknamed|known as) ALIAS",
        r"NAME,? or ALIAS for short\b",
        r"ALIAS(?:,? which)? is (?:short for|a nickname (?:for|of)|the nickname of) NAME",
        r"NAME goes by (?:the name )?ALIAS",
        r"NAME['’]s (?:nickname|pen name|stage name) is ALIAS",
        rf"(?i:{_PEOPLE}) (?:just |all |always |usually )?calls? NAME ALIAS\b",
        r"NAME is (?:usually |often |always )?called ALIAS(?= by)",
        r"NAME \((?:aka |nicknamed |called )ALIAS\)",
    )
)
_BRACKET = re.compile(rf"(?P<name>{_NAME}) \((?P<alias>{_NAME})\)")
_SELF = re.compile(
    rf"(?i:{_PEOPLE}) (?:just |all |always )?calls? the user (?P<alias>{_NAME})"
    rf"|the user goes by (?P<by>{_NAME})"
)
_MY_NAME = re.compile(rf"(?i:the user['’]s name is|the user is called) (?P<name>{_NAME})")
_NOT_NAMES = frozenset("i a an the he she it they we you me him her them and or but in at on".split())
_LONGEST = 60


def other_names(text: str, entities: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """(name, other name) pairs that a statement gives, both as it spells them.

    Only for a name that the statement is known to hold, and never where the two together are a name of their
    own: who "calls Bob Smith" gives nobody a name.
    """
    names = {normalised(entity): entity for entity in entities}
    found: dict[tuple[str, str], None] = {}
    for name, alias in (*_pairs(text, names), *_own(text, names)):
        one, other = names.get(normalised(name)), normalised(alias)
        if one is None or not _is_name(alias) or other == normalised(one):
            continue
        if normalised(f"{one} {alias}") not in names:
            found[one, alias] = None
    return tuple(found)


def _pairs(text: str, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield _known_end(match["name"], names), match["alias"]
    for match in _BRACKET.finditer(text):  # "Porto (Portugal)" is no other name, "Ana (Annie)" is
        name = _known_end(match["name"], names)
        if likeness(normalised(name), normalised(match["alias"])):
            yield name, match["alias"]


def _known_end(name: str, names: dict[str, str]) -> str:
    """The longest end of what was matched that is a known name: "sister Ana" is Ana."""
    words = name.split()
    ends = (" ".join(words[at:]) for at in range(len(words)))
    return next((end for end in ends if normalised(end) in names), name)


def _own(text: str, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """A user who gives their name and another one in the same breath."""
    own = _MY_NAME.search(text)
    for match in _SELF.finditer(text) if own else ():
        yield _known_end(own["name"], names) if own else "", match["alias"] or match["by"]


def _is_name(alias: str) -> bool:
    return alias[:1].isupper() and len(alias) <= _LONGEST and normalised(alias) not in _NOT_NAMES
