"""From scored turns to what is shown: a place for every route, and variety."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.ranking import Card, Ranking, Scored
from graphmem.text.words import long_words


@dataclass(frozen=True, slots=True)
class RouteQuota:
    """Each of m routes keeps at least max(1, min(most, k // m)) of k places (LycheeMemory V2, B.4)."""

    most: int = 4

    def __call__(
        self, scored: Sequence[Scored], by_route: Sequence[Sequence[str]], k: int
    ) -> tuple[Scored, ...]:
        """by_route: each route's turns, best first. The first k places are refilled, the rest follows."""
        routes = len(by_route)
        if routes < 2 or k < routes:
            return tuple(scored)
        least = max(1, min(self.most, k // routes))
        known = {each.candidate.uid: each for each in scored}
        kept: dict[str, Scored] = {}
        for turns in by_route:
            for turn in [turn for turn in turns if turn in known][:least]:
                kept[turn] = known[turn]
        for each in scored:
            if len(kept) >= k:
                break
            kept.setdefault(each.candidate.uid, each)
        first = sorted(kept.values(), key=lambda each: -each.score)
        return (*first, *(each for each in scored if each.candidate.uid not in kept))


@dataclass(frozen=True, slots=True)
class StandingWishes:
    """Keeps places for what the user always wants, in chats with an assistant.

    A wish ("always show the units", "I prefer trains") rarely shares words with the request that it bears on,
    so wishes compete among themselves: the nearest few get the last places, if they have none already.
    share: of the places, rounded down: of one place wishes get none.
    """

    share: float = 0.3

    def __call__(self, scored: Sequence[Scored], wishes: Sequence[str], k: int) -> tuple[Scored, ...]:
        """wishes: turns, nearest first. The order among the other turns stays."""
        if not any(each.candidate.role == "assistant" for each in scored):
            return tuple(scored)
        known = {each.candidate.uid: each for each in scored}
        chosen = [turn for turn in dict.fromkeys(wishes) if turn in known][: int(self.share * k)]
        head = scored[:k]
        late = [known[turn] for turn in chosen if known[turn] not in head]
        kept = [each for each in head if each.candidate.uid in chosen]
        free = [each for each in head if each.candidate.uid not in chosen][: k - len(kept) - len(late)]
        stay = {each.candidate.uid for each in (*kept, *free)}
        first = [each for each in head if each.candidate.uid in stay]
        least = first[-1].score if first else 0.0
        raised = [Scored(each.candidate, least, {**each.factors, "wish": 1.0}) for each in late]
        shown = stay | {each.candidate.uid for each in late}
        return (*first, *raised, *(each for each in scored if each.candidate.uid not in shown))


@dataclass(frozen=True, slots=True)
class MaximalMarginalRelevance:
    """Chooses each next turn by relevance less its likeness to those chosen (Carbonell & Goldstein, 1998).

    relevance: share of the score, scaled to its maximum; the rest goes to the largest similarity. What
    similarity looks at, with its weights, is LycheeMemory V2's (B.4): session, entities, queries, evidence,
    turns, text.
    """

    relevance: float = 0.75
    session: float = 0.15
    entities: float = 0.20
    queries: float = 0.15
    evidence: float = 0.15
    turns: float = 0.10
    text: float = 0.25

    def __call__(
        self, scored: Sequence[Scored], cards: Mapping[str, Card], rankings: Sequence[Ranking], k: int
    ) -> tuple[Scored, ...]:
        """The first k places re-ordered among the candidates that have cards; the rest follows."""
        pool = [each for each in scored if each.candidate.uid in cards]
        if not pool or self.relevance >= 1.0:
            return tuple(scored)
        features = {each.candidate.uid: _features(each, cards[each.candidate.uid], rankings) for each in pool}
        top = max(each.score for each in pool)
        nearest = {each.candidate.uid: 0.0 for each in pool}
        chosen: list[Scored] = []
        while pool and len(chosen) < k:
            best = max(pool, key=lambda each: self._value(each, top, nearest))
            pool.remove(best)
            chosen.append(best)
            for each in pool:
                uid = each.candidate.uid
                nearest[uid] = max(nearest[uid], self._likeness(features[uid], features[best.candidate.uid]))
        taken = {each.candidate.uid for each in chosen}
        return (*chosen, *(each for each in scored if each.candidate.uid not in taken))

    def _value(self, each: Scored, top: float, nearest: Mapping[str, float]) -> float:
        return self.relevance * each.score / top - (1.0 - self.relevance) * nearest[each.candidate.uid]

    def _likeness(self, one: _Features, other: _Features) -> float:
        return (
            self.session * (one.session == other.session)
            + self.entities * _jaccard(one.entities, other.entities)
            + self.queries * _jaccard(one.queries, other.queries)
            + self.evidence * _jaccard(one.evidence, other.evidence)
            + self.turns * _jaccard(one.turns, other.turns)
            + self.text * _jaccard(one.words, other.words)
        )


@dataclass(frozen=True, slots=True)
class _Features:
    session: str
    entities: frozenset[str]
    queries: frozenset[str]
    evidence: frozenset[str]
    turns: frozenset[str]
    words: frozenset[str]


def _features(each: Scored, card: Card, rankings: Sequence[Ranking]) -> _Features:
    uid = each.candidate.uid
    return _Features(
        each.candidate.session_uid,
        frozenset(name for record in card.records for name in record.entities),
        frozenset(f"{r.route}/{r.phrasing}" for r in rankings if uid in r.via or uid in r.turns[:50]),
        frozenset(r.via[uid] for r in rankings if uid in r.via),
        frozenset({uid, *(turn for record in card.records for turn in record.turns)}),
        long_words(card.turn.text),
    )


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else 0.0
