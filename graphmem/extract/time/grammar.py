"""The grammar of one expression: which rule may begin at which word, and what may follow a match."""

from __future__ import annotations

from graphmem.extract.time import rules_days as days
from graphmem.extract.time import rules_periods as periods
from graphmem.extract.time import rules_spans as spans
from graphmem.extract.time import rules_times as times
from graphmem.extract.time import rules_years as years
from graphmem.extract.time.arithmetic import Now
from graphmem.extract.time.clocks import AtClock, PartOfDay
from graphmem.extract.time.dispatch import DIGITS, Choice
from graphmem.extract.time.holidays import FIRST_WORDS
from graphmem.extract.time.lexicon import (
    DAY_PARTS,
    DECADE_WORDS,
    EDGES,
    FUZZ,
    MODIFIERS,
    MONTHS,
    NEAR_DAYS,
    ONES,
    ORDINALS,
    PARTS,
    PLURAL_UNITS,
    SEASONS,
    TENS,
    UNITS,
    WEEKDAYS,
    Unit,
    words,
)
from graphmem.extract.time.numerals import APOSTROPHES, day_number, ordinal
from graphmem.extract.time.periods import InYear, UnitAway
from graphmem.extract.time.points import (
    CalendarDay,
    DayOf,
    Holiday,
    NearDay,
    NthWeekday,
    Weekday,
    WeekdayBeside,
    WeekdayOfWeek,
)
from graphmem.extract.time.rules_days import Found
from graphmem.extract.time.spans import Node
from graphmem.extract.time.tokens import Tokens

_DAYS = (CalendarDay, NearDay, Weekday, WeekdayOfWeek, WeekdayBeside, NthWeekday, Holiday)
_NUMBERS = {DIGITS, *ONES, *TENS}
_ORDINALS = {DIGITS, *ORDINALS, *TENS}
_SIMPLE = Choice.of(
    (days.near_day, NEAR_DAYS),
    (days.numeric_date, {DIGITS}),
    (days.month_first, MONTHS),
    (days.day_first, _ORDINALS | _NUMBERS | {"the"}),
    (days.year_first, _NUMBERS),
    (days.weekday, WEEKDAYS),
    (days.named_day, FIRST_WORDS),
    (periods.modified, {"the", *MODIFIERS}),
    (periods.after_next, {"the", "week", "weekend", "month", "year", "day"}),
    (periods.nth_of, _ORDINALS | {"the", "last", "final"}),
    (periods.week_number, {"the", "week"}),
    (periods.anaphoric, {"the", "that", "same"}),
    (periods.present, {"the", "my", "our", "your", *UNITS}),
    (years.decade, _NUMBERS | {"the", "noughties", *DECADE_WORDS, *APOSTROPHES}),
    (years.century, _ORDINALS | {"the"}),
    (years.quarter, _ORDINALS | {"the", "q", "h", "last", "final", "fiscal"}),
    (years.season, {"the", *SEASONS}),
    (years.year_name, _NUMBERS | {"the", "year", "fiscal", *APOSTROPHES}),
)


def simple(t: Tokens, i: int) -> Found | None:
    """The longest expression at i that needs no other one, with the week or year that it is said to be in."""
    best = _SIMPLE(t, i)
    if best is None:
        return None
    if isinstance(best[0], InYear):
        return periods.with_year(t, best)
    return _day_in_week(t, best)


def _day_in_week(t: Tokens, found: Found) -> Found:
    """ "Friday next week", "on Sunday of next week"."""
    node, j = found
    if not isinstance(node, Weekday) or node.mod is not None:
        return found
    week = periods.modified(t, t.skip(j, "of", ","))
    if week and isinstance(week[0], UnitAway) and week[0].unit is Unit.WEEK:
        return WeekdayOfWeek(node.weekday, week[0]), week[1]
    return found


def anchor(t: Tokens, i: int) -> Found | None:
    """What an amount may be counted from: a single expression, "the 18th", "now", "the day before …"."""
    if t.word(i, "now"):
        return Now(), i + 1
    return _ANCHOR(t, i)


def _beside_once(t: Tokens, i: int) -> Found | None:
    """One level of "the day after the …" inside another, so that nesting cannot go on."""
    return spans.unit_beside(t, i, simple)


_ANCHOR = Choice.of(
    (simple, _SIMPLE.rules),
    (days.day_of_month, {"the", *_NUMBERS, *ORDINALS}),
    (_beside_once, {"the"}),
)


def single(t: Tokens, i: int) -> Found | None:
    """The longest expression at i that is not a range, with its time of day."""
    best = _SINGLE(t, i)
    if best is None:
        return None
    if isinstance(best[0], PartOfDay):
        return _with_hour(t, best[0], best[1])
    return times.with_time(t, best) if isinstance(best[0], _DAYS) else best


