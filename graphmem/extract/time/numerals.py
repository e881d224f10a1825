"""Numbers in digits and words. Every reader returns (value, next token) or None."""

from __future__ import annotations

from graphmem.extract.time.lexicon import ONES, ORDINALS, SCALES, TENS
from graphmem.extract.time.tokens import Tokens

APOSTROPHES = ("'", "’", "‘", "`")
_FIRST_YEAR, _LAST_YEAR = 1000, 2199
_PIVOT = 50  # '49 is 2049, '50 is 1950


def full_year(two_digits: int) -> int:
    """The year that two digits mean: 00–49 → 2000–2049, 50–99 → 1950–1999."""
    return two_digits + (2000 if two_digits < _PIVOT else 1900)


def cardinal(t: Tokens, i: int) -> tuple[float, int] | None:
    """ "12", "3.5", "1,000", "2 1/2", "twenty-one", "two hundred and six"."""
    value = t.numbers[i]
    if value is None or t.ordinal[i]:
        return _cardinal_words(t, i)
    following = t.numbers[i + 2]
    if following is not None and t.joined(i + 1) and t.joined(i + 2):
        if t.words[i + 1] == "." and t.digits(i + 2) <= 2:
            return value + following / 10 ** t.digits(i + 2), i + 3
        if t.words[i + 1] == "," and t.digits(i + 2) == 3 and value < 1000:
            return value * 1000.0 + following, i + 3
    if t.numbers[i + 1] == 1 and t.words[i + 2] == "/" and t.numbers[i + 3] == 2:
        return value + 0.5, i + 4
    return float(value), i + 1


def small_words(t: Tokens, i: int) -> tuple[int, int] | None:
    """A number below one hundred in words: "seven", "thirty", "twenty-one", "twenty one"."""
    word = t.words[i]
    if word in TENS:
        j = t.skip(i + 1, "-")
        if 1 <= ONES.get(t.words[j], 0) <= 9:
            return TENS[word] + ONES[t.words[j]], j + 1
        return TENS[word], i + 1
    return (ONES[word], i + 1) if word in ONES and word != "oh" else None


def _cardinal_words(t: Tokens, i: int) -> tuple[float, int] | None:
    """Words up to 999,999; at most three groups, so that a long run of number words stays linear."""
    first = small_words(t, i)
    total, j = (first[0], first[1]) if first else (0, i)
    if not first and not (t.word(i, "a") and t.words[i + 1] in SCALES):
        return None
    if not first:
        total, j = 1, i + 1
    for scale in (1000, 100):
        if SCALES.get(t.words[j]) == scale and total < scale * 100:
            total, j = _scaled(t, j + 1, total * scale)
    return float(total), j


def _scaled(t: Tokens, j: int, total: int) -> tuple[int, int]:
    """What follows "two thousand" or "two hundred": "(and) eighteen", "seven hundred (and) five"."""
    k = t.skip(j, "and")
    rest = small_words(t, k)
    if rest is None:
        return total, j
    value, k = rest
    if t.word(k, "hundred") and total >= 1000:
        return _scaled(t, k + 1, total + value * 100)
    return total + value, k


def ordinal(t: Tokens, i: int) -> tuple[int, int] | None:
    """ "3rd", "third", "twenty-first", "twenty second"."""
    if t.ordinal[i]:
        value = t.numbers[i]
        return (value, i + 1) if value is not None else None
    word = t.words[i]
    if word in ORDINALS:
        return ORDINALS[word], i + 1
    if word in TENS:
        j = t.skip(i + 1, "-")
        if 1 <= ORDINALS.get(t.words[j], 0) <= 9:
            return TENS[word] + ORDINALS[t.words[j]], j + 1
    return None


def day_number(t: Tokens, i: int) -> tuple[int, int] | None:
    """A day of the month: "7", "07", "7th", "seventh", "twenty one"."""
    found = ordinal(t, i)
    if found is None and 1 <= t.digits(i) <= 2:
        found = (t.numbers[i] or 0, i + 1)
    if found is None:
        found = small_words(t, i)
    return found if found and 1 <= found[0] <= 31 else None


def year(t: Tokens, i: int, *, short: bool = False) -> tuple[int, int] | None:
    """ "2023", "'99", "nineteen ninety-six", "two thousand and eighteen"; "99" too when short."""
    number = t.numbers[i]
    if number is not None and not t.ordinal[i]:
        if t.digits(i) == 4 and _FIRST_YEAR <= number <= _LAST_YEAR:
            return number, i + 1
        return (full_year(number), i + 1) if short and t.digits(i) == 2 else None
    if t.words[i] in APOSTROPHES and t.digits(i + 1) == 2 and t.joined(i + 1):
        return full_year(t.numbers[i + 1] or 0), i + 2
    return _year_words(t, i)


def _year_words(t: Tokens, i: int) -> tuple[int, int] | None:
    """A century and a rest below a hundred, or "two thousand (and …)", "one thousand seven hundred …"."""
    head = small_words(t, i)
    if head is None:
        return None
    century, j = head
    if t.words[j] == "thousand":
        found = _cardinal_words(t, i)
        return (int(found[0]), found[1]) if found and _FIRST_YEAR <= found[0] <= _LAST_YEAR else None
    if not 11 <= century <= 21:
        return None
    if t.words[j] == "hundred":
        value, j = _scaled(t, j + 1, century * 100)
        return value, j
    j = t.skip(j, "-")
    if t.words[j] in {"zero", "oh", "o"} and 1 <= ONES.get(t.words[j + 1], 0) <= 9:
        return century * 100 + ONES[t.words[j + 1]], j + 2
    rest = small_words(t, j)
    return (century * 100 + rest[0], rest[1]) if rest and rest[0] >= 10 else None
