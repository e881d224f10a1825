"""Rules for years, decades, centuries, seasons and the quarters and halves of a year."""

from __future__ import annotations

from graphmem.extract.time.lexicon import DECADE_WORDS, SEASONS, UNITS, Unit, words
from graphmem.extract.time.numerals import APOSTROPHES, ordinal, small_words, year
from graphmem.extract.time.periods import InYear, YearOf
from graphmem.extract.time.rules_days import Found
from graphmem.extract.time.tokens import Tokens

_COUNTED = words("people dollars euros pounds words meters metres miles feet km kg calories steps points")
_MONEY = frozenset("$€£#:%")
_INSIDE = frozenset(",.-/")
_CUES = words("in since until of by from year to between and during")
_FIRST, _LAST = 1900, 2050  # what four digits without a cue may be


def year_name(t: Tokens, i: int) -> Found | None:
    """ "2021", "in 1989", "nineteen ninety-six", "year 247", "fiscal 1989", "the 1970s"."""
    j = t.skip(t.skip(i, "the"), "year", "fiscal")
    if t.word(j - 1, "year") and j > i and t.digits(j):
        return YearOf(t.numbers[j] or 0), j + 1
    found = year(t, j, short=t.solo and t.digits(j) == 2 and t.size == j + 1)
    if found is None or not _plain_year(t, j, found[1]):
        return None
    return YearOf(found[0]), found[1]


def _plain_year(t: Tokens, j: int, after: int) -> bool:
    """Four digits are a year unless they count or measure something: "2000 words", "$1999", "2,021"."""
    if t.digits(j) != 4:
        return t.numbers[j] is None or t.solo or t.words[j] in APOSTROPHES
    before = t.words[j - 1] if j else ""
    ranged = before in {"-", "–", "/"} and t.digits(j - 2) == 4  # "2014-2018"
    if before in _MONEY or (
        before in _INSIDE and t.joined(j) and t.numbers[j - 2] is not None and not ranged
    ):
        return False
    return not _measures(t, after) and (
        _FIRST <= (t.numbers[j] or 0) <= _LAST or ranged or before in _CUES or t.solo
    )


def _measures(t: Tokens, after: int) -> bool:
    """Whether what follows four digits makes them a count: a unit, a noun, more digits, letters."""
    word = t.words[after]
    if word in _MONEY or word in UNITS or word in _COUNTED:
        return True
    return t.joined(after) and (
        word.isalpha() or (word in _INSIDE | {":"} and t.digits(after + 1) not in (0, 4))
    )


def decade(t: Tokens, i: int) -> Found | None:
    """ "the 1990s", "the '80s", "the 70's", "the nineteen seventies", "the nineties", "the noughties"."""
    j = t.skip(i, "the")
    if t.word(j, "noughties"):
        return YearOf(2000, Unit.DECADE), j + 1
    if t.word(j, "two") and t.word(j + 1, "thousands"):
        return YearOf(2000, Unit.DECADE), j + 2
    century = small_words(t, j)
    k = t.skip(century[1], "-") if century else j
    if t.word(j, "two") and t.word(j + 1, "thousand") and t.word(t.skip(j + 2, "and"), "tens"):
        return YearOf(2010, Unit.DECADE), t.skip(j + 2, "and") + 1
    if t.words[k] in DECADE_WORDS and (century or j > i):
        base = century[0] * 100 if century and 10 < century[0] < 22 else 1900
        return YearOf(base + DECADE_WORDS[t.words[k]], Unit.DECADE), k + 1
    return _decade_digits(t, j)


def _decade_digits(t: Tokens, j: int) -> Found | None:
    j = j + 1 if t.words[j] in APOSTROPHES else j
    number, size = t.numbers[j], t.digits(j)
    k = j + 2 if t.words[j + 1] in APOSTROPHES else j + 1
    if number is None or number % 10 or size not in (2, 4) or not t.word(k, "s"):
        return None
    if not t.joined(k) and not t.solo:
        return None
    first = number if size == 4 else number + (2000 if number < 20 else 1900)
    return YearOf(first, Unit.DECADE), k + 1


def century(t: Tokens, i: int) -> Found | None:
    """ "the 20th century", "15th century"."""
    number = ordinal(t, t.skip(i, "the"))
    if number and t.word(number[1], "century"):
        return YearOf(number[0], Unit.CENTURY), number[1] + 1
    return None


def season(t: Tokens, i: int) -> Found | None:
    """ "summer 2016", "the spring of '78", "in the summer"."""
    j = t.skip(i, "the")
    name = SEASONS.get(t.words[j])
    if name is None:
        return None
    found = year(t, t.skip(t.skip(j + 1, ","), "of", "in"))
    if found:
        return InYear("season", name, YearOf(found[0])), found[1]
    return (InYear("season", name), j + 1) if t.supported(j) else None


def quarter(t: Tokens, i: int) -> Found | None:
    """ "Q3", "2016 Q3", "H1 2016", "the third quarter of 2016", "the 1988 second quarter", "first half"."""
    j = t.skip(i, "the")
    early = year(t, j) if t.digits(j) == 4 else None
    j = t.skip(t.skip(early[1], "the", "-") if early else j, "fiscal")
    j = t.skip(j, "-", "/")
    found = _quarter_number(t, j)
    if found is None:
        return None
    kind, which, k = found
    late = None if early else year(t, t.skip(t.skip(k, ",", "-", "/"), "of", "in"))
    if kind == "half" and not (early or late) and not t.word(k, "of"):
        return None
    chosen = early or late
    return InYear(kind, which, YearOf(chosen[0]) if chosen else None), late[1] if late else k


def _quarter_number(t: Tokens, j: int) -> tuple[str, int, int] | None:
    """(quarter or half, its number, next token)."""
    kind = {"q": "quarter", "h": "half"}.get(t.words[j])
    count = t.numbers[j + 1]
    if kind and count is not None and t.joined(j + 1) and 1 <= count <= (4 if kind == "quarter" else 2):
        return kind, count, j + 2
    number = ordinal(t, j)
    if number is None and t.word(j, "last", "final"):
        number = (4 if t.word(j + 1, "quarter") else 2, j + 1) if t.word(j + 1, "quarter", "half") else None
    if number is None:
        return None
    k = t.skip(number[1], "-")
    for word, name, most in (("quarter", "quarter", 4), ("half", "half", 2)):
        if t.word(k, word) and number[0] <= most:
            return name, number[0], k + 1
    return None
