"""A context by chance and the gold turns alone stand beside the memory's context, written alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from graphmem.bench.answer_turns import InTurns
from graphmem.bench.answerable import Found
from graphmem.bench.datasets import Benchmark, Dialogue, Question, places_of
from graphmem.bench.in_context import Context, Held, InContext, by_chance
from graphmem.extract import tokens
from graphmem.model.turn import Conversation, Message
from graphmem.retrieve.context import ContextBlock

START = datetime(2023, 5, 8, 10, tzinfo=UTC)
TEXTS = ["I bought a red bike.", *(f"Talk {n}." for n in range(30))]
SESSION = Conversation(
    "s1",
    tuple(
        Message("user", text, id=f"m{n}", name="Ana", timestamp=START + timedelta(minutes=n))
        for n, text in enumerate(TEXTS)
    ),
    "x",
)
BIKE = Question(1, 0, 4, "What did Ana buy?", frozenset({0}), "a red bike")
OPEN = Question(1, 1, 4, "Who knows?", frozenset({1}), "")
DATA = Benchmark("locomo", "f", "", (Dialogue(1, "c", (SESSION,), (BIKE, OPEN), places_of([SESSION])),))  # type: ignore[arg-type]
HEADING = "# Monday, 8 May 2023 (session s1)"


class Memory:
    """Gives one context and notes how it was asked."""

    def __init__(self, context: str) -> None:
        self.context = context
        self.asked: list[dict[str, Any]] = []

    async def get_context(self, query: str, **options: Any) -> str:
        self.asked.append({"query": query, **options})
        return self.context


async def measured(memory: Memory, strategy: str = "evidence") -> list[Context]:
    into: list[Context] = []
    ask = InContext(cast(Any, memory), strategy, ContextBlock(tokens.count), 60, 0)
    await ask(DATA, into, lambda done, total: None)
    return into


async def test_what_is_found_by_the_memory_by_chance_and_in_the_gold_turns() -> None:
    (context,) = await measured(Memory(f"{HEADING}\nAna: I bought a red bike.\nAna: Talk 3."))

    assert (context.conversation, context.group) == (1, "category 4")
    assert context.memory == Held(Found.WORDS, InTurns(True, True), 23)
    assert context.gold == Held(Found.WORDS, InTurns(True, True), 18)
    assert (context.chance.found, context.chance.turns) == (Found.NOT, InTurns(False, False))


async def test_the_context_by_chance_is_no_longer_than_the_memory_s() -> None:
    (context,) = await measured(Memory(f"{HEADING}\n" + "\n".join(f"Ana: Talk {n}." for n in range(10))))

    assert context.memory.tokens == 60
    assert context.chance.tokens == 60


async def test_a_memory_that_gives_nothing_is_held_against_nothing() -> None:
    (context,) = await measured(Memory(""))

    assert (context.memory.tokens, context.chance.tokens) == (0, 0)
    assert context.gold.turns == InTurns(True, True)


async def test_the_memory_is_asked_with_the_strategy_and_the_budget_of_the_run() -> None:
    memory = Memory("")

    await measured(memory, "tree_tiers")

    assert [(each["query"], each["strategy"], each["token_budget"]) for each in memory.asked] == [
        ("What did Ana buy?", "tree_tiers", 60)
    ]


def test_chance_never_draws_a_gold_turn_and_draws_the_same_with_the_same_seed() -> None:
    assert sorted(by_chance(BIKE, 6, 0)) == [1, 2, 3, 4, 5]
    assert by_chance(BIKE, 31, 7) == by_chance(BIKE, 31, 7)
    assert by_chance(BIKE, 31, 7) != by_chance(BIKE, 31, 8)
