"""Who is asked what about an answer, and what the verdicts are worth."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.bench.datasets import Question
from graphmem.bench.judging import Judge, Marks, mcnemar
from graphmem.errors import OutputInvalid
from graphmem.testing import FakeLLM

YES, NO = ({"reason": "r", "correct": each} for each in (True, False))


def question(category: int | str = 4, answer: str = "a bike", **changes: Any) -> Question:
    return Question(1, 0, category, "What did Ana buy?", frozenset({1}), answer, **changes)


async def marks(
    benchmark: str, asked: Question, *verdicts: Any, abstained: bool = False
) -> tuple[Marks, list[str]]:
    llm = FakeLLM({"judge": list(verdicts)})
    made = await Judge(llm)(benchmark, asked, "A bicycle.", abstained=abstained)
    return made, [each.version for each in llm.prompts]


async def test_locomo_is_judged_strictly_and_leniently() -> None:
    assert await marks("locomo", question(), NO, YES) == (
        Marks(0.0, 1.0),
        ["judge-strict/1", "judge-lenient/1"],
    )


async def test_an_abstention_is_wrong_without_asking_where_there_is_an_answer() -> None:
    assert await marks("locomo", question(), abstained=True) == (Marks(0.0, 0.0), [])
    assert await marks("longmemeval", question("multi session"), abstained=True) == (Marks(0.0, 0.0, 0.0), [])
    assert await marks("beam", question(rubric=("one",)), abstained=True) == (Marks(task=0.0), [])


async def test_and_right_where_there_is_none() -> None:
    asked = question("multi session", unanswerable=True, rubric=("says so",))
    assert await marks("longmemeval", asked, abstained=True) == (Marks(task=1.0), [])
    assert await marks("beam", asked, abstained=True) == (Marks(task=1.0), [])


async def test_category_5_is_nothing_for_a_judge() -> None:
    assert await marks("locomo", question(5, "", unanswerable=True)) == (Marks(), [])


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (
            "multi session",
            "every step that\nleads to it. An answer with only a part of what is asked is not correct.",
        ),
        ("temporal reasoning", "off by one"),
        ("knowledge update", "what is true now"),
    ],
)
async def test_longmemeval_is_also_judged_by_what_a_question_tests(kind: str, rule: str) -> None:
    llm = FakeLLM({"judge": [YES, YES, NO]})
    made = await Judge(llm)("longmemeval", question(kind), "A bicycle.", abstained=False)
    assert made == Marks(1.0, 1.0, 0.0)
    assert llm.prompts[2].version == "judge-task/1"
    assert rule in llm.prompts[2].system


async def test_preferences_and_abstentions_are_judged_by_their_own_rule_alone() -> None:
    wish = await marks("longmemeval", question("single session preference"), YES)
    assert wish == (Marks(task=1.0), ["judge-task/1"])
    absent = await marks("longmemeval", question("multi session", unanswerable=True), NO)
    assert absent == (Marks(task=0.0), ["judge-task/1"])


async def test_beam_is_judged_point_by_point() -> None:
    points = [
        {"number": 2, "verdict": "partly"},
        {"number": 1, "verdict": "fulfilled"},
        {"number": 3, "verdict": "not"},
    ]
    made = await marks("beam", question(rubric=("one", "two", "three")), {"points": points})
    assert made == (Marks(task=0.5), ["judge-rubric/1"])
    assert await marks("beam", question()) == (Marks(), [])


async def test_a_rubric_must_be_judged_whole() -> None:
    with pytest.raises(OutputInvalid, match=r"marked the points \[1\] of a rubric of 2"):
        await marks("beam", question(rubric=("a", "b")), {"points": [{"number": 1, "verdict": "not"}]})


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (1, 9, 0.021484375), (9, 1, 0.021484375), (0, 6, 0.03125)],
)
def test_mcnemar_is_exact(first: int, second: int, p: float) -> None:
    assert mcnemar(first, second) == p
