"""Whether a gold answer stands in a context."""

from __future__ import annotations

from datetime import date

import pytest

from graphmem.bench.answerable import Found, answerable, gold_days

CONTEXT = """# Monday, 8 May 2023 (session s1)
Caroline: I went to a support group yesterday [2023-05-07]. It was powerful!
Melanie: We've been married for five years [since 2018] and have two cats.
# Friday, 9 June 2023 (session s2)
Caroline: I gave a talk at my school last week [2023-05-29 to 2023-06-04].
Melanie: The pottery class starts in July [2023-07]."""


@pytest.mark.parametrize(
    ("gold", "found"),
    [
        ("7 May 2023", Found.SAME),
        ("8 May, 2023", Found.SAME),  # the day of a session
        ("The week before 9 June 2023", Found.SAME),
        ("2018", Found.SAME),
        ("July 2023", Found.SAME),
        ("June 2023", Found.NOT),  # a session in it is no evidence
        ("May 2023", Found.INSIDE),
        ("10 May 2023", Found.NOT),
        ("7 May", Found.SAME),
        ("July", Found.SAME),
        ("12 May", Found.NOT),
        ("Since 2018", Found.SAME),
        ("Two cats", Found.WORDS),
        ("2 cats", Found.WORDS),
        ("three cats", Found.NOT),
        ("session s1", Found.NOT),  # headings are no evidence
    ],
)
def test_a_gold_answer_is_found_or_not(gold: str, found: Found) -> None:
    assert answerable(gold, CONTEXT) is found


def test_an_empty_context_holds_nothing() -> None:
    assert answerable("7 May 2023", "") is Found.NOT


@pytest.mark.parametrize(
    ("gold", "days"),
    [
        ("The sunday before 25 May 2023", (date(2023, 5, 21), date(2023, 5, 21))),
        ("Two weeks before 11 August 2023", (date(2023, 7, 24), date(2023, 7, 30))),
        ("In 2021", (date(2021, 1, 1), date(2021, 12, 31))),
    ],
)
def test_a_gold_answer_means_what_was_said_on_that_day(gold: str, days: tuple[date, date]) -> None:
    assert days in gold_days(gold)
