"""What the writing and reading verbs return: values that can be counted, looped over and tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from graphmem.model.checkup import Problem
from graphmem.model.entity import MergeCandidate
from graphmem.model.hit import Citation
from graphmem.model.tiers import TierWork
from graphmem.model.tree import TreeWork


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds spent in each stage of writing; stages of concurrent work overlap, so they may sum to more
    than the wall time.
    """

    store: float = 0.0
    embed: float = 0.0
    segment: float = 0.0
    encode: float = 0.0
    land: float = 0.0
    settle: float = 0.0
    tree: float = 0.0

    def __add__(self, other: Timings) -> Timings:
        return Timings(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True)
class FailedSegment:
    """A segment that could not be encoded; its turns are stored, and `consolidate` tries it again."""

    uid: str
    reason: str


@dataclass(frozen=True, slots=True)
class FailedConversation:
    """A conversation of `add_many` that was refused as a whole; nothing of it is stored."""

    session_id: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class AddResult:
    """What one `add` did. Its length and its items are the ids of the call's turns, old and new.

    turns_added, turns_deduplicated: they sum to the number of messages.
    unembedded: turns of this call whose vectors are missing since the embedder failed with
    `unembedded_reason`; they are stored and found by text, and `consolidate` embeds them.
    records_unembedded: records of which the same is true.
    mended: what of a model's records was put right or dropped, and how often ("records without evidence").
    left_out: messages of this call that say nothing, and how many.
    """

    turn_ids: tuple[str, ...] = ()
    session_ids: tuple[str, ...] = ()
    turns_added: int = 0
    turns_deduplicated: int = 0
    segments_closed: int = 0
    records_written: int = 0
    failed_segments: tuple[FailedSegment, ...] = ()
    unembedded: int = 0
    unembedded_reason: str = ""
    timings: Timings = field(default_factory=Timings)
    mended: Mapping[str, int] = field(default_factory=dict)
    records_unembedded: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """True when every turn and record has its vectors and every closed segment its records."""
        return not (self.unembedded or self.failed_segments or self.records_unembedded)

    def __len__(self) -> int:
        return len(self.turn_ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.turn_ids)

    def __bool__(self) -> bool:
        return bool(self.turn_ids)


@dataclass(frozen=True, slots=True)
class AddManyResult:
    """Sums over the conversations of one `add_many`; its length is the number of conversations stored."""

    conversations: int = 0
    turns_added: int = 0
    turns_deduplicated: int = 0
    segments_closed: int = 0
    records_written: int = 0
    failed_segments: tuple[FailedSegment, ...] = ()
    failed_conversations: tuple[FailedConversation, ...] = ()
    unembedded: int = 0
    unembedded_reason: str = ""
    timings: Timings = field(default_factory=Timings)
    mended: Mapping[str, int] = field(default_factory=dict)
    records_unembedded: int = 0

    @property
    def complete(self) -> bool:
        """True when nothing was refused, and every turn, segment and record was finished."""
        unfinished = self.unembedded or self.failed_segments or self.records_unembedded
        return not (unfinished or self.failed_conversations)

    def __len__(self) -> int:
        return self.conversations

    def __bool__(self) -> bool:
        return bool(self.conversations)

    def plus(self, done: AddResult) -> AddManyResult:
        """With one more conversation counted."""
        return AddManyResult(
            self.conversations + 1,
            self.turns_added + done.turns_added,
            self.turns_deduplicated + done.turns_deduplicated,
            self.segments_closed + done.segments_closed,
            self.records_written + done.records_written,
            self.failed_segments + done.failed_segments,
            self.failed_conversations,
            self.unembedded + done.unembedded,
            self.unembedded_reason or done.unembedded_reason,
            self.timings + done.timings,
            dict(Counter(self.mended) + Counter(done.mended)),
            self.records_unembedded + done.records_unembedded,
        )


@dataclass(frozen=True, slots=True)
class ConsolidateResult:
    """What `consolidate` finished. True when it found anything to do.

    records_superseded: former records that encoding again did not yield. mended: see AddResult. tree: what
    was done to the summary tree; tiers: what moved. alike: entities that may be one, looked for when there
    was anything to do; nothing is merged. problems: what a look over the graph found in the end, see `check`.
    held: segments that another process is encoding, or was when it vanished; they are free again at
    held_until at the latest.
    """

    turns_embedded: int = 0
    segments_closed: int = 0
    segments_encoded: int = 0
    records_written: int = 0
    failed_segments: tuple[FailedSegment, ...] = ()
    unembedded: int = 0
    unembedded_reason: str = ""
    timings: Timings = field(default_factory=Timings)
    records_superseded: int = 0
    mended: Mapping[str, int] = field(default_factory=dict)
    tree: TreeWork = field(default_factory=TreeWork)
    tiers: TierWork = field(default_factory=TierWork)
    alike: tuple[MergeCandidate, ...] = ()
    problems: tuple[Problem, ...] = ()
    held: int = 0
    held_until: datetime | None = None
    records_unembedded: int = 0

    @property
    def complete(self) -> bool:
        """True when every turn and record has its vectors and every closed segment its records, but for what
        another process is at; summaries may be old.
        """
        return not (self.unembedded or self.failed_segments or self.records_unembedded)

    def __bool__(self) -> bool:
        return bool(
            self.turns_embedded
            or self.segments_closed
            or self.segments_encoded
            or self.failed_segments
            or self.unembedded
            or self.records_unembedded
            or self.tree
            or self.tiers
        )


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """A record or a turn as it stands in the graph.

    type: one of the seven record types, or "turn". Times are aware and UTC; None is open or unknown.
    """

    id: str
    memory: str
    type: str
    session_id: str
    agent_id: str = ""
    subject: str = ""
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    time_text: str = ""
    event_from: datetime | None = None
    event_to: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    superseded_at: datetime | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """One page of memories, oldest first; `cursor` asks for the next one and is None on the last."""

    items: tuple[StoredMemory, ...] = ()
    cursor: str | None = None

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[StoredMemory]:
        return iter(self.items)

    def __bool__(self) -> bool:
        return bool(self.items)


@dataclass(frozen=True, slots=True)
class Stats:
    """How much of one user's memory there is.

    nodes: count by label; segments: count by status; unembedded: turns that still lack vectors.
    """

    nodes: Mapping[str, int]
    segments: Mapping[str, int]
    unembedded: int
    first_said_at: datetime | None = None
    last_said_at: datetime | None = None

    def __bool__(self) -> bool:
        return any(self.nodes.values())
