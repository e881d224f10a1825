"""What forgets, put together over one store."""

from __future__ import annotations

from graphmem.forget.everything import ForgetEverything
from graphmem.forget.forgetting import Forgetting
from graphmem.forget.records import DeleteRecord
from graphmem.forget.turns import DeleteTurns, MakeAnew
from graphmem.ports import Clock
from graphmem.store.executor import Executor
from graphmem.store.readers import GraphReader
from graphmem.write.pipeline import WritePath


def forgetting(executor: Executor, writing: WritePath, clock: Clock) -> Forgetting:
    """writing: whose steps make anew what a deletion leaves."""
    anew = MakeAnew(writing.embed, writing.encode, writing.evidence)
    return Forgetting(
        executor,
        GraphReader(executor),
        DeleteTurns(executor, anew),
        DeleteRecord(executor, anew),
        ForgetEverything(executor, clock),
        writing.tree,
    )
