"""Records which turns and records were shown to readers, for the heat of tiers, in batches after the read."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta

from graphmem.errors import GraphMemError
from graphmem.model.hit import Citation
from graphmem.ports import Clock
from graphmem.store import tiers as store
from graphmem.store.executor import Executor

_logger = logging.getLogger(__name__)

MOST = 10_000
"""Accesses that may wait to be written, one for each turn of each answer; those beyond are not counted."""


@dataclass(slots=True)
class _Shown:
    turns: Counter[str] = field(default_factory=Counter)
    records: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class AccessLog:
    """Collects accesses, and writes them a moment later with one statement for each user.

    Losing some of them harms nothing: those that cannot be written are logged and not counted.
    delay: seconds that a batch is collected for.
    """

    executor: Executor
    clock: Clock
    tau: timedelta
    on: bool = True
    delay: float = 1.0
    _waiting: dict[str, _Shown] = field(default_factory=lambda: defaultdict(_Shown))
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def record(self, scope: str, records: Iterable[str], citations: Iterable[Citation]) -> None:
        """What one answer showed: each turn and record once."""
        if not self.on or sum(each.turns.total() for each in self._waiting.values()) > MOST:
            return
        shown = self._waiting[scope]
        shown.records.update(set(records))
        shown.turns.update({each.turn_id for each in citations})
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._later())

    async def _later(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), self.delay)
        await self.flush()

    async def flush(self) -> None:
        """Write what waits, now. What one user's accesses raise costs the others nothing."""
        while self._waiting:
            scope, shown = self._waiting.popitem()
            try:
                await store.touch(
                    self.executor, scope, shown.turns, shown.records, self.clock.now(), self.tau
                )
            except GraphMemError as error:
                _logger.warning("accesses of %r are not counted: %s", scope, error)
            except Exception:
                _logger.exception("accesses of %r are not counted", scope)

    async def close(self) -> None:
        """Write what waits and end; a batch that is being written is finished."""
        self._closing.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        await self.flush()
