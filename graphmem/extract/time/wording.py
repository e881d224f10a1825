"""Intervals in English words, for texts that must stand by themselves."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from graphmem.model.interval import Granularity, Interval

_MONTHS = tuple(
    "January February March April May June July August September October November December".split(" ")
)
_SEASONS = {3: "spring", 6: "summer", 9: "autumn", 12: "winter"}
_DAY_PARTS = {(6, 12): "morning", (12, 18): "afternoon", (18, 22): "evening", (18, 0): "night"}
# (first day, first day after) and (first month, first month after), as the resolver cuts them.
_PARTS_OF_MONTH = {(1, 16): "early ", (11, 21): "mid-", (16, 1): "late "}
_PARTS_OF_YEAR = {(1, 7): "early ", (5, 9): "mid-", (7, 1): "late ", (1, 5): "early ", (9, 1): "late "}
_SHORT_OF_A_YEAR = timedelta(days=360)


def describe(interval: Interval) -> str:
    """What an interval is called: "7 May 2023", "the week of 1 May 2023", "May 2023", "summer 2022", "2022".

    Parts are "early June 2023" and "the evening of 7 May 2023", open ones "since …" and "until …" (it names
    the first day that no longer counts); what is no calendar unit is "3–5 June 2023" or "May–July 2023".
    Approximate ones begin with "around", unless they are an early, middle or late part.
    """
    start, end = interval.start, interval.end
    if start is None or end is None:
        edge = start or end
        return "" if edge is None else f"{'since' if start else 'until'} {_edge(edge, interval.granularity)}"
    if interval.granularity is Granularity.HOUR and end - start <= timedelta(days=1):
        return _hours(start, end)
    part = _part(start, end) if interval.approximate else None
    if part:
        return part
    text = _unit(start, end, interval.granularity) or _days(start.date(), _last(end))
    return f"around {text}" if interval.approximate else text


def _last(end: datetime) -> date:
    return (end - timedelta(microseconds=1)).date()


def _part(start: datetime, end: datetime) -> str | None:
    which = _PARTS_OF_MONTH.get((start.day, end.day))
    if which and end - start < timedelta(days=20):
        return f"{which}{_MONTHS[start.month - 1]} {start.year}"
    which = _PARTS_OF_YEAR.get((start.month, end.month))
    whole_months = start.day == end.day == 1 and end - start < _SHORT_OF_A_YEAR
    return f"{which}{start.year}" if which and whole_months else None


def _unit(start: datetime, end: datetime, granularity: Granularity) -> str | None:
    """The name of the calendar unit, or of the row of months or years, that the bounds are."""
    if any((moment.hour, moment.minute, moment.second) != (0, 0, 0) for moment in (start, end)):
        return None
    days = (end.date() - start.date()).days
    few = {1: "", 2: "the weekend of ", 7: "the week of "}.get(days)
    whole = days != 2 or start.weekday() == 5
    if few is not None and whole and (days != 7 or granularity is Granularity.WEEK):
        return few + _day(start.date())
    if start.day != 1 or end.day != 1:
        return None
    if start.month == end.month == 1:
        return _years(start.year, end.year - 1)
    return _months(start, end, granularity)


def _years(first: int, last: int) -> str:
    if last - first == 9 and first % 10 == 0:
        return f"the {first}s"
    return str(first) if first == last else f"{first}–{last}"


def _months(start: datetime, end: datetime, granularity: Granularity) -> str:
    count = (end.year - start.year) * 12 + end.month - start.month
    season = granularity is Granularity.SEASON and count == 3
    if season and start.month in _SEASONS:
        return f"{_SEASONS[start.month]} {start.year}" + (
            f"/{end.year % 100:02d}" if start.month == 12 else ""
        )
    if season and start.month % 3 == 1:
        return f"the {('first', 'second', 'third', 'fourth')[start.month // 3]} quarter of {start.year}"
    last = _last(end)
    first = _MONTHS[start.month - 1]
    if count == 1:
        return f"{first} {start.year}"
    if start.year == last.year:
        return f"{first}–{_MONTHS[last.month - 1]} {last.year}"
    return f"{first} {start.year} – {_MONTHS[last.month - 1]} {last.year}"


def _day(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _edge(edge: datetime, granularity: Granularity) -> str:
    if granularity is Granularity.YEAR and (edge.month, edge.day) == (1, 1):
        return str(edge.year)
    if granularity is Granularity.MONTH and edge.day == 1:
        return f"{_MONTHS[edge.month - 1]} {edge.year}"
    return _day(edge.date())


def _hours(start: datetime, end: datetime) -> str:
    part = _DAY_PARTS.get((start.hour, end.hour)) if start.minute == end.minute == 0 else None
    if part:
        return f"the {part} of {_day(start.date())}"
    if end - start == timedelta(hours=1):
        return f"{start:%H:%M} on {_day(start.date())}"
    if start.date() != _last(end):
        return f"{start:%H:%M} on {_day(start.date())} – {end:%H:%M} on {_day(end.date())}"
    return f"{start:%H:%M}–{end:%H:%M} on {_day(start.date())}"


def _days(first: date, last: date) -> str:
    """ "3–5 June 2023", "28 May – 3 June 2023", "28 December 2022 – 3 January 2023"."""
    if first == last:
        return _day(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{_day(last)}"
    if first.year == last.year:
        return f"{first.day} {_MONTHS[first.month - 1]} – {_day(last)}"
    return f"{_day(first)} – {_day(last)}"
