"""Past or future: what the verbs, the dates named before and the form of a sentence say of a bare date."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.extract.time_expressions import find_times

MAY_14 = datetime(2026, 5, 14, 9, 32, tzinfo=UTC)  # a Thursday


def placed(text: str, said_at: datetime) -> list[tuple[str, str]]:
    """(expression, its first day, or the day before which it ends) of all that have an interval."""
    found = []
    for one in find_times(text, said_at):
        edge = one.interval and (one.interval.start or one.interval.end)
        if edge:
            found.append((one.text, edge.date().isoformat()))
    return found


@pytest.mark.parametrize(
    ("text", "said_at", "expected"),
    [
        (
            "We're taking the train on Friday the 26th, and coming back on Sunday evening.",
            datetime(2026, 6, 19, 20, 17, tzinfo=UTC),
            [("Friday the 26th", "2026-06-26"), ("Sunday evening", "2026-06-28")],
        ),
        (
            "We leave on 20 August and return on Tuesday.",
            datetime(2026, 8, 3, tzinfo=UTC),
            [("20 August", "2026-08-20"), ("Tuesday", "2026-08-25")],
        ),
        (
            "The audition has been moved from 28 May to 4 June.",
            datetime(2026, 5, 20, tzinfo=UTC),
            [("from 28 May to 4 June", "2026-05-28")],
        ),
        (
            "I lived there from 28 May to 4 June.",
            datetime(2026, 5, 20, tzinfo=UTC),
            [("from 28 May to 4 June", "2025-05-28")],
        ),
        (
            "We left on the 3rd and came back on Sunday.",
            datetime(2026, 6, 18, tzinfo=UTC),
            [("the 3rd", "2026-06-03"), ("Sunday", "2026-06-07")],
        ),
        (
            "You have the rest in four months, around the middle of May.",
            datetime(2026, 1, 10, tzinfo=UTC),
            [("in four months", "2026-05-01"), ("the middle of May", "2026-05-11")],
        ),
        (
            "I'm flying on 20 August. I saw Ann on Sunday.",
            datetime(2026, 8, 3, tzinfo=UTC),
            [("20 August", "2026-08-20"), ("Sunday", "2026-08-02")],
        ),
    ],
)
def test_a_bare_day_follows_the_date_that_its_sentence_named_before(
    text: str, said_at: datetime, expected: list[tuple[str, str]]
) -> None:
    assert placed(text, said_at) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The movers come on the sixth, that's a Saturday.", [("the sixth", "2026-06-06")]),
        ("The movers come on the sixth.", [("the sixth", "2026-06-06")]),
        ("The movers came on the sixth.", [("the sixth", "2026-05-06")]),
        ("It happened on the 2nd, a Saturday.", [("the 2nd", "2026-05-02")]),
        ("Keys on the 1st, movers on the 6th.", [("the 1st", "2026-06-01"), ("the 6th", "2026-06-06")]),
        ("Photos from the 12th.", [("the 12th", "2026-05-12")]),
        (
            "Then June is: keys on the 1st, movers on the 6th, the old flat painted by the 30th.",
            [("the 1st", "2026-06-01"), ("the 6th", "2026-06-06"), ("by the 30th", "2026-07-01")],
        ),
        ("We've ended the lease for the end of June.", [("the end of June", "2026-06-16")]),
        ("We booked a table for Friday.", [("Friday", "2026-05-15")]),
        ("I do it until the end of June.", [("until the end of June", "2026-07-01")]),
        ("We take the train on Friday.", [("Friday", "2026-05-15")]),
        ("Meeting Ann on Friday.", [("Friday", "2026-05-15")]),
        ("Dinner on Monday at eight.", [("Monday at eight", "2026-05-11")]),
        ("Dinner on Saturday.", [("Saturday", "2026-05-16")]),
        ("I went to the gym on Saturday.", [("Saturday", "2026-05-09")]),
        ("On Saturday, Maya left.", [("Saturday", "2026-05-09")]),
        ("It rained last Saturday.", [("last Saturday", "2026-05-09")]),
        ("Her last day there is the 18th.", [("the 18th", "2026-05-18")]),
        ("Her last day there was the 18th.", [("the 18th", "2026-04-18")]),
        (
            "Her last day there is the 18th of September, because she got a new job.",
            [("the 18th of September", "2026-09-18")],
        ),
    ],
)
def test_verbs_in_the_present_and_announcements_look_ahead(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert placed(text, MAY_14) == expected


@pytest.mark.parametrize(
    ("text", "said_at", "expected"),
    [
        ("She's opening a studio in July.", datetime(2026, 3, 1, tzinfo=UTC), "2026-07-01"),
        ("I have noted it: the studio, opening in July.", datetime(2026, 3, 1, tzinfo=UTC), "2026-07-01"),
        ("She opened a studio in July.", datetime(2026, 3, 1, tzinfo=UTC), "2025-07-01"),
        ("I would look for a job there in autumn.", datetime(2026, 3, 11, tzinfo=UTC), "2026-09-01"),
        ("I would have gone in autumn, but I broke my leg.", datetime(2026, 3, 11, tzinfo=UTC), "2025-09-01"),
        ("A trip to Portugal in July, Maya found a house.", datetime(2026, 3, 11, tzinfo=UTC), "2026-07-01"),
        ("In July, Maya found a house.", datetime(2026, 3, 11, tzinfo=UTC), "2025-07-01"),
    ],
)
def test_months_and_seasons(text: str, said_at: datetime, expected: str) -> None:
    assert [day for _, day in placed(text, said_at)] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We've seen six flats in Lörrach in two weeks.", ["duration"]),
        ("We cycled round the island in six hours.", ["duration"]),
        ("That makes about nine hours on the way in a week of four office days.", ["duration"] * 2),
        ("Six flats in two weeks!", ["duration"]),
        ("1,260 euros for the two weeks.", ["duration"]),
        ("I'll see her in two weeks.", ["date"]),
        ("See you in two weeks!", ["date"]),
    ],
)
def test_in_an_amount_of_time_is_a_length_where_something_is_done_or_counted(
    text: str, expected: list[str]
) -> None:
    assert [one.kind for one in find_times(text, MAY_14) if not one.text.endswith("office days")] == expected


@pytest.mark.parametrize(
    "text",
    ["It was her last day there.", "The last day was the best.", "I've got my last week at the hospital ahead.",
     "It's the last week of school.", "1/6 of the cake", "We met on a Saturday.", "A voucher for one Saturday course."],
)  # fmt: skip
def test_what_names_no_date(text: str) -> None:
    assert placed(text, MAY_14) == []


def test_last_week_stays_a_date() -> None:
    assert placed("I got her last year, and last week she fell ill.", MAY_14) == [
        ("last year", "2025-01-01"),
        ("last week", "2026-05-04"),
    ]
