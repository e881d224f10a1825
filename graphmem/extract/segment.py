"""Online segmentation without an LLM: where one thing ends and the next begins.

After LycheeMemory V2, section 3.2 and appendix B.1, with centred cosines (extract.centre) and sizes that
suit chats. A segmenter is a pure function of the saved state and the units after it, so stopping,
repeating and going on give the same segments as one run over everything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from graphmem.extract import tokens
from graphmem.extract.announcement import announces
from graphmem.extract.boundary import BoundaryModel, Signals
from graphmem.extract.centre import Centring, Matrix
from graphmem.extract.centre import unit as unit_length
from graphmem.model.segment import SegmentDraft, SegmenterState, Unit, VectorSum
from graphmem.model.turn import Turn

HISTORY = 64
EMPTY = VectorSum()

PRIOR_UNITS = 4
"""How many units of a session the store's mean counts for in the session's running mean.

Few: a speaker's name before each message and the kind of talk shift all vectors of a session, and no mean
that was made elsewhere knows that shift. Chosen with EARLIER_UNITS, see docs/segmentation.md.
"""

EARLIER_UNITS = 16
"""How many units of a session the user's session before it counts for at most, so that a session soon has a
mean of its own.
"""

Matrix64 = NDArray[np.float64]
Closed = tuple[tuple[SegmentDraft, ...], SegmenterState]


class Segmentation(Protocol):
    """What every segmenter is.

    exchanges: whether its units are exchanges (see `units`) or single turns.
    """

    exchanges: ClassVar[bool]

    def __call__(self, state: SegmenterState, pending: Sequence[Unit], *, flush: bool = False) -> Closed:
        """The segments that are closed now, and the state after them.

        pending: all units after state.segmented_to, in order, also those that an earlier call saw and left
        open. flush: close the last segment too. Units given one by one (each time with those that are
        still open) yield the same segments as all at once.
        """
        ...


@dataclass(slots=True)
class _Open:
    """The segment being filled."""

    units: list[Unit] = field(default_factory=list)
    tokens: int = 0
    minute: float | None = None
    total: NDArray[np.float64] = field(default_factory=lambda: np.zeros(1))
    tail: NDArray[np.float64] = field(default_factory=lambda: np.zeros(1))
    vectors: int = 0

    def append(self, unit: Unit) -> None:
        self.units.append(unit)
        self.tokens += unit.tokens
        self.minute = _latest(unit.end_minute, unit.minute, self.minute)
        if unit.vector.any():
            self.tail = unit.vector.astype(np.float64)
            self.total = self.total + self.tail
            self.vectors += 1

    def draft(self, reason: str, chance: float = 1.0) -> SegmentDraft:
        first, last = self.units[0].first_position, self.units[-1].last_position
        return SegmentDraft(first, last, self.tokens, chance, reason)


@dataclass(frozen=True, slots=True)
class Segmenter:
    """Cuts where the topic changes, sooner the longer a segment is (LycheeMemory V2, section 3.2, B.1).

    minimum, target, maximum: tokens of extract.tokens; a segment closes once it has the target, and before a
    unit that would pass the maximum. delta: probability from which a unit starts a new segment.
    gap_minutes: silence after which it does so too.
    """

    minimum: int = 400
    target: int = 600
    maximum: int = 800
    delta: float = 0.5
    gap_minutes: float = 30.0

    exchanges: ClassVar[bool] = True

    def __call__(self, state: SegmenterState, pending: Sequence[Unit], *, flush: bool = False) -> Closed:
        """See Segmentation."""
        return _closed(state, pending, flush, self._before, lambda part: part.tokens >= self.target)

    def _before(self, part: _Open, unit: Unit, history: deque[float]) -> tuple[str, float]:
        silence = 0.0 if part.minute is None or unit.minute is None else unit.minute - part.minute
        if silence >= self.gap_minutes:
            return "gap", 1.0
        if part.tokens + unit.tokens > self.maximum:
            return "capacity", 1.0
        if not part.vectors or not unit.vector.any():
            return "", 0.0  # nothing to compare: an empty turn or one without vectors changes no topic
        signals = _signals(part, unit, history)
        chance = BoundaryModel(self.minimum, self.target, self.maximum)(signals)
        history.append(signals.surprise)
        return ("cut" if chance >= self.delta else ""), chance


@dataclass(frozen=True, slots=True)
class FixedWindows:
    """Closes once a segment has so many tokens or units, whatever is said (LycheeMemory V2, appendix D.1)."""

    tokens: int = 600
    units: int = 10

    exchanges: ClassVar[bool] = True

    def __call__(self, state: SegmenterState, pending: Sequence[Unit], *, flush: bool = False) -> Closed:
        """See Segmentation."""
        return _closed(state, pending, flush, _never, self._full)

    def _full(self, part: _Open) -> bool:
        return part.tokens >= self.tokens or len(part.units) >= self.units


@dataclass(frozen=True, slots=True)
class PerTurn:
    """Every turn is a segment (LycheeMemory V2, appendix D.1)."""

    exchanges: ClassVar[bool] = False

    def __call__(self, state: SegmenterState, pending: Sequence[Unit], *, flush: bool = False) -> Closed:
        """See Segmentation."""
        return _closed(state, pending, flush, _never, lambda part: True)


def units(
    turns: Sequence[Turn],
    vectors: Sequence[Matrix],
    centring: Centring,
    *,
    seen: VectorSum = EMPTY,
    before: VectorSum = EMPTY,
    exchanges: bool = True,
) -> tuple[Unit, ...]:
    """The units of consecutive turns of one session, each centred by the session's mean as of then.

    With exchanges, what others than users say (assistant, tool, …) belongs to the user message before it;
    every user message starts a unit, so in a chat between people each message is one. A reply without its
    user message, and a user message without a reply, are units too.
    vectors: for each turn the raw vectors of its passages, shape (passages, dimensions). centring: the
    store's, whose mean counts for PRIOR_UNITS units of the session. seen: the session's vectors before these
    turns. before: those of the user's session before it, which count for EARLIER_UNITS at most. Either is
    left out where its dimensions are others.
    """
    groups: list[list[int]] = []
    for i, turn in enumerate(turns):
        answers = exchanges and turn.role != "user" and groups and turns[groups[-1][0]].role == "user"
        if answers:
            groups[-1].append(i)
        else:
            groups.append([i])
    made: list[Unit] = []
    if len(seen.total) != len(centring.mean):
        seen = VectorSum()
    prior = _prior(centring.mean, before)
    for group in groups:
        made.append(_unit([turns[i] for i in group], [vectors[i] for i in group], prior, seen))
        seen = made[-1].seen
    return tuple(made)


@dataclass(frozen=True, slots=True)
class _Prior:
    """A sum of vectors that a session's own are added to, and for how many units it counts."""

    total: Matrix64
    count: int


