"""Which day it was for the speaker, which way the verbs look, and what happens when nothing is known."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.extract.time_expressions import find_times, resolve

SATURDAY = datetime(2023, 7, 15, 13, 51, tzinfo=UTC)


def first_day(text: str, said_at: datetime | None = SATURDAY) -> str:
    found = [one for one in find_times(text, said_at) if one.interval and one.interval.start]
    assert len(found) == 1, f"{text!r} gave {found}"
    interval = found[0].interval
    assert interval is not None
    assert interval.start is not None
    return interval.start.date().isoformat()


@pytest.mark.parametrize("hours", [-11, -5, 0, 2, 14])
def test_yesterday_is_by_the_local_date_of_the_speaker(hours: int) -> None:
    offset = timezone(timedelta(hours=hours))
    interval = resolve("yesterday", datetime(2023, 7, 15, 0, 30, tzinfo=offset))
    assert interval is not None
    assert interval.start == datetime(2023, 7, 14, tzinfo=offset)
    assert interval.end == datetime(2023, 7, 15, tzinfo=offset)
    assert interval.start.utcoffset() == timedelta(hours=hours)


def test_days_have_24_hours_in_the_offset_of_the_speaker_whatever_the_zone_does() -> None:
    # Clocks in Berlin went forward on 26 March 2023; the speaker's offset then was +02:00.
    interval = resolve("yesterday", datetime(2023, 3, 27, 9, 0, tzinfo=ZoneInfo("Europe/Berlin")))
    assert interval is not None
    assert interval.start == datetime(2023, 3, 26, tzinfo=timezone(timedelta(hours=2)))
    assert interval.end - interval.start == timedelta(days=1)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm going on Friday", "2023-07-21"),
        ("I will see her on Monday", "2023-07-17"),
        ("How about Wednesday?", "2023-07-19"),
        ("On Friday I went to the gym", "2023-07-14"),
        ("We had a picnic on Saturday", "2023-07-08"),
        ("Friday works", "2023-07-14"),
        ("We are flying out in May", "2024-05-01"),
        ("We flew out in October", "2022-10-01"),
        ("I saw her on 7 December", "2022-12-07"),
        ("I'll see her on 7 May", "2024-05-07"),
        ("September is on my mind in September", "2023-09-01"),
        ("We had so much fun this weekend", "2023-07-15"),
    ],
)
def test_the_verbs_around_decide_the_direction(text: str, expected: str) -> None:
    days = {first_day(part) for part in [text.replace("September is", "It is")]}
    assert days == {expected}


def test_this_weekend_said_on_monday_about_the_past_is_the_one_before() -> None:
    monday = datetime(2023, 7, 17, 9, 0, tzinfo=UTC)
    assert first_day("I hiked a lot this weekend", monday) == "2023-07-15"
    assert first_day("I'm hiking this weekend", monday) == "2023-07-22"


@pytest.mark.parametrize(
    ("text", "said_at", "expected"),
    [
        ("It was on Feb 29", datetime(2023, 7, 15, tzinfo=UTC), "2020-02-29"),
        ("It will be on Feb 29", datetime(2023, 7, 15, tzinfo=UTC), "2024-02-29"),
        ("a year before 29 February 2024", datetime(2024, 3, 1, tzinfo=UTC), "2023-02-28"),
        ("yesterday", datetime(2024, 3, 1, tzinfo=UTC), "2024-02-29"),
        ("last month", datetime(2024, 3, 31, tzinfo=UTC), "2024-02-01"),
        ("yesterday", datetime(2023, 1, 1, tzinfo=UTC), "2022-12-31"),
        ("this week", datetime(2017, 1, 1, tzinfo=UTC), "2016-12-26"),
    ],
)
def test_leap_days_and_ends_of_years(text: str, said_at: datetime, expected: str) -> None:
    assert first_day(text, said_at) == expected


@pytest.mark.parametrize("text", ["Feb 30", "2/29/2019", "31st of June 2020", "31/31/2020"])
def test_a_day_that_does_not_exist_has_no_interval(text: str) -> None:
    assert resolve(text, SATURDAY) is None


@pytest.mark.parametrize(
    "text",
    ["yesterday", "last Friday", "in May", "two weeks ago", "Christmas", "on the 5th", "at 3 pm", "tonight"],
)
def test_without_a_reference_a_relative_expression_is_found_and_not_resolved(text: str) -> None:
    (found,) = find_times(text, None)
    assert found.interval is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 May 2023", datetime(2023, 5, 7, tzinfo=UTC)),
        ("in 2021", datetime(2021, 1, 1, tzinfo=UTC)),
        ("the week before 9 June 2023", datetime(2023, 6, 2, tzinfo=UTC)),
        ("Easter 2023", datetime(2023, 4, 9, tzinfo=UTC)),
    ],
)
def test_without_a_reference_a_full_date_is_in_utc(text: str, expected: datetime) -> None:
    interval = resolve(text, None)
    assert interval is not None
    assert interval.start == expected


def test_a_naive_reference_is_refused() -> None:
    with pytest.raises(ValueError, match="has no offset"):
        find_times("yesterday", datetime(2023, 7, 15))


@pytest.mark.parametrize(
    "unit",
    [
        "9",
        "1 ",
        "1/",
        "1-",
        "1:",
        "'1",
        "the day before ",
        "first ",
        "twenty ",
        "two thousand and ",
        "1 day ",
        "May ",
        "last ",
    ],
)
def test_hostile_repetition_takes_linear_time(unit: str) -> None:
    find_times("yesterday", SATURDAY)
    small, large = (unit * (count // len(unit)) for count in (5_000, 40_000))
    spent = []
    for text in (small, large):
        started = time.process_time()
        find_times(text + " yesterday", SATURDAY)
        spent.append(time.process_time() - started)
    assert spent[1] < 20 * max(spent[0], 0.02)


def test_a_million_digits_do_not_hang() -> None:
    started = time.process_time()
    assert find_times("9" * 10**6, SATURDAY) == ()
    assert time.process_time() - started < 5


def test_numbers_out_of_range_have_no_interval() -> None:
    assert resolve("99999 years ago", SATURDAY) is None
    assert resolve("in 999999 days", SATURDAY) is None


_PIECES = st.sampled_from(
    "yesterday last next Friday May 7 2023 the of week before after two days ago from to between and - / : . , in "
    "at 3 pm early end month year since until every 31 30 99 1/2 summer Christmas ' s quarter half".split()
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_PIECES, max_size=14).map(" ".join), st.datetimes(timezones=st.just(UTC)))
def test_any_text_gives_ordered_disjoint_expressions_and_true_intervals(text: str, said_at: datetime) -> None:
    last = 0
    for one in find_times(text, said_at):
        assert last <= one.start < one.end <= len(text)
        assert one.text == text[one.start : one.end]
        last = one.end
        if one.interval is not None and one.interval.start is not None and one.interval.end is not None:
            assert one.interval.start < one.interval.end
