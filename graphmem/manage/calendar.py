"""Which Day, Month and Year nodes an interval hangs on, by the speaker's local date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from graphmem.model.interval import Granularity, Interval

_MOST_DAYS = 7
_MOST_MONTHS = 12
_MOST_YEARS = 100  # a century; of a longer interval little can be said about any year between its ends
_COARSE = (Granularity.MONTH, Granularity.SEASON, Granularity.YEAR)


@dataclass(frozen=True, slots=True)
class Dates:
    """Uids of the calendar nodes that a record or event frame links to; only one of the three is filled."""

    days: tuple[str, ...] = ()
    months: tuple[str, ...] = ()
    years: tuple[str, ...] = ()


def dates_of(interval: Interval, said_at: datetime | None = None) -> Dates:
    """Up to 7 days link each day, up to a year its months, more its years; more than a century its two ends.

    A month, season or year never links days: it is no surer than that. An open interval ends or starts when
    it was told: "since 2016", said in 2019, links four years. Where that is unknown, or lies on the other
    side of the end that is known, it links that end alone.
    """
    first, last = _bounds(interval, None if said_at is None else said_at.date())
    days = (last - first).days + 1
    if interval.granularity is Granularity.YEAR or days > 31 * _MOST_MONTHS:
        span = range(first.year, last.year + 1)
        years = span if len(span) <= _MOST_YEARS else (first.year, last.year)
        return Dates(years=tuple(f"{year:04}" for year in years))
    if interval.granularity in _COARSE or days > _MOST_DAYS:
        return Dates(months=tuple(_months(first, last)))
    return Dates(days=tuple((first + timedelta(days=n)).isoformat() for n in range(days)))


def date_of(said_at: datetime | None) -> Dates:
    """The day on which something was said, in the speaker's own offset."""
    return Dates() if said_at is None else Dates(days=(said_at.date().isoformat(),))


def _bounds(interval: Interval, said: date | None) -> tuple[date, date]:
    first = interval.start.date() if interval.start is not None else None
    last = (interval.end - timedelta(microseconds=1)).date() if interval.end is not None else None
    if first is None:
        assert last is not None  # an interval has one of its ends at least
        return (said, last) if said is not None and said <= last else (last, last)
    if last is None:
        return (first, said) if said is not None and first <= said else (first, first)
    return (first, last) if first <= last else (first, first)


def _months(first: date, last: date) -> Iterator[str]:
    for index in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        yield f"{index // 12:04}-{index % 12 + 1:02}"
