"""What readers were shown warms it, afterwards and in batches: nobody who reads waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from graphmem.errors import GraphMemError
from graphmem.model.hit import Citation
from graphmem.ports import Clock
from graphmem.store import tiers as store
from graphmem.store.executor import Executor

_logger = logging.getLogger(__name__)

MOST = 10_000
"""Turns that may wait to be counted; what comes beyond is not counted."""


@dataclass(slots=True)
class _Shown:
    turns: Counter[str] = field(default_factory=Counter)
    records: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Touches:
    """Collects what was shown, and writes it a moment later, one statement for each user.

    Losing some of it harms nothing: a server that is gone, a crash and a full queue are passed over.
    delay: seconds that a batch is collected for.
    """

    executor: Executor
    clock: Clock
    tau: timedelta
    on: bool = True
    delay: float = 1.0
    _waiting: dict[str, _Shown] = field(default_factory=lambda: defaultdict(_Shown))
    _task: asyncio.Task[None] | None = None

    def note(self, scope: str, records: Iterable[str], citations: Iterable[Citation]) -> None:
        """What one answer showed: each turn and record once."""
        if not self.on or sum(each.turns.total() for each in self._waiting.values()) > MOST:
            return
        shown = self._waiting[scope]
        shown.records.update(set(records))
        shown.turns.update({each.turn_id for each in citations})
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._later())

    async def _later(self) -> None:
        await asyncio.sleep(self.delay)
        await self.flush()

    async def flush(self) -> None:
        """Write what waits, now."""
        while self._waiting:
            scope, shown = self._waiting.popitem()
            try:
                await store.touch(
                    self.executor, scope, shown.turns, shown.records, self.clock.now(), self.tau
                )
            except GraphMemError as error:
                _logger.info("what was shown to %s is not counted: %s", scope, error)

    async def close(self) -> None:
        """Write what waits and end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.flush()
