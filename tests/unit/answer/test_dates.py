"""Times are computed by code."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.answer.dates import between, day_in, day_of, elapsed, happened
from graphmem.answer.units import unit_asked
from graphmem.extract.time_expressions import describe, find_times
from graphmem.model.evidence import Item
from graphmem.model.interval import Granularity, Interval
from tests.unit.answer.memories import hit, turn


def day(text: str) -> Interval:
    return day_of(datetime.fromisoformat(text).replace(tzinfo=UTC))


def month(year: int, number: int) -> Interval:
    start = datetime(year, number, 1, tzinfo=UTC)
    return Interval(start, datetime(year, number + 1, 1, tzinfo=UTC), Granularity.MONTH)


@pytest.mark.parametrize(
    ("first", "second", "unit", "told"),
    [
        ("2023-05-07", "2023-05-07", "", "0 days"),
        ("2023-05-07", "2023-05-08", "", "1 day"),
        ("2023-05-16", "2023-05-07", "", "9 days"),
        ("2023-05-05", "2023-07-08", "", "64 days (2 months and 3 days)"),
        ("2023-05-05", "2023-05-26", "", "21 days (3 weeks)"),
        ("2024-02-28", "2025-03-01", "", "367 days (1 year and 1 day)"),
        ("2023-05-05", "2023-07-08", "day", "64 days"),
        ("2023-05-05", "2023-07-08", "week", "9 weeks and 1 day (64 days)"),
        ("2023-05-05", "2023-07-08", "month", "2 months and 3 days (64 days)"),
        ("2020-05-05", "2023-05-05", "year", "3 years (1095 days)"),
        ("2023-05-05", "2023-05-08", "month", "3 days"),
    ],
)
def test_the_time_between_two_days(first: str, second: str, unit: str, told: str) -> None:
    assert elapsed(day(first), day(second), unit) == told


def test_what_is_not_known_to_the_day_is_about() -> None:
    assert elapsed(month(2023, 3), day("2023-07-08")) == "about 4 months"
    assert elapsed(month(2023, 3), month(2023, 4)) == "about 1 month"
    year = Interval(datetime(2020, 1, 1, tzinfo=UTC), datetime(2021, 1, 1, tzinfo=UTC), Granularity.YEAR)
    assert elapsed(year, day("2023-02-01")) == "about 3 years"


def test_what_may_lie_within_the_other_is_less_than_one() -> None:
    year = Interval(datetime(2022, 1, 1, tzinfo=UTC), datetime(2023, 1, 1, tzinfo=UTC), Granularity.YEAR)
    week = Interval(datetime(2023, 5, 1, tzinfo=UTC), datetime(2023, 5, 8, tzinfo=UTC), Granularity.WEEK)
    assert elapsed(year, day("2022-11-15")) == "less than a year"
    assert elapsed(year, day("2022-03-01"), "month") == "less than a year"
    assert elapsed(month(2023, 5), day("2023-05-20")) == "less than a month"
    assert elapsed(week, day("2023-05-05")) == "less than a week"
    assert elapsed(day("2021-11-30"), year) == "less than a year"


def test_what_is_about_is_told_in_the_unit_asked_for() -> None:
    some = Interval(
        datetime(2020, 5, 1, tzinfo=UTC), datetime(2020, 5, 2, tzinfo=UTC), Granularity.DAY, approximate=True
    )
    assert elapsed(some, day("2023-05-05"), "year") == "about 3 years"
    assert elapsed(some, day("2023-05-05"), "month") == "about 36 months"
    assert elapsed(some, day("2023-05-05"), "day") == "about 157 weeks"
    assert elapsed(some, day("2020-06-05"), "year") == "about 5 weeks"


@pytest.mark.parametrize("moment", [datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)])
def test_the_first_and_the_last_day_of_the_calendar_are_days(moment: datetime) -> None:
    days = [day_of(moment), *(day_in(moment, timezone(timedelta(hours=h))) for h in (-12, 14))]
    assert {describe(each) for each in days} <= {
        "31 December 9999", "30 December 9999", "1 January 1", "2 January 1",
    }  # fmt: skip


def test_between_names_both_ends_the_earlier_first() -> None:
    assert between(day("2023-07-08"), day("2023-05-05"), "day", describe) == (
        "64 days, from 5 May 2023 to 8 July 2023"
    )


def item(text: str, when: str | None = "2026-09-12T16:30", **more: datetime | None) -> Item:
    citation = turn("t1", text, when)
    times = find_times(text, citation.said_at)
    return Item(1, citation, 0, hit(citation, **more) if more else None, text, times)


def told(one: Item, quote: str = "") -> tuple[str, bool] | None:
    found = happened(one, quote)
    return (describe(found.interval), found.said) if found else None


def test_an_event_is_dated_by_the_words_that_are_quoted() -> None:
    one = item("We saw him on 3 May. We fetched him last Saturday.")
    assert told(one) == ("3 May 2026", False)
    assert told(one, "We fetched him last Saturday") == ("5 September 2026", False)


def test_else_by_the_record_then_by_when_it_was_said() -> None:
    start = datetime(2026, 4, 30, 22, tzinfo=UTC)
    one = item("We fetched him.", event_from=start, event_to=start + timedelta(days=1))
    assert told(one) == ("1 May 2026", False)
    assert told(item("We fetched him.")) == ("12 September 2026", True)
    assert told(item("We fetched him.", None)) is None


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (datetime(2026, 4, 30, tzinfo=UTC), datetime(2026, 4, 30, tzinfo=UTC)),
        (datetime(2026, 4, 30, tzinfo=UTC), datetime(2026, 4, 29, tzinfo=UTC)),
        (datetime.max.replace(tzinfo=UTC), None),
    ],
)
def test_a_stored_date_that_holds_no_moment_or_leaves_the_calendar_dates_nothing(
    start: datetime, end: datetime | None
) -> None:
    one = item("We fetched him.", event_from=start, event_to=end)
    assert told(one) == ("12 September 2026", True)


def test_lengths_are_no_dates() -> None:
    assert told(item("It took 68 minutes.")) == ("12 September 2026", True)


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How many weeks passed between …?", "week"),
        ("How many full months ago was it?", "month"),
        ("How long ago was it?", ""),
        ("How many days a week does she work?", "day"),
    ],
)
def test_the_unit_that_is_asked_for(question: str, unit: str) -> None:
    assert unit_asked(question) == unit
