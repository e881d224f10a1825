"""Brings summaries and tiers up to date in the background, once a user's memory has been quiet."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field

from graphmem.errors import GraphMemError

_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class BackgroundMaintenance:
    """Does `work` for one user after the other, some time after something was added for them.

    No reader depends on it: what is not done stays marked as stale in the graph, and `consolidate` does it
    too. Whatever `work` raises is logged, with its traceback unless it is a GraphMemError, and is tried again
    later; the other users do not wait for it.

    work: given the scope, writes its stale summaries and sorts its tiers. quiet: seconds without another
    `note` for a user before the work begins; None never does it. retry: seconds until the next attempt after
    a failure, doubled with each failure in a row, up to longest_retry; a server that restarts is back in a
    minute. attempts: failures in a row after which it is left to the next `note`, so that what a model never
    does is not paid for for ever; ten take four hours.
    """

    work: Callable[[str], Awaitable[object]]
    quiet: float | None = 30.0
    retry: float = 60.0
    longest_retry: float = 3600.0
    attempts: int = 10
    _due: dict[str, float] = field(default_factory=dict)
    _failures: Counter[str] = field(default_factory=Counter)
    _noted: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def note(self, scope: str) -> None:
        """Something was added. The work runs outside the caller's context and is part of no job of theirs."""
        if self.quiet is None:
            return
        loop = asyncio.get_running_loop()
        self._due[scope] = loop.time() + self.quiet
        self._noted.set()
        if self._task is None or self._task.done():
            self._task = loop.create_task(self.run(), context=Context())

    async def run(self) -> None:
        """Work until nothing is due any more."""
        while self._due:
            scope = min(self._due, key=self._due.__getitem__)
            wait = self._due[scope] - asyncio.get_running_loop().time()
            if wait > 0:
                self._noted.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._noted.wait(), wait)
                continue  # it may have been put off meanwhile, or another user is due before
            del self._due[scope]
            await self._attempt(scope)

    async def _attempt(self, scope: str) -> None:
        try:
            await self.work(scope)
        except GraphMemError as error:
            _logger.warning("maintenance of %r %s: %s", scope, self._put_off(scope), error)
        except Exception:
            _logger.exception("maintenance of %r %s", scope, self._put_off(scope))
        except asyncio.CancelledError:
            if self._task is None or self._task.cancelling():
                raise
            # a cancellation of its own, not that of `close`
            _logger.exception("maintenance of %r %s", scope, self._put_off(scope))
        else:
            del self._failures[scope]

    def delay(self, failures: int) -> float:
        """Seconds until the next attempt after so many failures in a row."""
        return min(self.retry * 2.0 ** min(failures - 1, 30), self.longest_retry)

    def _put_off(self, scope: str) -> str:
        """Let a failed user wait, unless something was added meanwhile: then that decides when it is due."""
        self._failures[scope] += 1
        failures = self._failures[scope]
        told = f"failed {failures} times in a row"
        if failures >= self.attempts:
            del self._failures[scope]
            return f"{told} and is left to the next add or consolidate"
        self._due.setdefault(scope, asyncio.get_running_loop().time() + self.delay(failures))
        return f"{told}; the next attempt follows within {self.delay(failures):.0f} s"

    async def close(self) -> None:
        """Cancel what runs; what is left stays marked in the graph."""
        self._due.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
