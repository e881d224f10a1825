"""Stamps that messengers put before each message of a text export, in the forms of their locales."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Final

from graphmem.arguments.notes import Notes

_DAY = r"(\d{1,4})(?:\. ?|[-/年]|년 ?)(\d{1,2})(?:\. ?|[-/月]|월 ?)(\d{1,4})(?:\.|日|일)?"
_HALF = r"上午|下午|午前|午後|오전|오후|[aApP]\.?[\s\u00a0\u202f]?[mM]\b\.?|ص|م"
_CLOCK = rf"({_HALF})?[\s\u202f]?(\d{{1,2}})[:.](\d\d)(?:[:.](\d\d))?[\s\u00a0\u202f]*({_HALF})?"
_GAP = r"[,،、]?(?:[\s\u00a0\u202f]+(?:at|um|à|às|alle|a las|kl\.?|om)\b)?[\s\u00a0\u202f]*"
_BETWEEN = rf"{_DAY}{_GAP}{_CLOCK}"
_MARKS = "[\u200e\u200f\u202a-\u202e\ufeff]*"
_FORMS: Final = (
    re.compile(rf"{_MARKS}\[{_BETWEEN}\]\s?{_MARKS}(?P<rest>.*)", re.DOTALL),
    re.compile(rf"{_MARKS}{_BETWEEN}\s[-–—]\s{_MARKS}(?P<rest>.*)", re.DOTALL),
    re.compile(rf"{_MARKS}{_BETWEEN}, (?P<rest>[^:\n]{{1,60}} : .*)", re.DOTALL),
)
_COPIED: Final = re.compile(rf"(?P<rest>[^\n,]{{1,60}}), \[{_BETWEEN}\]")
_NAMED: Final = re.compile(r"([^:：\n\"“”„]{1,60}?)\s?[:：]\s?(.*)", re.DOTALL)
_LIKE_A_DATE: Final = re.compile(r"[^\w\n]{0,3}\d{1,4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,4}\D")
_AFTERNOON: Final = {"p", "下", "후", "م", "後"}


@dataclass(frozen=True, slots=True)
class Stamped:
    """One message of a text export; line: its number from 1; speaker: None for a notice of the messenger."""

    line: int
    at: datetime
    speaker: str | None
    text: str


@dataclass(slots=True)
class _Found:
    line: int
    numbers: tuple[str, str, str]
    clock: tuple[int, int, int]
    rest: str
    copied: bool = False


def stamped(rows: Sequence[str], notes: Notes) -> list[Stamped] | None:
    """The messages of lines that a messenger stamped; None where the first line has no stamp.

    Lines without a stamp continue the message above. Which number of a date is the day is found from all
    dates together: from what is impossible, then from the order of time, then from the script and the clock.
    Raises ValueError for a date that does not exist.
    """
    first = next((row for row in rows if row.strip()), "")
    if _match(first) is None:
        return None
    found = list(_gathered(rows))
    order = _order(found, notes)
    return [
        Stamped(each.line, _date(each.numbers, each.clock, order), *_split(each.rest, each.copied))
        for each in found
    ]


def unread_dates(rows: Sequence[str]) -> bool:
    """Whether most lines begin with something like a date: an export in a form that is not known."""
    lines = [row for row in rows if row.strip()]
    alike = sum(bool(_LIKE_A_DATE.match(row)) for row in lines)
    return alike >= 2 and 2 * alike >= len(lines)


def _gathered(rows: Sequence[str]) -> Iterator[_Found]:
    current: _Found | None = None
    for number, row in enumerate(rows, 1):
        found = _match(row)
        if found is None:
            if current:
                current.rest += f"\n{row}"
            continue
        if current:
            yield current
        found.line = number
        current = found
    if current:
        yield current


def _match(row: str) -> _Found | None:
    forms = (form.fullmatch(row) for form in _FORMS)
    match = next((each for each in forms if each), None)
    copied = None if match else _COPIED.fullmatch(row.strip())
    match = match or copied
    if match is None:
        return None
    first, second, third, half, hour, minute, seconds, later = (
        match.groups()[:8] if not copied else match.groups()[1:9]
    )
    clock = _clock(half or later, int(hour), int(minute), int(seconds or 0))
    return _Found(0, (first, second, third), clock, match["rest"], bool(copied))


def _clock(half: str | None, hour: int, minute: int, second: int) -> tuple[int, int, int]:
    if half:
        afternoon = half[0].lower() in _AFTERNOON or half[-1] in _AFTERNOON
        hour = hour % 12 + (12 if afternoon else 0)
    return hour, minute, second


def _split(rest: str, copied: bool) -> tuple[str | None, str]:
    if copied:
        speaker, _, text = rest.partition("\n")
        return speaker.strip(), text.strip("\n")
    named = _NAMED.match(rest)
    if named is None:
        return None, rest.strip()
    return named[1].strip("\u200e\u200f\u202a\u202c\u2068\u2069~ \u00a0\u202f"), named[2].rstrip("\n")


Order = tuple[int, int, int]
"""At which places of a stamp the year, the month and the day stand."""
_YEAR_FIRST: Final = (0, 1, 2)
_DAY_FIRST: Final = (2, 1, 0)
_MONTH_FIRST: Final = (2, 0, 1)


def _order(found: Sequence[_Found], notes: Notes) -> Order:
    numbers = [tuple(int(part) for part in each.numbers) for each in found]
    if any(len(each.numbers[0]) == 4 for each in found):
        return _YEAR_FIRST
    possible = [
        order for order in (_DAY_FIRST, _MONTH_FIRST) if all(1 <= each[order[1]] <= 12 for each in numbers)
    ]
    if len(possible) < 2:
        return possible[0] if possible else _DAY_FIRST
    backward = {order: _steps_back(found, order) for order in possible}
    if backward[_DAY_FIRST] != backward[_MONTH_FIRST]:
        return min(possible, key=lambda order: backward[order])
    if all(day == month for day, month, _ in numbers):
        return _DAY_FIRST
    notes.remark(
        f"dates such as {'/'.join(found[0].numbers)} can be read in two ways; the first number was read as "
        "the day"
    )
    return _DAY_FIRST


def _steps_back(found: Sequence[_Found], order: Order) -> int:
    days = [tuple(int(each.numbers[place]) for place in order) for each in found]
    return sum(after < before for before, after in pairwise(days))


def _date(numbers: tuple[str, str, str], clock: tuple[int, int, int], order: Order) -> datetime:
    year, month, day = (int(numbers[place]) for place in order)
    return datetime(year + 2000 if year < 100 else year, month, day, *clock)
