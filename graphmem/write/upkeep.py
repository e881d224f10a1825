"""What may wait is done once a user's memory has been quiet for a while: adding stays fast."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field

from graphmem.errors import GraphMemError

_logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Upkeep:
    """Sums up and sorts, for one user after the other, what adding has left old.

    Nothing depends on it: what fails or is broken off is still marked as old, and the next call or
    `consolidate` does it. work: given the scope, keeps its tree and tiers up. quiet: seconds without another
    call of `note` for a user before it is done; None never does it.
    """

    work: Callable[[str], Awaitable[object]]
    quiet: float | None = 30.0
    _due: dict[str, float] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    def note(self, scope: str) -> None:
        """Something was added. What is done about it later belongs to no job of the caller's."""
        if self.quiet is None:
            return
        self._due.pop(scope, None)  # the order is that of time
        self._due[scope] = asyncio.get_running_loop().time() + self.quiet
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run(), context=Context())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._due:
            scope, due = next(iter(self._due.items()))
            if due > loop.time():
                await asyncio.sleep(due - loop.time())
                continue  # it may have been put off meanwhile
            del self._due[scope]
            try:
                await self.work(scope)
            except GraphMemError as error:
                _logger.info("the tree and tiers of %s are left for later: %s", scope, error)

    async def close(self) -> None:
        """Break off; what is left stays marked."""
        self._due.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
