"""Rules around amounts: ago, from now, past, next, within, for; parts of periods; "the week of …"."""

from __future__ import annotations

from collections.abc import Callable

from graphmem.extract.time.arithmetic import Adjacent, From, Lasting, Now, Shift, Stretch
from graphmem.extract.time.lean import counted, lean
from graphmem.extract.time.lexicon import EDGES, LAST, LATE, MODIFIERS, NEXT, PARTS, UNITS, WEEKDAYS, Unit
from graphmem.extract.time.periods import Around, InYear, Portion, SinceStart, UnitAway, YearOf
from graphmem.extract.time.points import CalendarDay, NearDay, WeekdayBeside
from graphmem.extract.time.quantities import Duration, amount, bare_plural, duration, fuzz
from graphmem.extract.time.rules_days import Found
from graphmem.extract.time.spans import Node
from graphmem.extract.time.tokens import Tokens

Rule = Callable[[Tokens, int], Found | None]
_WHOLE = frozenset({"all", "whole", "full", "entire"})


def amount_phrase(t: Tokens, i: int, anchor: Rule) -> Found | None:
    """Every phrase that begins with an amount: "two weeks ago", "3 days after Christmas", "two weeks"."""
    found = duration(t, i) or _plural(t, i)
    if found is None:
        return _weekdays_away(t, i)
    length, j = found
    tied = _tied(t, length, i, j, anchor)
    if tied:
        return tied
    if t.word(j, "old"):
        return None
    return Lasting(length), j


def _plural(t: Tokens, i: int) -> tuple[Duration, int] | None:
    """ "weeks ago", "for months": a plural without a number counts only in such company."""
    found = bare_plural(t, i)
    if found is None:
        return None
    cued = i > 0 and t.word(i - 1, "for", "in", "after", "over", "within")
    return found if t.solo or cued or t.word(found[1], "ago", "later", "earlier", "before") else None


def _tied(t: Tokens, length: Duration, i: int, j: int, anchor: Rule) -> Found | None:
    """What follows an amount and places it in time."""
    if t.word(j, "ago", "back") and not (t.word(j, "back") and t.word(j + 1, "to", "in")):
        return Shift(length, -1), j + 1
    if t.word(j, "earlier", "prior", "before", "beforehand") and not t.word(j + 1, "than"):
        base = anchor(t, t.skip(j + 1, "to")) if t.word(j, "before", "prior") else None
        return (Shift(length, -1, base[0]), base[1]) if base else (Shift(length, -1), j + 1)
    if t.word(j, "later", "hence", "afterwards") or t.phrase(j, ("in", "the", "future")):
        return Shift(length, 1), j + (3 if t.word(j, "in") else 1)
    if t.word(j, "from", "after") and not (t.word(j, "from") and t.word(i - 1, "for")):
        return _after(t, length, j, anchor)
    return _starting(t, length, t.skip(j, ","), anchor)


def _starting(t: Tokens, length: Duration, j: int, anchor: Rule) -> Found | None:
    """ "3 days starting from next Monday", "1 week, from 20th December"."""
    if not t.word(j, "from", "starting", "beginning"):
        return None
    base = anchor(t, t.skip(j + 1, "from", "on"))
    return (From(length, base[0]), base[1]) if base else None


def _after(t: Tokens, length: Duration, j: int, anchor: Rule) -> Found | None:
    if t.word(j, "from") and t.word(j + 1, "now"):
        return Shift(length, 1), j + 2
    base = anchor(t, j + 1)
    return (Shift(length, 1, base[0]), base[1]) if base else None


def _weekdays_away(t: Tokens, i: int) -> Found | None:
    """ "two Sundays from now", "three Fridays ago"."""
    count = amount(t, fuzz(t, i))
    if count is None or t.words[count[2]] not in WEEKDAYS or count[0] % 1 or not count[0]:
        return None
    day, j = WEEKDAYS[t.words[count[2]]], count[2] + 1
    if t.word(j, "from") and t.word(j + 1, "now"):
        return WeekdayBeside(day, 1, NearDay(0), int(count[0])), j + 2
    if t.word(j, "later", "ago", "back"):
        sign = 1 if t.word(j, "later") else -1
        return WeekdayBeside(day, sign, NearDay(0), int(count[0])), j + 1
    return None


def in_amount(t: Tokens, i: int) -> Found | None:
    """ "in three weeks", "within 5 days", "within the next 3 years"."""
    if not t.word(i, "in", "within"):
        return None
    j = t.skip(t.skip(i + 1, "the"), "next", "upcoming", "coming")
    found = duration(t, j)
    if found is None or t.word(found[1], "ago", "old") or found[0].vague:
        return None
    if t.word(i, "within"):
        end = found[1]
        now = t.word(end, "from") and t.word(end + 1, "now", "today")
        return Stretch(found[0], 1, today_too=True), end + 2 if now else end
    if j > i + 1 or t.word(found[1], "after", "before", "from") or _takes(t, i, found[1]):
        return None
    return Shift(found[0], 1), t.skip(found[1], "time")


def _takes(t: Tokens, i: int, end: int) -> bool:
    """ "we saw six flats in two weeks", "nine hours in a week of four days": how long, not when."""
    leaning = lean(t, i, end)
    return t.word(end, "of") or leaning < 0 or (leaning == 0 and counted(t, i))


