"""The order of candidates, as a language model sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.errors import LLMError, RerankerError
from graphmem.ports import LLM
from graphmem.prompts.rerank import Order, rerank_prompt

_SHOWN_LETTERS = 1200


@dataclass(frozen=True, slots=True)
class ListwiseReranker:
    """Implements ports.Reranker with one structured call that orders the whole list.

    window: candidates that are shown, the first ones; those behind keep their order. A text is shown with
    its first 1,200 letters. Of the answer, ids that were not shown or come again are dropped, and missing
    ones follow in their old order.
    """

    llm: LLM
    window: int = 50

    @property
    def id(self) -> str:
        """The model's name."""
        return f"llm:{self.llm.id}"

    async def scores(self, question: str, texts: Sequence[str], *, scope: str = "") -> Sequence[float]:
        """See ports.Reranker: n for the first of n texts, 1 for the last. Raises ConfigError as ports.LLM."""
        if len(texts) < 2:
            return [1.0] * len(texts)
        shown = [text[:_SHOWN_LETTERS] for text in texts[: self.window]]
        try:
            answer = await self.llm.structured(rerank_prompt(question, shown, scope=scope), Order)
        except LLMError as error:
            raise RerankerError(f"Reranker {self.id} has no order for {len(shown)} texts: {error}") from error
        places = _permutation((number - 1 for number in answer.ids), len(shown), len(texts))
        ranks = {place: rank for rank, place in enumerate(places)}
        return [float(len(texts) - ranks[place]) for place in range(len(texts))]


def _permutation(answered: Iterable[int], shown: int, count: int) -> list[int]:
    usable = dict.fromkeys(place for place in answered if 0 <= place < shown)
    return [*usable, *(place for place in range(count) if place not in usable)]
