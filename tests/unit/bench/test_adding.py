"""Adding is timed with and without upkeep, and what it asks of a model is counted by conversation."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from graphmem import bootstrap
from graphmem.bench import adding, runner
from graphmem.bench.adding import add_dialogue
from graphmem.bench.answer_run import Models
from graphmem.bench.datasets import Benchmark, Dialogue, places_of
from graphmem.bench.findings import Findings, Options
from graphmem.bench.metered import MeteredEmbedder
from graphmem.bench.naive import NaiveRag
from graphmem.model.results import AddManyResult
from graphmem.model.turn import Conversation, Message
from graphmem.model.usage import Tokens, Usage
from graphmem.testing import FakeEmbedder

SESSION = Conversation(
    "s1", (Message("user", "I sing.", id="m0", name="Ana", timestamp=datetime(2024, 1, 1, tzinfo=UTC)),)
)
DIALOGUE = Dialogue(1, "conv-1", (SESSION,), (), places_of([SESSION]))


class Clock:
    """Moves only when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Memory:
    """Adding takes it 3 seconds, upkeep 2, and each asks a model once."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.kept_up: list[str] = []
        self.spent = Usage({"encode": Tokens(1, 5, 5)})
        self.writing = SimpleNamespace(maintenance=SimpleNamespace(work=self.keep_up))

    async def open(self) -> Memory:
        return self

    async def stats(self, *, user_id: str) -> Any:
        return SimpleNamespace(nodes={"turns": 0})

    async def usage(self, *, user_id: str) -> Usage:
        return self.spent

    async def add_many(self, sessions: object, *, user_id: str, progress: Any) -> AddManyResult:
        self.clock.now += 3
        self.spent += Usage({"encode": Tokens(1, 90, 10)})
        return AddManyResult(turns_added=1)

    async def keep_up(self, scope: str) -> None:
        self.clock.now += 2
        self.spent += Usage({"summarise": Tokens(1, 40, 10)})
        self.kept_up.append(scope)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(adding, "perf_counter", made)
    return made


async def test_upkeep_is_done_for_the_user_and_timed_apart(clock: Clock) -> None:
    memory = Memory(clock)

    added = await add_dialogue(
        cast(Any, memory), MeteredEmbedder(FakeEmbedder(8)), DIALOGUE, lambda done: None
    )

    assert added is not None
    assert (added.seconds, added.upkeep_seconds) == (3.0, 2.0)
    assert memory.kept_up == ["locomo:conv-1"]


async def test_what_building_asks_of_a_model_is_counted_upkeep_included(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> tuple[float, ...]:
        return ()

    monkeypatch.setattr(runner, "warm_up", nothing)
    monkeypatch.setattr(runner, "one_at_a_time", nothing)
    found = Findings(
        Options(Path("f")),
        Benchmark("locomo", Path("f"), "", (DIALOGUE,)),
        bootstrap.load_settings({}, home="somewhere"),
    )
    embedder = FakeEmbedder(8)
    run = runner._Run(
        found, cast(Any, Memory(clock)), MeteredEmbedder(embedder), Models(), cast(Any, None),
        cast(Any, None), lambda *_: None, NaiveRag(embedder),
    )  # fmt: skip

    await run._add()

    assert found.spent == {"conv-1": Usage({"encode": Tokens(1, 90, 10), "summarise": Tokens(1, 40, 10)})}


async def test_naive_rag_embeds_each_conversation_once_and_says_how_long_that_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()

    class Slow(FakeEmbedder):
        async def embed(self, texts: Any, *, kind: str = "document") -> Any:
            clock.now += 4
            return await super().embed(texts, kind=kind)

    monkeypatch.setattr("graphmem.bench.naive.perf_counter", clock)
    naive = NaiveRag(Slow(8))

    await naive.turns(DIALOGUE)
    await naive.turns(DIALOGUE)

    assert naive.seconds == {"locomo:conv-1": 4.0}
