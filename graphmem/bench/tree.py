"""How a summary tree grows: the time of one insertion when it is small and when it is large, its form, and
how often a model would be asked.

Everything goes through `add` and `consolidate` into a real store; each message is a segment of its own. What
is stood in for: the vectors are drawn, since embedding takes longer than all the rest (each text lies near
one of 400 subjects, few of which are common), nothing is encoded, and the model that sums up repeats what it
was told, for only how often it is asked is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from statistics import median
from typing import Any

import numpy as np
from rich.table import Table

from graphmem import bootstrap
from graphmem.adapters.vectors import known_mean
from graphmem.bench.adding import remove_user
from graphmem.bench.answer_tables import new_table
from graphmem.errors import GraphMemError, InputError
from graphmem.localserver import Report, silent
from graphmem.memory import AsyncMemory
from graphmem.model.record import Encoding
from graphmem.model.segment import Vector
from graphmem.model.tree import Tree
from graphmem.model.turn import Conversation, Message, Turn
from graphmem.named_models import make_embedder
from graphmem.ports.embedder import Matrix
from graphmem.testing import FakeLLM

SCOPE = "bench:tree"
SMALL = 100
BARS = {"ratio": 3.0, "depth": 15, "fan-out": 16, "calls": 0.5}
_TIMED = 100
_SESSION = 100
_SUBJECTS = 400
_START = datetime(2024, 1, 1, 9, tzinfo=UTC)

Tell = Callable[[int, int], None]
"""Told how many leaves there are, and how many there will be."""


@dataclass(frozen=True, slots=True)
class Grown:
    """What was measured. small, large: milliseconds of single insertions around SMALL leaves and at the end.

    calls: of the model for summaries, all sessions consolidated one after the other.
    """

    tree: Tree
    small: tuple[float, ...]
    large: tuple[float, ...]
    calls: int

    @property
    def ratio(self) -> float:
        """The median insertion into the large tree, in times of that into the small one."""
        return median(self.large) / median(self.small)


@dataclass(slots=True)
class _DrawnVectors:
    """An embedder under the store's id whose vectors a seed and the text fix."""

    id: str
    dimensions: int
    mean: Vector
    seed: int
    _subjects: Matrix = field(init=False)

    def __post_init__(self) -> None:
        random = np.random.default_rng(self.seed)
        self._subjects = np.stack([self._direction(random) for _ in range(_SUBJECTS)])

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder."""
        vectors: Matrix = np.stack([self._vector(text) for text in texts])
        return vectors

    def _vector(self, text: str) -> Vector:
        digest = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
        random = np.random.default_rng([self.seed, digest])
        subject = self._subjects[min(int(random.pareto(1.0) * 10), _SUBJECTS - 1)]
        vector = self.mean + 0.4 * (subject + 0.8 * self._direction(random))
        unit: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
        return unit

    def _direction(self, random: np.random.Generator) -> Vector:
        vector = random.standard_normal(self.dimensions)
        direction: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
        return direction


class _NoRecords:
    """An encoder that finds nothing worth a record."""

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        """See ports.Encoder."""
        return Encoding(())


async def measure(
    leaves: int, *, seed: int = 0, progress: Report = silent, tell: Tell | None = None
) -> Grown:
    """Grow the tree of a user of its own, who is removed at the end. Raises InputError for too few leaves."""
    if leaves < 4 * SMALL:
        raise InputError(
            f"a tree of {leaves} leaves is no larger than the small one; take {4 * SMALL} or more"
        )
    model = FakeLLM({"summarise": {"summary": "What lies below, in a model's words."}})
    memory = AsyncMemory(
        embedder=await _drawn(seed, progress),
        encoder=_NoRecords(),
        llm=model,
        segmenter={"minimum": 1, "target": 1, "maximum": 400},
        write={"quiet_seconds": None},
        progress=progress,
    )
    executor = (await memory.open()).executor
    try:
        await remove_user(executor, SCOPE)
        small, large = await _grown(memory, leaves, tell or (lambda *_: None))
        return Grown(await memory.tree(SCOPE, depth=0), small, large, len(model.prompts))
    finally:
        await remove_user(executor, SCOPE)
        await memory.close()


async def _drawn(seed: int, progress: Report) -> _DrawnVectors:
    """Under the id of the embedder that the settings name, whose store this is."""
    real = await make_embedder(bootstrap.load_settings(), progress=progress)
    await real.embed(["How long are the vectors of this model?"])
    mean = known_mean(real.id)
    if mean is None:
        raise GraphMemError(f"the mean vector of {real.id} is unknown: measure with the local embedder")
    return _DrawnVectors(real.id, real.dimensions, mean, seed)


async def _grown(memory: AsyncMemory, leaves: int, tell: Tell) -> tuple[tuple[float, ...], tuple[float, ...]]:
    held = 0

    async def fill(until: int) -> None:
        nonlocal held
        for session in _sessions(held, until):
            await memory.add_many([session], user_id=SCOPE)
            await memory.consolidate(user_id=SCOPE)
            held += len(session.messages)
            tell(held, leaves)

    async def timed() -> tuple[float, ...]:
        nonlocal held
        taken = []
        for message in _messages(held, held + _TIMED):
            done = await memory.add([message], user_id=SCOPE, session_id=f"single{held}", flush=True)
            taken.append(1000 * done.timings.tree)
            held += 1
        await memory.consolidate(user_id=SCOPE)
        tell(held, leaves)
        return tuple(taken)

    await fill(SMALL - _TIMED // 2)
    small = await timed()
    await fill(leaves - _TIMED)
    return small, await timed()


def _messages(first: int, end: int) -> list[Message]:
    return [
        Message("user", f"This is message {n} of all.", id=f"m{n}", timestamp=_START + timedelta(minutes=n))
        for n in range(first, end)
    ]


def _sessions(first: int, end: int) -> Iterator[Conversation]:
    for at in range(first, end, _SESSION):
        yield Conversation(f"session{at}", tuple(_messages(at, min(at + _SESSION, end))), SCOPE)


def document(grown: Grown) -> dict[str, Any]:
    """Everything that was measured, for JSON."""
    return {
        "leaves": grown.tree.leaves,
        "inner": grown.tree.inner,
        "depth": grown.tree.depth,
        "fan-out": grown.tree.fan_out,
        "small p50 ms": median(grown.small),
        "large p50 ms": median(grown.large),
        "ratio": grown.ratio,
        "calls": grown.calls / max(grown.tree.leaves, 1),
    }


def table(grown: Grown) -> Table:
    """The figures beside what the project set itself."""
    made = document(grown)
    shown = new_table(f"A summary tree of {made['leaves']:,} leaves", "value", "bar")
    shown.add_row(f"insertion into {SMALL} leaves, p50", f"{made['small p50 ms']:.1f} ms", "")
    shown.add_row(f"into {made['leaves']:,}, p50", f"{made['large p50 ms']:.1f} ms", "")
    shown.add_row("ratio", f"{made['ratio']:.2f}", f"≤ {BARS['ratio']:g}")
    shown.add_row("depth", str(made["depth"]), f"≤ {BARS['depth']:g}")
    shown.add_row("greatest fan-out", str(made["fan-out"]), f"≤ {BARS['fan-out']:g}")
    shown.add_row("inner nodes", f"{made['inner']:,}", "")
    shown.add_row("calls for summaries, a segment", f"{made['calls']:.2f}", f"≤ {BARS['calls']:g}")
    return shown
