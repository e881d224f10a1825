from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.model.plan import Operation, Phrasing, QueryPlan, QuestionType
from graphmem.model.ranking import Candidate, Channel, Ranking, Scored
from graphmem.retrieve.fuse import ReciprocalRankFusion, SessionBonus, TurnFactors


def ranking(*turns: str, weight: float = 1.0) -> Ranking:
    return Ranking(Channel.PASSAGES, 0, Phrasing.FULL, weight, turns)


def candidate(uid: str, *, session: str = "s", speaker: str = "Ana", role: str = "user", **more) -> Candidate:
    values = {"statement_share": 1.0, "dated": False} | more
    said = datetime(2026, 1, 1, tzinfo=UTC)
    return Candidate(uid, session, 0, speaker, role, said, said, **values)


def plan(**more) -> QueryPlan:
    return QueryPlan("q", QuestionType.SINGLE, Operation.LOOKUP, (), **more)


def scores(*candidates: Candidate, **more) -> dict[str, float]:
    found = TurnFactors()(
        dict.fromkeys([each.uid for each in candidates], 1.0), {c.uid: c for c in candidates}, plan(**more)
    )
    return {each.candidate.uid: each.score for each in found}


def test_reciprocal_ranks_are_summed_with_their_weights() -> None:
    fused = ReciprocalRankFusion(k=60)([ranking("a", "b"), ranking("b", weight=0.5)])
    assert list(fused) == ["b", "a"]
    assert fused["a"] == pytest.approx(1 / 61)
    assert fused["b"] == pytest.approx(1 / 62 + 0.5 / 61)


def test_nothing_fuses_to_nothing() -> None:
    assert ReciprocalRankFusion()([]) == {}


def test_the_one_named_speaker_is_raised_and_two_are_not() -> None:
    both = (candidate("a", speaker="Ana"), candidate("b", speaker="Ben"))
    assert scores(*both, speakers=("Ana",)) == {"a": 1.7, "b": 1.0}
    assert scores(*both, speakers=("Ana", "Ben")) == {"a": 1.0, "b": 1.0}


def test_a_turn_of_questions_is_worth_less_between_people() -> None:
    assert scores(candidate("a", statement_share=0.0)) == {"a": pytest.approx(0.6)}


def test_in_a_chat_with_an_assistant_the_user_is_raised_unless_the_assistant_is_asked_about() -> None:
    both = (candidate("u", statement_share=0.0), candidate("a", role="assistant"))
    assert scores(*both) == {"u": 1.25, "a": 1.0}
    assert scores(*both, asks_assistant=True) == {"a": 1.25, "u": 1.0}
    assert scores(*both, asks_user=True) == {"u": 3.0, "a": 1.0}


def test_dated_turns_are_raised_when_a_time_is_asked_for() -> None:
    assert scores(candidate("a", dated=True), wants_time=True) == {"a": pytest.approx(1.2)}
    assert scores(candidate("a", dated=True)) == {"a": 1.0}


def test_a_turn_that_is_no_candidate_is_dropped() -> None:
    assert TurnFactors()({"gone": 1.0}, {}, plan()) == ()


def test_the_session_bonus_orders_the_first_places_only() -> None:
    alone = Scored(candidate("alone", session="x"), 1.0)
    pair = [Scored(candidate(uid, session="y"), 0.95) for uid in ("p", "q", "r")]
    weak = Scored(candidate("weak", session="y"), 0.1)
    found = SessionBonus(places=3)([alone, *pair, weak])
    assert [each.candidate.uid for each in found] == ["p", "q", "r", "alone", "weak"]
    assert found[0].score == pytest.approx(0.95 + 0.5 * 0.95)
    assert found[3].score == 1.0
