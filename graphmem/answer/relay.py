"""What a task of its own tells, as an iterator; and iterators that end with whoever iterates."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")
Tell = Callable[[T], Awaitable[None]]


async def relayed(work: Callable[[Tell[T]], Awaitable[None]]) -> AsyncGenerator[T, None]:
    """What `work` tells, in order, as it comes; its error is raised here.

    It runs in a task, so that what it sets for itself does not reach whoever iterates. It ends when nobody
    iterates any more.
    """
    told: asyncio.Queue[T | None] = asyncio.Queue(maxsize=64)

    async def run() -> None:
        try:
            await work(told.put)
        finally:
            await told.put(None)

    task = asyncio.create_task(run())
    try:
        while (part := await told.get()) is not None:
            yield part
        await task
    finally:
        task.cancel()
        while not told.empty():  # else the end of `run` waits for room that nobody makes any more
            told.get_nowait()
        await asyncio.wait([task])


@asynccontextmanager
async def ended(parts: AsyncIterator[T]) -> AsyncGenerator[AsyncIterator[T], None]:
    """To iterate inside: a generator that was not read to its end ends with the block.

    Else it would hold what it holds (a connection, a place among the calls that may run) until it is
    collected. Iterators that cannot be closed stay as they are.
    """
    try:
        yield parts
    finally:
        if close := getattr(parts, "aclose", None):
            await close()
