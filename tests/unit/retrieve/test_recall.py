"""What is asked of which channel, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from graphmem.model.hit import Filters
from graphmem.model.plan import Operation, Phrasing, Query, QueryPlan, QuestionType, Route
from graphmem.model.ranking import Asked, Belief, Channel, Ranking
from graphmem.ports.embedder import Matrix
from graphmem.retrieve.recall import Question, Recall
from graphmem.testing import FakeEmbedder

ROUTE = Route(
    "q",
    (
        (Phrasing.FULL, "Where does Ana live?"),
        (Phrasing.UNNAMED, "Where does live?"),
    ),
)
PLAN = QueryPlan("Where does Ana live?", QuestionType.SINGLE, Operation.LOOKUP, (ROUTE,))
WORDS = Question(Channel.CONTEXT_TEXT, Phrasing.FULL, 1.0)
TIME = Question(Channel.TIME, Phrasing.FULL, 1.0)
VECTORS = Question(Channel.PASSAGES, Phrasing.UNNAMED, 1.0)


class RecordingReader:
    """Ranks nothing; keeps what it was asked, and tells when words were asked for."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.depth = 0
        self.paths = False
        self.words = asyncio.Event()

    async def rank(
        self,
        scope: str,
        asked: Sequence[Asked],
        *,
        depth: int,
        filters: Filters,
        belief: Belief,
        paths: bool = False,
    ) -> tuple[Ranking, ...]:
        self.asked += asked
        self.paths = paths
        self.depth = depth
        if any(each.channel is Channel.CONTEXT_TEXT for each in asked):
            self.words.set()
        return tuple(Ranking(each.channel, each.route, each.phrasing, each.weight, ("t",)) for each in asked)


class WaitingEmbedder(FakeEmbedder):
    """Embeds once words have been searched: a recall that embeds first would wait for ever."""

    def __init__(self, words: asyncio.Event) -> None:
        super().__init__()
        self.words = words

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        await asyncio.wait_for(self.words.wait(), 5)
        return await super().embed(texts, kind=kind)


async def recalled(reader: RecordingReader, *questions: Question, top_k: int = 10) -> tuple[Ranking, ...]:
    recall = Recall(reader, WaitingEmbedder(reader.words), questions)  # type: ignore[arg-type]  # one method
    return await recall("s", PLAN, top_k=top_k, filters=Filters(), belief=Belief())


async def test_words_are_searched_while_the_question_is_embedded() -> None:
    found = await recalled(RecordingReader(), VECTORS, WORDS)
    assert [each.channel for each in found] == [Channel.CONTEXT_TEXT, Channel.PASSAGES]


async def test_only_channels_of_vectors_are_given_one() -> None:
    reader = RecordingReader()
    await recalled(reader, VECTORS, WORDS)
    assert {each.channel: len(each.vector) for each in reader.asked} == {"context_text": 0, "passages": 64}


async def test_the_same_text_is_asked_once_with_both_weights() -> None:
    reader = RecordingReader()
    await recalled(reader, WORDS, Question(Channel.CONTEXT_TEXT, Phrasing.FULL, 0.5))
    assert [each.weight for each in reader.asked] == [1.5]


async def test_the_depth_grows_with_what_is_shown() -> None:
    reader = RecordingReader()
    await recalled(reader, WORDS, top_k=100)
    assert reader.depth == 400


async def test_the_reader_tells_paths_when_they_are_asked_for() -> None:
    reader = RecordingReader()
    recall = Recall(reader, FakeEmbedder(), (WORDS,))  # type: ignore[arg-type]  # one method
    await recall("s", PLAN, top_k=10, filters=Filters(), belief=Belief(), paths=True)
    assert reader.paths


async def test_what_stands_beside_a_route_is_asked_too_and_weighs_less() -> None:
    beside = Query(((Phrasing.FULL, "Ana's home"), (Phrasing.UNNAMED, "home")), 0.25)
    plan = replace(PLAN, routes=(replace(ROUTE, also=(beside,)),))
    reader = RecordingReader()
    recall = Recall(reader, FakeEmbedder(), (WORDS, VECTORS, TIME))  # type: ignore[arg-type]  # one method

    await recall("s", plan, top_k=10, filters=Filters(), belief=Belief())

    assert [(each.channel, each.route, each.text, each.weight) for each in reader.asked] == [
        (Channel.CONTEXT_TEXT, 0, "Where does Ana live?", 1.0),
        (Channel.TIME, 0, "Where does Ana live?", 1.0),
        (Channel.CONTEXT_TEXT, 0, "Ana's home", 0.25),
        (Channel.PASSAGES, 0, "Where does live?", 1.0),
        (Channel.PASSAGES, 0, "home", 0.25),
    ]
