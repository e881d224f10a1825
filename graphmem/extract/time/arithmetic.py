"""Operators that add amounts of time and that join spans."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graphmem.extract.time.lexicon import Unit
from graphmem.extract.time.periods import Portion, unit_span
from graphmem.extract.time.quantities import Duration
from graphmem.extract.time.spans import Frame, Node, Span, at_midnight, day_span
from graphmem.model.interval import Granularity

_CLOCK_UNITS = {Unit.SECOND, Unit.MINUTE, Unit.HOUR}
_CALENDAR_UNITS = {Unit.DECADE, Unit.CENTURY}
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Now:
    """The hour of the reference itself; as an anchor, its exact moment."""

    def __call__(self, frame: Frame) -> Span:
        return unit_span(Unit.HOUR, frame.moment)


_ONE_YEAR = ((1, Unit.YEAR),)


@dataclass(frozen=True, slots=True)
class Shift:
    """An amount before or after the reference ("two weeks ago") or an anchor ("two days after Christmas").

    From the reference the result is as exact as its finest unit: the day for days, the calendar week for
    weeks, the month, the year; one year is as exact as a month, since nobody says "a year ago" of what was
    eighteen months ago; "a few" widens it by one unit on either side. From an anchor that is a day it is a
    day.
    """

    amount: Duration
    sign: int
    anchor: Node | None = None

    def __call__(self, frame: Frame) -> Span:
        if self.amount.vague:
            raise ValueError("an amount without a number cannot be added")
        span = self._from_anchor(frame) if self.anchor else self._from_now(frame.moment)
        return span.loosely() if self.amount.approximate else span

    def _from_now(self, now: datetime) -> Span:
        unit = Unit.MONTH if self.amount.parts == _ONE_YEAR else self.amount.finest
        moment = self.amount.added(now, self.sign)
        if self.amount.spread:
            around = unit_span(unit, moment)
            first = unit_span(unit, moment, -self.amount.spread)
            last = unit_span(unit, moment, self.amount.spread)
            return replace(around, start=first.start, end=last.end)
        if unit in _CLOCK_UNITS:
            return Span(
                moment, moment + timedelta(hours=1), Granularity.HOUR, moment.strftime("%Y-%m-%dT%H:%M")
            )
        return unit_span(unit, moment)

    def _from_anchor(self, frame: Frame) -> Span:
        assert self.anchor is not None
        base = self.anchor(frame)
        if base.start is None:
            raise ValueError("the anchor has no beginning")
        coarse = {Granularity.MONTH: Unit.MONTH, Granularity.YEAR: Unit.YEAR, Granularity.WEEK: Unit.WEEK}
        unit = coarse.get(base.granularity)
        if unit is not None and _rank(self.amount.finest) >= _rank(unit):
            return unit_span(unit, self.amount.added(base.start, self.sign))
        if self.amount.finest in _CLOCK_UNITS:
            moment = self.amount.added(base.start, self.sign)
            return Span(
                moment, moment + timedelta(hours=1), Granularity.HOUR, moment.strftime("%Y-%m-%dT%H:%M")
            )
        edge = base.start if self.sign < 0 or base.end is None else base.end - _DAY
        return day_span(self.amount.added(at_midnight(edge.date()), self.sign).date())


def _rank(unit: Unit) -> int:
    return list(Unit).index(unit)


@dataclass(frozen=True, slots=True)
class Adjacent:
    """ "the week before 9 June 2023": the unit that touches an anchor on one side.

    Beside a day, a week is its seven days and a weekend the nearest; beside a period of the same unit it is
    the neighbouring one.
    """

    unit: Unit
    sign: int
    anchor: Node

    def __call__(self, frame: Frame) -> Span:
        base = self.anchor(frame)
        if base.start is None or base.end is None:
            raise ValueError("the anchor is open")
        edge = base.start if self.sign < 0 else base.end
        if self.unit is Unit.WEEK and base.granularity is Granularity.DAY:
            week = timedelta(days=7)
            start = edge - week if self.sign < 0 else edge
            return Span(start, start + week, Granularity.WEEK, f"{start.date()}/P1W")
        if self.unit is Unit.WEEKEND:
            span = unit_span(self.unit, base.start)
            beyond = span.end <= base.start if self.sign < 0 else span.start >= base.end  # type: ignore[operator]
            return span if beyond else unit_span(self.unit, base.start, self.sign)
        inside = edge - timedelta(seconds=1) if self.sign < 0 else edge
        if base.granularity in (Granularity.DAY, Granularity.HOUR) and self.unit is not Unit.DAY:
            return unit_span(self.unit, base.start, self.sign)
        return unit_span(self.unit, inside)


@dataclass(frozen=True, slots=True)
class Stretch:
    """ "the past three weeks" (sign −1), "the next two days", "within 5 days": an amount beside now.

    The past ends where today begins, the future begins tomorrow, or today when within; decades and
    centuries are calendar ones.
    """

    amount: Duration
    sign: int
    today_too: bool = False

    def __call__(self, frame: Frame) -> Span:
        now = frame.moment
        value, unit = self.amount.parts[0]
        if self.amount.vague:
            return Span(None, None, timex=self.amount.timex, kind="range")
        if unit in _CALENDAR_UNITS and value >= 1:
            return self._calendar(unit, now, int(value))
        if self.amount.finest not in _CLOCK_UNITS:
            now = at_midnight(now.date()) + (_DAY if self.sign > 0 and not self.today_too else timedelta())
        other = self.amount.added(now, self.sign)
        start, end = (other, now) if self.sign < 0 else (now, other)
        granularity = _GRANULARITY.get(self.amount.finest, Granularity.DAY)
        return Span(start, end, granularity, self.amount.timex, self.amount.approximate, "range")

    def _calendar(self, unit: Unit, now: datetime, count: int) -> Span:
        here = unit_span(unit, now, self.sign)
        far = unit_span(unit, now, self.sign * count)
        first, last = (far, here) if self.sign < 0 else (here, far)
        return Span(first.start, last.end, Granularity.YEAR, self.amount.timex, kind="range")


_GRANULARITY = {
    Unit.SECOND: Granularity.HOUR,
    Unit.MINUTE: Granularity.HOUR,
    Unit.HOUR: Granularity.HOUR,
    Unit.WEEK: Granularity.WEEK,
    Unit.MONTH: Granularity.MONTH,
    Unit.YEAR: Granularity.YEAR,
}


@dataclass(frozen=True, slots=True)
class Lasting:
    """A duration that is not tied to a point: it has no interval."""

    amount: Duration

    def __call__(self, frame: Frame) -> Span:
        return Span(None, None, timex=self.amount.timex, approximate=self.amount.approximate, kind="duration")


@dataclass(frozen=True, slots=True)
class From:
    """ "for 3 days from today": an amount that begins with a day."""

    amount: Duration
    anchor: Node

    def __call__(self, frame: Frame) -> Span:
        base = self.anchor(replace(frame, lean=frame.lean or 1))
        if base.start is None or self.amount.vague:
            raise ValueError("an amount needs a number and a beginning")
        return Span(
            base.start, self.amount.added(base.start, 1), base.granularity, self.amount.timex, kind="range"
        )


@dataclass(frozen=True, slots=True)
class Between:
    """From one span to another, both included. ValueError when the second ends before the first begins."""

    first: Node
    last: Node

    def __call__(self, frame: Frame) -> Span:
        first = self.first(frame)
        last = self.last(frame)
        if first.start is None or last.end is None:
            raise ValueError("a range needs two ends")
        if first.start >= last.end:
            later = self.last(Frame(first.start, 1))
            earlier = self.first(Frame(last.start, -1))
            if later.end is not None and later.end > first.start:
                last = later
            elif earlier.start is not None and last.end is not None and earlier.start < last.end:
                first = earlier
            else:
                raise ValueError("the range ends before it begins")
        loose = first.approximate or last.approximate
        return Span(first.start, last.end, last.granularity, f"{first.timex}/{last.timex}", loose, "range")


@dataclass(frozen=True, slots=True)
class Open:
    """One-sided: since from its start, after from its end, until and before to its start, by to its end.

    Without verbs, since and after look back and the others ahead.
    """

    word: str
    anchor: Node

    def __call__(self, frame: Frame) -> Span:
        guess = -1 if self.word in {"since", "after"} else 1
        span = self.anchor(replace(frame, lean=frame.lean or guess))
        first, last = self.anchor.edges(span) if isinstance(self.anchor, Portion) else (span.start, span.end)
        start = {"since": first, "after": last}.get(self.word)
        end = {"until": first, "by": last}.get(self.word)
        if start is None and end is None:
            raise ValueError("an open range needs one end")
        name = f"{span.timex}/.." if start else f"../{span.timex}"
        return Span(start, end, span.granularity, name, span.approximate, "range")


@dataclass(frozen=True, slots=True)
class Named:
    """A recurrence or a vague word: a TIMEX value without an interval."""

    timex: str
    kind: str = "date"

    def __call__(self, frame: Frame) -> Span:
        return Span(None, None, timex=self.timex, kind=self.kind)
