"""Times are computed by code."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.answer.dates import between, day_of, elapsed, happened
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


def test_between_names_both_ends_the_earlier_first() -> None:
    assert between(day("2023-07-08"), day("2023-05-05"), "day", describe) == (
        "64 days, from 5 May 2023 to 8 July 2023"
    )


def item(text: str, when: str | None = "2026-09-12T16:30", **more: datetime) -> Item:
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
