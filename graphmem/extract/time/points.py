"""Operators for single days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from graphmem.extract.time.holidays import holiday_date, nth_weekday
from graphmem.extract.time.lexicon import LAST, NEXT, THIS
from graphmem.extract.time.spans import SOON, Frame, Node, Span, choose, day_span, monday
from graphmem.model.interval import Granularity

_NEAR = 400  # days within which a weekday may decide the year
_SOON_IN_MONTH = timedelta(days=15)
# "Keys on the 1st" announces; only what lay within the last week is rather looked back at.
_ANNOUNCED = timedelta(days=24)


@dataclass(frozen=True, slots=True)
class NearDay:
    """Today plus a number of days."""

    days: int

    def __call__(self, frame: Frame) -> Span:
        return day_span(frame.today + timedelta(days=self.days))


@dataclass(frozen=True, slots=True)
class Weekday:
    """ "Friday" (mod None), "last Friday", "this Friday", "next Friday".

    last is the latest one before today; next is the one of the next calendar week; this is the one of the
    present week, or the coming one when that has passed and the verbs speak of the future.
    """

    weekday: int
    mod: int | None = None

    def __call__(self, frame: Frame) -> Span:
        today = frame.today
        back = (today.weekday() - self.weekday) % 7
        if self.mod == LAST:
            return day_span(today - timedelta(days=back or 7))
        if self.mod == NEXT:
            return day_span(monday(today) + timedelta(days=7 + self.weekday))
        if self.mod == THIS:
            day = monday(today) + timedelta(days=self.weekday)
            return day_span(day + timedelta(days=7 if day < today and frame.lean > 0 else 0))
        return day_span(frame.following(self._from(frame)) or self._by_verbs(frame, back))

    def _from(self, frame: Frame) -> list[date]:
        """The first such weekday from the day that was named before."""
        first = frame.before or frame.today
        return [first + timedelta(days=(self.weekday - first.weekday()) % 7)]

    def _by_verbs(self, frame: Frame, back: int) -> date:
        if frame.lean < 0:
            return frame.today - timedelta(days=back or 7)
        ahead = frame.lean > 0 or (frame.verbless and 7 - back < back)
        return frame.today + timedelta(days=7 - back if ahead else -back)


@dataclass(frozen=True, slots=True)
class WeekdayOfWeek:
    """ "Friday next week", "the Friday before 15 July": a weekday inside, or next to, a span."""

    weekday: int
    week: Node

    def __call__(self, frame: Frame) -> Span:
        first = monday(self.week(frame).first)
        return day_span(first + timedelta(days=self.weekday))


@dataclass(frozen=True, slots=True)
class WeekdayBeside:
    """The n-th such weekday strictly before (sign −1) or after (sign 1) a day."""

    weekday: int
    sign: int
    anchor: Node
    count: int = 1

    def __call__(self, frame: Frame) -> Span:
        day = self.anchor(frame).first
        gap = ((day.weekday() - self.weekday) * -self.sign) % 7 or 7
        return day_span(day + self.sign * timedelta(days=gap + 7 * (self.count - 1)))


@dataclass(frozen=True, slots=True)
class NthWeekday:
    """ "first Friday of July": inside a month, a season or a year; this month when nothing is said."""

    nth: int
    weekday: int
    period: Node | None = None

    def __call__(self, frame: Frame) -> Span:
        if self.period is None:
            return day_span(nth_weekday(frame.today.year, frame.today.month, self.weekday, self.nth))
        span = self.period(frame)
        if span.granularity is Granularity.MONTH:
            return day_span(nth_weekday(span.first.year, span.first.month, self.weekday, self.nth))
        return day_span(_nth_inside(span, self.weekday, self.nth))


def _nth_inside(span: Span, weekday: int, nth: int) -> date:
    if nth > 0:
        first = span.first
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    if span.end is None:
        raise ValueError("the span has no end")
    last = span.end.date() - timedelta(days=1)
    return last - timedelta(days=(last.weekday() - weekday) % 7)


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the calendar; parts that are not said are None and come from the reference.

    weekday is a check on the year where the year is not said: "Wed 22 January" may rule years out.
    """

    day: int
    month: int | None = None
    year: int | None = None
    weekday: int | None = None

    def __call__(self, frame: Frame) -> Span:
        if self.month is not None and self.year is not None:
            return day_span(date(self.year, self.month, self.day))
        days = self._days(frame.today)
        near = [day for day in days if abs((day - frame.today).days) < _NEAR]
        matching = [day for day in near if day.weekday() == self.weekday]
        if self.month is None and not matching:
            next_named = frame.following(days)
            if next_named:
                return day_span(next_named)
        announced = _ANNOUNCED if frame.verbless else _SOON_IN_MONTH
        soon = announced if self.month is None else SOON
        return choose([day_span(day) for day in matching or days], frame, soon)

    def _days(self, today: date) -> list[date]:
        """Every such day near the reference. Raises ValueError when there is none."""
        if self.month is None:
            firsts = [(today.year * 12 + today.month - 1 + k) for k in range(-12, 13)]
            tried = [_day_or_none(n // 12, n % 12 + 1, self.day) for n in firsts]
        else:
            tried = [_day_or_none(today.year + k, self.month, self.day) for k in range(-8, 9)]
        found = [day for day in tried if day is not None]
        if not found:
            raise ValueError(f"no month has a day {self.day}")
        return found


def _day_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class DayOf:
    """ "the 20th of next month"."""

    day: int
    period: Node

    def __call__(self, frame: Frame) -> Span:
        return day_span(self.period(frame).first.replace(day=self.day))


@dataclass(frozen=True, slots=True)
class Holiday:
    """A named day; year None with a modifier (last, this, next) or none."""

    name: str
    year: int | None = None
    mod: int | None = None

    def __call__(self, frame: Frame) -> Span:
        if self.year is not None:
            return day_span(holiday_date(self.name, self.year))
        today = frame.today
        days = [holiday_date(self.name, today.year + k) for k in (-1, 0, 1)]
        if self.mod == LAST:
            return day_span(max(day for day in days if day < today))
        if self.mod == NEXT:
            return day_span(min(day for day in days if day > today))
        return day_span(days[1]) if self.mod == THIS else choose([day_span(day) for day in days], frame)
