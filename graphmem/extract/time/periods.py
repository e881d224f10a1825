"""Operators for weeks, months, quarters, seasons, years and longer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from graphmem.extract.time.lexicon import EARLY, LAST, LATE, MID, NEXT, THIS, Unit
from graphmem.extract.time.spans import (
    SEASON_MONTHS,
    Frame,
    Node,
    Span,
    at_midnight,
    century_span,
    choose,
    day_span,
    decade_span,
    half_span,
    month_span,
    month_start,
    quarter_span,
    season_span,
    week_span,
    weekend_span,
    year_span,
)
from graphmem.model.interval import Granularity


def unit_span(unit: Unit, moment: datetime, offset: int = 0) -> Span:
    """The calendar unit that holds a moment, or the one a number of units away."""
    if unit in {Unit.SECOND, Unit.MINUTE, Unit.HOUR}:
        hour = moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=offset)
        return Span(hour, hour + timedelta(hours=1), Granularity.HOUR, f"{hour:%Y-%m-%dT%H}")
    return _UNIT_SPANS[unit](moment.date(), offset)


def _quarter(day: date, offset: int) -> Span:
    year, quarter = divmod(day.year * 4 + (day.month - 1) // 3 + offset, 4)
    return quarter_span(year, quarter + 1)


_UNIT_SPANS: dict[Unit, Callable[[date, int], Span]] = {
    Unit.DAY: lambda day, offset: day_span(day + timedelta(days=offset)),
    Unit.WORKDAY: lambda day, offset: day_span(day + timedelta(days=offset)),
    Unit.WEEK: lambda day, offset: week_span(day + timedelta(days=7 * offset)),
    Unit.WEEKEND: lambda day, offset: weekend_span(day + timedelta(days=7 * offset)),
    Unit.MONTH: lambda day, offset: month_span(day.year, day.month + offset),
    Unit.QUARTER: _quarter,
    Unit.YEAR: lambda day, offset: year_span(day.year + offset),
    Unit.DECADE: lambda day, offset: decade_span(day.year // 10 * 10 + 10 * offset),
    Unit.CENTURY: lambda day, offset: century_span(day.year // 100 + 1 + offset),
}


@dataclass(frozen=True, slots=True)
class UnitAway:
    """ "this week", "last month", "next year", "the week after next" (offset 2)."""

    unit: Unit
    offset: int

    def __call__(self, frame: Frame) -> Span:
        return unit_span(self.unit, frame.moment, self.offset)


@dataclass(frozen=True, slots=True)
class Weekend:
    """ "last weekend", "this weekend": with verbs in the past "this" is the latest one that has begun."""

    mod: int

    def __call__(self, frame: Frame) -> Span:
        here = unit_span(Unit.WEEKEND, frame.moment)
        begun = here.start is not None and here.start <= frame.moment
        if self.mod == THIS and frame.lean < 0 and not begun:
            return unit_span(Unit.WEEKEND, frame.moment, LAST)
        return unit_span(Unit.WEEKEND, frame.moment, self.mod)


@dataclass(frozen=True, slots=True)
class InYear:
    """A period that comes once a year: month, quarter, half, season.

    kind: "month", "quarter", "half" or "season". year: a node ("next year"), or None: then mod chooses
    (last: the latest that is over; this: of this year; next: the first that has not begun).
    """

    kind: str
    which: int | str
    year: Node | None = None
    mod: int | None = None

    def __call__(self, frame: Frame) -> Span:
        if self.year is not None:
            return self._of(self.year(frame).first.year)
        now = frame.moment
        if self.mod == THIS:
            return self._this(now)
        spans = [self._of(now.year + k) for k in (-2, -1, 0, 1, 2)]
        if self.mod == LAST:
            return [span for span in spans if span.end is not None and span.end <= now][-1]
        if self.mod == NEXT:
            return next(span for span in spans if span.start is not None and span.start > now)
        return choose(spans, frame)

    def _this(self, now: datetime) -> Span:
        """Of this year; in January and February "this winter" is the one that is going on."""
        began_before = self.which == "WI" and now.month < SEASON_MONTHS["SP"]
        return self._of(now.year - 1 if began_before else now.year)

    def _of(self, year: int) -> Span:
        if isinstance(self.which, str):
            return season_span(year, self.which)
        spans = {"month": month_span, "quarter": quarter_span, "half": half_span}
        return spans[self.kind](year, self.which)


@dataclass(frozen=True, slots=True)
class YearOf:
    """A year, a decade (number is its first year) or a century (number counts them)."""

    number: int
    unit: Unit = Unit.YEAR

    def __call__(self, frame: Frame) -> Span:
        spans = {Unit.YEAR: year_span, Unit.DECADE: decade_span, Unit.CENTURY: century_span}
        return spans[self.unit](self.number)


@dataclass(frozen=True, slots=True)
class Around:
    """ "the week of 18 May", "the month of the 3rd": the unit that holds a day."""

    unit: Unit
    day: Node

    def __call__(self, frame: Frame) -> Span:
        return unit_span(self.unit, at_midnight(self.day(frame).first))


@dataclass(frozen=True, slots=True)
class WeekIn:
    """ "the third week of June": the n-th week whose Thursday lies in the period (ISO 8601); −1 the last.

    period None: the year of the reference, for "week 10".
    """

    nth: int
    period: Node | None = None

    def __call__(self, frame: Frame) -> Span:
        span = self.period(frame) if self.period else year_span(frame.today.year)
        if span.start is None or span.end is None:
            raise ValueError("weeks can be counted in a closed period only")
        if self.nth < 0:
            last = span.end.date() - timedelta(days=1)
            return week_span(last - timedelta(days=(last.weekday() - 3) % 7))
        thursday = span.first + timedelta(days=(3 - span.first.weekday()) % 7 + 7 * (self.nth - 1))
        if thursday >= span.end.date():
            raise ValueError(f"the period has no week {self.nth}")
        return week_span(thursday)


@dataclass(frozen=True, slots=True)
class Portion:
    """Early, middle or late part of a span: halves, and the middle between the quarters.

    edge: said as "beginning, middle, end of", which for a year are its thirds.
    """

    which: str
    period: Node
    edge: bool = False

    def __call__(self, frame: Frame) -> Span:
        span = self.period(frame)
        if span.start is None or span.end is None:
            raise ValueError("only a closed period has parts")
        start, end = self._bounds(span, span.start, span.end)
        decade = span.end - span.start > timedelta(days=366)
        finer = span.granularity if decade else _FINER[span.granularity]
        return replace(span, start=start, end=end, granularity=finer, approximate=True)

    def edges(self, span: Span) -> tuple[datetime | None, datetime | None]:
        """From where and up to where "until the end of March" and "since the start of 2020" count."""
        if not self.edge:
            return span.start, span.end
        start = span.end if self.which == LATE else span.start
        return start, span.start if self.which == EARLY else span.end

    def _bounds(self, span: Span, start: datetime, end: datetime) -> tuple[datetime, datetime]:
        days = (end - start).days
        cuts = {7: (3, 1, 5), 2: (1, 0, 2)}.get(days)
        if 28 <= days <= 31:
            cuts = (15, 10, 20)
        if days in (365, 366):
            return self._of_year(start, end)
        if cuts is None:
            return self._thirds(start, end)
        half, middle, after = (start + timedelta(days=n) for n in cuts)
        return {EARLY: (start, half), MID: (middle, after), LATE: (half, end)}[self.which]

    def _of_year(self, start: datetime, end: datetime) -> tuple[datetime, datetime]:
        early, late = (5, 9) if self.edge else (7, 7)
        bounds = {EARLY: (1, early), MID: (5, 9), LATE: (late, 13)}
        first, last = bounds[self.which]
        return month_start(start.year, first), month_start(start.year, last)

    def _thirds(self, start: datetime, end: datetime) -> tuple[datetime, datetime]:
        """Whole months for seasons, whole years for decades, hours for a day."""
        third = (end - start) / 3
        cuts = [start, _rounded(start + third, third), _rounded(start + 2 * third, third), end]
        first = {EARLY: 0, MID: 1, LATE: 2}[self.which]
        return cuts[first], cuts[first + 1]


_FINER = {
    Granularity.YEAR: Granularity.SEASON,
    Granularity.SEASON: Granularity.MONTH,
    Granularity.MONTH: Granularity.WEEK,
    Granularity.WEEK: Granularity.DAY,
    Granularity.DAY: Granularity.HOUR,
    Granularity.HOUR: Granularity.HOUR,
}


def _rounded(moment: datetime, third: timedelta) -> datetime:
    if third > timedelta(days=366):
        return datetime(moment.year + round((moment.month - 1) / 12), 1, 1)
    if third > timedelta(days=27):
        return month_start(moment.year, moment.month + round((moment.day - 1) / 30))
    return moment


@dataclass(frozen=True, slots=True)
class SinceStart:
    """ "earlier this month" (sign −1: its start to today), "later this year" and "rest of" (sign 1)."""

    period: Node
    sign: int

    def __call__(self, frame: Frame) -> Span:
        span, today = self.period(frame), at_midnight(frame.today)
        if span.start is None or span.end is None or not span.start <= today < span.end:
            return replace(span, approximate=True)
        if self.sign > 0:
            return replace(span, start=today, kind="range")
        return replace(span, end=max(today, span.start + timedelta(days=1)), kind="range")