def _with_hour(t: Tokens, part: PartOfDay, j: int) -> Found:
    """ "this morning at 7", "tomorrow night around nine"."""
    hour = times.clock(t, t.skip(j, "at", "around"))
    if hour and (hour[2] or t.word(j, "at", "around")):
        return AtClock(hour[0], part.day, part.code != "MO"), hour[1]
    return part, j


def _amount(t: Tokens, i: int) -> Found | None:
    return spans.amount_phrase(t, t.skip(i, "the"), anchor)


def _portion(t: Tokens, i: int) -> Found | None:
    return spans.portion(t, i, simple)


def _so_far(t: Tokens, i: int) -> Found | None:
    return spans.so_far(t, i, simple)


def _beside(t: Tokens, i: int) -> Found | None:
    return spans.unit_beside(t, i, anchor)


def _timed(t: Tokens, i: int) -> Found | None:
    """ "8pm on the 15th", "noon Saturday", "from 5 to 6 of April 22", "a quarter to seven tomorrow"."""
    lead = times.leading_time(t, i)
    if lead is None:
        return None
    hours, j, sure = lead
    k = t.skip(t.skip(j, ","), "on", "of")
    found = _ANCHOR(t, k) or _day_after_on(t, k)
    if found is None or not isinstance(found[0], (*_DAYS, PartOfDay)):
        return None
    if isinstance(found[0], CalendarDay) and k == j and not sure:
        return None  # "5 May 3" is no time
    if isinstance(found[0], Weekday) and k == j and not sure and t.numbers[i] is None:
        return None  # "one Saturday" is not at one
    part = times.day_part(t, found[1]) if not isinstance(found[0], PartOfDay) else None
    day: Node = PartOfDay(*part[:3], found[0]) if part else found[0]
    return times.at_time(hours, day), part[3] if part else found[1]


def _day_after_on(t: Tokens, k: int) -> Found | None:
    """ "8pm on 15"."""
    number = day_number(t, k) if t.word(k - 1, "on") else None
    return (CalendarDay(number[0]), number[1]) if number else None


def _day_of_period(t: Tokens, i: int) -> Found | None:
    """ "the 20th of next month", "31st of this month", "the first of the month"."""
    number = ordinal(t, t.skip(i, "the"))
    if number is None or number[0] > 31 or not t.word(number[1], "of"):
        return None
    j = number[1] + 1
    if t.phrase(j, ("the", "month")):
        return DayOf(number[0], UnitAway(Unit.MONTH, 0)), j + 2
    found = periods.modified(t, j)
    if found and isinstance(found[0], UnitAway) and found[0].unit is Unit.MONTH:
        return DayOf(number[0], found[0]), found[1]
    return None


def _part_of(t: Tokens, i: int) -> Found | None:
    """ "the morning of 5 May", "late night on Tuesday", "in the afternoon, this Friday"."""
    part = times.day_part(t, i)
    if part is None:
        return None
    k = t.skip(t.skip(part[3], ","), "of", "on")
    near = t.words[k] in MODIFIERS or t.words[k] in NEAR_DAYS
    found = simple(t, k) if k > part[3] or near else None
    return (PartOfDay(*part[:3], found[0]), found[1]) if found and isinstance(found[0], _DAYS) else None


_AMOUNTS = _NUMBERS | FUZZ | PLURAL_UNITS | words("a an few couple several some half dozen many another one")
_SINGLE = Choice.of(
    (simple, _SIMPLE.rules),
    (days.day_of_month, {"the", *_NUMBERS, *ORDINALS}),
    (times.tonight, {"tonight"}),
    (times.standalone, _NUMBERS | {"noon", "midnight", "midday", "half", "quarter", "a"}),
    (spans.in_amount, {"in", "within"}),
    (spans.stretch, {"the", "this", *MODIFIERS}),
    (spans.whole_unit, {"the", "all", "whole", "full", "entire"}),
    (_amount, _AMOUNTS | {"the", "more", "less", "at", "up", "no"}),
    (_portion, {"the", "very", "year", *PARTS, *EDGES}),
    (_so_far, {"the", "earlier", "later", "rest", "remainder"}),
    (_beside, {"the", "a", "w", *UNITS, *WEEKDAYS}),
    (_timed, _NUMBERS | {"noon", "midnight", "midday", "half", "quarter", "a", "from", "between"}),
    (_day_of_period, _ORDINALS | {"the"}),
    (_part_of, {"in", "at", "during", "on", "the", "early", "late", "mid", *DAY_PARTS}),
)
FIRST = frozenset(_SINGLE.rules)
