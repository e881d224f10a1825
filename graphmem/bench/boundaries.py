"""How well boundaries agree: F1, Pk and WindowDiff.

A text of n units has boundaries at some of 1 … n − 1: the units that begin a new segment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Divided:
    """A text of `units` units with the boundaries of the gold and those that were found."""

    units: int
    gold: tuple[int, ...]
    found: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Over several texts: exact boundaries counted together, the two window measures averaged by text.

    f1: higher is better; pk, window_diff: lower is better. units_per_segment: of what was found.
    """

    f1: float
    precision: float
    recall: float
    pk: float
    window_diff: float
    units_per_segment: float


def agreement(texts: Sequence[Divided]) -> Agreement:
    """All measures of some texts. Raises ValueError for none."""
    if not texts:
        raise ValueError("there is no text to measure")
    right = sum(len(set(text.gold) & set(text.found)) for text in texts)
    found, gold = sum(len(text.found) for text in texts), sum(len(text.gold) for text in texts)
    precision, recall = right / found if found else 0.0, right / gold if gold else 0.0
    return Agreement(
        f1=2 * right / (found + gold) if found + gold else 1.0,
        precision=precision,
        recall=recall,
        pk=fmean(pk(text.gold, text.found, text.units) for text in texts),
        window_diff=fmean(window_diff(text.gold, text.found, text.units) for text in texts),
        units_per_segment=sum(text.units for text in texts) / (found + len(texts)),
    )


def window(gold: Collection[int], units: int) -> int:
    """Half the mean length of the gold's segments, at least 2, as both measures want it."""
    return max(2, round(units / (len(gold) + 1) / 2))


def pk(gold: Iterable[int], found: Iterable[int], units: int) -> float:
    """How often two units a window apart are wrongly held to be in one segment or in two (Beeferman 1999)."""
    pairs = _crossed(gold, found, units)
    return fmean((ours > 0) != (theirs > 0) for ours, theirs in pairs) if pairs else 0.0


def window_diff(gold: Iterable[int], found: Iterable[int], units: int) -> float:
    """How often two units a window apart have a wrong number of boundaries between (Pevzner, Hearst 2002)."""
    pairs = _crossed(gold, found, units)
    return fmean(ours != theirs for ours, theirs in pairs) if pairs else 0.0


def _crossed(gold: Iterable[int], found: Iterable[int], units: int) -> list[tuple[int, int]]:
    """For every pair of units a window apart: the boundaries between them, of the gold and those found."""
    true, ours = sorted(gold), sorted(found)
    k = window(true, units)
    return [(_between(true, i, i + k), _between(ours, i, i + k)) for i in range(units - k)]


def _between(boundaries: Sequence[int], first: int, last: int) -> int:
    return bisect_right(boundaries, last) - bisect_right(boundaries, first)
