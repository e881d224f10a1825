"""Which Day, Month and Year nodes an interval hangs on, by the speaker's local date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from graphmem.model.interval import Granularity, Interval

_MOST_DAYS = 7
_MOST_MONTHS = 12
_MOST_YEARS = 20
_COARSE = (Granularity.MONTH, Granularity.SEASON, Granularity.YEAR)


@dataclass(frozen=True, slots=True)
class Dates:
    """Uids of the calendar nodes that a record or event frame links to; only one of the three is filled."""

    days: tuple[str, ...] = ()
    months: tuple[str, ...] = ()
    years: tuple[str, ...] = ()


def dates_of(interval: Interval) -> Dates:
    """Up to 7 days link each day, up to a year its months, more its years (the first 20).

    A month, season or year never links days: it is no surer than that. An open interval links where it
    starts or ends, since "since 2016" says nothing about any other year.
    """
    first, last = _bounds(interval)
    days = (last - first).days + 1
    if interval.granularity is Granularity.YEAR or days > 31 * _MOST_MONTHS:
        span = range(first.year, min(last.year, first.year + _MOST_YEARS - 1) + 1)
        return Dates(years=tuple(f"{year:04}" for year in span))
    if interval.granularity in _COARSE or days > _MOST_DAYS:
        return Dates(months=tuple(_months(first, last)))
    return Dates(days=tuple((first + timedelta(days=n)).isoformat() for n in range(days)))


def date_of(said_at: datetime | None) -> Dates:
    """The day on which something was said, in the speaker's own offset."""
    return Dates() if said_at is None else Dates(days=(said_at.date().isoformat(),))


def _bounds(interval: Interval) -> tuple[date, date]:
    start, end = interval.start, interval.end
    last = (end - timedelta(microseconds=1)).date() if end is not None else None
    first = start.date() if start is not None else last
    if first is None or (start is not None and last is None):
        last = first
    assert first is not None and last is not None
    return (first, last) if first <= last else (first, first)


def _months(first: date, last: date) -> Iterator[str]:
    for index in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        yield f"{index // 12:04}-{index % 12 + 1:02}"
