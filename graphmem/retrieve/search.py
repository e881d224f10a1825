"""The reading path: plan, recall, fuse, select, present (LycheeMemory V2, section 3.5, over turns)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from graphmem.model.hit import Filters, GraphPath, Hit, PathNode, SearchRequest, SearchResult
from graphmem.model.plan import Access, Phrasing, QueryPlan
from graphmem.model.ranking import Belief, Candidate, Card, Channel, Ranking, Scored
from graphmem.model.stated import MEMORY, times
from graphmem.ports.embedder import Embedder
from graphmem.ports.planner import Planner
from graphmem.ports.search import CardReader, SearchReader
from graphmem.retrieve.exact import exact_first
from graphmem.retrieve.fuse import ReciprocalRankFusion, SessionBonus, TurnFactors
from graphmem.retrieve.present import Present
from graphmem.retrieve.recall import Recall
from graphmem.retrieve.rerank import Rerank
from graphmem.retrieve.select import MaximalMarginalRelevance, RouteQuota, StandingWishes
from graphmem.text.identifiers import identifiers

_EXACT = 300
_MATCHING = 20_000
_WISHED = (Channel.WISHES, Channel.PROFILE)
Wanted = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Search:
    """Answers a SearchRequest with hits. Reading writes nothing.

    pool: turns that are looked at closely after the first fusion, at least six times what is shown.
    bonus, quota, rerank, diversity: None leaves the step out.
    """

    reader: SearchReader
    cards: CardReader
    embedder: Embedder
    planner: Planner
    recall: Recall
    fuse: ReciprocalRankFusion = field(default_factory=ReciprocalRankFusion)
    factors: TurnFactors = field(default_factory=TurnFactors)
    bonus: SessionBonus | None = field(default_factory=SessionBonus)
    quota: RouteQuota | None = field(default_factory=RouteQuota)
    rerank: Rerank | None = None
    wishes: StandingWishes = field(default_factory=StandingWishes)
    diversity: MaximalMarginalRelevance | None = None
    pool: int = 100

    async def __call__(self, request: SearchRequest) -> SearchResult:
        """Hits, best first. Raises EmbedderError and ServerUnavailable."""
        watch = _Watch()
        belief = Belief(request.known_at, request.as_of)
        speakers = await self.reader.speakers(request.scope)
        plan = await self.planner(request.query, speakers, request.reference_time, scope=request.scope)
        watch("plan")
        rankings = await self.recall(
            request.scope,
            plan,
            top_k=request.top_k,
            filters=request.filters,
            belief=belief,
            paths=request.explain,
        )
        wanted = await self._wanted(request, belief)
        if wanted is not None:
            rankings = await self._narrowed(request, rankings, wanted)
        watch("recall")
        scored = await self._scored(request, plan, rankings)
        watch("fuse")
        if self.rerank:
            scored = await self.rerank(request, scored, belief)
            watch("rerank")
        if wished := _wished(rankings):
            scored = self.wishes(scored, wished, request.top_k)
        chosen = await self._select(request, rankings, scored, belief, wanted)
        hits = Present(request.explain)(
            request, chosen.scored, chosen.shown, chosen.cards, rankings, chosen.similarities
        )
        if (window := request.options.get("window")) and hits:
            hits = await self._with_neighbours(request.scope, hits, window)
        watch("select")
        return SearchResult(hits, plan, {**watch.seconds, **_channels(rankings)})

    async def _scored(
        self, request: SearchRequest, plan: QueryPlan, rankings: Sequence[Ranking]
    ) -> tuple[Scored, ...]:
        fused = self.fuse(rankings)
        first = list(dict.fromkeys([*list(fused)[: max(6 * request.top_k, self.pool)], *_wished(rankings)]))
        candidates = await self.reader.candidates(request.scope, first)
        allowed = _allowed(request, candidates)
        scores = {turn: fused.get(turn, 0.0) for turn in first if turn in allowed}
        scored = self.factors(scores, candidates, plan)
        if self.quota and len(plan.routes) > 1:
            scored = self.quota(scored, _by_route(rankings, self.fuse, len(plan.routes)), request.top_k)
        if self.bonus and plan.access is not Access.COMPOSE:
            scored = self.bonus(scored)
        return scored

    async def _wanted(self, request: SearchRequest, belief: Belief) -> Wanted | None:
        """By turn, the records that the filters admit; None when no filter asks for records."""
        if not request.filters.needs_record:
            return None
        return await self.reader.matching(request.scope, request.filters, belief, limit=_MATCHING)

    async def _narrowed(
        self, request: SearchRequest, rankings: Sequence[Ranking], wanted: Wanted
    ) -> tuple[Ranking, ...]:
        """Rankings cut down to turns behind the wanted records; a few of these are ranked exactly."""
        kept = [replace(each, turns=tuple(t for t in each.turns if t in wanted)) for each in rankings]
        if 0 < len(wanted) <= _EXACT:
            near = await self._similarities(request, sorted(wanted))
            order = tuple(sorted(near, key=lambda turn: -near[turn]))
            paths = {turn: _proof(min(wanted[turn]), turn) for turn in order} if request.explain else {}
            kept.append(Ranking(Channel.EXACT, 0, Phrasing.FULL, 1.0, order, paths=paths))
        return tuple(kept)

    async def _with_neighbours(self, scope: str, hits: Sequence[Hit], window: int) -> tuple[Hit, ...]:
        first = [hit.citations[0].turn_id for hit in hits]
        near = await self.cards.neighbours(scope, first, window)
        return tuple(
            replace(hit, neighbours=near.get(turn, ())) for hit, turn in zip(hits, first, strict=True)
        )

    async def _similarities(self, request: SearchRequest, turns: Sequence[str]) -> Mapping[str, float]:
        (vector,) = await self.embedder.embed([request.query], kind="query")
        return await self.cards.similarities(request.scope, turns, vector)

    async def _select(
        self,
        request: SearchRequest,
        rankings: Sequence[Ranking],
        scored: Sequence[Scored],
        belief: Belief,
        wanted: Wanted | None,
    ) -> _Selection:
        """The turns that may be shown, with their cards, in their final order."""
        exact = identifiers(request.query)
        most = self.pool if exact else max(2 * request.top_k, 20)
        first = [each.candidate.uid for each in scored[:most]]
        names = self.diversity is not None
        cards = await self.cards.cards(request.scope, first, belief=belief, names=names)
        if wanted is not None:
            cards = {uid: _only(card, wanted[uid]) for uid, card in cards.items() if uid in wanted}
        cards = {uid: card for uid, card in cards.items() if _stands(card, request)}
        similarities: Mapping[str, float] = {}
        least = request.options.get("threshold")
        if least is not None or request.explain:
            similarities = await self._similarities(request, list(cards))
        if least is not None:
            cards = {uid: card for uid, card in cards.items() if similarities.get(uid, -1.0) >= least}
        scored = exact_first(exact, scored, cards)
        if self.diversity:
            scored = self.diversity(scored, cards, rankings, request.top_k)
        missing = _proofs(cards) - cards.keys()
        if missing:
            extra = await self.cards.cards(request.scope, sorted(missing), belief=belief)
            return _Selection(tuple(scored), cards, {**extra, **cards}, similarities)
        return _Selection(tuple(scored), cards, cards, similarities)


@dataclass(frozen=True, slots=True)
class _Selection:
    """shown: cards of turns that may head a hit; cards: these, and other turns that prove their records."""

    scored: tuple[Scored, ...]
    shown: Mapping[str, Card]
    cards: Mapping[str, Card]
    similarities: Mapping[str, float]


def _proof(record: str, turn: str) -> GraphPath:
    """The way from a record that the filters admit to a turn behind it, as search/matching goes."""
    return PathNode(("Record",), record), PathNode(("Turn",), turn, "EVIDENCED_BY")


def _wished(rankings: Sequence[Ranking]) -> list[str]:
    """The turns behind standing wishes and the user's profile, nearest first."""
    return [
        turn for channel in _WISHED for each in rankings if each.channel is channel for turn in each.turns
    ]


