"""Rules for weeks, months, quarters, seasons, years: with modifiers, with numbers, with "of"."""

from __future__ import annotations

from graphmem.extract.time.arithmetic import Named
from graphmem.extract.time.clocks import PartOfDay
from graphmem.extract.time.lexicon import (
    DAY_PARTS,
    LAST,
    LOWER_VERBS,
    MODIFIERS,
    MONTHS,
    NEXT,
    PLURAL_UNITS,
    SEASONS,
    THIS,
    UNITS,
    WEEKDAYS,
    Unit,
    words,
)
from graphmem.extract.time.numerals import ordinal, year
from graphmem.extract.time.periods import InYear, UnitAway, Weekend, WeekIn, YearOf
from graphmem.extract.time.points import Holiday, NearDay, NthWeekday, Weekday, WeekdayBeside, WeekdayOfWeek
from graphmem.extract.time.rules_days import Found, named_day
from graphmem.extract.time.rules_years import season
from graphmem.extract.time.spans import Node
from graphmem.extract.time.tokens import Tokens

_SINGULAR = {w: u for w, u in UNITS.items() if w not in PLURAL_UNITS and len(w) > 2 and w != "night"}
_OWN = frozenset({"my", "your", "his", "our", "their", "its"})
_WHERE = frozenset({"at", "in", "with", "as", "on", "there", "here", "before"})  # not "I got her last year"
_HERE = frozenset({"the", "my", "our", "your"})


def modified(t: Tokens, i: int) -> Found | None:
    """ "last week", "this Friday", "next June", "this past weekend", "last night", "next Christmas"."""
    j = t.skip(i, "the")
    mod = MODIFIERS.get(t.words[j])
    if mod is None:
        return None
    if mod == LAST and t.words[j] == "last" and _final(t, i, j + 1):
        return None
    j += 1
    if mod == THIS and t.words[j] in {"past", "last", "coming", "upcoming", "next"}:
        mod, j = MODIFIERS[t.words[j]], j + 1
    return _modified_name(t, j, mod, coming=t.word(j - 1, "coming", "upcoming"))


def _final(t: Tokens, i: int, k: int) -> bool:
    """ "her last day there", "my last week at work", "the last week of school": the end of something."""
    unit = _SINGULAR.get(t.words[k])
    owned = i > 0 and (t.words[i - 1] in _OWN or (t.word(i - 1, "her") and t.words[k + 1] in _WHERE))
    return unit is Unit.DAY or (unit is not None and (owned or t.word(k + 1, "of")))


def _modified_name(t: Tokens, j: int, mod: int, *, coming: bool) -> Found | None:
    """A weekday, month, season, part of the day, holiday or unit after a modifier."""
    word = t.words[j]
    node: Node | None = None
    if word in WEEKDAYS:
        day = WEEKDAYS[word]
        node = WeekdayBeside(day, 1, NearDay(0)) if coming else Weekday(day, mod)
    elif word in MONTHS:
        node = InYear("month", MONTHS[word], mod=mod)
    elif word in SEASONS:
        node = InYear("season", SEASONS[word], mod=mod)
    elif word in DAY_PARTS:
        node = PartOfDay(*DAY_PARTS[word], NearDay(mod))
    return (node, j + 1) if node else _modified_holiday(t, j, mod) or _modified_unit(t, j, mod)


def _modified_holiday(t: Tokens, j: int, mod: int) -> Found | None:
    found = named_day(t, j)
    if found and isinstance(found[0], Holiday) and found[0].year is None:
        return Holiday(found[0].name, mod=mod), found[1]
    return None


def _modified_unit(t: Tokens, j: int, mod: int) -> Found | None:
    k = t.skip(j, "calendar", "full", "whole")
    unit = _SINGULAR.get(t.words[k])
    if unit is None or unit in {Unit.SECOND, Unit.MINUTE, Unit.HOUR}:
        return None
    node: Node = Weekend(mod) if unit is Unit.WEEKEND else UnitAway(unit, mod)
    if unit is Unit.WEEK:
        return _weekday_of(t, k + 1, node) or (node, k + 1)
    return node, k + 1


def _weekday_of(t: Tokens, j: int, week: Node) -> Found | None:
    """ "next week Friday", "next week on Friday"."""
    k = t.skip(t.skip(t.skip(j, "'", "’"), "s"), "on", "-", ",")
    day = WEEKDAYS.get(t.words[k])
    sure = t.words[k] not in LOWER_VERBS or t.capital(k) or t.solo
    return (WeekdayOfWeek(day, week), k + 1) if day is not None and sure else None


