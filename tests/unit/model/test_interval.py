"""An interval always holds a moment, whoever makes it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.model.interval import Granularity, Interval, interval_or_none

MAY = datetime(2023, 5, 7, tzinfo=UTC)
NAIVE = datetime(2023, 5, 7)
FIRST = datetime.min.replace(tzinfo=timezone(timedelta(hours=-5)))


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (None, None, "needs a start or an end"),
        (MAY, MAY, "no moment lies"),
        (MAY, MAY - timedelta(days=1), "no moment lies"),
        (MAY, MAY.astimezone(timezone(timedelta(hours=2))), "no moment lies"),
        (None, FIRST, "nothing ends where the calendar begins"),
        (NAIVE, None, "has no offset"),
        (None, NAIVE, "has no offset"),
        (NAIVE, NAIVE + timedelta(days=1), "has no offset"),
        (MAY, NAIVE + timedelta(days=1), "has no offset"),
    ],
)
def test_what_holds_no_moment_is_refused(start: datetime | None, end: datetime | None, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Interval(start, end, Granularity.DAY)
    assert interval_or_none(start, end, Granularity.DAY) is None


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (MAY, None),
        (None, MAY),
        (MAY, MAY + timedelta(microseconds=1)),
        (FIRST, None),
        (datetime.min.replace(tzinfo=UTC), MAY),
    ],
)
def test_what_holds_one_is_an_interval(start: datetime | None, end: datetime | None) -> None:
    assert interval_or_none(start, end, "day") == Interval(start, end, Granularity.DAY)


@pytest.mark.parametrize("granularity", ["", "fortnight"])
def test_a_granularity_that_there_is_not_makes_no_interval(granularity: str) -> None:
    assert interval_or_none(MAY, None, granularity) is None