def _admits(filters: Filters, candidate: Candidate) -> bool:
    said = candidate.said_at
    return (
        (filters.session_id is None or candidate.session_uid == filters.session_id)
        and (filters.agent_id is None or candidate.agent_id == filters.agent_id)
        and (filters.after is None or (said is not None and said >= filters.after))
        and (filters.before is None or (said is not None and said < filters.before))
    )


def _allowed(request: SearchRequest, candidates: Mapping[str, Candidate]) -> frozenset[str]:
    """Candidates that the filters and the time of knowledge admit."""
    known = request.known_at
    return frozenset(
        uid
        for uid, each in candidates.items()
        if _admits(request.filters, each)
        and (known is None or each.recorded_at is None or each.recorded_at <= known)
    )


def _only(card: Card, records: frozenset[str]) -> Card:
    return replace(card, records=tuple(each for each in card.records if each.uid in records))


def _stands(card: Card, request: SearchRequest) -> bool:
    """A turn that no record of that time covers counts from when it was said; a statement that was remembered
    elsewhere counts by the times that came with it.
    """
    if card.records:
        return True
    if card.turn.role == MEMORY and not times(card.metadata).holds(request.as_of, request.known_at):
        return False
    said, as_of = card.turn.said_at, request.as_of
    return as_of is None or said is None or said <= as_of


def _proofs(cards: Mapping[str, Card]) -> set[str]:
    return {turn for card in cards.values() for record in card.records for turn in record.turns}


def _by_route(rankings: Sequence[Ranking], fuse: ReciprocalRankFusion, routes: int) -> list[list[str]]:
    return [list(fuse([each for each in rankings if each.route == number])) for number in range(routes)]


class _Watch:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = perf_counter()

    def __call__(self, stage: str) -> None:
        now = perf_counter()
        self.seconds[stage] = now - self._last
        self._last = now


def _channels(rankings: Sequence[Ranking]) -> dict[str, float]:
    return {f"channel {each.channel}": each.seconds for each in rankings}
