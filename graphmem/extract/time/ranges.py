"""Expressions of two ends, of one end, recurrences and vague words; the entry to the grammar."""

from __future__ import annotations

from dataclasses import replace

from graphmem.extract.time import rules_days as days
from graphmem.extract.time import rules_periods as periods
from graphmem.extract.time.arithmetic import Between, Lasting, Named, Open, Stretch
from graphmem.extract.time.dispatch import DIGITS, Choice
from graphmem.extract.time.grammar import FIRST, single
from graphmem.extract.time.lexicon import (
    MONTHS,
    NUMBER_WORDS,
    RECUR_WORDS,
    UNITS,
    VAGUE_PHRASES,
    VAGUE_WORDS,
    WEEKDAYS,
    Unit,
)
from graphmem.extract.time.numerals import day_number
from graphmem.extract.time.periods import InYear, UnitAway, YearOf
from graphmem.extract.time.points import CalendarDay, DayOf, NearDay, WeekdayOfWeek
from graphmem.extract.time.rules_days import Found
from graphmem.extract.time.rules_recur import recurring
from graphmem.extract.time.spans import Node
from graphmem.extract.time.tokens import Tokens

_JOINTS = frozenset({"to", "until", "till", "through", "thru", "-", "–", "—"})
_OPENERS = {
    "since": "since", "after": "after", "until": "until", "till": "until", "before": "until", "by": "by",
    "through": "by",
}  # fmt: skip
_COUNTED = NUMBER_WORDS | {"few", "couple"}


def vague(t: Tokens, i: int) -> Found | None:
    """ "recently", "the other day", "in the future"."""
    for phrase, timex in VAGUE_PHRASES.get(t.words[i], ()):
        after = i + len(phrase)
        if t.phrase(i, phrase) and not (
            t.words[after] in UNITS or t.numbers[after] or t.words[after] in _COUNTED
        ):
            return Named(timex), after
    name = VAGUE_WORDS.get(t.words[i])
    return (Named(name), i + 1) if name and not (t.word(i, "soon") and t.word(i - 1, "as")) else None


def open_range(t: Tokens, i: int) -> Found | None:
    """ "since 2016", "until March", "before Christmas", "by Friday", "after the 15th"."""
    found = single(t, i + 1)
    if found is None or isinstance(found[0], Named | Lasting | Stretch | Open):
        return None
    return Open(_OPENERS[t.words[i]], found[0]), found[1]


def opened_range(t: Tokens, i: int) -> Found | None:
    """ "from A to B", "between A and B"."""
    joints = _JOINTS | {"and"} if t.word(i, "between") else _JOINTS
    return _day_numbers(t, i + 1, joints) or _to(t, _end(t, i + 1, single(t, i + 1), True), joints, True)


def single_or_range(t: Tokens, i: int) -> Found | None:
    """A single expression, or "A to B", "A - B" when a second one follows."""
    alone = single(t, i)
    return (
        _day_numbers(t, i, _JOINTS)
        or _to(t, _end(t, i, alone, False), _JOINTS, False)
        or _weekdays(t, i)
        or alone
    )


def _to(t: Tokens, first: Found | None, joints: frozenset[str], bare: bool) -> Found | None:
    """The range from a first end to what follows a joint."""
    if first is None or t.words[first[1]] not in joints:
        return None
    k = first[1] + 1
    last = _end(t, k, single(t, k), bare)
    bare_day = isinstance(first[0], CalendarDay) and first[0].month is None
    if last is None or (bare_day and not isinstance(last[0], CalendarDay | NearDay)):
        return None
    return Between(*completed(first[0], last[0])), last[1]


def _end(t: Tokens, j: int, found: Found | None, bare: bool) -> Found | None:
    """One end of a range. bare: a number alone is a day, since "from" or "between" came before."""
    if t.word(j, "now"):
        return NearDay(0), j + 1
    if found and not isinstance(found[0], Named | Lasting | Stretch):
        return found
    number = day_number(t, j) if bare else None
    return (CalendarDay(number[0]), number[1]) if number else None


