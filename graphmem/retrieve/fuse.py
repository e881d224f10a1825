"""Ranked lists to one: reciprocal ranks, and the few factors that speak for a turn itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.plan import QueryPlan
from graphmem.model.ranking import Candidate, Ranking, Scored


@dataclass(frozen=True, slots=True)
class ReciprocalRankFusion:
    """Sum of weight / (k + rank) over rankings (Cormack et al., 2009).

    k: smoothing constant, in ranks. LycheeMemory V2, section 3.5, has 60; 40 orders the first ten better.
    """

    k: float = 40.0

    def __call__(self, rankings: Sequence[Ranking]) -> dict[str, float]:
        """Fused score by turn, best first. A ranking without weight has no say."""
        fused: dict[str, float] = defaultdict(float)
        for ranking in (each for each in rankings if each.weight):
            for rank, turn in enumerate(ranking.turns, start=1):
                fused[turn] += ranking.weight / (self.k + rank)
        return dict(sorted(fused.items(), key=lambda item: -item[1]))


@dataclass(frozen=True, slots=True)
class TurnFactors:
    """What multiplies a turn's fused score.

    speaker: for turns of the one speaker whom the question names; user: for user turns of a chat with an
    assistant, or for the assistant's when the question asks what it said; said: instead, for user turns when
    the question asks what the user said; dated: for turns with a time expression when the answer is a time;
    question: what is taken off a turn between people that is all question, in proportion.
    """

    speaker: float = 1.7
    user: float = 1.25
    said: float = 3.0
    dated: float = 1.2
    question: float = 0.4

    def __call__(
        self, fused: Mapping[str, float], candidates: Mapping[str, Candidate], plan: QueryPlan
    ) -> tuple[Scored, ...]:
        """Candidates with their scores, best first; turns without a candidate are dropped."""
        assisted = any(candidate.role == "assistant" for candidate in candidates.values())
        scored = []
        for turn, base in fused.items():
            candidate = candidates.get(turn)
            if candidate is None:
                continue
            factors = self._factors(candidate, plan, assisted)
            score = base
            for factor in factors.values():
                score *= factor
            scored.append(Scored(candidate, score, factors))
        return tuple(sorted(scored, key=lambda each: -each.score))

    def _factors(self, candidate: Candidate, plan: QueryPlan, assisted: bool) -> dict[str, float]:
        factors: dict[str, float] = {}
        if len(plan.speakers) == 1 and candidate.speaker == plan.speakers[0]:
            factors["speaker"] = self.speaker
        if assisted and (candidate.role == "assistant") == plan.asks_assistant:
            factors["user"] = self.said if plan.asks_user else self.user
        if plan.wants_time and candidate.dated:
            factors["dated"] = self.dated
        if not assisted and candidate.statement_share < 1.0:
            factors["question"] = 1.0 - self.question * (1.0 - candidate.statement_share)
        return factors


@dataclass(frozen=True, slots=True)
class SessionBonus:
    """Raises turns of sessions that answer well as a whole, for the first places only.

    share: of the mean of the session's three best scores; places: how many are ordered so. A question whose
    evidence is spread over sessions must not get it.
    """

    share: float = 0.5
    best: int = 3
    places: int = 10

    def __call__(self, scored: Sequence[Scored]) -> tuple[Scored, ...]:
        """The same candidates, the first places chosen with the bonus, the rest in their old order."""
        by_session: dict[str, list[float]] = defaultdict(list)
        for each in scored:
            by_session[each.candidate.session_uid].append(each.score)
        bonus = {
            session: self.share * sum(scores[: self.best]) / self.best
            for session, scores in by_session.items()
        }
        raised = sorted(scored, key=lambda each: -(each.score + bonus[each.candidate.session_uid]))
        first = [_with_bonus(each, bonus[each.candidate.session_uid]) for each in raised[: self.places]]
        chosen = {each.candidate.uid for each in first}
        return (*first, *(each for each in scored if each.candidate.uid not in chosen))


def _with_bonus(each: Scored, bonus: float) -> Scored:
    return Scored(each.candidate, each.score + bonus, {**each.factors, "session": bonus})
