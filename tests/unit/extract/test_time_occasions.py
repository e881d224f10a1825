"""What is arranged, said in the present, lies ahead."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.extract.time_expressions import find_times

THURSDAY = datetime(2026, 1, 1, 9, tzinfo=UTC)


def first_days(text: str) -> list[str]:
    found = find_times(text, THURSDAY)
    return [one.interval.start.date().isoformat() for one in found if one.interval and one.interval.start]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I have a flight on Friday.", "2026-01-02"),
        ("My flight is LH 454 at 10 a.m. on Friday.", "2026-01-02"),
        ("there is a concert on Friday", "2026-01-02"),
        ("There's a party on Saturday.", "2026-01-03"),
        ("There are two matches on Sunday.", "2026-01-04"),
        ("Is there a game on Sunday?", "2026-01-04"),
        ("We have tickets for the opera on Tuesday.", "2026-01-06"),
        ("I've got an exam on Monday.", "2026-01-05"),
        ("He's got surgery on Tuesday.", "2026-01-06"),
        ("She has a dentist appointment on Wednesday.", "2026-01-07"),
        ("Our train is ICE 77 at 5 p.m. on Sunday.", "2026-01-04"),
        ("My interview with Dr. Lee is at 9 a.m. on Monday.", "2026-01-05"),
        ("The concert is at the Royal Albert Hall on Friday.", "2026-01-02"),
        ("My appointment is in St. Gallen on Friday.", "2026-01-02"),
        ("We have got a wedding in June.", "2026-06-01"),
        ("I have yoga on Friday.", "2026-01-02"),
        ("Dinner's at eight on Friday.", "2026-01-02"),
    ],
)
def test_an_occasion_in_the_present_is_to_come(text: str, day: str) -> None:
    assert day in first_days(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I had a flight on Friday.", "2025-12-26"),
        ("There was a concert on Friday.", "2025-12-26"),
        ("I have seen a concert on Friday.", "2025-12-26"),
        ("My flight was LH 454 at 10 a.m. on Friday.", "2025-12-26"),
        ("I have a bike that I bought on Friday.", "2025-12-26"),
        ("I have a cold since Monday.", "2025-12-29"),
        ("I have a photo from the concert on Friday.", "2025-12-26"),
        ("She has an email from Friday.", "2025-12-26"),
    ],
)
def test_what_was_or_came_from_then_is_past(text: str, day: str) -> None:
    assert first_days(text) == [day]
