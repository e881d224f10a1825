"""From a plan to ranked lists: which channel is asked what, and with which weight."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from graphmem.model.hit import Filters
from graphmem.model.plan import Phrasing, QueryPlan, QuestionType, Route
from graphmem.model.ranking import Asked, Belief, Channel, Ranking
from graphmem.ports.embedder import Embedder, Matrix
from graphmem.ports.search import SearchReader

_WITHOUT_VECTOR = frozenset(
    {Channel.CONTEXT_TEXT, Channel.RECORD_TEXT, Channel.EVIDENCE_TEXT, Channel.TIME, Channel.SHORT}
)


@dataclass(frozen=True, slots=True)
class Question:
    """How one channel is asked: a phrasing, with the weight of its ranking in the fusion."""

    channel: Channel
    phrasing: Phrasing
    weight: float


def _questions(passages: float, records: Question) -> tuple[Question, ...]:
    """What every channel is asked, where the weight of passages and the question to records differ.

    Each vector channel is asked once, mostly without the names of speakers, who act as a factor instead:
    asking with names too finds hardly more, and costs a second embedding and a second search of each
    (docs/reading.md). Wishes and the profile have places of their own, so no say in the fusion
    (select.StandingWishes).
    """
    return (
        Question(Channel.PASSAGES, Phrasing.UNNAMED, passages),
        Question(Channel.CONTEXTS, Phrasing.UNNAMED, 1.5),
        Question(Channel.CONTEXT_TEXT, Phrasing.FULL, 1.0),
        records,
        Question(Channel.TIME, Phrasing.FULL, 1.0),
        Question(Channel.WISHES, Phrasing.FULL, 0.0),
        Question(Channel.PROFILE, Phrasing.FULL, 0.0),
    )


QUESTIONS = _questions(1.0, Question(Channel.RECORDS, Phrasing.UNNAMED, 0.75))

# Records that a model wrote name whom they are about and stand for themselves: asked with names, they are
# worth more. Those of the local encoder, which are sentences, are not (docs/reading.md).
MODEL_QUESTIONS = _questions(1.25, Question(Channel.RECORDS, Phrasing.FULL, 1.0))


@dataclass(frozen=True, slots=True)
class Recall:
    """Asks every channel for every route at once.

    questions: what is asked of which channel; depth: nodes per query, at least four times what is shown.
    """

    reader: SearchReader
    embedder: Embedder
    questions: tuple[Question, ...] = QUESTIONS
    depth: int = 200

    async def __call__(
        self,
        scope: str,
        plan: QueryPlan,
        *,
        top_k: int,
        filters: Filters,
        belief: Belief,
        paths: bool = False,
    ) -> tuple[Ranking, ...]:
        """Rankings of turns, first of the channels that need no vector: these run while the model embeds.

        paths: they also tell by which way each turn was found.
        """
        depth = max(4 * top_k, self.depth)

        async def ranked(asked: Sequence[Asked]) -> tuple[Ranking, ...]:
            return await self.reader.rank(
                scope, asked, depth=depth, filters=filters, belief=belief, paths=paths
            )

        async def embedded() -> tuple[Ranking, ...]:
            return await ranked(await self._embedded(plan))

        without, with_vectors = await asyncio.gather(ranked(self._worded(plan)), embedded())
        return (*without, *with_vectors)

    def _worded(self, plan: QueryPlan) -> tuple[Asked, ...]:
        """What is asked by words or by time."""
        return _merged(
            Asked(each.channel, number, each.phrasing, each.weight, text, (), route.window)
            for number, route, each, text in self._each(plan)
            if each.channel in _WITHOUT_VECTOR
        )

    async def _embedded(self, plan: QueryPlan) -> tuple[Asked, ...]:
        """What is asked by vectors; every text is embedded once."""
        wanted = [one for one in self._each(plan) if one[2].channel not in _WITHOUT_VECTOR]
        texts = list(dict.fromkeys(text for *_, text in wanted))
        vectors = dict(zip(texts, _lists(await self.embedder.embed(texts, kind="query")), strict=True))
        return _merged(
            Asked(each.channel, number, each.phrasing, each.weight, text, vectors[text], route.window)
            for number, route, each, text in wanted
        )

    def _each(self, plan: QueryPlan) -> Iterator[tuple[int, Route, Question, str]]:
        """All texts of all routes; one that stands beside a route's own weighs less, and asks for no time."""
        questions = [each for each in self.questions if _bears(each.channel, plan)]
        for number, route in enumerate(plan.routes):
            for each in questions:
                yield number, route, each, route.text(each.phrasing)
            for query in route.also:
                for each in questions:
                    if each.channel is not Channel.TIME:
                        weighed = replace(each, weight=each.weight * query.weight)
                        yield number, route, weighed, query.text(each.phrasing)


def _bears(channel: Channel, plan: QueryPlan) -> bool:
    """Wishes are asked where something is requested, the user's profile where advice is."""
    if channel is Channel.WISHES:
        return plan.wishes
    return channel is not Channel.PROFILE or plan.type is QuestionType.PERSONALIZED_ADVICE


def _merged(asked: Iterable[Asked]) -> tuple[Asked, ...]:
    """The same text asked of the same channel is asked once, with the weights of both."""
    by_key: dict[tuple[Channel, int, str], Asked] = {}
    for each in asked:
        key = (each.channel, each.route, each.text)
        weight = each.weight + (by_key[key].weight if key in by_key else 0.0)
        by_key[key] = replace(each, weight=weight)
    return tuple(by_key.values())


def _lists(vectors: Matrix) -> list[tuple[float, ...]]:
    return [tuple(vector.tolist()) for vector in vectors]
