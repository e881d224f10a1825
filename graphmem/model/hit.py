"""What a search finds, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, TypedDict

from graphmem.model.plan import QueryPlan


@dataclass(frozen=True, slots=True)
class Filters:
    """Restrictions of a search or a list; None or empty means no restriction.

    type: record types; tags and entity: of records, case-folded; after ≤ said_at < before, aware.
    """

    type: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    entity: str | None = None
    session_id: str | None = None
    agent_id: str | None = None
    after: datetime | None = None
    before: datetime | None = None

    def __bool__(self) -> bool:
        return self.needs_record or self.bounds_turns

    @property
    def needs_record(self) -> bool:
        """True when only turns behind a matching record pass."""
        return bool(self.type or self.tags or self.entity)

    @property
    def bounds_turns(self) -> bool:
        """True when session, agent or time restrict the turns themselves."""
        return any(each is not None for each in (self.session_id, self.agent_id, self.after, self.before))


@dataclass(frozen=True, slots=True)
class Between:
    """The numbers that an option may have, both ends included; such: one that makes sense, for errors."""

    least: float
    most: float
    such: float


class StepOptions(TypedDict, total=False):
    """Options that a step of the search reads as they were given, checked by their type and range.

    To add one, declare it here and read it by `request.options.get(NAME)`: search, ask and get_context then
    have it, None where it was left out. Those that need another form first stand in SearchRequest.

    threshold: least centred cosine of a hit's turn to the query, -1 to 1. window: neighbouring turns on each
    side that a hit brings along, 0 to 20; 0 for search, 2 for ask.
    """

    threshold: Annotated[float | None, Between(-1, 1, 0.3)]
    window: Annotated[int | None, Between(0, 20, 2)]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search as the strategies see it; times are aware."""

    scope: str
    query: str
    reference_time: datetime
    top_k: int = 10
    filters: Filters = field(default_factory=Filters)
    as_of: datetime | None = None
    known_at: datetime | None = None
    explain: bool = False
    options: StepOptions = field(default_factory=StepOptions)


@dataclass(frozen=True, slots=True)
class Citation:
    """The turn that proves a hit; said_at is in the speaker's offset, None when unknown.

    text: the whole turn. start, end: the characters of it that were found, all where end is None.
    """

    turn_id: str
    session_id: str
    speaker: str
    said_at: datetime | None
    text: str
    role: str = "user"
    message_id: str | None = None
    position: int = 0
    start: int = 0
    end: int | None = None

    @property
    def excerpt(self) -> str:
        """What was found of the turn, verbatim."""
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class PathNode:
    """A node on the way to a turn, and the relationship by which it was reached from the node before.

    relationship: its type, "" for the first node; in lower case it is a property of the node before that
    holds this one's id. forward: whether the relationship points here, not at the node before.
    """

    labels: tuple[str, ...]
    id: str
    relationship: str = ""
    forward: bool = True


GraphPath = tuple[PathNode, ...]
"""From the node that a channel's index found to the turn."""


@dataclass(frozen=True, slots=True)
class ChannelRank:
    """A channel that found a turn, with the turn's 1-based rank there, and the path that led to it."""

    channel: str
    rank: int
    weight: float
    path: GraphPath = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hit stands where it does: it was found through its first citation.

    channels: that found this turn. factors: what multiplied or raised its fused score, by name.
    """

    channels: tuple[ChannelRank, ...]
    factors: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory: a record with its turns, or a turn that no record covers (type "turn").

    score: fused, for display and order only. similarity: the best centred cosine of its turns' passages to
    the question, -1 to 1, on which `threshold` acts; None unless a threshold or an explanation was asked for.
    neighbours: turns said just before and after the first citation, in order, as many as were asked for.
    outdated_by: ids of turns that tell what holds instead, where this ended or was corrected; what holds
    stands before it. Times are aware; None is open or unknown.
    """

    id: str
    memory: str
    type: str
    score: float
    citations: tuple[Citation, ...]
    event_from: datetime | None = None
    event_to: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    similarity: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    explanation: Explanation | None = None
    neighbours: tuple[Citation, ...] = ()
    outdated_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first. timings: seconds by stage."""

    hits: tuple[Hit, ...] = ()
    plan: QueryPlan | None = None
    timings: Mapping[str, float] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __bool__(self) -> bool:
        return bool(self.hits)

    def __getitem__(self, index: int) -> Hit:
        return self.hits[index]
