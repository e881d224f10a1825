"""What statements claim, and which of them take others' places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from graphmem.model.keys import normalised


class Reason(StrEnum):
    """Why a record is believed no more: it ceased to be true, was never true, was put into other words, or is
    yielded by its segment no longer.
    """

    ENDED = "ended"
    CORRECTED = "corrected"
    EDITED = "edited"
    REENCODED = "re-encoded"


@dataclass(frozen=True, slots=True)
class Claim:
    """That something is so, or is not, or is so no more: "Ana", "lives in", "lyon".

    subject: a normalised name or phrase. value: normalised, "" when the attribute says it all.
    holds: False when it is denied or has ended. single: the attribute has one value at a time.
    moved: the statement itself says that something changed. given: it names what it replaces or denies.
    topic: where there are many values at a time, what two of them must share to exclude each other.
    """

    subject: str
    attribute: str
    value: str
    holds: bool = True
    single: bool = False
    moved: bool = False
    given: bool = False
    topic: str = ""

    @property
    def key(self) -> str:
        """What two claims share when one may exclude the other; readable, and normalised as a whole."""
        return normalised(f"{self.subject} {self.attribute} {self.topic}")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text claims. whole: it says nothing else, so that it goes when its claim does.

    corrects: it takes back something that was said ("Actually, …", "9, not 8").
    """

    claims: tuple[Claim, ...] = ()
    whole: bool = False
    corrects: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A record as the rules of belief see it; times aware, None for unknown or open.

    said_at: when its last turn was said, else when that was stored. dated: whether the former. place:
    (session, position) of that turn. speakers and said: of its turns. event_from, event_to: its own date.
    edited_at: when a person put it into these words.
    """

    uid: str
    text: str
    said_at: datetime
    dated: bool
    place: tuple[str, int]
    speakers: tuple[str, ...] = ()
    said: str = ""
    source_role: str = "user"
    event_from: datetime | None = None
    event_to: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    edited_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Supersession:
    """One record takes another's place. at: when the older ceased to be true; None when it never was true."""

    newer: str
    older: str
    reason: Reason
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """Who has several names. all_of: all names of one, by each of them; normalised."""

    all_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, groups: Iterable[Iterable[str]]) -> Names:
        """groups: of names that mean the same; a name in two different ones means neither for certain."""
        sets = {frozenset(group) for group in groups}
        held = Counter(name for group in sets for name in group)
        clear = (tuple(sorted(name for name in group if held[name] == 1)) for group in sets)
        return cls({name: group for group in clear if len(group) > 1 for name in group})

    def same(self, one: str, other: str) -> bool:
        """Whether two names mean the same."""
        return one == other or other in self.all_of.get(one, ())

    def keys(self, claim: Claim) -> tuple[str, ...]:
        """The keys of a claim, under each name of its subject."""
        names = self.all_of.get(claim.subject, (claim.subject,))
        return tuple(replace(claim, subject=name).key for name in names)


@dataclass(frozen=True, slots=True)
class Rivals:
    """Statements that are to be looked at, and others: by the key of the claim that they share, and those
    near to some by its uid. names: of those whom the former mention.
    """

    fresh: tuple[Statement, ...]
    others: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    near: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    names: Names = field(default_factory=Names)
