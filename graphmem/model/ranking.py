"""Ranked lists of turns, and what is known of a turn while it is still a candidate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from graphmem.model.hit import Citation, GraphPath
from graphmem.model.interval import Interval
from graphmem.model.plan import Phrasing


class Channel(StrEnum):
    """A way to find turns: by an index over them, or over nodes that lead to them."""

    PASSAGES = "passages"
    CONTEXTS = "contexts"
    CONTEXT_TEXT = "context_text"
    RECORDS = "records"
    RECORD_TEXT = "record_text"
    EVIDENCE = "evidence"
    EVIDENCE_TEXT = "evidence_text"
    TIME = "time"
    WISHES = "wishes"
    TREE = "tree"
    BEAM = "beam"
    SEGMENTS = "segments"
    SHORT = "short"
    LONG = "long"
    PROFILE = "profile"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Asked:
    """One query of one channel: its weight in the fusion, and the vector, words or window it uses."""

    channel: Channel
    route: int
    phrasing: Phrasing
    weight: float
    text: str
    vector: tuple[float, ...] = ()
    window: Interval | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Distinct turns that one query found, best first.

    via: for a turn, the node through which it was found when that is not the turn itself.
    seconds: that the channel took, all its queries together. paths: for a turn, the way by which it was
    found; empty unless paths were asked for.
    """

    channel: Channel
    route: int
    phrasing: Phrasing
    weight: float
    turns: tuple[str, ...]
    via: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    paths: Mapping[str, GraphPath] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn under consideration.

    statement_share: share of its characters outside questions, 0 to 1; dated: it holds a time expression.
    """

    uid: str
    session_uid: str
    position: int
    speaker: str
    role: str
    said_at: datetime | None
    recorded_at: datetime | None
    statement_share: float
    dated: bool
    agent_id: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its fused score, and what made it."""

    candidate: Candidate
    score: float
    factors: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Belief:
    """Which records count. known_at: what was believed then, None for now; as_of: what was true then."""

    known_at: datetime | None = None
    as_of: datetime | None = None

    def __bool__(self) -> bool:
        return self.known_at is not None or self.as_of is not None


@dataclass(frozen=True, slots=True)
class RecordCard:
    """A record as it is shown: turns are the uids that prove it, entities their names."""

    uid: str
    type: str
    text: str
    turns: tuple[str, ...]
    entities: frozenset[str] = frozenset()
    event_from: datetime | None = None
    event_to: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    outdated_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A chosen turn with the records it proves. outdated_by: turns that tell what holds instead, of a record
    that is true no more, and of a turn one of whose records was superseded.
    """

    turn: Citation
    records: tuple[RecordCard, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    outdated_by: tuple[str, ...] = ()
