"""One composition per method; the registry is the dict that `strategies` returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from graphmem.model.hit import SearchRequest, SearchResult
from graphmem.ports.embedder import Embedder
from graphmem.ports.search import CardReader, SearchReader
from graphmem.strategies.evidence import evidence

DEFAULT_STRATEGY = "evidence"


class Strategy(Protocol):
    """Answers a search request."""

    async def __call__(self, request: SearchRequest) -> SearchResult: ...


def strategies(reader: SearchReader, cards: CardReader, embedder: Embedder) -> Mapping[str, Strategy]:
    """Every method by name, over these ports."""
    return {DEFAULT_STRATEGY: evidence(reader, cards, embedder)}
