"""Answer in context over all questions: of the memory, beside its base rate and its ceiling.

The base rate is what chance reaches: a context as long as the memory's, made of turns that are drawn at
random from the same conversation, gold turns excepted. The ceiling is what the measure can reach at most
when a search is right: the gold turns alone. All three are written and judged alike. A base rate that is
met by a gold turn is 0 by construction; of the other two measures it tells what a long context finds by
chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from graphmem.arguments.ask_request import LARGEST_BUDGET
from graphmem.bench.answer_controls import citations
from graphmem.bench.answer_turns import InTurns, answered_in, shown_in
from graphmem.bench.answerable import Found, answerable
from graphmem.bench.datasets import Benchmark, Dialogue, Question, asked
from graphmem.extract import tokens
from graphmem.memory import AsyncMemory
from graphmem.model.hit import Citation, Hit
from graphmem.retrieve.context import ContextBlock
from graphmem.strategies import Strategy

MOST_DRAWN = 400
"""Turns that are drawn for a context by chance: 1,500 tokens hold some forty of LoCoMo's, whose headings
cost too."""
_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class Held:
    """What one context holds of a gold answer. found: leniently, see `answerable`; tokens: its length."""

    found: Found
    turns: InTurns
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """One question's three contexts: the memory's, one by chance, and the gold turns alone."""

    conversation: int
    group: str
    memory: Held
    chance: Held
    gold: Held


@dataclass(frozen=True, slots=True)
class InContext:
    """Asks the memory for a context of every question with a gold answer.

    strategy: searches, as for every other measure of the run. block: writes the turns of the base rate and of
    the ceiling as the memory writes its own. budget: tokens of the memory's context. seed: of the draws.
    """

    memory: AsyncMemory
    strategy: Strategy | str
    block: ContextBlock
    budget: int
    seed: int

    async def __call__(self, data: Benchmark, into: list[Context], tell: Callable[[int, int], None]) -> None:
        """tell: told how many questions are done, and of how many."""
        total = sum(bool(question.answer) for question in data.questions)
        block = replace(
            self.block,
            count=lru_cache(_REMEMBERED)(tokens.count),
            note=lru_cache(_REMEMBERED)(self.block.note),
        )
        for dialogue in data.dialogues:
            turns = citations(dialogue)
            for question in dialogue.questions:
                if question.answer:
                    into.append(await self._asked(question, dialogue, turns, block))
                    tell(len(into), total)

    async def _asked(
        self, question: Question, dialogue: Dialogue, turns: Sequence[Citation], block: ContextBlock
    ) -> Context:
        given = asked(question, dialogue)
        text = await self.memory.get_context(
            given.text,
            user_id=dialogue.scope,
            token_budget=self.budget,
            reference_time=given.reference_time,
            strategy=self.strategy,
        )
        memory = held(question, text, turns)
        drawn = _written(block, by_chance(question, len(turns), self.seed), turns, memory.tokens)
        gold = _written(block, sorted(question.gold), turns, LARGEST_BUDGET)
        chance, ceiling = held(question, drawn, turns), held(question, gold, turns)
        return Context(question.conversation, question.group, memory, chance, ceiling)


def held(question: Question, text: str, turns: Sequence[Citation]) -> Held:
    """What a context holds of the question's gold answer. turns: of the whole conversation."""
    found = answered_in(question.answer, shown_in(text, turns), turns, question.gold)
    return Held(answerable(question.answer, text), found, tokens.count(text))


def by_chance(question: Question, turns: int, seed: int) -> list[int]:
    """Places of up to MOST_DRAWN turns without gold, in the order in which they were drawn."""
    rng = np.random.default_rng([seed, *question.key])
    places = [int(place) for place in rng.permutation(turns) if int(place) not in question.gold]
    return places[:MOST_DRAWN]


def _written(block: ContextBlock, places: Iterable[int], turns: Sequence[Citation], budget: int) -> str:
    chosen = (turns[place] for place in places)
    return block([Hit(each.turn_id, each.text, "turn", 0.0, (each,)) for each in chosen], budget)
