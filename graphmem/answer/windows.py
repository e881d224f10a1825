"""Candidates to windows of messages, and windows to parts that a reader can judge (LazyMem, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphmem.answer.gather import place
from graphmem.model.hit import Citation


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows around candidates, in parts.

    width: messages on each side of a candidate (w); windows merge where the gap between two candidates is at
    most 2w, never across sessions. longest: messages of a part (L); stride: between the starts of two parts
    (s), which so share one message.
    """

    width: int = 2
    longest: int = 8
    stride: int = 7

    def __call__(
        self, candidates: Iterable[Citation], around: Mapping[str, Sequence[Citation]]
    ) -> tuple[tuple[Citation, ...], ...]:
        """Windows in the order of time. around: for a candidate's turn the turns beside it in its session."""
        by_session: dict[str, list[Citation]] = {}
        for each in {each.turn_id: each for each in candidates}.values():
            by_session.setdefault(each.session_id, []).append(each)
        windows = [
            self._window(group, around)
            for found in by_session.values()
            for group in self._merged(sorted(found, key=lambda each: each.position))
        ]
        return tuple(sorted(windows, key=lambda window: place(window[0])))

    def parts(self, window: Sequence[Citation]) -> tuple[tuple[Citation, ...], ...]:
        """max(1, ⌈(length − 1) / stride⌉) parts of a window; the last may be shorter."""
        count = max(1, -(-(len(window) - 1) // self.stride))
        starts = (number * self.stride for number in range(count))
        return tuple(tuple(window[start : start + self.longest]) for start in starts)

    def _merged(self, candidates: Sequence[Citation]) -> list[list[Citation]]:
        groups = [[candidates[0]]]
        for one, other in pairwise(candidates):
            if other.position - one.position <= 2 * self.width:
                groups[-1].append(other)
            else:
                groups.append([other])
        return groups

    def _window(
        self, group: Sequence[Citation], around: Mapping[str, Sequence[Citation]]
    ) -> tuple[Citation, ...]:
        turns = {each.turn_id: each for each in group}
        for candidate in group:
            for each in around.get(candidate.turn_id, ()):
                if abs(each.position - candidate.position) <= self.width:
                    turns.setdefault(each.turn_id, each)
        return tuple(sorted(turns.values(), key=lambda each: each.position))
