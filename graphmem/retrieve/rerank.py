"""A second look at the first candidates, through a reranker, against the question as it was asked."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.errors import ModelError
from graphmem.model.hit import SearchRequest
from graphmem.model.ranking import Belief, Scored
from graphmem.ports.reranker import Reranker
from graphmem.ports.search import CardReader

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rerank:
    """Orders the first candidates anew by what a reranker thinks of their turns.

    pool: how many it is shown, at least twice the hits that are asked for. A place keeps its score, so that
    what follows may go on counting with it; the reranker's own stands among the factors.
    """

    cards: CardReader
    reranker: Reranker
    pool: int = 50

    async def __call__(
        self, request: SearchRequest, scored: Sequence[Scored], belief: Belief
    ) -> tuple[Scored, ...]:
        """The same candidates. When the reranker fails, in their old order, with a warning in the log."""
        head = scored[: max(self.pool, 2 * request.top_k)]
        shown = await self.cards.cards(request.scope, [each.candidate.uid for each in head], belief=belief)
        head = [each for each in head if each.candidate.uid in shown]
        turns = [shown[each.candidate.uid].turn for each in head]
        texts = [f"{turn.speaker}: {turn.text}" for turn in turns]
        try:
            marks = await self.reranker.scores(request.query, texts, scope=request.scope) if texts else ()
        except ModelError as error:
            _logger.warning("the order of the fusion is kept, since the reranker failed: %s", error)
            return tuple(scored)
        order = sorted(range(len(head)), key=lambda at: -marks[at])
        raised = [
            replace(head[at], score=place.score, factors={**head[at].factors, "rerank": marks[at]})
            for at, place in zip(order, head, strict=True)
        ]
        taken = {each.candidate.uid for each in raised}
        return (*raised, *(each for each in scored if each.candidate.uid not in taken))
