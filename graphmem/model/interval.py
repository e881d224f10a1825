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
    """

    start: datetime | None
    end: datetime | None
    granularity: Granularity
    approximate: bool = False


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
