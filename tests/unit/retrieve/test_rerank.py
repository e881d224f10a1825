"""A second look at the first candidates."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import pytest

from graphmem.errors import RerankerError
from graphmem.model.hit import Citation, SearchRequest
from graphmem.model.ranking import Belief, Candidate, Card, Scored
from graphmem.retrieve.rerank import Rerank

SAID = datetime(2026, 1, 1, tzinfo=UTC)
REQUEST = SearchRequest("ana", "Which bike?", SAID, top_k=2)
RANKED = [Scored(Candidate(u, "s", 0, "Ana", "user", SAID, SAID, 1.0, False), s) for u, s in
          (("a", 0.9), ("b", 0.5), ("c", 0.4), ("d", 0.1))]  # fmt: skip


class Cards:
    """Knows every turn but d."""

    async def cards(
        self, scope: str, turns: Sequence[str], *, belief: Belief, names: bool = False
    ) -> Mapping[str, Card]:
        return {uid: Card(Citation(uid, "s", "Ana", SAID, f"text {uid}")) for uid in turns if uid != "d"}


class Marks:
    """Marks texts by a table, and keeps what it was asked."""

    id = "marks"

    def __init__(self, marks: Mapping[str, float] | None) -> None:
        self.marks = marks
        self.asked: list[tuple[str, list[str], str]] = []

    async def scores(self, question: str, texts: Sequence[str], *, scope: str = "") -> Sequence[float]:
        self.asked.append((question, list(texts), scope))
        if self.marks is None:
            raise RerankerError("the endpoint is down")
        return [self.marks[text] for text in texts]


async def ranked(reranker: Marks, pool: int = 50) -> list[tuple[str, float]]:
    found = await Rerank(Cards(), reranker, pool)(REQUEST, RANKED, Belief())  # type: ignore[arg-type]  # one method
    return [(each.candidate.uid, each.score) for each in found]


async def test_the_rerankers_order_takes_the_places_and_their_scores() -> None:
    marks = Marks({"Ana: text a": 0.1, "Ana: text b": 0.2, "Ana: text c": 0.9})
    assert await ranked(marks) == [("c", 0.9), ("b", 0.5), ("a", 0.4), ("d", 0.1)]
    assert marks.asked == [("Which bike?", ["Ana: text a", "Ana: text b", "Ana: text c"], "ana")]


async def test_a_reranker_that_fails_costs_only_its_order(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert await ranked(Marks(None)) == [("a", 0.9), ("b", 0.5), ("c", 0.4), ("d", 0.1)]
    assert "the endpoint is down" in caplog.text


async def test_equal_marks_change_nothing() -> None:
    marks = Marks(dict.fromkeys(("Ana: text a", "Ana: text b", "Ana: text c"), 0.5))
    assert [uid for uid, _ in await ranked(marks)] == ["a", "b", "c", "d"]