def stretch(t: Tokens, i: int) -> Found | None:
    """ "the past three weeks", "last few days", "the next 2 months", "over the past week"."""
    j = t.skip(t.skip(i, "the"), "this")
    mod = MODIFIERS.get(t.words[j])
    if mod not in (LAST, NEXT):
        return None
    following = t.words[j + 1]
    if following in {"a", "an", "the"}:
        return None
    found = duration(t, j + 1) or bare_plural(t, j + 1)
    if found:
        return Stretch(found[0], mod), found[1]
    unit = UNITS.get(following)
    rolling = t.word(j, "past") and unit in {Unit.WEEK, Unit.MONTH, Unit.YEAR} and len(following) > 2
    hourly = unit in {Unit.MINUTE, Unit.HOUR} and len(following) > 3
    if unit is not None and (rolling or hourly):
        return Stretch(Duration(((1.0, unit),)), mod), j + 2
    return None


def whole_unit(t: Tokens, i: int) -> Found | None:
    """ "all day", "the whole week", "full-year": a duration of one unit."""
    j = t.skip(i, "the")
    if t.words[j] not in _WHOLE:
        return None
    k = t.skip(t.skip(j + 1, "the"), "-")
    unit = UNITS.get(t.words[k])
    if unit is None or len(t.words[k]) < 3 or t.words[k].endswith("s"):
        return None
    return Lasting(Duration(((1.0, unit),))), k + 1


def portion(t: Tokens, i: int, inner: Rule) -> Found | None:
    """ "early June", "late last week", "the end of March", "mid-1990s", "end of the month"."""
    j = t.skip(t.skip(i, "the"), "very")
    if t.word(j, "year"):
        return _year_end(t, j + 1)
    edge = EDGES.get(t.words[j])
    which = PARTS.get(t.words[j]) or edge
    if which is None:
        return None
    k = t.skip(j + 1, "-")
    if edge and not (t.word(k, "of") or t.solo or MODIFIERS.get(t.words[k]) is not None or t.capital(k)):
        return None
    k = t.skip(t.skip(k, "of", "in"), "the") if not edge else t.skip(k, "of")
    found = inner(t, k) or _definite_unit(t, t.skip(k, "the", "this"))
    if found is None or isinstance(found[0], Lasting | Shift | Portion):
        return None
    return Portion(which, found[0], edge is not None), found[1]


def _year_end(t: Tokens, j: int) -> Found | None:
    """ "year-end", "year's end", "year end"."""
    k = t.skip(t.skip(t.skip(j, "-", "'", "’"), "s"), "-")
    return (Portion(LATE, UnitAway(Unit.YEAR, 0), edge=True), k + 1) if t.word(k, "end") else None


def _definite_unit(t: Tokens, k: int) -> Found | None:
    unit = UNITS.get(t.words[k])
    if unit in {Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.YEAR, Unit.QUARTER} and len(t.words[k]) > 2:
        return UnitAway(unit, 0), k + 1
    return None


def so_far(t: Tokens, i: int, inner: Rule) -> Found | None:
    """ "earlier this month", "later this year", "later in the week", "the rest of the week"."""
    j = t.skip(i, "the")
    sign = {"earlier": -1, "later": 1, "rest": 1, "remainder": 1}.get(t.words[j])
    if sign is None:
        return None
    k = t.skip(j + 1, "of", "in", "on")
    found = inner(t, k) or _definite_unit(t, t.skip(k, "the", "my", "this"))
    if found is None or isinstance(found[0], Lasting | Shift | Stretch):
        return None
    if t.word(j, "rest", "remainder") and not isinstance(found[0], UnitAway | InYear | YearOf):
        return None
    return SinceStart(found[0], sign), found[1]


def unit_beside(t: Tokens, i: int, anchor: Rule) -> Found | None:
    """ "the week of 18 May", "the week before 9 June", "the day after Christmas", "the Friday before …"."""
    j = t.skip(i, "the", "a")
    unit = None if len(t.words[j]) < 3 else UNITS.get(t.words[j])
    weekday = WEEKDAYS.get(t.words[j])
    if t.phrase(j, ("w", "/", "c")):
        unit, j = Unit.WEEK, j + 2
    if unit is None and weekday is None:
        return None
    if t.word(j + 1, "before", "after", "following", "preceding"):
        base = anchor(t, j + 2)
        return (
            (_beside(unit, weekday, -1 if t.word(j + 1, "before", "preceding") else 1, base[0]), base[1])
            if base
            else None
        )
    return _around(t, unit, j + 1, anchor) if unit in {Unit.WEEK, Unit.MONTH, Unit.WEEKEND} else None


def _beside(unit: Unit | None, weekday: int | None, sign: int, base: Node) -> Node:
    if weekday is not None:
        return WeekdayBeside(weekday, sign, base)
    assert unit is not None
    if unit is Unit.DAY:
        return Shift(Duration(((1.0, unit),)), sign, base)
    return Adjacent(unit, sign, base)


def _around(t: Tokens, unit: Unit | None, j: int, anchor: Rule) -> Found | None:
    k = j
    if t.word(k, "of", "commencing", "starting", "beginning") or t.word(j - 1, "c"):
        k = t.skip(t.skip(k, "of", "commencing", "starting", "beginning"), "on")
    else:
        return None
    number = t.numbers[t.skip(k, "the")]
    base = anchor(t, k)
    if base is None and t.word(k, "the") and t.ordinal[k + 1] and number is not None:
        base = (CalendarDay(number), k + 2)
    assert unit is not None
    return (Around(unit, base[0]), base[1]) if base and not isinstance(base[0], InYear | YearOf) else None


NOW = Now()
