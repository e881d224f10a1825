"""Amounts of time: "three weeks", "a year and a half", "1 month, 21 days", "several days", "27-year"."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from dateutil.relativedelta import relativedelta

from graphmem.extract.time.lexicon import FUZZ, FUZZ_PAIRS, PLURAL_UNITS, SHORT_UNITS, UNITS, Unit
from graphmem.extract.time.numerals import cardinal
from graphmem.extract.time.tokens import Tokens

_MONTHS = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12, Unit.DECADE: 120, Unit.CENTURY: 1200}
_SECONDS = {Unit.SECOND: 1, Unit.MINUTE: 60, Unit.HOUR: 3600}
_DAYS = {Unit.DAY: 1, Unit.WEEK: 7, Unit.WEEKEND: 7}
_SMALLER = {
    Unit.YEAR: (Unit.MONTH, 12), Unit.DAY: (Unit.HOUR, 24), Unit.HOUR: (Unit.MINUTE, 60),
    Unit.MINUTE: (Unit.SECOND, 60),
}  # fmt: skip
_ORDER = list(Unit)
_MAX_PARTS = 6
_LIMIT = 100_000
FEW, SEVERAL = 3, 5


@dataclass(frozen=True, slots=True)
class Duration:
    """An amount of time as (value, unit) parts.

    spread: how many units the value may be off, for "a few" (1) and "several" (2); 0 for numbers.
    vague: no number at all ("weeks"), which cannot be counted.
    """

    parts: tuple[tuple[float, Unit], ...]
    approximate: bool = False
    spread: int = 0
    vague: bool = False

    @property
    def finest(self) -> Unit:
        return min((unit for _, unit in self.parts), key=_ORDER.index)

    def added(self, moment: datetime, sign: int) -> datetime:
        """The moment this much later (sign 1) or earlier (−1); OverflowError or ValueError out of range."""
        for value, unit in self.parts:
            moment = _add(moment, sign * value, unit)
        return moment

    @property
    def timex(self) -> str:
        """ISO 8601 as TIMEX3 has it: P2W, PT90M, P2Y6M; X stands for a number that is not said."""
        if self.vague or self.spread:
            unit = self.parts[0][1]
            return ("PTX" if unit in _SECONDS else "PX") + unit.value[0]
        dates, times = "", ""
        for value, unit in _whole(self.parts):
            if unit in _SECONDS:
                times += f"{value:g}{unit.value[0]}"
            else:
                dates += _dated(value, unit)
        return "P" + dates + ("T" + times if times else "")


def _dated(value: float, unit: Unit) -> str:
    years = {Unit.DECADE: 10, Unit.CENTURY: 100}.get(unit)
    if years:
        return f"{value * years:g}Y"
    return f"{value:g}" + {Unit.WORKDAY: "D", Unit.WEEKEND: "WE"}.get(unit, unit.value)


def _whole(parts: Iterable[tuple[float, Unit]]) -> list[tuple[float, Unit]]:
    """Halves said in the next smaller unit: 2.5 years → 2 years 6 months."""
    result: list[tuple[float, Unit]] = []
    for value, unit in sorted(parts, key=lambda part: -_ORDER.index(part[1])):
        if value % 1 == 0.5 and unit in _SMALLER:
            smaller, count = _SMALLER[unit]
            result += [(value // 1, unit)] if value > 1 else []
            result.append((count / 2, smaller))
        else:
            result.append((value, unit))
    return result


def _add(moment: datetime, value: float, unit: Unit) -> datetime:
    if abs(value) > _LIMIT:
        raise OverflowError(f"{value:g} {unit.name.lower()}s is out of range")
    if unit in _MONTHS:
        rest, months = math.modf(value * _MONTHS[unit])
        later: datetime = moment + relativedelta(months=int(months))
        return later + timedelta(days=round(rest * 30))
    if unit in _SECONDS:
        return moment + timedelta(seconds=value * _SECONDS[unit])
    if unit is Unit.WORKDAY:
        return _add_workdays(moment, int(value))
    return moment + timedelta(days=int(value * _DAYS[unit]))


def _add_workdays(moment: datetime, count: int) -> datetime:
    """Monday to Friday; holidays are not known here."""
    step = timedelta(days=1 if count > 0 else -1)
    weeks, rest = divmod(abs(count), 5)
    moment += weeks * 7 * step
    while rest:
        moment += step
        rest -= moment.weekday() < 5
    return moment


def fuzz(t: Tokens, i: int) -> int:
    """The token after "about", "nearly", "more than", …; i itself when there is none."""
    if (t.words[i], t.words[i + 1]) in FUZZ_PAIRS:
        return i + 2
    if t.words[i] == "no" and t.words[i + 2] == "than":
        return i + 3
    return i + 1 if t.words[i] in FUZZ else i


def amount(t: Tokens, i: int) -> tuple[float, int, int] | None:
    """(value, spread, next): "three", "a", "a few", "a couple of", "several", "half a", "two to three"."""
    j = t.skip(i, "a", "an", "the") if t.words[i + 1] in _LOOSE else i
    word = t.words[j]
    if word in _LOOSE:
        value, spread = _LOOSE[word]
        j = j + 1
        if word == "half":
            return value, spread, t.skip(t.skip(j, "of"), "a", "an")
        return value, spread, t.skip(j, "of")
    found = cardinal(t, i)
    if found is None:
        return (
            (1.0, 0, t.skip(i + 1, "single", "full", "whole"))
            if t.word(i, "a", "an", "another", "one")
            else None
        )
    value, j = found
    if t.word(j, "and") and t.word(j + 1, "a") and t.word(j + 2, "half"):
        return value + 0.5, 0, j + 3
    if t.word(j, "and") and t.word(j + 1, "half"):
        return value + 0.5, 0, j + 2
    second = cardinal(t, j + 1) if t.word(j, "to", "or", "-", "–") else None
    return (value, 1, second[1]) if second and second[0] > value else (value, 0, j)


_LOOSE = {
    "few": (float(FEW), 1), "couple": (2.0, 0), "several": (float(SEVERAL), 2), "some": (float(FEW), 1),
    "half": (0.5, 0), "dozen": (12.0, 0), "many": (float(SEVERAL), 2),
}  # fmt: skip
_ADJECTIVES = frozenset(
    {"full", "whole", "more", "long", "short", "solid", "straight", "consecutive", "additional"}
)
_WORKING = frozenset({"business", "working", "trading", "work"})


def unit_at(t: Tokens, i: int) -> tuple[Unit, int] | None:
    """A unit word, with "business", "more" and a hyphen before it skipped ("10-hour", "3h")."""
    i = t.skip(i, "-")
    working = t.words[i] in _WORKING
    if working or t.words[i] in _ADJECTIVES:
        i += 1
    word = t.words[i]
    unit = UNITS.get(word)
    if unit is None or (word in SHORT_UNITS and len(word) == 1 and not _glued_number(t, i)):
        return None
    return (Unit.WORKDAY if working and unit is Unit.DAY else unit), i + 1


def _glued_number(t: Tokens, i: int) -> bool:
    return i > 0 and t.numbers[i - 1] is not None and (t.joined(i) or t.word(i, "h"))


def duration(t: Tokens, i: int) -> tuple[Duration, int] | None:
    """The longest amount of time at i."""
    start = fuzz(t, i)
    parts: list[tuple[float, Unit]] = []
    spread, j = 0, start
    while len(parts) < _MAX_PARTS:
        part = _part(t, t.skip(j, "and", ",") if parts else j)
        if part is None or part[1] in {unit for _, unit in parts}:
            break
        value, unit, part_spread, j = part
        parts.append((value, unit))
        spread = max(spread, part_spread)
    if not parts:
        return None
    half = _and_half(t, j)
    if half and len(parts) == 1:
        parts, j = [(parts[0][0] + 0.5, parts[0][1])], half
    loose = start > i or spread > 0 or t.word(start + 1, "couple")
    if t.word(j, "or") and t.word(j + 1, "so"):
        loose, j = True, j + 2
    return Duration(tuple(parts), loose, spread), j


def _and_half(t: Tokens, j: int) -> int:
    """The token after "and a half" or "and half", else 0."""
    if not t.word(j, "and"):
        return 0
    j = t.skip(j + 1, "a")
    return j + 1 if t.word(j, "half") and t.words[j + 1] not in {"a", "an", "of"} else 0


def _part(t: Tokens, i: int) -> tuple[float, Unit, int, int] | None:
    found = amount(t, i)
    if found is None:
        return None
    value, spread, j = found
    unit = unit_at(t, j)
    if unit is None or (unit[0] is Unit.QUARTER and value > 1000):
        return None  # "the 1988 quarter" counts nothing
    return value, unit[0], spread, unit[1]


def bare_plural(t: Tokens, i: int) -> tuple[Duration, int] | None:
    """ "weeks", "months": an amount that is not said."""
    if t.words[i] not in PLURAL_UNITS:
        return None
    return Duration(((float(FEW), UNITS[t.words[i]]),), approximate=True, vague=True), i + 1
