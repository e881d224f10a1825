"""The control: naive RAG, every turn one text, the nearest first, with the same embedder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from graphmem.bench.datasets import Benchmark, Dialogue, Question
from graphmem.bench.metrics import Outcome, judge
from graphmem.ports.embedder import Embedder, Matrix

NAME = "naive RAG"


@dataclass(frozen=True, slots=True)
class NaiveRag:
    """Ranks the turns of a conversation by the cosine of their whole text to the question, in memory.

    Each conversation is embedded once; seconds: what that took, by scope. It is all that adding costs here.
    """

    embedder: Embedder
    seconds: dict[str, float] = field(default_factory=dict)
    _vectors: dict[str, Matrix] = field(default_factory=dict)

    async def all(self, data: Benchmark, tell: Callable[[int], None]) -> tuple[Outcome, ...]:
        """The outcome of every question in the file's order. tell: told how many were asked."""
        outcomes: list[Outcome] = []
        for dialogue in data.dialogues:
            if not dialogue.questions:
                continue
            turns = await self.turns(dialogue)
            for question in dialogue.questions:
                outcomes.append(await self._asked(question, turns))
                tell(len(outcomes))
        return tuple(outcomes)

    async def turns(self, dialogue: Dialogue) -> Matrix:
        """The vectors of the conversation's turns, in their order."""
        if dialogue.scope not in self._vectors:
            started = perf_counter()
            self._vectors[dialogue.scope] = await self._embedded(dialogue)
            self.seconds[dialogue.scope] = perf_counter() - started
        return self._vectors[dialogue.scope]

    async def _embedded(self, dialogue: Dialogue) -> Matrix:
        texts = [
            f"{message.name}: {message.content}" if message.name else message.content
            for session in dialogue.sessions
            for message in session.messages
        ]
        return await self.embedder.embed(texts, kind="document")

    async def order(self, question: Question, turns: Matrix) -> list[int]:
        """The places of all turns, the nearest to the question first."""
        (vector,) = await self.embedder.embed([question.text], kind="query")
        ranked: list[int] = np.argsort(-(turns @ vector), kind="stable").tolist()
        return ranked

    async def _asked(self, question: Question, turns: Matrix) -> Outcome:
        order = await self.order(question, turns)
        return judge(question, order, order)
