"""A transaction that is only tried: it runs as it would, and is rolled back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from graphmem.store.executor import Executor, Transaction

T = TypeVar("T")


class _Tried(Exception, Generic[T]):  # noqa: N818 - no error: it carries the outcome out of the transaction
    def __init__(self, outcome: T) -> None:
        super().__init__("rolled back on purpose")
        self.outcome = outcome


async def committed_or_tried(
    executor: Executor, work: Callable[[Transaction], Awaitable[T]], *, dry_run: bool
) -> T:
    """What `work` returns; with dry_run nothing of what it wrote is kept."""
    if not dry_run:
        return await executor.transaction(work)

    async def trial(tx: Transaction) -> T:
        raise _Tried(await work(tx))

    try:
        return await executor.transaction(trial)
    except _Tried as tried:
        outcome: T = tried.outcome
        return outcome
