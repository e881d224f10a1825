"""What a language model says about obsolete statements is used as far as it holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import LLMError
from graphmem.manage.judge import SupersedeByModel
from graphmem.model.belief import Reason, Rivals, Statement, Supersession
from graphmem.testing import FakeLLM

DAY = datetime(2024, 6, 3, 10, tzinfo=UTC)


def stated(uid: str, text: str, days: int, **more: object) -> Statement:
    at = DAY + timedelta(days=days)
    made = Statement(uid, text, at, True, (f"s{days}", 0), ("Ana",), valid_from=at)
    return replace(made, **more)  # type: ignore[arg-type]


HOME = stated("old", "Ana has her home in Paris.", 0)
GONE = stated("new", "Ana settled down in Lyon for good.", 30)
RIVALS = Rivals((GONE,), {}, {"new": (HOME,)})


def judge(*pairs: dict[str, object]) -> SupersedeByModel:
    return SupersedeByModel(FakeLLM({"supersede": {"pairs": list(pairs)}}))


async def test_a_pair_that_was_shown_becomes_a_draft() -> None:
    model = judge({"later": 2, "earlier": 1, "reason": "ended"})
    assert await model.judge("ana", RIVALS) == (Supersession("new", "old", Reason.ENDED, GONE.said_at),)


async def test_all_of_a_batch_are_asked_about_in_one_call() -> None:
    llm = FakeLLM({"supersede": {"pairs": []}})
    more = stated("more", "Ana settled down in Nice.", 60)
    await SupersedeByModel(llm).judge("ana", Rivals((GONE, more), {}, {"new": (HOME,), "more": (HOME, GONE)}))
    (prompt,) = llm.prompts
    assert prompt.scope == "ana"
    assert [line[:2] for line in prompt.user.splitlines()[1:-1]] == ["1.", "2.", "3."]


@pytest.mark.parametrize(
    "pair",
    [
        {"later": 1, "earlier": 2, "reason": "ended"},  # the wrong way round
        {"later": 2, "earlier": 2, "reason": "ended"},
        {"later": 9, "earlier": 1, "reason": "ended"},
        {"later": 2, "earlier": 0, "reason": "corrected"},
    ],
)
async def test_a_pair_that_cannot_be_is_passed_over(pair: dict[str, object]) -> None:
    assert await judge(pair).judge("ana", RIVALS) == ()


async def test_two_that_are_both_known_already_are_left_alone() -> None:
    other = stated("mid", "Ana has a house in Paris.", 10)
    rivals = Rivals((GONE,), {}, {"new": (HOME, other)})
    assert await judge({"later": 2, "earlier": 1, "reason": "ended"}).judge("ana", rivals) == ()


async def test_nothing_is_asked_where_nothing_is_near_or_an_assistant_speaks() -> None:
    llm = FakeLLM()
    model = SupersedeByModel(llm)
    assert await model.judge("ana", Rivals((GONE,))) == ()
    assistants = replace(HOME, source_role="assistant")
    assert await model.judge("ana", Rivals((GONE,), {}, {"new": (assistants,)})) == ()
    assert llm.prompts == []


async def test_the_rules_decide_where_the_model_fails() -> None:
    model = SupersedeByModel(FakeLLM({"supersede": LLMError("no answer")}))
    paris, lyon = stated("a", "Ana lives in Paris.", 0), stated("b", "Ana lives in Lyon now.", 9)
    rivals = Rivals((lyon,), {"ana lives in": (paris, lyon)})
    assert await model.judge("ana", rivals) == (Supersession("b", "a", Reason.ENDED, lyon.said_at),)
