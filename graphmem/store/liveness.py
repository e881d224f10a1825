"""A call does not wait for a server that is gone: ours is started again, another's is given up on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from graphmem.errors import ServerUnavailable

T = TypeVar("T")
_LOOK: Final = 1.0
"""Seconds that a call has been running before the server is looked at, and between two looks."""
_PATIENCE: Final = 6.0
"""Seconds without an answer, looks included, after which a server that we cannot start is given up on."""
_CONNECTING: Final = 2.0
_BOLT_PORT: Final = 7687


@dataclass(frozen=True, slots=True)
class Liveness:
    """Watches calls to one server. uri: where it is; restart: starts it there, None when it is not ours."""

    uri: str
    restart: Callable[[], Awaitable[None]] | None = None
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock, compare=False, repr=False)

    async def watched(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `work` returns; run once more where it failed since the server was gone and is back.

        Work may run twice, as it may when the driver tries it again. Raises ServerUnavailable when the server
        does not answer for 6 seconds and is not ours, and LocalServerError when ours cannot be started.
        """
        task = asyncio.ensure_future(work())
        try:
            restarted = await self._until_done(task)
        except BaseException:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            raise
        if not isinstance(task.exception(), ServerUnavailable):
            return task.result()
        if not restarted and (self.restart is None or await self._answers()):
            return task.result()  # raises: it is there, and refused the call or gave up for another reason
        if not restarted:
            await self._start()
        return await work()

    async def _until_done(self, task: asyncio.Future[T]) -> bool:
        """Wait for a call; whether the server was started again meanwhile."""
        now = asyncio.get_running_loop().time
        heard, restarted = now(), False
        while not (await asyncio.wait({task}, timeout=_LOOK))[0]:
            if await self._answers():
                heard = now()
            elif self.restart is not None:
                restarted = True
                await self._start()
            elif now() - heard >= _PATIENCE:
                raise ServerUnavailable(
                    f"Neo4j at {self.uri} does not answer any more; start it again, or check NEO4J_URI"
                )
        return restarted

    async def _start(self) -> None:
        """Start the server unless another call did meanwhile."""
        async with self._starting:
            if self.restart is not None and not await self._answers():
                await self.restart()

    async def _answers(self) -> bool:
        """Whether something listens where the server was."""
        parts = urlsplit(self.uri)
        try:
            connecting = asyncio.open_connection(parts.hostname, parts.port or _BOLT_PORT)
            _, writer = await asyncio.wait_for(connecting, _CONNECTING)
        except (OSError, TimeoutError):
            return False
        writer.close()
        return True
