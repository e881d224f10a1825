"""A stretch of time that an expression means."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Granularity(StrEnum):
    """How exact an interval is."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Interval:
    """[start, end), aware, in the offset of the reference time.

    start is None for "until …", end is None for "since …"; never both.
    approximate: "a few days ago", "around May".

    Raises ValueError when both are None, when one has no offset, and when no moment lies between them: an
    interval is never empty. Where dates come from a store or a model, `interval_or_none` drops such ones.
    """

    start: datetime | None
    end: datetime | None
    granularity: Granularity
    approximate: bool = False

    def __post_init__(self) -> None:
        if self.start is None and self.end is None:
            raise ValueError("an interval needs a start or an end")
        for bound in (self.start, self.end):
            if bound is not None and bound.utcoffset() is None:
                raise ValueError(f"the bound {bound} of an interval has no offset")
        require_moment(self.start, self.end)


def require_moment(start: datetime | None, end: datetime | None) -> None:
    """Raise ValueError unless a moment lies in [start, end); None leaves a side open.

    Nothing lies before the calendar's first moment, so that nothing ends there.
    """
    if end is None:
        return
    if end.replace(tzinfo=None) == datetime.min:
        raise ValueError("nothing ends where the calendar begins")
    if start is not None and end <= start:
        raise ValueError(f"no moment lies from {start} to {end}")


def interval_or_none(start: datetime | None, end: datetime | None, granularity: str) -> Interval | None:
    """What a store or a model tells as an interval; None when it is none."""
    try:
        return Interval(start, end, Granularity(granularity))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """An expression found in a text; start and end are character offsets into it.

    interval is None when it cannot be resolved (no reference time, or too vague).
    kind: date, range, duration or recurrence.
    """

    text: str
    start: int
    end: int
    kind: str
    interval: Interval | None
    timex: str = ""
