"""Every measure of a run searches with the strategy, the switches and the parts that were asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from graphmem import bootstrap
from graphmem.bench import runner
from graphmem.bench.answer_run import Models
from graphmem.bench.datasets import Benchmark, Dialogue, Question, places_of
from graphmem.bench.findings import CrowdFindings, Findings, Options
from graphmem.bench.metered import MeteredEmbedder
from graphmem.bench.naive import NaiveRag
from graphmem.bench.replies import Answering
from graphmem.extract import tokens
from graphmem.model.hit import SearchResult
from graphmem.model.turn import Conversation, Message
from graphmem.retrieve.context import ContextBlock
from graphmem.strategies import SearchPorts, strategies
from graphmem.testing import FakeEmbedder

SESSION = Conversation(
    "s1", (Message("user", "I sing.", id="m0", timestamp=datetime(2024, 1, 1, tzinfo=UTC)),)
)
QUESTION = Question(1, 0, 4, "Who sings?", frozenset({0}), "Ana")
DATA = Benchmark(
    "locomo", Path("f"), "", (Dialogue(1, "c", (SESSION,), (QUESTION,), places_of([SESSION]), probes=(QUESTION,)),)
)  # fmt: skip
EMBEDDER = FakeEmbedder(8)


class Memory:
    """Finds nothing, and notes by what strategy it was searched."""

    def __init__(self) -> None:
        self.searched: list[Any] = []
        methods = strategies(SearchPorts(cast(Any, None), cast(Any, None), EMBEDDER))
        self.reading = SimpleNamespace(strategies=methods, context=ContextBlock(tokens.count))

    async def open(self) -> Memory:
        return self

    async def search(self, query: str, *, strategy: object, **options: Any) -> SearchResult:
        self.searched.append(strategy)
        return SearchResult()

    async def get_context(self, query: str, *, strategy: object, **options: Any) -> str:
        self.searched.append(strategy)
        return ""


def a_run(options: Options, memory: Memory) -> runner._Run:
    found = Findings(options, DATA, bootstrap.load_settings({}, home="somewhere"))
    metered = MeteredEmbedder(EMBEDDER)
    return runner._Run(
        found, cast(Any, memory), metered, Models(), cast(Any, None), cast(Any, None),
        lambda *_: None, NaiveRag(EMBEDDER),
    )  # fmt: skip


async def retrieval(run: runner._Run) -> None:
    await run._ask(await run._asker(run.found.options.without, run.found.options.with_), "Asking", [])


async def first_of_each_user(run: runner._Run) -> None:
    asker = await run._asker(run.found.options.without, run.found.options.with_)
    await asker.cold(run.found.data)


async def answer_in_context(run: runner._Run) -> None:
    asker = await run._asker(run.found.options.without, run.found.options.with_)
    await run._contexts(asker.strategy)


async def as_it_is_of_the_ablation(run: runner._Run) -> None:
    await run._pass("as it is", run.found.options.without, run.found.options.with_)


async def among_others(run: runner._Run) -> None:
    asker = await run._asker(run.found.options.without, run.found.options.with_)
    await run._among_others(asker)


MEASURES: list[Callable[[runner._Run], Awaitable[None]]] = [
    retrieval, first_of_each_user, answer_in_context, as_it_is_of_the_ablation, among_others,
]  # fmt: skip


@pytest.fixture(autouse=True)
def no_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    async def filled(run: runner._Run, findings: CrowdFindings) -> None:
        """They are there."""

    monkeypatch.setattr(runner._Run, "_fill", filled)


@pytest.mark.parametrize("measure", MEASURES)
async def test_a_strategy_is_asked_by_its_name(measure: Callable[[runner._Run], Awaitable[None]]) -> None:
    memory = Memory()

    await measure(a_run(Options(Path("f"), strategy="tree_tiers"), memory))

    assert set(memory.searched) == {"tree_tiers"}


@pytest.mark.parametrize("measure", MEASURES)
async def test_switches_hold_in_it(measure: Callable[[runner._Run], Awaitable[None]]) -> None:
    memory = Memory()

    await measure(a_run(Options(Path("f"), without=("context_text",), with_=("diversity",)), memory))

    (search,) = {id(each): each for each in memory.searched}.values()
    assert "context_text" not in {each.channel for each in search.recall.questions}
    assert search.diversity is not None


def test_answers_are_given_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def noted(into: Any, data: Any, cases: Any, strategy: Any, *rest: Any, **more: Any) -> None:
        asked.append(strategy)

    async def measured(run: runner._Run) -> None:
        asker = await run._asker((), ())
        await run._answer(Answering(), asker.strategy)

    monkeypatch.setattr(runner, "examine", noted)
    memory = Memory()
    memory.ledger = SimpleNamespace(usage=lambda *_: SimpleNamespace(purposes={}))  # type: ignore[attr-defined]
    asyncio.run(measured(a_run(Options(Path("f"), strategy="tree_tiers"), memory)))

    assert asked == ["tree_tiers"]
