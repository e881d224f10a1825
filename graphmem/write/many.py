"""Many conversations side by side, so that models and the database work at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import replace

from graphmem.model.results import AddManyResult, AddResult, FailedConversation
from graphmem.model.turn import Conversation

Add = Callable[[Conversation], Awaitable[AddResult | FailedConversation]]
_Key = tuple[str | None, str | None]


async def add_side_by_side(
    conversations: Iterable[Conversation],
    add: Add,
    progress: Callable[[AddManyResult], None] | None,
    concurrency: int,
) -> AddManyResult:
    """Sums of `add` over the conversations, at most `concurrency` at once.

    Parts of one session stay in order. The iterable is read as places become free, in a worker thread. The
    first error that `add` raises ends the others and is raised.
    """
    total = AddManyResult()
    running: dict[asyncio.Task[AddResult | FailedConversation], _Key] = {}
    source = iter(conversations)
    upcoming = await asyncio.to_thread(_next, source)
    try:
        while upcoming or running:
            while upcoming and len(running) < concurrency and _key(upcoming) not in running.values():
                running[asyncio.ensure_future(add(upcoming))] = _key(upcoming)
                upcoming = await asyncio.to_thread(_next, source)
            finished, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in finished:
                del running[task]
                total = _sum(total, task.result())
                if progress:
                    progress(total)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    return total


def _next(source: Iterator[Conversation]) -> Conversation | None:
    return next(source, None)


def _key(conversation: Conversation) -> _Key:
    return conversation.user_id, conversation.session_id


def _sum(total: AddManyResult, done: AddResult | FailedConversation) -> AddManyResult:
    if isinstance(done, FailedConversation):
        return replace(total, failed_conversations=(*total.failed_conversations, done))
    return total.plus(done)
