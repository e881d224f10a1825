"""What a text says somebody is to somebody, and whether two such things can be one person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.model.keys import normalised
from graphmem.text.words import pattern_of

_KIN: Final = {
    "sister": "sister sis", "brother": "brother bro", "mother": "mother mom mum mama",
    "father": "father dad papa",
    "daughter": "daughter", "son": "son", "grandmother": "grandmother grandma granny nana",
    "grandfather": "grandfather grandpa granddad", "aunt": "aunt auntie", "uncle": "uncle", "niece": "niece",
    "nephew": "nephew", "cousin": "cousin", "granddaughter": "granddaughter", "grandson": "grandson",
    "partner": "wife husband partner girlfriend boyfriend fiancée fiancé fiancee fiance spouse",
    "ex": "ex-wife ex-husband ex-girlfriend ex-boyfriend ex",
    "in-law": "mother-in-law father-in-law sister-in-law brother-in-law",
}  # fmt: skip
_SERVICE: Final = {
    "doctor": "doctor gp physician", "dentist": "dentist", "therapist": "therapist psychologist counselor",
    "lawyer": "lawyer attorney", "hairdresser": "hairdresser barber stylist", "landlord": "landlord landlady",
    "teacher": "teacher professor tutor", "trainer": "trainer coach", "vet": "vet", 
    "nanny": "nanny babysitter",
    "cleaner": "cleaner", "accountant": "accountant", "mechanic": "mechanic",
}  # fmt: skip
_PETS: Final = {
    "dog": "dog puppy", "cat": "cat kitten", "horse": "horse pony", "rabbit": "rabbit bunny",
    "parrot": "parrot",
    "hamster": "hamster", "turtle": "turtle tortoise",
}  # fmt: skip
_WORK: Final = "colleague coworker co-worker boss manager teammate intern employee supervisor mentor client"
_SOCIAL: Final = "friend neighbour neighbor roommate flatmate housemate classmate pal buddy acquaintance"


def _classes() -> Iterator[tuple[str, tuple[str, str]]]:
    for kind, of in (("kin", _KIN), ("service", _SERVICE), ("pet", _PETS)):
        for name, words in of.items():
            yield from ((word, (kind, name)) for word in words.split())
    yield from ((word, ("work", "")) for word in _WORK.split())
    yield from ((word, ("social", "")) for word in _SOCIAL.split())


_CLASS: Final = dict(_classes())
_BY_KEY: Final = {normalised(word): of for word, of in _CLASS.items()}
_ROLE = "|".join(sorted(map(re.escape, _CLASS), key=len, reverse=True))
_WHOSE = r"(?:(?P<who>[\w.-]+)['’]s?|\b(?P<mine>my|our))"
_BEFORE = re.compile(
    rf"{_WHOSE} (?:[\w-]+ ){{0,2}}?(?P<role>{_ROLE})(?:,| named| called| is called)? $", re.I
)
_HAS = re.compile(
    rf"(?P<who>[\w.-]+) (?:has|had|have) an? (?:[\w-]+ ){{0,2}}?(?P<role>{_ROLE}) (?:named|called) $", re.I
)
_AFTER = re.compile(rf"^(?: is|,) {_WHOSE} (?:[\w-]+ ){{0,2}}?(?P<role>{_ROLE})\b", re.I)
_OTHER = re.compile(r"\b(?:the other|another|a different|a second) $", re.I)
_QUOTED = re.compile(r"(?:The )?(?P<who>[\w.-]+) said\b[^\"]{0,60}: \"")
_NEARBY: Final = 80


@dataclass(frozen=True, slots=True)
class Role:
    """whose: the possessor's key with its s ("mayas"); role: the word, normalised."""

    whose: str
    role: str

    def called(self, key: str) -> str:
        """The name by which somebody of that role is told apart: "mayas sister ana"."""
        return f"{self.whose} {self.role} {key}"

    def excludes(self, other: Role) -> bool:
        """Whether nobody is both.

        To one person: no sister is a colleague, no dentist a hairdresser, nobody a pet; friends, neighbours
        and colleagues may be the same. To two persons most may be: Tom's boss may be Maya's sister; but
        their partners are two, and an animal is no person.
        """
        mine, theirs = _BY_KEY[self.role], _BY_KEY[other.role]
        if mine == theirs:
            return self.whose != other.whose and mine == ("kin", "partner")
        kinds = {mine[0], theirs[0]}
        if "pet" in kinds:
            return True
        return (
            self.whose == other.whose and not kinds <= {"work", "social"} and kinds != {"service", "social"}
        )


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a name stands. role: what the text says whom it names; other: not the one before."""

    role: Role | None = None
    other: bool = False


def mentions(text: str, name: str) -> tuple[Mention, ...]:
    """What a text says of each place where a name stands, plain places once; one plain one for none."""
    found: dict[Mention, None] = {}
    for match in pattern_of(name).finditer(text):
        before = text[max(0, match.start() - _NEARBY) : match.start()]
        after = text[match.end() : match.end() + _NEARBY]
        role = _BEFORE.search(before) or _HAS.search(before) or _AFTER.search(after)
        found[Mention(_role(role, text) if role else None, _OTHER.search(before) is not None)] = None
    told = [each for each in found if each.role or each.other]
    return tuple(told or found or [Mention()])


def _role(match: re.Match[str], text: str) -> Role:
    """The role; in a quotation "my" is whose words they are."""
    said = match.groupdict()
    quoted = _QUOTED.match(text) if said.get("mine") else None
    who = quoted["who"] if quoted else said.get("who") or "my"
    whose = normalised(f"{who}'s")
    return Role(whose, normalised(match["role"]))


def role_in(alias: str, key: str) -> Role | None:
    """The role that a name tells somebody of that key apart by; None for any other name."""
    told = alias.removesuffix(f" {key}")
    whose, _, role = told.partition(" ")
    return Role(whose, role) if told != alias and role in _BY_KEY else None
