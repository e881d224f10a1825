"""A small memory without a store: turns of sessions, what a search found of them, and ports that read them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from graphmem.answer.asking import Asking
from graphmem.extract.time_expressions import find_times
from graphmem.model.answer import AskRequest, Policy
from graphmem.model.evidence import Nearness
from graphmem.model.hit import Citation, Hit, SearchRequest, SearchResult
from graphmem.model.plan import QueryPlan
from graphmem.model.ranking import Belief, Card
from graphmem.model.segment import Vector
from graphmem.ports.llm import LLM
from graphmem.retrieve.plan_rules import RulesPlanner
from graphmem.strategies.asking import asking
from graphmem.testing import FakeEmbedder

BERLIN = timezone(timedelta(hours=2))
ASKED_AT = datetime(2026, 9, 13, 10, tzinfo=BERLIN)
_SENTENCE = re.compile(r"\S[^.!?]*[.!?]*")


def turn(
    id: str, text: str, when: str | None = None, *, speaker: str = "Maya", session: str = "s1", **more: Any
) -> Citation:
    """A turn; `when` is local time; its position is the number in its id."""
    said = datetime.fromisoformat(when).replace(tzinfo=BERLIN) if when else None
    digits = re.sub(r"\D", "", id)
    return Citation(id, session, speaker, said, text, position=int(digits or 0), **more)


def hit(citation: Citation, score: float = 1.0, **more: Any) -> Hit:
    return Hit(f"r-{citation.turn_id}", citation.text, "fact", score, (citation,), **more)


@dataclass
class Memory:
    """CardReader and SentenceReader over turns; every call is noted."""

    turns: Sequence[Citation]
    embedder: FakeEmbedder = field(default_factory=FakeEmbedder)
    calls: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)

    async def cards(
        self, scope: str, turns: Sequence[str], *, belief: Belief, names: bool = False
    ) -> Mapping[str, Card]:
        raise AssertionError("answering reads no cards")

    async def similarities(self, scope: str, turns: Sequence[str], question: Vector) -> Mapping[str, float]:
        raise AssertionError("answering asks for sentences")

    async def neighbours(
        self, scope: str, turns: Sequence[str], window: int
    ) -> Mapping[str, tuple[Citation, ...]]:
        self.calls.append(("neighbours", scope, tuple(turns)))
        by_id = {each.turn_id: each for each in self.turns}
        return {
            uid: tuple(
                each
                for each in self.turns
                if each.session_id == by_id[uid].session_id
                and 0 < abs(each.position - by_id[uid].position) <= window
            )
            for uid in turns
        }

    async def nearness(
        self, scope: str, turns: Sequence[str], question: Vector
    ) -> Mapping[str, tuple[Nearness, ...]]:
        self.calls.append(("nearness", scope, tuple(turns)))
        texts = {each.turn_id: each.text for each in self.turns}
        found = {}
        for uid in turns:
            spans = [match.span() for match in _SENTENCE.finditer(texts[uid])]
            vectors = await self.embedder.embed([texts[uid][start:end] for start, end in spans])
            found[uid] = tuple(
                Nearness(start, end, float(vector @ question))
                for (start, end), vector in zip(spans, vectors, strict=True)
            )
        return found

    def asking(self, llm: LLM | None = None) -> Asking:
        """The real composition over these turns."""
        return asking(self, self, self.embedder, llm)


def plan(question: str, speakers: Sequence[str] = ("Maya", "Jonas")) -> QueryPlan:
    return RulesPlanner(find_times).plan(question, speakers, ASKED_AT)


def request(question: str, **more: Any) -> AskRequest:
    search = SearchRequest("ana", question, ASKED_AT)
    return AskRequest(search, **{"policy": Policy.ABSTAIN, **more})


def found(question: str, hits: Sequence[Hit | Citation]) -> SearchResult:
    """What a search gave, planned by rules."""
    shown = tuple(hit(each) if isinstance(each, Citation) else each for each in hits)
    return SearchResult(shown, plan(question))
