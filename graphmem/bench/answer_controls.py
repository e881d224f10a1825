"""What stands beside the memory's answers: the whole conversation as context, and the turns of naive RAG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from graphmem.arguments.ask_request import LARGEST_BUDGET, ask_request
from graphmem.bench.datasets import Asked, Benchmark, Dialogue, Question
from graphmem.bench.metrics import Key
from graphmem.bench.naive import NAME, NaiveRag
from graphmem.model.answer import AskRequest
from graphmem.model.hit import Citation, Hit, SearchResult
from graphmem.model.plan import QueryPlan

MEMORY, FULL, NAIVE = "graphmem", "full context", NAME
TURNS = 20
"""Turns of naive RAG that are read."""


@dataclass(frozen=True, slots=True)
class Contexts:
    """Contexts as if a search had found them. nearest: places of naive RAG's turns for each question."""

    nearest: Mapping[Key, tuple[int, ...]]

    def result(
        self, system: str, question: Question, dialogue: Dialogue, plan: QueryPlan | None
    ) -> SearchResult:
        """The hits of FULL or NAIVE. plan: how the memory understood the question, so that all are asked
        alike.
        """
        turns = citations(dialogue)
        places = range(len(turns)) if system == FULL else self.nearest[question.key]
        hits = tuple(Hit(turns[at].turn_id, turns[at].text, "turn", 0.0, (turns[at],)) for at in places)
        return SearchResult(hits, plan)


async def contexts(data: Benchmark, naive: NaiveRag, tell: Callable[[int], None]) -> Contexts:
    """Rank the turns for every question. tell: told how many questions are done."""
    nearest: dict[Key, tuple[int, ...]] = {}
    for dialogue in data.dialogues:
        if not dialogue.probes:
            continue
        turns = await naive.turns(dialogue)
        for question in dialogue.probes:
            nearest[question.key] = tuple((await naive.order(question, turns))[:TURNS])
            tell(len(nearest))
    return Contexts(nearest)


def citations(dialogue: Dialogue) -> tuple[Citation, ...]:
    """The turns of a conversation in order, as a search would cite them."""
    return tuple(
        Citation(
            f"{session.session_id}/{message.id}",
            session.session_id or "",
            message.name or "",
            message.timestamp,
            message.content,
            message.role,
            message.id,
            position,
        )
        for session in dialogue.sessions
        for position, message in enumerate(session.messages)
    )


def request(asked: Asked, scope: str, now: datetime) -> AskRequest:
    """As the memory's own, but for the context, which is read whole."""
    return ask_request(
        asked.text,
        scope=scope,
        now=now,
        token_budget=LARGEST_BUDGET,
        reference_time=asked.reference_time,
    )
