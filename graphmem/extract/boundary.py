"""How likely a unit starts a new topic: the boundary formula of LycheeMemory V2, appendix B.1, and a signal
of our own for units that announce one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from statistics import median

ANNOUNCED = 1.1
"""How much an announcement counts; chosen on meetings, see docs/segmentation.md."""

USUAL, USUAL_COUNT = 0.70, 10
"""The surprise that is usual until a session shows its own, and for how many surprises of it that counts."""

UNUSUAL, STEP = 0.05, 0.14
"""A surprise so much above the session's usual one says nothing yet; each step above that counts as one.

With USUAL, chosen on training parts of chats and meetings, see docs/segmentation.md: people differ in how
alike their successive messages are, so no fixed surprise tells a change of topic in both.
"""


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known before a unit joins the open segment.

    surprise: 1 − its larger (centred) cosine to the segment's centroid and to the latest unit, at least 0.
    past: the surprises before it in the session, at most 64. cohesion_drop: by how much the mean cosine of
    the segment's units to their centroid would fall. tokens, units: the segment's without the new unit.
    announced: the unit says that another subject begins.
    """

    surprise: float
    past: Sequence[float]
    cohesion_drop: float
    tokens: int
    units: int
    announced: bool = False


@dataclass(frozen=True, slots=True)
class BoundaryModel:
    """The probability of a boundary from six signals.

    minimum, target, maximum: tokens of a segment. The surprise counts by how far it is above what is usual in
    the session; the paper has a constant, .20, in the place of usual(past) + UNUSUAL.
    """

    minimum: int
    target: int
    maximum: int

    def __call__(self, signals: Signals) -> float:
        absolute = _clip((signals.surprise - usual(signals.past) - UNUSUAL) / STEP, -1.0, 2.5)
        relative = robust_z(signals.surprise, signals.past)
        cohesion = min(2.5, signals.cohesion_drop / 0.06)
        score = (
            -1.10
            + 0.65 * max(absolute, 0.45 * relative)
            + 0.45 * cohesion
            + 0.90 * self.length(signals.tokens)
            + 0.30 * count(signals.units)
            + ANNOUNCED * signals.announced
        )
        return 1.0 / (1.0 + exp(-score))

    def length(self, tokens: int) -> float:
        """The pressure of a segment's length: negative while it is short, 3 at the maximum."""
        if tokens >= self.maximum:
            return 3.0
        if tokens >= self.target:
            return _between(tokens, self.target, self.maximum, 1.90, 2.80)
        if tokens >= self.minimum:
            return _between(tokens, self.minimum, self.target, 0.45, 1.90)
        if tokens >= 0.7 * self.minimum:
            return _between(tokens, 0.7 * self.minimum, self.minimum, -0.80, 0.0)
        return -1.30


def count(units: int) -> float:
    """The pressure of the number of units (at least 1) in a segment."""
    if units >= 4:
        return min(1.0, 0.30 + 0.15 * (units - 4))
    return (-0.85, -0.15, 0.15)[units - 1]


def usual(past: Sequence[float]) -> float:
    """The mean surprise of a session, USUAL counting as USUAL_COUNT surprises before its first."""
    return (USUAL_COUNT * USUAL + sum(past)) / (USUAL_COUNT + len(past))


def robust_z(surprise: float, past: Sequence[float]) -> float:
    """How unusual a surprise is in its session, in robust standard deviations; 0 with fewer than 5."""
    if len(past) < 5:
        return 0.0
    middle = median(past)
    spread = max(1e-6, median(abs(each - middle) for each in past))
    return _clip((surprise - middle) / (1.4826 * spread), -2.0, 4.0)


def _clip(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))


def _between(value: float, start: float, end: float, low: float, high: float) -> float:
    return low + (high - low) * (value - start) / (end - start)
