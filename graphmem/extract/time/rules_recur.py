"""Rules for recurrences: "every Tuesday", "each year", "twice a week", "weekly", "Tuesday nights"."""

from __future__ import annotations

from graphmem.extract.time.arithmetic import Named
from graphmem.extract.time.lexicon import DAY_PARTS, MONTHS, RECUR_WORDS, SEASONS, WEEKDAYS
from graphmem.extract.time.quantities import Duration, amount, unit_at
from graphmem.extract.time.rules_days import Found
from graphmem.extract.time.tokens import Tokens

_KIND = "recurrence"


def recurring(t: Tokens, i: int) -> Found | None:
    """Any recurrence at i."""
    if t.words[i] in RECUR_WORDS:
        return Named(RECUR_WORDS[t.words[i]], _KIND), i + 1
    return _every(t, i) or _weekdays(t, i) or _times_a(t, i)


def _times_a(t: Tokens, i: int) -> Found | None:
    """ "once a week", "three times a year"."""
    j = i + 1 if t.word(i, "once", "twice") else i + 2 if t.word(i + 1, "times") else 0
    unit = unit_at(t, j + 1) if j and t.word(j, "a", "per", "each", "every") else None
    return (Named(Duration(((1.0, unit[0]),)).timex, _KIND), unit[1]) if unit else None


def _weekdays(t: Tokens, i: int) -> Found | None:
    """ "on Mondays", "Tuesday nights"."""
    day = WEEKDAYS.get(t.words[i])
    if day is None:
        return None
    part = DAY_PARTS.get(t.words[i + 1])
    if part and t.words[i + 1].endswith("s"):
        return Named(f"XXXX-WXX-{day + 1}T{part[0]}", _KIND), i + 2
    return (Named(f"XXXX-WXX-{day + 1}", _KIND), i + 1) if t.words[i].endswith("days") else None


def _every(t: Tokens, i: int) -> Found | None:
    """ "every two weeks", "each year", "every Tuesday", "every other day", "every July", "every summer"."""
    if not t.word(i, "every", "each"):
        return None
    j = t.skip(i + 1, "single")
    other = t.word(j, "other", "second")
    j = j + 1 if other else j
    word = t.words[j]
    if word in WEEKDAYS:
        return Named(f"XXXX-WXX-{WEEKDAYS[word] + 1}", _KIND), j + 1
    if word in MONTHS:
        return Named(f"XXXX-{MONTHS[word]:02d}", _KIND), j + 1
    if word in SEASONS:
        return Named(f"XXXX-{SEASONS[word]}", _KIND), j + 1
    if word in DAY_PARTS:
        return Named(f"T{DAY_PARTS[word][0]}", _KIND), j + 1
    return _recurring_amount(t, j, 2.0 if other else 1.0)


def _recurring_amount(t: Tokens, j: int, default: float) -> Found | None:
    found = amount(t, j)
    unit = unit_at(t, found[2] if found else j)
    if unit is None or t.word(j, "a", "an"):
        return None
    length = Duration(((found[0] if found else default, unit[0]),))
    return Named(length.timex, _KIND), unit[1]