def after_next(t: Tokens, i: int) -> Found | None:
    """ "the week after next", "the month after the next", "the year before last"."""
    j = t.skip(i, "the")
    unit = _SINGULAR.get(t.words[j])
    if unit is None or not t.word(j + 1, "after", "before"):
        return None
    k = t.skip(j + 2, "the")
    if t.word(j + 1, "after") and t.word(k, "next"):
        return UnitAway(unit, 2), k + 1
    return (UnitAway(unit, -2), k + 1) if t.word(j + 1, "before") and t.word(k, "last") else None


def anaphoric(t: Tokens, i: int) -> Found | None:
    """ "that day", "the same week", "that Friday": known from the text before only, so no interval."""
    j = t.skip(t.skip(i, "the", "that"), "same")
    known = (
        t.words[j] in _SINGULAR or t.words[j] in WEEKDAYS or t.words[j] in SEASONS or t.words[j] in DAY_PARTS
    )
    return (Named("PAST_REF"), j + 1) if known and t.word(j - 1, "that", "same") else None


def present(t: Tokens, i: int) -> Found | None:
    """ "for the week", "over the weekend", "my weekend": the one that is now, unless "of" follows."""
    j = i + 1 if t.words[i] in _HERE else i
    unit = _SINGULAR.get(t.words[j])
    alone = t.solo and i == 0
    if unit in _NO_PRESENT or (j == i and unit is not Unit.WEEKEND and not alone):
        return None
    if t.words[j + 1] in _GOES_ON:
        return None
    if unit is Unit.WEEKEND:
        return Weekend(THIS), j + 1
    cued = i > 0 and t.word(i - 1, "for", "over", "during", "this", "through")
    return (UnitAway(unit, 0), j + 1) if unit and (cued or alone) else None


_NO_PRESENT = frozenset({None, Unit.SECOND, Unit.MINUTE, Unit.HOUR, Unit.DECADE, Unit.CENTURY})
_GOES_ON = words("of before after when that - and or we i he she they you")


def with_year(t: Tokens, found: Found) -> Found:
    """ "June next year", "Q3 of this year", "the third week last year": a year said by a modifier."""
    node, j = found
    k = t.skip(t.skip(j, ","), "of", "in")
    year_node = modified(t, k)
    if year_node is None or year_node[0] not in _YEARS:
        return found
    if isinstance(node, InYear) and node.year is None and node.mod is None:
        return InYear(node.kind, node.which, year_node[0]), year_node[1]
    return found


_YEARS = tuple(UnitAway(Unit.YEAR, k) for k in (LAST, THIS, NEXT))


def nth_of(t: Tokens, i: int) -> Found | None:
    """ "the first Friday of July", "third Tuesday", "last Monday of April", "the third week of 2027"."""
    j = t.skip(i, "the")
    number = (-1, j + 1) if t.word(j, "last", "final") else ordinal(t, j)
    if number is None or number[0] > 53:
        return None
    nth, k = number
    if t.words[k] in WEEKDAYS and nth <= 5:
        period = _period_after(t, k + 1)
        if period:
            return NthWeekday(nth, WEEKDAYS[t.words[k]], period[0]), period[1]
        return (NthWeekday(nth, WEEKDAYS[t.words[k]]), k + 1) if nth > 0 else None
    if t.word(k, "week", "weekend"):
        period = _period_after(t, k + 1)
        if period:
            return WeekIn(nth, period[0]), period[1]
    return None


def _period_after(t: Tokens, j: int) -> Found | None:
    """ "of July", "in this month", "next month", "of 2015", "next year"."""
    k = t.skip(j, "of", "in")
    if t.words[k] in MONTHS and (k > j or t.capital(k)):
        month = MONTHS[t.words[k]]
        found = year(t, t.skip(t.skip(k + 1, ".", ","), "of"))
        if found:
            return InYear("month", month, YearOf(found[0])), found[1]
        return with_year(t, (InYear("month", month), k + 1))
    found_year = year(t, k)
    if found_year:
        return YearOf(found_year[0]), found_year[1]
    for rule in (modified, season, present):
        found_period = rule(t, k)
        if found_period and isinstance(found_period[0], InYear | UnitAway):
            return found_period
    return None


def week_number(t: Tokens, i: int) -> Found | None:
    """ "week 10", "Week 31 of 2018"."""
    j = t.skip(i, "the")
    number = t.numbers[j + 1]
    if not t.word(j, "week") or number is None or not 1 <= number <= 53 or t.word(j + 2, ":"):
        return None
    found = _period_after(t, t.skip(j + 2, ","))
    return (WeekIn(number, found[0]), found[1]) if found else (WeekIn(number), j + 2)