def _prior(mean: Matrix, before: VectorSum) -> _Prior:
    total = PRIOR_UNITS * mean.astype(np.float64)
    if not before.count or len(before.total) != len(mean):
        return _Prior(total, PRIOR_UNITS)
    counted = min(before.count, EARLIER_UNITS)
    return _Prior(total + counted / before.count * np.asarray(before.total), PRIOR_UNITS + counted)


def _unit(turns: Sequence[Turn], vectors: Sequence[Matrix], prior: _Prior, seen: VectorSum) -> Unit:
    rows = [row for matrix in vectors for row in matrix]
    vector = np.zeros(prior.total.shape, dtype=np.float32)
    if rows:
        raw = np.mean(rows, axis=0, dtype=np.float64)
        total: Matrix64 = np.asarray(raw + np.asarray(seen.total) if seen.count else raw)
        seen = VectorSum(tuple(total.tolist()), seen.count + 1)
        mean = (prior.total + total) / (prior.count + seen.count)
        vector = unit_length((raw - mean).astype(np.float32))
    return Unit(
        first_position=turns[0].position,
        last_position=turns[-1].position,
        tokens=sum(tokens.count(turn.text) for turn in turns),
        vector=vector,
        minute=_minute(turns[0]),
        end_minute=_minute(turns[-1]),
        announced=announces(turns[0].text),
        seen=seen,
    )


def _minute(turn: Turn) -> float | None:
    return None if turn.said_at is None else turn.said_at.timestamp() / 60


def _latest(*minutes: float | None) -> float | None:
    return next((minute for minute in minutes if minute is not None), None)


def _never(part: _Open, unit: Unit, history: deque[float]) -> tuple[str, float]:
    return "", 0.0


def _closed(
    state: SegmenterState,
    pending: Sequence[Unit],
    flush: bool,
    before: Callable[[_Open, Unit, deque[float]], tuple[str, float]],
    full: Callable[[_Open], bool],
) -> Closed:
    """Walk over the units; `before` says why to close before one ("": go on), `full` when to close after."""
    history = deque(state.surprises, maxlen=HISTORY)
    drafts: list[SegmentDraft] = []
    part = _Open()

    def close(reason: str, chance: float = 1.0) -> None:
        nonlocal part, state
        drafts.append(part.draft(reason, chance))
        # The history as of now: what follows is computed again from the pending units of the next call.
        state = SegmenterState(drafts[-1].last_position, tuple(history), part.units[-1].seen)
        part = _Open()

    for unit in pending:
        if part.units:
            reason, chance = before(part, unit, history)
            if reason:
                close(reason, chance)
        part.append(unit)
        if full(part):
            close("target")
    if flush and part.units:
        close("flush")
    return tuple(drafts), state


def _signals(part: _Open, unit: Unit, history: Sequence[float]) -> Signals:
    vector = unit.vector.astype(np.float64)
    length = float(np.linalg.norm(part.total))
    to_centroid = float(part.total @ vector) / length if length > 1e-9 else 0.0
    nearest = max(to_centroid, float(part.tail @ vector))
    # The mean cosine of unit vectors to their normalised mean is the length of their mean vector.
    cohesion = length / part.vectors
    joined = float(np.linalg.norm(part.total + vector)) / (part.vectors + 1)
    return Signals(
        surprise=max(0.0, 1.0 - nearest),
        past=tuple(history),
        cohesion_drop=max(0.0, cohesion - joined),
        tokens=part.tokens,
        units=len(part.units),
        announced=unit.announced,
    )
