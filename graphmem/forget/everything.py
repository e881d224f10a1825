"""A whole user, in batches that can be broken off and taken up again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from graphmem.model.forgetting import ForgetResult
from graphmem.model.progress import Progress
from graphmem.ports import Clock
from graphmem.store import forgetting as store
from graphmem.store.executor import Executor


@dataclass(frozen=True, slots=True)
class ForgetEverything:
    """Delete every node of a user, whatever it is.

    First the user is marked, which refuses writers, and those who are at work are waited for; then nodes go
    in batches of one transaction each. Broken off, the user stays marked, and the next call goes on.
    """

    executor: Executor
    clock: Clock

    async def __call__(
        self, scope: str, *, dry_run: bool = False, keep_user: bool = False, progress: Progress | None = None
    ) -> ForgetResult:
        """keep_user: the user's own node stays, and may be written to afterwards."""
        there = await store.census(self.executor, scope)
        if keep_user:
            there.pop("Scope", None)
        if dry_run or not there:
            return ForgetResult(removed=there, dry_run=dry_run)
        await store.mark(self.executor, scope, self.clock.now())
        removed: Counter[str] = Counter()
        total = sum(there.values())
        while gone := await store.remove_batch(self.executor, scope):
            removed.update(gone)
            if progress:
                progress(min(removed.total(), total), total)
        if keep_user:
            await store.unmark(self.executor, scope)
        else:
            removed["Scope"] += await store.remove_scope(self.executor, scope)
        return ForgetResult(removed={label: count for label, count in sorted(removed.items()) if count})
