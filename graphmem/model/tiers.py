"""Short, mid and long term: what sits where, and what is distilled from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.hit import Citation

SHORT, MID, LONG = "short", "mid", "long"


@dataclass(frozen=True, slots=True)
class LeafUse:
    """A segment's summary with how it was used. visits, interactions: as they were at last_used_at; moved_at:
    when it came into its tier, None when it never moved. records: of its segment.
    """

    id: str
    tier: str
    visits: float
    interactions: float
    last_used_at: datetime
    moved_at: datetime | None = None
    start: datetime | None = None
    end: datetime | None = None
    text: str = ""
    segment_id: str = ""
    session_id: str = ""
    records: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A leaf with its heat now, what that is made of, and why it sits where it does."""

    leaf: LeafUse
    heat: float
    visits: float
    interactions: float
    why: str


@dataclass(frozen=True, slots=True)
class Tiers:
    """All leaves of a user, warmest first within a tier. counts: leaves by tier; records: of them by tier.

    open_turns: turns that no closed segment covers, which the short term holds too.
    """

    items: tuple[Placed, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    records: Mapping[str, int] = field(default_factory=dict)
    open_turns: int = 0

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Placed]:
        return iter(self.items)

    def __bool__(self) -> bool:
        return bool(self.items or self.open_turns)


@dataclass(frozen=True, slots=True)
class Moves:
    """Uids of leaves that change their tier."""

    overflowed: tuple[str, ...] = ()
    promoted: tuple[str, ...] = ()
    demoted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TierWork:
    """How many leaves moved, and traits that were distilled. failed: why a model distilled nothing."""

    overflowed: int = 0
    promoted: int = 0
    demoted: int = 0
    distilled: int = 0
    failed: str = ""

    def __bool__(self) -> bool:
        return bool(self.overflowed or self.promoted or self.demoted or self.distilled or self.failed)


@dataclass(frozen=True, slots=True)
class Source:
    """A believed record of a promoted segment, from which a trait may be distilled. used: it was shown."""

    leaf_id: str
    record_id: str
    type: str
    subject: str
    text: str
    used: bool = False


@dataclass(frozen=True, slots=True)
class TraitDraft:
    """A trait as it is distilled. records: uids of those that tell it."""

    attribute: str
    value: str
    records: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trait:
    """Something that lasts about a user. confidence: 0 to 1, higher with every record that tells it.

    since: the earliest time that a record behind it names, or at which it was said.
    """

    id: str
    attribute: str
    value: str
    confidence: float
    since: datetime | None
    records: tuple[str, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class UserProfile:
    """What lasts about a user, by attribute; each trait with the turns that prove it."""

    traits: tuple[Trait, ...] = ()

    def __len__(self) -> int:
        return len(self.traits)

    def __iter__(self) -> Iterator[Trait]:
        return iter(self.traits)

    def __bool__(self) -> bool:
        return bool(self.traits)
