"""What reading asks of the store. Every method binds one scope; nothing of another user can come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graphmem.model.hit import Citation, Filters
from graphmem.model.ranking import Asked, Belief, Candidate, Card, Ranking
from graphmem.model.segment import Vector


class SearchReader(Protocol):
    """Candidates for a question. Methods raise ServerUnavailable."""

    async def speakers(self, scope: str) -> tuple[str, ...]:
        """Names of those who speak in this scope's sessions."""
        ...

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
        """One ranking per query, all channels in parallel, each of at most `depth` nodes.

        paths: the rankings also tell by which way each turn was found, which takes a little longer.
        """
        ...

    async def matching(
        self, scope: str, filters: Filters, belief: Belief, *, limit: int
    ) -> Mapping[str, frozenset[str]]:
        """Believed records that the filters by type, tag and entity admit, by the turn behind them."""
        ...

    async def candidates(self, scope: str, turns: Sequence[str]) -> Mapping[str, Candidate]:
        """What is known of these turns, by uid."""
        ...


class CardReader(Protocol):
    """What is shown of the chosen turns. Methods raise ServerUnavailable."""

    async def cards(
        self, scope: str, turns: Sequence[str], *, belief: Belief, names: bool = False
    ) -> Mapping[str, Card]:
        """Each turn with the believed records that it proves, by turn uid.

        names: the records bring the names of their entities, which takes a little longer.
        """
        ...

    async def neighbours(
        self, scope: str, turns: Sequence[str], window: int
    ) -> Mapping[str, tuple[Citation, ...]]:
        """For each turn those at most `window` places away in its session, in order, without itself."""
        ...

    async def similarities(self, scope: str, turns: Sequence[str], question: Vector) -> Mapping[str, float]:
        """The best centred cosine, -1 to 1, of each turn's passages to the question's raw unit vector."""
        ...
