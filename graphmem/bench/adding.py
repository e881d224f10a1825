"""Filling the store with the conversations, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from time import perf_counter

import psutil

from graphmem.bench.datasets import Dialogue
from graphmem.bench.metered import MeteredEmbedder
from graphmem.errors import GraphMemError
from graphmem.memory import AsyncMemory
from graphmem.model.results import AddManyResult, Timings
from graphmem.store import forgetting
from graphmem.store.executor import Executor

SCRATCH = "locomo:scratch"
"""A user for what is written to be timed only, and removed at once."""

_REMOVED_AT_ONCE = 5_000
_ONE_TURN = 50


@dataclass(frozen=True, slots=True)
class Added:
    """One conversation that was written in this run.

    seconds: wall time until the last record was written. texts: how many were embedded; embedder_seconds:
    what the embedder alone needs for them, measured right afterwards. stages: seconds by stage, of each
    session. memory: of this process, in bytes, afterwards. upkeep_seconds: what the work took that runs in
    the background once a user is quiet (summaries of the tree, tiers), done at once and to its end.
    """

    name: str
    turns: int
    seconds: float
    texts: int
    embedder_seconds: float
    stages: tuple[Timings, ...]
    memory: int
    upkeep_seconds: float = 0.0


async def add_dialogue(
    memory: AsyncMemory, embedder: MeteredEmbedder, dialogue: Dialogue, tell: Callable[[int], None]
) -> Added | None:
    """Bring one conversation into the store; None when all of it was there already.

    What an earlier run left half done is completed: turns are told apart by their ids, and `consolidate`
    finishes segments. tell: told how many turns are done. Raises GraphMemError when turns could not be
    finished, or when the store holds another conversation under this name.
    """
    held = (await memory.stats(user_id=dialogue.scope)).nodes["turns"]
    if held > dialogue.turns:
        raise GraphMemError(
            f"the store holds {held} turns of {dialogue.scope}, the file has {dialogue.turns}: it was filled "
            "from another file; run again with --fresh"
        )
    if held == dialogue.turns:
        await _finish(memory, dialogue)
        tell(dialogue.turns)
        return None
    embedder.taken()
    stages = _Stages(tell)
    started = perf_counter()
    result = await memory.add_many(dialogue.sessions, user_id=dialogue.scope, progress=stages)
    seconds = perf_counter() - started
    texts = embedder.taken()
    _check(result, dialogue)
    if held:
        await _finish(memory, dialogue)
    upkeep = await kept_up(memory, dialogue.scope)
    alone = await embedder.alone(texts)
    found = tuple(stages.found)
    return Added(
        dialogue.name, result.turns_added, seconds, len(texts), alone, found, memory_in_use(), upkeep
    )


async def kept_up(memory: AsyncMemory, scope: str) -> float:
    """Do what the memory does in the background once this user is quiet; the seconds that it took."""
    maintenance = (await memory.open()).writing.maintenance
    started = perf_counter()
    await maintenance.work(scope)
    return perf_counter() - started


async def all_held(memory: AsyncMemory, dialogues: Sequence[Dialogue]) -> bool:
    """Whether every turn is in the store already, so that there is no adding to be timed."""
    for dialogue in dialogues:
        if (await memory.stats(user_id=dialogue.scope)).nodes["turns"] != dialogue.turns:
            return False
    return True


async def one_at_a_time(
    memory: AsyncMemory, executor: Executor, dialogue: Dialogue, tell: Callable[[int, int], None]
) -> tuple[float, ...]:
    """Seconds of each of up to 50 adds of one turn, the longest session's, for a user of their own."""
    longest = max(dialogue.sessions, key=lambda session: len(session.messages))
    await remove_user(executor, SCRATCH)
    messages = longest.messages[:_ONE_TURN]
    seconds = []
    for number, message in enumerate(messages, 1):
        one = {
            "role": message.role,
            "content": message.content,
            "name": message.name,
            "timestamp": message.timestamp,
            "id": message.id,
        }
        started = perf_counter()
        await memory.add(one, user_id=SCRATCH, session_id=longest.session_id)
        seconds.append(perf_counter() - started)
        tell(number, len(messages))
    await remove_user(executor, SCRATCH)
    return tuple(seconds)


async def warm_up(memory: AsyncMemory, executor: Executor, dialogue: Dialogue) -> None:
    """Load the models and the statements' plans, so that they are not counted as the first turns' time."""
    await remove_user(executor, SCRATCH)
    await memory.add_many(islice(dialogue.sessions, 1), user_id=SCRATCH)
    await kept_up(memory, SCRATCH)
    await remove_user(executor, SCRATCH)


async def remove_user(executor: Executor, scope: str) -> None:
    """Delete every node of a user to whom nobody else writes, in batches."""
    while await forgetting.remove_batch(executor, scope, _REMOVED_AT_ONCE):
        pass
    await forgetting.remove_scope(executor, scope)


def memory_in_use() -> int:
    """Resident bytes of this process."""
    return int(psutil.Process().memory_info().rss)


async def _finish(memory: AsyncMemory, dialogue: Dialogue) -> None:
    done = await memory.consolidate(user_id=dialogue.scope)
    if not done.complete:
        reasons = [done.unembedded_reason, *(each.reason for each in done.failed_segments)]
        raise GraphMemError(f"{dialogue.scope} could not be completed: {next(filter(None, reasons), '')}")


def _check(result: AddManyResult, dialogue: Dialogue) -> None:
    reasons: Sequence[str] = [
        *(f"{each.session_id}: {each.reason}" for each in result.failed_conversations),
        *(each.reason for each in result.failed_segments),
        *([result.unembedded_reason] if result.unembedded else []),
    ]
    if reasons:
        raise GraphMemError(
            f"{dialogue.scope} was not added whole: {reasons[0]}. Run again to go on, or with --fresh"
        )


class _Stages:
    """Tells add_many's progress, and takes each session's timings out of the running sums."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self.found: list[Timings] = []
        self._tell = tell
        self._before = Timings()

    def __call__(self, sums: AddManyResult) -> None:
        now = sums.timings
        self.found.append(
            Timings(*(getattr(now, f.name) - getattr(self._before, f.name) for f in fields(Timings)))
        )
        self._before = now
        self._tell(sums.turns_added + sums.turns_deduplicated)
