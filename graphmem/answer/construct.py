"""The context of one question, made when it is asked (LazyMem, sections 3.2 and G.1, untrained)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from graphmem.answer.asked import telling
from graphmem.answer.gather import LINE, LONGEST, Chosen, Gather
from graphmem.answer.windows import Windows
from graphmem.model.answer import AskRequest
from graphmem.model.evidence import Evidence
from graphmem.model.hit import Citation, Hit, SearchResult
from graphmem.model.plan import QueryPlan
from graphmem.ports.search import CardReader
from graphmem.text.excerpt import excerpt

Part = Sequence[Citation]
Kept = str | None
"""What is left of a message; None when it is dropped."""
CANDIDATES = 50


class Keep(Protocol):
    """Decides on each message of each part of a window, in their order."""

    async def __call__(
        self, request: AskRequest, plan: QueryPlan | None, parts: Sequence[Part]
    ) -> Sequence[Sequence[Kept]]: ...


@dataclass(frozen=True, slots=True)
class Construct:
    """Reads many candidates in windows and keeps what bears on the question, in the order it was said.

    candidates: turns that open a window (n). What is cited and quoted stays the turn itself.
    """

    cards: CardReader
    gather: Gather
    keep: Keep
    count: Callable[[str], int]
    windows: Windows = field(default_factory=Windows)
    candidates: int = CANDIDATES

    async def __call__(self, request: AskRequest, found: SearchResult) -> Evidence:
        """At most the budget of the request; the best candidates first. Raises ServerUnavailable."""
        ranks = _ranks(found.hits, self.candidates)
        turns = {citation.turn_id: citation for citation, _, _ in ranks.values()}
        around: Mapping[str, Sequence[Citation]] = {}
        if turns and not request.confined:
            around = await self.cards.neighbours(request.search.scope, list(turns), self.windows.width)
        windows = self.windows(turns.values(), around)
        parts = [part for window in windows for part in self.windows.parts(window)]
        decided = await self.keep(request, found.plan, parts) if parts else ()
        kept = merged(parts, decided)
        offered = [
            _chosen(message, kept[message.turn_id], window, ranks)
            for window in windows
            for message in window
            if message.turn_id in kept
        ]
        wanted = telling(request.search.query, found.plan)
        return self.gather.numbered(self._within(offered, request.token_budget, wanted))

    def _within(self, offered: Sequence[Chosen], budget: int, wanted: frozenset[str]) -> list[Chosen]:
        """What fits: candidates by rank, then what stands around them; of what is long still an excerpt."""
        taken, used = [], 0
        longest = min(int(budget * LONGEST), budget - LINE)
        for each in sorted(offered, key=lambda each: (each.hit is None, each.rank)):
            text = excerpt(each.text, wanted, longest, self.count)
            cost = self.count(text) + LINE
            if text and used + cost <= budget:
                used += cost
                taken.append(replace(each, text=text))
        return taken


def merged(parts: Sequence[Part], decided: Sequence[Sequence[Kept]]) -> dict[str, str]:
    """What is kept of each message, by turn: of two decisions one that keeps wins, then the earlier."""
    kept: dict[str, str] = {}
    for part, decisions in zip(parts, decided, strict=True):
        for message, text in zip(part, decisions, strict=True):
            if text is not None:
                kept.setdefault(message.turn_id, text)
    return kept


Ranks = Mapping[str, tuple[Citation, Hit, int]]


def _ranks(hits: Sequence[Hit], most: int) -> Ranks:
    """The first distinct turns behind the hits, each with its hit and that hit's rank."""
    found: dict[str, tuple[Citation, Hit, int]] = {}
    for rank, hit in enumerate(hits):
        for citation in hit.citations:
            if len(found) < most:
                found.setdefault(citation.turn_id, (citation, hit, rank))
    return found


def _chosen(message: Citation, text: str, window: Part, ranks: Ranks) -> Chosen:
    """A message with the rank of its hit, or of the candidate that stands nearest to it in its window."""
    own = ranks.get(message.turn_id)
    if own:
        return Chosen(message, own[2], own[1], text)
    candidates = [ranks[each.turn_id] for each in window if each.turn_id in ranks]
    nearest = min(candidates, key=lambda each: (abs(each[0].position - message.position), each[2]))
    return Chosen(message, nearest[2], None, text)
