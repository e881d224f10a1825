"""One composition per method; the registry is the dict that `strategies` returns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from graphmem.model.hit import SearchRequest, SearchResult
from graphmem.retrieve.search import Search
from graphmem.strategies.evidence import NAMES, ON, evidence
from graphmem.strategies.ports import SearchPorts
from graphmem.strategies.tree_tiers import ABLATIONS, tree_tiers

__all__ = ["DEFAULT_STRATEGY", "TREE_TIERS", "Method", "SearchPorts", "Strategy", "ablations", "strategies"]

DEFAULT_STRATEGY = "evidence"
TREE_TIERS = "tree_tiers"


class Strategy(Protocol):
    """Answers a search request."""

    async def __call__(self, request: SearchRequest) -> SearchResult: ...


class Compose(Protocol):
    """Composes a method over ports, with parts switched off and on. Raises InputError for an unknown part."""

    def __call__(
        self, ports: SearchPorts, *, without: Collection[str] = (), with_: Collection[str] = ()
    ) -> Search: ...


@dataclass(frozen=True, slots=True)
class Method:
    """A method over its ports: a strategy as it is (search), and the source of its variations."""

    compose: Compose
    ports: SearchPorts
    search: Search

    @classmethod
    def of(cls, compose: Compose, ports: SearchPorts) -> Method:
        """The method composed as it is."""
        return cls(compose, ports, compose(ports))

    async def __call__(self, request: SearchRequest) -> SearchResult:
        """Hits, best first."""
        return await self.search(request)

    def varied(self, without: Collection[str] = (), with_: Collection[str] = ()) -> Search:
        """The method with parts switched off and on, and everything else as it is. Raises InputError."""
        return self.compose(self.ports, without=without, with_=with_)


def strategies(ports: SearchPorts) -> Mapping[str, Method]:
    """Every method by name, over these ports."""
    return {DEFAULT_STRATEGY: Method.of(evidence, ports), TREE_TIERS: Method.of(tree_tiers, ports)}


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
