"""What every method of retrieval is composed over."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.ports.embedder import Embedder
from graphmem.ports.llm import LLM
from graphmem.ports.reranker import Reranker
from graphmem.ports.search import CardReader, SearchReader


@dataclass(frozen=True, slots=True)
class SearchPorts:
    """The ports of a memory's searches, as one value: a method and its variations are composed over the same.

    planner: the model that plans questions; None leaves that to rules. reranker: looks at the first
    candidates again. model_records: a model writes the records, not the local encoder, so they are asked
    for in other words.
    """

    reader: SearchReader
    cards: CardReader
    embedder: Embedder
    planner: LLM | None = None
    reranker: Reranker | None = None
    model_records: bool = False
