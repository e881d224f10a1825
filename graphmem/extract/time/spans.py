"""Stretches of local time, and the reference that relative expressions are read against."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Protocol

from graphmem.model.interval import Granularity, require_moment

_DAY = timedelta(days=1)
SEASON_MONTHS = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}  # meteorological, northern; winter 2022 ends in 2023
SOON = timedelta(days=100)
_RECENT = timedelta(days=31)


class UnanchoredError(Exception):
    """A relative expression met an unknown reference time; never leaves this package."""


@dataclass(frozen=True, slots=True)
class Span:
    """[start, end) in local time without an offset, with its TIMEX value; both None when not placed.

    Raises ValueError when no moment lies between the two, as Interval does: "the last zero weeks" has no
    interval.
    """

    start: datetime | None
    end: datetime | None
    granularity: Granularity = Granularity.DAY
    timex: str = ""
    approximate: bool = False
    kind: str = "date"

    def __post_init__(self) -> None:
        require_moment(self.start, self.end)

    @property
    def first(self) -> date:
        """The first local day; ValueError when the span has no beginning."""
        if self.start is None:
            raise ValueError("the span has no beginning")
        return self.start.date()

    def loosely(self) -> Span:
        return replace(self, approximate=True)


@dataclass(frozen=True, slots=True)
class Frame:
    """What an expression is read against.

    now: the speaker's local time, None when unknown. lean: −1 when the verbs around speak of the past,
    +1 of the future, 0 unknown. before: the day that the sentence named before this one, which a bare weekday
    or day of the month follows. verbless: no verb at all, so that the nearer reading counts.
    """

    now: datetime | None
    lean: int = 0
    before: date | None = None
    verbless: bool = False

    @property
    def moment(self) -> datetime:
        if self.now is None:
            raise UnanchoredError
        return self.now

    @property
    def today(self) -> date:
        return self.moment.date()

    def following(self, days: Iterable[date]) -> date | None:
        """The first of these days, in order, that does not come before the day that was named before.

        None when no day was named, or when past and future would mix: after a day to come the verbs may not
        look back; after one in the last weeks they may not look ahead, and the day must not be to come.
        """
        before, today = self.before, self.today
        if before is None or before == today:
            return None
        found = next((day for day in days if day >= before), None)
        if found is None or before > today:
            return found if self.lean >= 0 else None
        recent = today - before <= _RECENT
        return found if recent and self.lean <= 0 and found <= today else None


class Node(Protocol):
    """An operator that computes a span; raises UnanchoredError, ValueError or OverflowError if it cannot."""

    def __call__(self, frame: Frame) -> Span: ...


def at_midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def day_span(day: date) -> Span:
    return Span(at_midnight(day), at_midnight(day) + _DAY, Granularity.DAY, day.isoformat())


def monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def week_span(day: date) -> Span:
    """The ISO week (Monday to Sunday) that holds the day."""
    first = monday(day)
    return Span(at_midnight(first), at_midnight(first) + 7 * _DAY, Granularity.WEEK, week_name(day))


def week_name(day: date) -> str:
    iso = day.isocalendar()
    return f"{iso.year:04d}-W{iso.week:02d}"


def weekend_span(day: date) -> Span:
    """Saturday and Sunday of the week that holds the day."""
    first = monday(day) + 5 * _DAY
    return Span(at_midnight(first), at_midnight(first) + 2 * _DAY, Granularity.DAY, week_name(day) + "-WE")


def months_span(year: int, month: int, count: int, granularity: Granularity, timex: str) -> Span:
    """Whole months from a month that may lie outside 1–12."""
    start, end = month_start(year, month), month_start(year, month + count)
    return Span(start, end, granularity, timex)


def month_start(year: int, month: int) -> datetime:
    return datetime(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)


def month_span(year: int, month: int) -> Span:
    start = month_start(year, month)
    return months_span(year, month, 1, Granularity.MONTH, f"{start.year:04d}-{start.month:02d}")


def quarter_span(year: int, quarter: int) -> Span:
    return months_span(year, quarter * 3 - 2, 3, Granularity.SEASON, f"{year:04d}-Q{quarter}")


def half_span(year: int, half: int) -> Span:
    return months_span(year, half * 6 - 5, 6, Granularity.SEASON, f"{year:04d}-H{half}")


def season_span(year: int, season: str) -> Span:
    return months_span(year, SEASON_MONTHS[season], 3, Granularity.SEASON, f"{year:04d}-{season}")


def year_span(year: int) -> Span:
    return months_span(year, 1, 12, Granularity.YEAR, f"{year:04d}")


def decade_span(first: int) -> Span:
    return months_span(first, 1, 120, Granularity.YEAR, f"{first // 10:03d}")


def century_span(number: int) -> Span:
    """The n-th century as people count hundreds: the 20th is 1900–1999."""
    return months_span((number - 1) * 100, 1, 1200, Granularity.YEAR, f"{number - 1:02d}")


def choose(candidates: list[Span], frame: Frame, soon: timedelta = SOON) -> Span:
    """One of several readings in time order, such as the Mays of three years.

    Future verbs take the first that is not over, past verbs the last that has begun; without verbs that
    tell the one that is going on, then one that begins soon, then the last that has begun; in a sentence
    without any verb the nearer of the two.
    """
    now = frame.moment
    begun = [span for span in candidates if span.start is not None and span.start <= now]
    ahead = [span for span in candidates if span.end is not None and span.end > now]
    if not begun or not ahead:
        return (ahead or begun)[0 if ahead else -1]
    if frame.lean:
        return ahead[0] if frame.lean > 0 else begun[-1]
    first, last = ahead[0].start, begun[-1].end
    if first is None:
        return begun[-1]
    if frame.verbless and last is not None:
        soon = max(soon, now - last)
    return ahead[0] if first - now <= soon else begun[-1]
