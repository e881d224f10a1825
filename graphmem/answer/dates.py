"""When the events that evidence tells of happened, and how far apart they are. Code computes; models name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from dateutil.relativedelta import relativedelta

from graphmem.model.evidence import Item
from graphmem.model.interval import Granularity, Interval, TimeExpression, interval_or_none

Times = Callable[[str, datetime | None], Sequence[TimeExpression]]
Words = Callable[[Interval], str]

_MOMENT = timedelta(days=1)
_LONGEST_IN_DAYS = 13
_COARSE = {Granularity.MONTH: "month", Granularity.SEASON: "month", Granularity.YEAR: "year"}
UNITS = ("day", "week", "month", "year")


@dataclass(frozen=True, slots=True)
class Dated:
    """An event with its time. said: it is only known when the turn was said, not when the event was.

    beside: the time stands in other words of the turn than those that tell of the event.
    """

    item: Item
    interval: Interval
    said: bool = False
    beside: bool = False

    @property
    def start(self) -> datetime:
        """Its first moment; of an open past its end."""
        moment = self.interval.start or self.interval.end
        assert moment  # an interval never is open on both sides
        return moment


def happened(item: Item, quote: str = "") -> Dated | None:
    """When what a turn tells happened: by an expression in the quoted words, else by one in the turn, else
    by the record the turn proves, else when it was said; None when nothing is known.
    """
    for text in (quote, item.citation.text):
        found = _in(item, text) if text else None
        if found:
            return Dated(item, found, beside=bool(quote) and text != quote)
    recorded = _recorded(item)
    if recorded:
        return Dated(item, recorded)
    return None if item.said_at is None else Dated(item, day_of(item.said_at), said=True)


def began(item: Item, quote: str) -> float:
    """When what a turn tells of began, to sort by: seconds since the epoch, infinite when unknown."""
    dated = happened(item, quote)
    return dated.start.timestamp() if dated else float("inf")


def day_of(moment: datetime) -> Interval:
    """The local day of a moment."""
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    last = start.date() == date.max  # the calendar has no day after it
    return Interval(start, start.replace(hour=23, minute=59) if last else start + _MOMENT, Granularity.DAY)


def day_in(moment: datetime, zone: tzinfo) -> Interval:
    """The day of a moment in another offset; its own where the calendar ends between the two."""
    try:
        return day_of(moment.astimezone(zone))
    except OverflowError:
        return day_of(moment)


def _in(item: Item, words: str) -> Interval | None:
    """The first resolved date or range whose expression stands in these words of the turn."""
    at = item.citation.text.find(words)
    for one in item.times:
        if at <= one.start and one.end <= at + len(words) and one.interval and one.kind in ("date", "range"):
            return one.interval
    return None


def _recorded(item: Item) -> Interval | None:
    hit = item.hit
    if hit is None or hit.event_from is None or hit.citations[0].turn_id != item.citation.turn_id:
        return None
    try:
        start = hit.event_from.astimezone(item.zone)
        end = hit.event_to.astimezone(item.zone) if hit.event_to else None
    except OverflowError:  # the first and the last hours of the calendar
        return None
    length = (end - start) if end else None
    if length is not None and length >= timedelta(days=360):
        return interval_or_none(start, end, Granularity.YEAR)
    month = length is not None and length > 27 * _MOMENT
    return interval_or_none(start, end, Granularity.MONTH if month else Granularity.DAY)


def elapsed(first: Interval, second: Interval, unit: str = "") -> str:
    """The time between the starts of two intervals in words: "9 days", "64 days (2 months and 3 days)".

    unit: day, week, month or year, in which it was asked; "" lets the length choose. "about" where one of
    the two is not known to the day, "less than" where one may lie within the other. The order of the two does
    not matter.
    """
    one, other = sorted((_day(first), _day(second)))
    coarse = max((_coarse(each) for each in (first, second)), key=UNITS.index)
    if coarse != "day":
        return "less than a " + coarse if _meet(first, second) else _about(one, other, coarse, unit)
    days, calendar = (other - one).days, _calendar(one, other)
    if unit == "week":
        return _with_days(_weeks(days), days)
    if unit in ("month", "year"):
        return _with_days(calendar, days)
    told = _counted(days, "day")
    return told if unit == "day" or days <= _LONGEST_IN_DAYS else f"{told} ({calendar})"


def between(one: Interval, other: Interval, unit: str, words: Words) -> str:
    """ "64 days (2 months and 3 days), from 5 May 2023 to 8 July 2023", the earlier first."""
    first, second = sorted((one, other), key=_day)
    return f"{elapsed(first, second, unit)}, from {words(first)} to {words(second)}"


def apart(events: Sequence[Dated], now: datetime, unit: str, words: Words) -> str:
    """The same between two events, or from a single one until now."""
    first = events[0]
    other = events[1].interval if len(events) > 1 else day_in(now, first.item.zone)
    return between(first.interval, other, unit, words)


def _day(interval: Interval) -> date:
    moment = interval.start or interval.end
    assert moment
    return moment.date()


def _coarse(interval: Interval) -> str:
    """The unit in which the interval is known."""
    if interval.granularity in _COARSE:
        return _COARSE[interval.granularity]
    if interval.granularity is Granularity.WEEK or interval.approximate:
        return "week"
    return "day"


def _meet(one: Interval, other: Interval) -> bool:
    """Whether the two share a moment; an open side reaches everything."""
    before = one.end is not None and other.start is not None and one.end <= other.start
    after = one.start is not None and other.end is not None and one.start >= other.end
    return not before and not after


def _about(one: date, other: date, coarse: str, unit: str) -> str:
    """In the unit that was asked for, where that is no finer than what is known."""
    asked = unit if unit in UNITS and UNITS.index(unit) > UNITS.index(coarse) else coarse
    for each in (asked, coarse):
        if count := _rounded(one, other, each):
            return f"about {_counted(count, each)}"
    return f"less than a {coarse}"


def _rounded(one: date, other: date, unit: str) -> int:
    if unit == "week":
        return round((other - one).days / 7)
    gap = relativedelta(other, one)
    months: int = gap.years * 12 + gap.months
    return round(months / 12) if unit == "year" else months


def _calendar(one: date, other: date) -> str:
    """ "1 year, 2 months and 3 days"; weeks where there is no whole month."""
    gap = relativedelta(other, one)
    if not gap.years and not gap.months:
        return _weeks(gap.days)
    return joined([_counted(n, unit) for n, unit in _parts(gap) if n])


def _parts(gap: relativedelta) -> tuple[tuple[int, str], ...]:
    return (gap.years, "year"), (gap.months, "month"), (gap.days, "day")


def _weeks(days: int) -> str:
    weeks, rest = divmod(days, 7)
    return joined([_counted(n, unit) for n, unit in ((weeks, "week"), (rest, "day")) if n]) or "0 days"


def _with_days(told: str, days: int) -> str:
    plain = _counted(days, "day")
    return told if told == plain else f"{told} ({plain})"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def joined(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
