"""One composition per method; the registry is the dict that `strategies` returns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Protocol

from graphmem.model.hit import SearchRequest, SearchResult
from graphmem.ports.embedder import Embedder
from graphmem.ports.llm import LLM
from graphmem.ports.reranker import Reranker
from graphmem.ports.search import CardReader, SearchReader
from graphmem.retrieve.recall import MODEL_QUESTIONS, QUESTIONS
from graphmem.retrieve.search import Search
from graphmem.strategies.evidence import NAMES, ON, evidence
from graphmem.strategies.tree_tiers import ABLATIONS, tree_tiers

DEFAULT_STRATEGY = "evidence"
TREE_TIERS = "tree_tiers"


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
        ),
        TREE_TIERS: tree_tiers(reader, cards, embedder),
    }


def varied(name: str, search: Search, without: Collection[str], with_: Collection[str]) -> Search:
    """The strategy of this name over the ports of another, with parts off and on. Raises InputError."""
    ports = (search.reader, search.cards, search.embedder)
    if name == TREE_TIERS:
        return tree_tiers(*ports, without=without, with_=with_)
    return evidence(*ports, questions=search.recall.questions, without=without, with_=with_)


def ablations(
    strategy: str, without: Collection[str] = (), with_: Collection[str] = ()
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What a strategy is measured without and with, each with a title: the six of its paper for tree_tiers,
    else every channel and step switched away from how it is. without, with_: switched in all of them.
    """
    if strategy == TREE_TIERS:
        for off, on in ABLATIONS:
            title = ", ".join([*(f"without {name}" for name in off), *(f"with {name}" for name in on)])
            yield title, (*without, *off), (*with_, *on)
        return
    now = (ON | set(with_)) - set(without)
    for name in sorted(NAMES, key=lambda each: (each not in now, NAMES.index(each))):
        if name in now:
            yield f"without {name}", (*without, name), tuple(with_)
        else:
            yield f"with {name}", tuple(each for each in without if each != name), (*with_, name)
