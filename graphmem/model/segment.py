"""A run of turns about one thing, and the segmenter's saved state."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VectorSum:
    """The sum of a session's unit vectors and how many they are: what its running mean is made of.

    total: one number for each dimension, empty before the first vector.
    """

    total: tuple[float, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """The segmenter's step: one message, or a user message with its reply.

    vector: unit length, already centred (see extract.segment); zero when the unit has no passages.
    seen: the session's vectors before centring, up to and with this unit's.
    minute, end_minute: said_at of its first and last turn in minutes since the epoch, None when unknown.
    announced: its opening says that another subject begins.
    """

    first_position: int
    last_position: int
    tokens: int
    vector: Vector
    minute: float | None
    end_minute: float | None = None
    announced: bool = False
    seen: VectorSum = VectorSum()


@dataclass(frozen=True, slots=True)
class SegmenterState:
    """What the segmenter must remember between two calls; saved on Session.

    segmented_to: last position that a closed segment covers, -1 at first.
    surprises: the last 64 surprises up to there, oldest first; those of the open segment are not in it,
    they are computed again from its units. seen: the vectors up to there.
    """

    segmented_to: int = -1
    surprises: tuple[float, ...] = ()
    seen: VectorSum = VectorSum()


@dataclass(frozen=True, slots=True)
class SegmentDraft:
    """A closed segment: the positions [first, last] of its session.

    reason: cut, target, capacity, gap or flush. probability: of the topic change that closed it for a cut,
    1 otherwise.
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
