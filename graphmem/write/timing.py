"""How long each stage of one call took."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from graphmem.model.results import Timings


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Sums the seconds spent under each stage's name: store, embed, segment, encode, land, settle, tree."""

    _seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what happens inside for this stage."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[name] += time.perf_counter() - started

    def read(self) -> Timings:
        """What was counted so far."""
        return Timings(**self._seconds)
