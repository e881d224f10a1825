"""When a record is true: what our resolver reads in the turns, with the model's dates held against it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from graphmem.extract import time_expressions
from graphmem.extract.local.edits import apply
from graphmem.extract.local.times import TimeFinder, dated, dominant, note_edits
from graphmem.model.interval import Granularity, Interval, TimeExpression, interval_or_none
from graphmem.text.words import pattern_of

_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ].*)?")
_YEAR = re.compile(r"\b\d{4}\b")
_OLDEST, _LATEST, _AHEAD = 1000, 2200, 100


class Verdict(StrEnum):
    """What became of a model's dates."""

    FINE = "fine"
    OVERRULED = "overruled"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Said:
    """A turn that proves a record: its words, and when they were said."""

    text: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Told:
    """A date as a model tells it: words of the turn, first and last day."""

    expression: str
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Dated:
    """The expression as the turn has it, what it means, and what became of the model's dates."""

    text: str = ""
    interval: Interval | None = None
    verdict: Verdict = Verdict.FINE


def date_of(text: str, told: Told, evidence: Sequence[Said], find_times: TimeFinder) -> Dated:
    """The date of a record.

    An expression of the turns counts as our resolver reads it, where it does; the model's days only fill in
    where it does not know the words (another language). Without such an expression a date must stand in the
    record's own text, or be a plausible one that is not simply the day of the conversation.
    """
    at = next((said.at for said in reversed(evidence) if said.at), None)
    theirs = _interval(told, at)
    place = _place(told.expression, evidence)
    if place is None:
        return _without(text, theirs, at, find_times, told)
    said, expression = place
    found = _read(expression, said, find_times)
    if found is None:
        known = theirs if said.at or _YEAR.search(expression) else None
        return Dated(expression, known, _verdict(told, theirs, known))
    kept = dominant(dated([found]))
    if kept is None:
        return Dated("", None, _verdict(told, theirs, None))
    return Dated(kept.text, kept.interval, _verdict(told, theirs, kept.interval))


def explained(text: str, at: datetime | None, find_times: TimeFinder) -> str:
    """The text with the meaning in brackets behind relative dates that a model left in it."""
    if at is None:
        return text
    edits = note_edits(dated(find_times(text, at)), time_expressions.describe)
    return apply(text, [edit for edit in edits if edit.text.strip(" []") not in text])


def _without(
    text: str, theirs: Interval | None, at: datetime | None, find_times: TimeFinder, told: Told
) -> Dated:
    found = dominant(dated(find_times(text, at)))
    if found is not None and found.interval is not None:
        return Dated(found.text, found.interval, _verdict(told, theirs, found.interval))
    if theirs is not None and at is not None and _is_day(theirs, at):
        theirs = None
    return Dated("", theirs, _verdict(told, theirs, theirs))


def _place(expression: str, evidence: Sequence[Said]) -> tuple[Said, str] | None:
    """The last turn that says the expression, and how it spells it."""
    bare = expression.strip(" .,;:!?\"'。，、；：！？「」『』“”")
    if not bare:
        return None
    pattern = pattern_of(bare, any_case=True)
    for said in reversed(evidence):
        if match := pattern.search(said.text):
            return said, match.group()
    return None


def _read(expression: str, said: Said, find_times: TimeFinder) -> TimeExpression | None:
    """As it stands in the turn, where verbs and the days before it tell which one is meant; else alone."""
    wanted = expression.casefold()
    inside = [
        found
        for found in find_times(said.text, said.at)
        if found.text.casefold() in wanted
        or (2 * len(wanted) >= len(found.text) and wanted in found.text.casefold())
    ]
    exact = [found for found in inside if found.text.casefold() == wanted]
    chosen = dominant(exact or inside)
    return chosen or time_expressions.read(expression, said.at)


def _interval(told: Told, at: datetime | None) -> Interval | None:
    """The model's days as an interval in the speaker's offset; None when they are no plausible dates."""
    zone = at.tzinfo if at and at.tzinfo else UTC
    first, last = _bounds(told.first, zone), _bounds(told.last, zone)
    if first is None or (told.last.strip() and last is None):
        return None
    start, end, granularity = first
    if last is not None:
        end = last[1]
        granularity = granularity if granularity is last[2] else Granularity.DAY
    latest = at.year + _AHEAD if at else _LATEST
    if not _OLDEST <= start.year <= latest or end.year > latest + 1:
        return None
    return interval_or_none(start, end, granularity)


def _bounds(text: str, zone: tzinfo) -> tuple[datetime, datetime, Granularity] | None:
    """[start, end) of a day, month or year in ISO form."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = (int(part) if part else None for part in match.groups())
    try:
        if year is None or month is None:
            start = datetime(year or 0, 1, 1, tzinfo=zone)
            return start, start.replace(year=start.year + 1), Granularity.YEAR
        start = datetime(year, month, day or 1, tzinfo=zone)
        if day is not None:
            return start, start + timedelta(days=1), Granularity.DAY
        following = start.replace(year=year + 1, month=1) if month == 12 else start.replace(month=month + 1)
    except (ValueError, OverflowError):
        return None
    return start, following, Granularity.MONTH


def _verdict(told: Told, theirs: Interval | None, kept: Interval | None) -> Verdict:
    if not (told.first.strip() or told.last.strip()):
        return Verdict.FINE
    if theirs is None or kept is None:
        return Verdict.REFUSED
    return Verdict.FINE if _meet(theirs, kept) else Verdict.OVERRULED


def _meet(one: Interval, other: Interval) -> bool:
    """Whether two intervals share a moment; an open side reaches everything."""
    before = one.end is not None and other.start is not None and one.end <= other.start
    after = one.start is not None and other.end is not None and one.start >= other.end
    return not before and not after


def _is_day(interval: Interval, at: datetime) -> bool:
    return (
        interval.granularity is Granularity.DAY
        and interval.start is not None
        and (interval.start.date() == at.date() and interval.end == interval.start + timedelta(days=1))
    )
