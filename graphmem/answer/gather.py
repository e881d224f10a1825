"""From what a search found to the context of an answer (JustMem, section 3.2: Lookup, Compose, Replay)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from graphmem.answer.asked import telling
from graphmem.answer.dates import Times
from graphmem.model.answer import AskRequest
from graphmem.model.evidence import Evidence, Item
from graphmem.model.hit import Citation, Hit, SearchResult
from graphmem.model.plan import Access
from graphmem.ports.search import CardReader
from graphmem.text.excerpt import excerpt

LONGEST = 0.4
"""Share of the budget that one turn may take; a longer one is read in excerpts."""
LINE = 12  # tokens of a line's number, speaker and date
_DATED = 100_000
"""Characters of a turn in which dates are looked for: a quarter of a second, in which all else waits."""


@dataclass(frozen=True, slots=True)
class Gather:
    """The turns that are read for an answer, within a budget of tokens.

    Lookup and Compose read the turns of the hits, best first, then those beside them. Replay also reads the
    session around the best hit, before the other hits, for at most `share` of the budget; `reach` turns to
    each side. Where filters or a time of belief bound the search, only its hits are read. count: tokens of a
    text; times: expressions in a turn that say when.
    """

    cards: CardReader
    count: Callable[[str], int]
    times: Times
    share: float = 0.6
    reach: int = 20

    async def __call__(self, request: AskRequest, found: SearchResult) -> Evidence:
        """Raises ServerUnavailable."""
        chosen = _Chosen(self.count, request.token_budget, telling(request.search.query, found.plan))
        hits = found.hits
        if found.plan and found.plan.access is Access.REPLAY and hits and not request.confined:
            best = hits[0]
            chosen.take([(best.citations[0], best, 0)], longest=1.0)
            source = await self._source(request.search.scope, best)
            chosen.take(((turn, None, 0) for turn in source), share=self.share)
        for rank, hit in enumerate(hits):
            chosen.take((turn, hit, rank) for turn in hit.citations)
        for rank, hit in enumerate(hits if not request.confined else ()):
            chosen.take((turn, None, rank) for turn in hit.neighbours)
        return self.numbered(chosen.turns.values())

    async def _source(self, scope: str, best: Hit) -> Sequence[Citation]:
        """The turns of the best hit's session, the nearest to it first, and what followed before what led."""
        turn = best.citations[0]
        near = (await self.cards.neighbours(scope, [turn.turn_id], self.reach)).get(turn.turn_id, ())
        return sorted(near, key=lambda each: (abs(each.position - turn.position), -each.position))

    def numbered(self, chosen: Iterable[Chosen]) -> Evidence:
        """The chosen turns in the order in which they were said."""
        ordered = sorted(chosen, key=lambda each: place(each.citation))
        items = tuple(
            Item(
                number,
                each.citation,
                each.rank,
                each.hit,
                each.text,
                tuple(self.times(each.citation.text[:_DATED], each.citation.said_at)),
            )
            for number, each in enumerate(ordered, start=1)
        )
        return Evidence(items, sum(map(self.count, (each.text for each in items))))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A turn for the context, before it has a number."""

    citation: Citation
    rank: int
    hit: Hit | None
    text: str


@dataclass(slots=True)
class _Chosen:
    """Turns taken so far, each once, while the budget lasts; what is too long gives way to what fits.

    wanted: words that an excerpt of a long turn should hold.
    """

    count: Callable[[str], int]
    budget: int
    wanted: frozenset[str]
    used: int = 0
    turns: dict[str, Chosen] = field(default_factory=dict)

    def take(
        self,
        offered: Iterable[tuple[Citation, Hit | None, int]],
        *,
        share: float = 1.0,
        longest: float = LONGEST,
    ) -> None:
        """share: of the budget that may be used up; longest: that one turn may take, else an excerpt."""
        limit = int(self.budget * share)
        for citation, hit, rank in offered:
            known = self.turns.get(citation.turn_id)
            if known is not None:
                if known.hit is None and hit is not None:
                    self.turns[citation.turn_id] = Chosen(citation, rank, hit, known.text)
                continue
            most = min(int(self.budget * longest), self.budget - LINE)
            text = excerpt(citation.text, self.wanted, most, self.count)
            cost = self.count(text) + LINE
            if text and self.used + cost <= limit:
                self.used += cost
                self.turns[citation.turn_id] = Chosen(citation, rank, hit, text)


def place(citation: Citation) -> tuple[bool, float, str, int]:
    """Where a turn stands in the order in which things were said; what has no date comes last."""
    said = citation.said_at
    return said is None, said.timestamp() if said else 0.0, citation.session_id, citation.position