def _weekdays(t: Tokens, i: int) -> Found | None:
    """ "next week between Wednesday and Friday", "this week from Tue to Thur"."""
    week = periods.modified(t, i)
    if week is None or not isinstance(week[0], UnitAway) or not t.word(week[1], "from", "between"):
        return None
    j = week[1] + 1
    first, last = WEEKDAYS.get(t.words[j]), WEEKDAYS.get(t.words[j + 2])
    if (
        week[0].unit is not Unit.WEEK
        or first is None
        or last is None
        or t.words[j + 1] not in _JOINTS | {"and"}
    ):
        return None
    return Between(WeekdayOfWeek(first, week[0]), WeekdayOfWeek(last, week[0])), j + 3


def _day_numbers(t: Tokens, j: int, joints: frozenset[str]) -> Found | None:
    """Two days that share their month: "November 19-20", "4 to 23 next month", "3 and 12 of Sept"."""
    month = MONTHS.get(t.words[j])
    k = t.skip(t.skip(j + 1, "."), "from", "between") if month else j
    first = day_number(t, k)
    if first is None or t.words[first[1]] not in joints | ({"and"} if t.word(k - 1, "between") else set()):
        return None
    last = day_number(t, first[1] + 1)
    if last is None:
        return None
    if month is None:
        return _days_before_month(t, first, last)
    if t.word(last[1], ":", "/"):
        return None
    found = days.with_year(t, last[1], last[0], month)
    return Between(*completed(CalendarDay(first[0], month), found[0])), found[1]


def _days_before_month(t: Tokens, first: tuple[int, int], last: tuple[int, int]) -> Found | None:
    found = days.day_first(t, first[1] + 1)
    if found:
        return Between(*completed(CalendarDay(first[0]), found[0])), found[1]
    period = periods.modified(t, t.skip(last[1], "of", "in"))
    if period and isinstance(period[0], UnitAway) and period[0].unit is Unit.MONTH:
        return Between(DayOf(first[0], period[0]), DayOf(last[0], period[0])), period[1]
    return None


def completed(first: Node, last: Node) -> tuple[Node, Node]:
    """Give the first end the month and year that only the last one says: "4 to 22 January 1995"."""
    year = _year_of(last)
    if isinstance(first, CalendarDay):
        if first.month is None and isinstance(last, CalendarDay):
            first = replace(first, month=last.month)
        if first.year is None and first.month is not None and year is not None:
            return replace(first, year=year - ((first.month, first.day) > _place(last))), last
    elif isinstance(first, InYear) and first.year is None and first.mod is None and year is not None:
        later = isinstance(first.which, int) and first.kind == "month" and first.which > _place(last)[0]
        return replace(first, year=YearOf(year - later)), last
    return first, last


def _year_of(node: Node) -> int | None:
    if isinstance(node, CalendarDay):
        return node.year
    return node.year.number if isinstance(node, InYear) and isinstance(node.year, YearOf) else None


def _place(node: Node) -> tuple[int, int]:
    """(month, day) where an end lies in its year; (12, 31) when it says none."""
    if isinstance(node, CalendarDay):
        return node.month or 12, node.day
    return (node.which, 31) if isinstance(node, InYear) and isinstance(node.which, int) else (12, 31)


_EXPRESSION = Choice.of(
    (recurring, {"every", "each", "once", "twice", *RECUR_WORDS, *WEEKDAYS, *NUMBER_WORDS, DIGITS}),
    (open_range, _OPENERS),
    (opened_range, {"from", "between"}),
    (single_or_range, FIRST),
    (vague, {*VAGUE_WORDS, *VAGUE_PHRASES}),
)


STARTERS = frozenset(_EXPRESSION.rules)


def expression(t: Tokens, i: int) -> Found | None:
    """The longest expression at i: a recurrence, an open range, a range of two, a single or a vague one."""
    return _EXPRESSION(t, i)
