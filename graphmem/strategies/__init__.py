"""One composition per method; the registry is the dict that `strategies` returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from graphmem.model.hit import SearchRequest, SearchResult
from graphmem.ports.embedder import Embedder
from graphmem.ports.llm import LLM
from graphmem.ports.reranker import Reranker
from graphmem.ports.search import CardReader, SearchReader
from graphmem.retrieve.recall import MODEL_QUESTIONS, QUESTIONS
from graphmem.strategies.evidence import evidence

DEFAULT_STRATEGY = "evidence"


class Strategy(Protocol):
    """Answers a search request."""

    async def __call__(self, request: SearchRequest) -> SearchResult: ...


def strategies(
    reader: SearchReader,
    cards: CardReader,
    embedder: Embedder,
    planner_llm: LLM | None = None,
    reranker: Reranker | None = None,
    *,
    model_records: bool = False,
) -> Mapping[str, Strategy]:
    """Every method by name, over these ports. planner_llm: plans questions; None leaves that to rules.

    model_records: a model writes the records, not the local encoder.
    """
    questions = MODEL_QUESTIONS if model_records else QUESTIONS
    return {
        DEFAULT_STRATEGY: evidence(
            reader, cards, embedder, llm=planner_llm, reranker=reranker, questions=questions
        )
    }
