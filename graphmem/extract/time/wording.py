"""Intervals in English words, for texts that must stand by themselves."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from graphmem.model.interval import Granularity, Interval

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]  # fixed English: strftime follows the locale
_SEASONS = {3: "spring", 6: "summer", 9: "autumn", 12: "winter"}


def describe(interval: Interval) -> str:
    """What an interval is called: "7 May 2023", "the week of 1 May 2023", "May 2023", "summer 2022", "2022".

    Open ones are "since …" and "until …" (until names the first day that no longer counts); what is not a
    calendar unit is "3–5 June 2023"; approximate ones that are not a named unit begin with "around".
    """
    start, end = interval.start, interval.end
    if start is None or end is None:
        edge = start or end
        return "" if edge is None else f"{'since' if start else 'until'} {_edge(edge, interval.granularity)}"
    named = _unit(start, end)
    if named:
        return named
    if interval.granularity is Granularity.HOUR and end - start <= timedelta(days=1):
        return _hours(start, end)
    text = _days(start.date(), (end - timedelta(seconds=1)).date())
    return f"around {text}" if interval.approximate else text


def _unit(start: datetime, end: datetime) -> str | None:
    """The name of the calendar unit that the bounds are, if any."""
    if any((moment.hour, moment.minute, moment.second) != (0, 0, 0) for moment in (start, end)):
        return None
    days = (end.date() - start.date()).days
    if days == 1:
        return _day(start.date())
    if days == 2 and start.weekday() == 5:
        return f"the weekend of {_day(start.date())}"
    if days == 7:
        return f"the week of {_day(start.date())}"
    return _months(start, end) if start.day == end.day == 1 else None


def _months(start: datetime, end: datetime) -> str | None:
    count = (end.year - start.year) * 12 + end.month - start.month
    years = count // 12
    if count == 1:
        return f"{_MONTHS[start.month - 1]} {start.year}"
    if count == 3 and start.month in _SEASONS:
        last = f"/{end.year % 100:02d}" if start.month == 12 else ""
        return f"{_SEASONS[start.month]} {start.year}{last}"
    if count == 3 and start.month % 3 == 1:
        return f"the {('first', 'second', 'third', 'fourth')[start.month // 3]} quarter of {start.year}"
    if start.month != 1 or count % 12:
        return None
    if years == 10 and start.year % 10 == 0:
        return f"the {start.year}s"
    return str(start.year) if years == 1 else f"{start.year}–{end.year - 1}"


def _day(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _edge(edge: datetime, granularity: Granularity) -> str:
    if granularity is Granularity.YEAR and (edge.month, edge.day) == (1, 1):
        return str(edge.year)
    if granularity is Granularity.MONTH and edge.day == 1:
        return f"{_MONTHS[edge.month - 1]} {edge.year}"
    return _day(edge.date())


def _hours(start: datetime, end: datetime) -> str:
    if end - start == timedelta(hours=1):
        return f"{start:%H:%M} on {_day(start.date())}"
    return f"{start:%H:%M}–{end:%H:%M} on {_day(start.date())}"


def _days(first: date, last: date) -> str:
    """ "3–5 June 2023", "28 May – 3 June 2023", "December 2022 – February 2023" as days."""
    if first == last:
        return _day(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{_day(last)}"
    if first.year == last.year:
        return f"{first.day} {_MONTHS[first.month - 1]} – {_day(last)}"
    return f"{_day(first)} – {_day(last)}"
