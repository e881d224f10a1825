"""Answer in context, lenient: whether the gold answer stands in the text that memory gives a reader.

No language model takes part. A gold answer that names a time is resolved to an interval of days, and so is
every expression of the context, against the day under whose heading it stands; the two must be the same.
The day of a heading counts too, so that many headings find many dates: `answer_turns` does without them.
Any other gold answer must stand in the turns word for word, normalised.
"""

from __future__ import annotations

import re
from calendar import month_name, monthrange
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from graphmem.extract.time_expressions import find_times

_HEADING = re.compile(r"# (?:\w+, (\d+ \w+ \d{4})|undated) \(session (.*)\)")
_STANDING = re.compile(r" \[(?:taken back later|true until \d{4}-\d\d-\d\d)\]$")
_BRACKET = re.compile(r" ?\[(?:since |until )?(\d{4}(?:-\d\d){0,2})(?: to (\d{4}(?:-\d\d){0,2}))?\]")
_RELATIVE = re.compile(
    r"(?:in |on |around )?(?:the |a |an |last |one )?(?P<count>two|few|three|four|five|\d+)?\s*"
    r"(?P<what>weekend|week|day|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?"
    r" (?P<side>before|prior to|after|following) (?P<anchor>.+)",
    re.IGNORECASE,
)
_YEARLESS = re.compile(rf"(?:\d{{1,2}} )?(?:{'|'.join(month_name[1:])})(?: \d{{1,2}})?", re.IGNORECASE)
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
_DROPPED = frozenset("a an the in on at of".split())
_WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())

Days = tuple[date, date]
"""The first and the last day of an interval."""


class Found(StrEnum):
    """How a gold answer stands in a context.

    SAME: the same interval; INSIDE: an interval within a gold month, season or year; WORDS: its words.
    """

    SAME = "same"
    INSIDE = "inside"
    WORDS = "words"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class _Told:
    """What a context tells: days of headings, intervals of its turns, and their words."""

    headings: frozenset[Days]
    intervals: frozenset[Days]
    words: str


def answerable(gold: str, context: str) -> Found:
    """Whether, and how, the gold answer stands in a context as `get_context` writes it."""
    told = _told(context)
    wanted = gold_intervals(gold, {first.year for first, _ in told.headings})
    if not wanted:
        return Found.WORDS if normalised(gold) in told.words else Found.NOT
    if wanted & (told.headings | told.intervals):
        return Found.SAME
    coarse = [days for days in wanted if (days[1] - days[0]).days >= 27]
    inside = any(first <= days[0] and days[1] <= last for first, last in coarse for days in told.intervals)
    return Found.INSIDE if inside else Found.NOT


def gold_intervals(gold: str, years: Collection[int]) -> frozenset[Days]:
    """The intervals that a gold answer may mean; a day or month without its year in each of these years."""
    return gold_days(gold) or _of_years(gold, years)


def gold_days(gold: str) -> frozenset[Days]:
    """The intervals that a gold answer may mean; empty when it names no time.

    "The week before 9 June 2023" is what "last week" meant on that day.
    """
    text = re.sub(r"(?<=\d)(?=[A-Z])", " ", gold.replace("`", "")).strip(" .")
    text = re.sub(r"^since ", "", text, flags=re.IGNORECASE)
    match = _RELATIVE.fullmatch(text)
    if match:
        anchor = next((days for days in days_in(match["anchor"], None)), None)
        if anchor:
            said = datetime.combine(anchor[0], datetime.min.time(), UTC)
            return frozenset(days for each in _expressions(match) for days in days_in(each, said))
    return frozenset(days_in(text, None))


def _of_years(gold: str, years: Collection[int]) -> frozenset[Days]:
    """A gold day or month that is told without its year, in each of the years in which something was said."""
    if not _YEARLESS.fullmatch(gold.strip(" .")):
        return frozenset()
    return frozenset(days for year in years for days in days_in(f"{gold} {year}", None))


def _expressions(match: re.Match[str]) -> Iterator[str]:
    """How the speaker may have said it on the day of the anchor."""
    what, count, later = (
        match["what"].lower(),
        match["count"],
        match["side"].lower() in ("after", "following"),
    )
    if what in _WEEKDAYS:
        yield from ((f"next {what}", f"on {what}") if later else (f"last {what}", f"on {what}"))
    elif count:
        yield f"in {count} {what}s" if later else f"{count} {what}s ago"
        if count == "few":
            yield "a few days ago"
    elif later:
        yield from (f"next {what}", f"this {what}", f"in a {what}")
    else:
        yield from (
            f"last {what}",
            f"a {what} ago",
            f"this past {what}",
            *(["yesterday"] if what == "day" else []),
        )


def days_in(text: str, said: datetime | None) -> Iterator[Days]:
    """What the expressions of a text mean that was said then; durations mean no days."""
    for found in find_times(text, said):
        interval = found.interval
        if interval and interval.start and interval.end and found.kind != "duration":
            yield interval.start.date(), (interval.end - timedelta(microseconds=1)).date()


def _told(context: str) -> _Told:
    headings: set[Days] = set()
    intervals: set[Days] = set()
    words: list[str] = []
    said: datetime | None = None
    for line in context.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            said = datetime.strptime(heading[1], "%d %B %Y").replace(tzinfo=UTC) if heading[1] else None
            headings |= {(said.date(), said.date())} if said else set()
            continue
        intervals.update(notes_in(line))
        text = _BRACKET.sub("", line)
        intervals.update(days_in(text.partition(": ")[2], said))
        words.append(text)
    return _Told(frozenset(headings), frozenset(intervals), normalised(" ".join(words)))


def lines_of(context: str) -> Iterator[tuple[str, str]]:
    """The session and the text of each turn in a context, without its speaker and its notes in brackets."""
    session = ""
    for line in context.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            session = heading[2]
        else:
            yield session, without_notes(line.partition(": ")[2])


def without_notes(text: str) -> str:
    """The text as it was said: without dates in brackets, and without whether it still holds."""
    return _BRACKET.sub("", _STANDING.sub("", text))


def notes_in(text: str) -> Iterator[Days]:
    """What the dates in brackets mean that a context writes behind expressions."""
    for first, last in _BRACKET.findall(text):
        yield _written(first)[0], _written(last or first)[1]


def _written(day: str) -> Days:
    """The first and last day of "2020", "2020-05" or "2020-05-07"."""
    year, month, number = ([int(part) for part in day.split("-")] + [0, 0])[:3]
    if number:
        return date(year, month, number), date(year, month, number)
    if month:
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    return date(year, 1, 1), date(year, 12, 31)


def normalised(text: str) -> str:
    """Lower case, digits for number words, without articles, short prepositions and punctuation."""
    text = re.sub(r"(\d)(?:st|nd|rd|th)\b", r"\1", text.lower())
    kept = [_NUMBERS.get(word, word) for word in re.findall(r"[^\W_]+", text)]
    return f" {' '.join(word for word in kept if word not in _DROPPED)} "
