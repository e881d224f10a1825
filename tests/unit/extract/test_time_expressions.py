"""One literal case, or more, for every kind of expression."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from graphmem.extract.time_expressions import find_times, resolve
from graphmem.model.interval import Granularity

# Saturday 15 July 2023, 13:51, two hours east of Greenwich.
EAST = timezone(timedelta(hours=2))
SAID = datetime(2023, 7, 15, 13, 51, tzinfo=EAST)


def bounds(expression: str, said_at: datetime | None = SAID) -> str:
    """ "2023-07-14..2023-07-15"; hours only where a bound is not midnight, * when approximate."""
    interval = resolve(expression, said_at)
    if interval is None:
        return "-"
    ends = [_short(moment) for moment in (interval.start, interval.end)]
    return "..".join(ends) + ("*" if interval.approximate else "")


def _short(moment: datetime | None) -> str:
    if moment is None:
        return ""
    return f"{moment:%Y-%m-%d}" if (moment.hour, moment.minute) == (0, 0) else f"{moment:%Y-%m-%dT%H:%M}"


DAYS = [
    ("yesterday", "2023-07-14..2023-07-15"),
    ("today", "2023-07-15..2023-07-16"),
    ("tomorrow", "2023-07-16..2023-07-17"),
    ("the day before yesterday", "2023-07-13..2023-07-14"),
    ("the day after tomorrow", "2023-07-17..2023-07-18"),
    ("last Friday", "2023-07-14..2023-07-15"),
    ("last Saturday", "2023-07-08..2023-07-09"),
    ("next Tuesday", "2023-07-18..2023-07-19"),
    ("this Friday", "2023-07-14..2023-07-15"),
    ("this coming Saturday", "2023-07-22..2023-07-23"),
    ("Friday next week", "2023-07-21..2023-07-22"),
    ("next week on Friday", "2023-07-21..2023-07-22"),
    ("two Sundays from now", "2023-07-23..2023-07-24"),
    ("7 May", "2023-05-07..2023-05-08"),
    ("7 May 2022", "2022-05-07..2022-05-08"),
    ("May 7th, 2023", "2023-05-07..2023-05-08"),
    ("the twenty-first of June 2020", "2020-06-21..2020-06-22"),
    ("Monday, January 12th, 2026", "2026-01-12..2026-01-13"),
    ("the 4th", "2023-07-04..2023-07-05"),
    ("the 20th of next month", "2023-08-20..2023-08-21"),
    ("first Monday of June", "2023-06-05..2023-06-06"),
    ("the last Friday of May 2021", "2021-05-28..2021-05-29"),
    ("the third Wednesday of next month", "2023-08-16..2023-08-17"),
    ("7/5/2023", "2023-07-05..2023-07-06"),
    ("21/4/2023", "2023-04-21..2023-04-22"),
    ("13.5.2015", "2015-05-13..2015-05-14"),
    ("2023-05-07", "2023-05-07..2023-05-08"),
    ("2023/05/07", "2023-05-07..2023-05-08"),
    ("05-Aug-2016", "2016-08-05..2016-08-06"),
    ("9-18-15", "2015-09-18..2015-09-19"),
]
HOLIDAYS = [
    ("Christmas", "2022-12-25..2022-12-26"),
    ("next Christmas", "2023-12-25..2023-12-26"),
    ("New Year's Eve 2021", "2021-12-31..2022-01-01"),
    ("Thanksgiving 2022", "2022-11-24..2022-11-25"),
    ("Easter 2023", "2023-04-09..2023-04-10"),
    ("last Labor Day", "2022-09-05..2022-09-06"),
    ("Mother's Day 2023", "2023-05-14..2023-05-15"),
    ("Good Friday 2024", "2024-03-29..2024-03-30"),
]
AMOUNTS = [
    ("three days ago", "2023-07-12..2023-07-13"),
    ("two weeks ago", "2023-06-26..2023-07-03"),
    ("five months ago", "2023-02-01..2023-03-01"),
    ("two years ago", "2021-01-01..2022-01-01"),
    ("a few days ago", "2023-07-11..2023-07-14*"),
    ("a couple of weeks ago", "2023-06-26..2023-07-03*"),
    ("in ten days", "2023-07-25..2023-07-26"),
    ("two weeks from now", "2023-07-24..2023-07-31"),
    ("1 month and 21 days ago", "2023-05-25..2023-05-26"),
    ("in four business days", "2023-07-20..2023-07-21"),
    ("two days after Christmas 2022", "2022-12-27..2022-12-28"),
    ("three weeks from tomorrow", "2023-08-06..2023-08-07"),
    ("the week before 9 June 2023", "2023-06-02..2023-06-09"),
    ("the Friday before 15 July 2023", "2023-07-14..2023-07-15"),
    ("the weekend before 17 July 2023", "2023-07-15..2023-07-17"),
    ("the day after Easter 2023", "2023-04-10..2023-04-11"),
    ("the month before May 2023", "2023-04-01..2023-05-01"),
    ("5 hours ago", "2023-07-15T08:51..2023-07-15T09:51"),
    ("the past three weeks", "2023-06-24..2023-07-15"),
    ("the next 2 days", "2023-07-16..2023-07-18"),
    ("within 5 days", "2023-07-15..2023-07-20"),
    ("the last two decades", "2000-01-01..2020-01-01"),
]
PERIODS = [
    ("last week", "2023-07-03..2023-07-10"),
    ("last week's", "2023-07-03..2023-07-10"),
    ("this month", "2023-07-01..2023-08-01"),
    ("next month", "2023-08-01..2023-09-01"),
    ("the week after next", "2023-07-24..2023-07-31"),
    ("the week of 18 May 2023", "2023-05-15..2023-05-22"),
    ("the third week of 2027", "2027-01-18..2027-01-25"),
    ("this past weekend", "2023-07-08..2023-07-10"),
    ("this weekend", "2023-07-15..2023-07-17"),
    ("last summer", "2022-06-01..2022-09-01"),
    ("this summer", "2023-06-01..2023-09-01"),
    ("winter 2022", "2022-12-01..2023-03-01"),
    ("the spring of 2019", "2019-03-01..2019-06-01"),
    ("May", "2023-05-01..2023-06-01"),
    ("June next year", "2024-06-01..2024-07-01"),
    ("November 1995", "1995-11-01..1995-12-01"),
    ("2021", "2021-01-01..2022-01-01"),
    ("nineteen ninety-six", "1996-01-01..1997-01-01"),
    ("last year", "2022-01-01..2023-01-01"),
    ("the 1990s", "1990-01-01..2000-01-01"),
    ("the seventies", "1970-01-01..1980-01-01"),
    ("the 20th century", "1900-01-01..2000-01-01"),
    ("Q3 2016", "2016-07-01..2016-10-01"),
    ("the third quarter of 2016", "2016-07-01..2016-10-01"),
    ("H2 2016", "2016-07-01..2017-01-01"),
    ("early June", "2023-06-01..2023-06-16*"),
    ("mid-June", "2023-06-11..2023-06-21*"),
    ("late June 2022", "2022-06-16..2022-07-01*"),
    ("the end of the month", "2023-07-16..2023-08-01*"),
    ("early next year", "2024-01-01..2024-07-01*"),
    ("earlier this month", "2023-07-01..2023-07-15"),
    ("the rest of the year", "2023-07-15..2024-01-01"),
]
RANGES = [
    ("since 2016", "2016-01-01.."),
    ("until March", "..2024-03-01"),
    ("before 2018", "..2018-01-01"),
    ("after 7 May 2022", "2022-05-08.."),
    ("by Friday", "..2023-07-22"),
    ("until the end of March 2024", "..2024-04-01*"),
    ("between May 3 and May 10", "2023-05-03..2023-05-11"),
    ("from 3 to 5 June", "2023-06-03..2023-06-06"),
    ("from 4 to 22 January, 1995", "1995-01-04..1995-01-23"),
    ("Nov 18-Dec 19, 2015", "2015-11-18..2015-12-20"),
    ("November to February 2017", "2016-11-01..2017-03-01"),
    ("2014-2018", "2014-01-01..2019-01-01"),
    ("next week between Wednesday and Friday", "2023-07-19..2023-07-22"),
    ("for 3 days from tomorrow", "2023-07-16..2023-07-19"),
]
TIMES = [
    ("at 3 pm yesterday", "2023-07-14T15:00..2023-07-14T16:00"),
    ("tomorrow at 8.30pm", "2023-07-16T20:30..2023-07-16T21:30"),
    ("at 5", "2023-07-15T17:00..2023-07-15T18:00"),
    ("tomorrow at 05:00", "2023-07-16T05:00..2023-07-16T06:00"),
    ("tomorrow morning at 5", "2023-07-16T05:00..2023-07-16T06:00"),
    ("noon Thursday", "2023-07-13T12:00..2023-07-13T13:00"),
    ("this morning", "2023-07-15T06:00..2023-07-15T12:00"),
    ("this afternoon", "2023-07-15T12:00..2023-07-15T18:00"),
    ("yesterday evening", "2023-07-14T18:00..2023-07-14T22:00"),
    ("tonight", "2023-07-15T18:00..2023-07-16"),
    ("last night", "2023-07-14T18:00..2023-07-15"),
    ("a quarter to seven tomorrow", "2023-07-16T06:45..2023-07-16T07:45"),
    ("from 5 to 6pm today", "2023-07-15T17:00..2023-07-15T18:00"),
    ("2016-12-16T12:23:59", "2016-12-16T12:23..2016-12-16T13:23"),
]


@pytest.mark.parametrize(
    ("expression", "expected"), [*DAYS, *HOLIDAYS, *AMOUNTS, *PERIODS, *RANGES, *TIMES], ids=lambda text: text
)
def test_an_expression_means(expression: str, expected: str) -> None:
    assert bounds(expression) == expected


@pytest.mark.parametrize(
    ("expression", "granularity"),
    [
        ("at 3 pm yesterday", "hour"),
        ("yesterday", "day"),
        ("this past weekend", "day"),
        ("two weeks ago", "week"),
        ("next month", "month"),
        ("last summer", "season"),
        ("the third quarter of 2016", "season"),
        ("in 2021", "year"),
        ("the 1990s", "year"),
    ],
)
def test_an_interval_says_how_exact_it_is(expression: str, granularity: str) -> None:
    interval = resolve(expression, SAID)
    assert interval is not None
    assert interval.granularity is Granularity(granularity)


@pytest.mark.parametrize(
    ("text", "kind", "timex"),
    [
        ("I lived there for two years", "duration", "P2Y"),
        ("it took an hour and a half", "duration", "PT1H30M"),
        ("we stayed for several weeks", "duration", "PXW"),
        ("a 10-hour flight", "duration", "PT10H"),
        ("I swim every Tuesday", "recurrence", "XXXX-WXX-2"),
        ("we meet weekly", "recurrence", "P1W"),
        ("I train every other day", "recurrence", "P2D"),
        ("she calls twice a month", "recurrence", "P1M"),
        ("we play on Tuesday nights", "recurrence", "XXXX-WXX-2TNI"),
        ("I ran it each July", "recurrence", "XXXX-07"),
        ("I have been busy lately", "date", "PAST_REF"),
    ],
)
def test_what_has_no_place_in_time_has_a_kind_and_no_interval(text: str, kind: str, timex: str) -> None:
    (found,) = find_times(text, SAID)
    assert (found.kind, found.timex, found.interval) == (kind, timex, None)


def test_a_span_that_ends_now_is_a_range() -> None:
    (found,) = find_times("I have been ill for the past three weeks.", SAID)
    assert (found.text, found.kind, found.timex) == ("the past three weeks", "range", "P3W")


def test_offsets_point_into_the_text() -> None:
    text = "We met on 7 May and again last Friday, remember?"
    assert [(one.text, text[one.start : one.end]) for one in find_times(text, SAID)] == [
        ("7 May", "7 May"),
        ("last Friday", "last Friday"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "May I ask you something?",
        "It may take a while, but you may not wait.",
        "Sat on a bench where we used to chat.",
        "We march for our rights and fall in line.",
        "I need 1/2 cup of sugar, 2000 words and $1999 in the 4th.",
        "Call me 24/7.",
        "He scored 4.22 points.",
        "Good to see you!",
        "Have you played Cyberpunk 2077?",
        "",
    ],
)
def test_what_is_no_time_is_not_found(text: str) -> None:
    assert [one.text for one in find_times(text, SAID) if one.interval] == []


def test_that_day_is_known_from_the_text_before_only() -> None:
    (found,) = find_times("Do you have pictures from that day?", SAID)
    assert (found.text, found.interval) == ("that day", None)
