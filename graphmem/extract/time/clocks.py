"""Operators for times of day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from graphmem.extract.time.spans import Frame, Node, Span, at_midnight
from graphmem.model.interval import Granularity

_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. meridiem: "am", "pm" or "" (not said). padded: written 05, as in twenty-four hours."""

    hour: int
    minute: int = 0
    second: int = 0
    meridiem: str = ""
    to_minute: bool = False
    padded: bool = False

    @property
    def likely_pm(self) -> bool:
        """ "at 5", said without more, is after noon; "at 05:00" and "at 9" are what they say."""
        return not self.meridiem and not self.padded and 1 <= self.hour <= 6

    def on(self, day: date, evening: bool = False) -> datetime:
        """The moment on a day; evening reads an hour below 12 as after noon. ValueError when no such time."""
        hour, late = self.hour, self.meridiem == "pm" or (evening and not self.meridiem)
        if self.meridiem and not 1 <= hour <= 12:
            raise ValueError(f"{hour} {self.meridiem} is no time of day")
        if late and hour < 12:
            hour += 12
        elif self.meridiem == "am" and hour == 12:
            hour = 0
        return at_midnight(day).replace(minute=self.minute, second=self.second) + hour * _HOUR

    def name(self, moment: datetime) -> str:
        pattern = "T%H:%M:%S" if self.second else "T%H:%M" if self.to_minute else "T%H"
        return moment.date().isoformat() + moment.strftime(pattern)


@dataclass(frozen=True, slots=True)
class AtClock:
    """ "at 3 pm yesterday": the hour that begins at that time; on the reference day when no day is said."""

    clock: Clock
    day: Node
    evening: bool = False

    def __call__(self, frame: Frame) -> Span:
        moment = self.clock.on(self.day(frame).first, self.evening)
        return Span(moment, moment + _HOUR, Granularity.HOUR, self.clock.name(moment))


@dataclass(frozen=True, slots=True)
class ClockRange:
    """ "from 5 to 6pm today": ends at the second time, whose half of the day counts for both."""

    first: Clock
    last: Clock
    day: Node
    evening: bool = False

    def __call__(self, frame: Frame) -> Span:
        day = self.day(frame).first
        end = self.last.on(day, self.evening)
        first = self.first
        if (
            not first.meridiem
            and self.last.meridiem == "pm"
            and first.hour < 12
            and first.hour % 12 <= self.last.hour % 12
        ):
            first = replace(first, meridiem="pm")
        start = first.on(day, self.evening)
        if end <= start:
            end += 12 * _HOUR if end + 12 * _HOUR > start and not self.last.meridiem else 24 * _HOUR
        return Span(start, end, Granularity.HOUR, f"{first.name(start)}/{self.last.name(end)}", kind="range")


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """ "yesterday evening", "tonight": the hours of DAY_PARTS on a day."""

    code: str
    first_hour: int
    last_hour: int
    day: Node

    def __call__(self, frame: Frame) -> Span:
        day = at_midnight(self.day(frame).first)
        name = f"{day.date().isoformat()}T{self.code}"
        return Span(day + self.first_hour * _HOUR, day + self.last_hour * _HOUR, Granularity.HOUR, name)
