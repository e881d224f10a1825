"""A run of turns about one thing, and the segmenter's saved state."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Unit:
    """The segmenter's step: one message, or a user message with its reply.

    vector: unit length, already centred (see extract.segment); minute: said_at of its first turn in
    minutes since the epoch, None when unknown.
    """

    first_position: int
    last_position: int
    tokens: int
    vector: Vector
    minute: float | None


@dataclass(frozen=True, slots=True)
class SegmenterState:
    """What the segmenter must remember between two calls; saved on Session.

    segmented_to: last position that a closed segment covers, -1 at first.
    surprises: the last 64 surprises of the session, oldest first.
    """

    segmented_to: int = -1
    surprises: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentDraft:
    """A closed segment: the positions [first, last] of its session.

    probability: of the boundary that closed it; reason: cut, target, capacity, gap or flush.
    """

    first_position: int
    last_position: int
    tokens: int
    probability: float
    reason: str


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment in the graph."""

    uid: str
    session_uid: str
    position: int
    status: str
    turn_uids: tuple[str, ...] = field(default=())
