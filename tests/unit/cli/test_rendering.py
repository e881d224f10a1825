"""How moments and long texts are shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from rich.text import Text

from graphmem.cli import rendering
from graphmem.cli.output import results, say_each
from graphmem.cli.rendering import period, shortened
from graphmem.model.hit import Citation
from graphmem.model.plan import Operation, Phrasing, PlannedBy, Query, QueryPlan, QuestionType, Route
from graphmem.model.results import StoredMemory

BERLIN = timezone(timedelta(hours=2))


def at(*parts: int, zone: timezone = UTC) -> datetime:
    return datetime(*parts, tzinfo=zone)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        (at(2026, 5, 3), at(2026, 5, 4), "2026-05-03"),
        (at(2026, 5, 3, 9), at(2026, 5, 3, 10), "2026-05-03"),
        (at(2026, 5, 3, 9), at(2026, 5, 3, 9), "2026-05-03"),
        (at(2026, 5, 1), at(2026, 6, 1), "2026-05"),
        (at(2026, 12, 1), at(2027, 1, 1), "2026-12"),
        (at(2026, 1, 1), at(2027, 1, 1), "2026"),
        (at(2026, 1, 1), at(2028, 1, 1), "2026-01-01 to 2027-12-31"),
        (at(2026, 5, 3), at(2026, 5, 10), "2026-05-03 to 2026-05-09"),
        (at(2026, 5, 3), None, "from 2026-05-03"),
        (None, at(2026, 5, 3), "until 2026-05-03"),
        (None, None, ""),
    ],
)
def test_a_period_is_as_short_as_it_can_be(start: datetime | None, end: datetime | None, shown: str) -> None:
    assert period(start, end) == shown


def test_a_period_is_told_by_the_speaker_s_clock() -> None:
    start, end = at(2026, 4, 30, 22), at(2026, 5, 31, 22)
    assert period(start, end, BERLIN) == "2026-05"
    assert period(start, end) == "2026-04-30 to 2026-05-31"


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("short", 10, "short"),
        ("two\n  lines", 20, "two lines"),
        ("one two three four", 12, "one two…"),
        ("x" * 30, 10, "x" * 9 + "…"),
    ],
)
def test_a_long_text_is_cut_between_words(text: str, limit: int, shown: str) -> None:
    assert shortened(text, limit) == shown


def test_a_plan_is_shown_with_all_that_is_asked() -> None:
    whole = Route(
        "sports?",
        ((Phrasing.FULL, "Ana's sports?"), (Phrasing.UNNAMED, "sports?")),
        also=(Query(((Phrasing.FULL, "what Ana tried"), (Phrasing.UNNAMED, "what tried")), 1 / 3),),
    )
    planned = QueryPlan(
        "Ana's sports?",
        QuestionType.AGGREGATE,
        Operation.LIST,
        (whole,),
        entities=("Ana",),
        distributed=True,
        rewrites=("what Ana tried",),
        planned_by=PlannedBy.LLM,
        remark="without names that the question does not give: Judo",
    )
    assert [line.plain for line in rendering.plan(planned)] == [
        "planned by llm as aggregate, list, compose, about Ana",
        "rewritten: what Ana tried",
        "route sports?: Ana's sports? | sports?",
        "   beside it, weight 0.33: what Ana tried | what tried",
        "note: without names that the question does not give: Judo",
    ]


def test_nothing_stored_steers_the_terminal_or_becomes_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    say_each(["a\x1b[31mb", Text("c\x9b2Jd\ne"), ":dog: [red]x[/red]"])
    results().print(":dog:")
    assert capsys.readouterr().out == "a\ufffd[31mb\nc\ufffd2Jd\ne\n:dog: [red]x[/red]\n:dog:\n"


def test_a_turn_is_listed_with_its_speaker_role_and_time() -> None:
    said = Citation("t1", "s1", "Ana", datetime(2026, 5, 3, 10, tzinfo=UTC), "I moved.")
    turn = StoredMemory("t1", "I moved.", "turn", "s1", citations=(said,))
    assert [line.plain for line in rendering.rows([turn])][
        1
    ] == "   turn · Ana (user) · 2026-05-03 10:00 · id t1"
