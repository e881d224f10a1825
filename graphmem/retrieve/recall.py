"""From a plan to ranked lists: which channel is asked what, and with which weight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.model.hit import Filters
from graphmem.model.plan import Phrasing, QueryPlan
from graphmem.model.ranking import Asked, Belief, Channel, Ranking
from graphmem.ports.embedder import Embedder, Matrix
from graphmem.ports.search import SearchReader

_WITHOUT_VECTOR = frozenset({Channel.CONTEXT_TEXT, Channel.RECORD_TEXT, Channel.EVIDENCE_TEXT, Channel.TIME})


@dataclass(frozen=True, slots=True)
class Question:
    """How one channel is asked: a phrasing, with the weight of its ranking in the fusion."""

    channel: Channel
    phrasing: Phrasing
    weight: float


# Each vector channel is asked once, without the names of speakers, who act as a factor instead. Asking with
# names too finds hardly more, and costs a second embedding and a second search of each (docs/reading.md).
QUESTIONS = (
    Question(Channel.PASSAGES, Phrasing.UNNAMED, 1.0),
    Question(Channel.CONTEXTS, Phrasing.UNNAMED, 1.5),
    Question(Channel.CONTEXT_TEXT, Phrasing.FULL, 1.0),
    Question(Channel.RECORDS, Phrasing.UNNAMED, 0.75),
    Question(Channel.TIME, Phrasing.FULL, 1.0),
)


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
        self, scope: str, plan: QueryPlan, *, top_k: int, filters: Filters, belief: Belief
    ) -> tuple[Ranking, ...]:
        """Rankings of turns in the order of routes and questions."""
        asked = await self._asked(plan)
        depth = max(4 * top_k, self.depth)
        return await self.reader.rank(scope, asked, depth=depth, filters=filters, belief=belief)

    async def _asked(self, plan: QueryPlan) -> tuple[Asked, ...]:
        texts = _distinct(
            route.text(each.phrasing)
            for route in plan.routes
            for each in self.questions
            if each.channel not in _WITHOUT_VECTOR
        )
        vectors = dict(zip(texts, _lists(await self.embedder.embed(texts, kind="query")), strict=True))
        asked: dict[tuple[Channel, int, str], Asked] = {}
        for number, route in enumerate(plan.routes):
            for each in self.questions:
                text = route.text(each.phrasing)
                key = (each.channel, number, text)
                weight = each.weight + (asked[key].weight if key in asked else 0.0)
                vector = () if each.channel in _WITHOUT_VECTOR else vectors[text]
                asked[key] = Asked(each.channel, number, each.phrasing, weight, text, vector, route.window)
        return tuple(asked.values())


def _distinct(texts: Iterable[str]) -> Sequence[str]:
    return list(dict.fromkeys(texts))


def _lists(vectors: Matrix) -> list[tuple[float, ...]]:
    return [tuple(vector.tolist()) for vector in vectors]
