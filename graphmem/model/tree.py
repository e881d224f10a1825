"""The summary tree of one user: its nodes as the graph keeps them, and what one rewrite changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.segment import Vector

ROOT = "root"
"""The uid of the topmost node, one for each user."""


@dataclass(frozen=True, slots=True)
class Span:
    """From the first to the last time of saying, aware, both None when no turn has one."""

    start: datetime | None = None
    end: datetime | None = None

    def __or__(self, other: Span) -> Span:
        starts = [each for each in (self.start, other.start) if each]
        ends = [each for each in (self.end, other.end) if each]
        return Span(min(starts, default=None), max(ends, default=None))


@dataclass(frozen=True, slots=True, eq=False)
class TreeNode:
    """A node of the tree. vector: the mean of the unit vectors of the leaves under it, not of unit length
    itself; None after a deletion, until it is made again. depth: 0 for the root.
    """

    uid: str
    parent_uid: str
    depth: int
    is_leaf: bool
    child_count: int
    leaf_count: int
    vector: Vector | None
    span: Span = Span()


@dataclass(frozen=True, slots=True, eq=False)
class TreeChange:
    """What one rewrite writes: whole nodes, new and old, parents before children. deepened: inner nodes that
    went down by one level, with all that is under them.
    """

    nodes: tuple[TreeNode, ...] = ()
    deepened: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A sentence that a summary may quote: of a record, or of a passage where there are no records."""

    uid: str
    text: str
    said_at: datetime | None
    vector: Vector


@dataclass(frozen=True, slots=True)
class SummaryText:
    """What a node says. quotes: uids of the records whose words they are; empty for a model's own words.

    leaf_count: of the node when it was made.
    """

    uid: str
    text: str
    quotes: tuple[str, ...]
    leaf_count: int


@dataclass(frozen=True, slots=True)
class TreeItem:
    """A node as it is shown. stale: more was added below since its text was made. segment_id: of a leaf."""

    id: str
    parent_id: str
    depth: int
    is_leaf: bool
    leaf_count: int
    child_count: int
    text: str
    stale: bool
    tier: str
    start: datetime | None
    end: datetime | None
    segment_id: str | None = None
    session_id: str | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """The upper part of a user's tree, parents before children, children in the order of time.

    leaves, inner: nodes of the whole tree; depth, fan_out: the greatest; stale: nodes whose text is old.
    """

    items: tuple[TreeItem, ...] = ()
    leaves: int = 0
    inner: int = 0
    depth: int = 0
    fan_out: int = 0
    stale: int = 0

    def __len__(self) -> int:
        return self.leaves

    def __iter__(self) -> Iterator[TreeItem]:
        return iter(self.items)

    def __bool__(self) -> bool:
        return bool(self.leaves)


@dataclass(frozen=True, slots=True)
class TreeWork:
    """What was done to a tree. planted: leaves; mended: vectors made again; written: summaries; calls: of a
    language model; failed: why summaries are still old, by reason.
    """

    planted: int = 0
    mended: int = 0
    written: int = 0
    calls: int = 0
    failed: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: TreeWork) -> TreeWork:
        return TreeWork(
            self.planted + other.planted,
            self.mended + other.mended,
            self.written + other.written,
            self.calls + other.calls,
            dict(Counter(self.failed) + Counter(other.failed)),
        )

    def __bool__(self) -> bool:
        return bool(self.planted or self.mended or self.written or self.failed)
