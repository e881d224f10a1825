"""Rules for days of the calendar: numeric dates, month and day in any order, weekdays, named days."""

from __future__ import annotations

from graphmem.extract.time.holidays import FIRST_WORDS, HOLIDAYS
from graphmem.extract.time.lexicon import LOWER_VERBS, MONTHS, NEAR_DAYS, WEEKDAYS
from graphmem.extract.time.numerals import APOSTROPHES, day_number, full_year, ordinal, year
from graphmem.extract.time.periods import InYear, YearOf
from graphmem.extract.time.points import CalendarDay, Holiday, NearDay, Weekday
from graphmem.extract.time.spans import Node
from graphmem.extract.time.tokens import Tokens

Found = tuple[Node, int]
_DATE_SEPARATORS = ("/", "-", ".")
_SEPARATORS = (*_DATE_SEPARATORS, ",", "–")
_NEW_YEAR = ("new", "year")  # "a new year" is no day, "before new year" is
_DAY_CUES = frozenset(["on", "by", "for", "until", "till", "since", "before", "after", "from"])
_NO_DAY = frozenset({"in", "of", "at", "to"})
_FRACTIONS = frozenset({(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (1, 8), (24, 7), (50, 50), (20, 20)})


def near_day(t: Tokens, i: int) -> Found | None:
    """ "yesterday", "the day after tomorrow", "the day before yesterday"."""
    days = NEAR_DAYS.get(t.words[i])
    return (NearDay(days), i + 1) if days is not None else None


def numeric_date(t: Tokens, i: int) -> Found | None:
    """ "2023-05-07", "5/7/2023" (month first if possible), "13.5.2015" (day first), "4/22", "11/2016"."""
    separator = t.words[i + 1]
    if separator not in _SEPARATORS or t.numbers[i + 2] is None or not t.digits(i):
        return None
    tight = t.joined(i + 1) and t.joined(i + 2)
    third = t.words[i + 3] in (separator, ",") and t.digits(i + 4) and tight and t.joined(i + 3)
    third = third and (t.joined(i + 4) or t.digits(i + 4) == 4)
    if third and t.digits(i + 2) <= 2:
        return _three_numbers(t, i, separator)
    return _two_numbers(t, i, separator, tight) if separator in _DATE_SEPARATORS else None


def _three_numbers(t: Tokens, i: int, separator: str) -> Found | None:
    a, b, c = t.numbers[i] or 0, t.numbers[i + 2] or 0, t.numbers[i + 4] or 0
    if t.digits(i) == 4 and t.digits(i + 4) <= 2:
        return CalendarDay(c, b, a), i + 5
    if t.digits(i) > 2 or t.digits(i + 4) not in (2, 4):
        return None
    whole_year = c if t.digits(i + 4) == 4 else full_year(c)
    day_first = separator == "." and a <= 31 and b <= 12
    month, day = (b, a) if (day_first or a > 12) else (a, b)
    return (CalendarDay(day, month, whole_year), i + 5) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _two_numbers(t: Tokens, i: int, separator: str, tight: bool) -> Found | None:
    a, b = t.numbers[i] or 0, t.numbers[i + 2] or 0
    if t.digits(i) == 4 and t.digits(i + 2) <= 2 and 1900 <= a < 2200 and 1 <= b <= 12:
        return (InYear("month", b, YearOf(a)), i + 3) if separator != "." or t.solo else None
    if t.digits(i + 2) == 4 and t.digits(i) <= 2 and 1900 <= b < 2200 and 1 <= a <= 12:
        return (InYear("month", a, YearOf(b)), i + 3) if separator != "." or t.solo else None
    if not tight or t.digits(i) > 2 or t.digits(i + 2) > 2:
        return None
    month, day = (b, a) if a > 12 else (a, b)
    if not (1 <= month <= 12 and 1 <= day <= 31) or not _dated(t, i, separator, (a, b)):
        return None
    return CalendarDay(day, month), i + 3


def _dated(t: Tokens, i: int, separator: str, pair: tuple[int, int]) -> bool:
    """Whether two numbers are a date: "on 4.22" is, "1/2 cup", "24/7" and "at 4.22" are not."""
    before = t.words[i - 1] if i else ""
    cued = t.solo or before in {*_DAY_CUES, "in", "to", "between", "and", "-", "–", ","} or before in WEEKDAYS
    if separator != "/" or pair in _FRACTIONS:
        return cued and before != "for" and (separator == "/" or before in {"on", "in"})
    after = t.words[i + 3]
    return cued or not (
        after.isalpha() and after not in {"at", "to", "and", "until", "till", "between", "from"}
    )


def month_first(t: Tokens, i: int) -> Found | None:
    """ "May 7", "May 7th, 2023", "Oct-2", "May the twenty-first", "May 2023", "May of '99", "May"."""
    month = MONTHS.get(t.words[i])
    if month is None:
        return None
    j = t.skip(i + 1, *_SEPARATORS) if not t.word(i + 1, ",") or t.numbers[i + 2] else i + 1
    j = t.skip(j, "the") if ordinal(t, j + 1) else j
    day = None if t.digits(j) == 4 else day_number(t, j)
    if day and not _is_year(t, j, day[1]):
        found = with_year(t, day[1], day[0], month)
        return found if t.supported(i) or t.capital(i) or t.ordinal[j] else None
    return _month_and_year(t, i, month)


def _is_year(t: Tokens, j: int, after: int) -> bool:
    """ "January nineteen ninety-seven": the number is a century, so no day."""
    found = year(t, j)
    return found is not None and found[1] > after


def with_year(t: Tokens, j: int, day: int, month: int) -> Found:
    """A day of a month with the year that may follow it."""
    k = t.skip(t.skip(j, *_SEPARATORS), "of", "in")
    tied = t.word(k - 1, "/", "-", ",") and t.joined(k)
    found = year(t, k, short=k > j and (tied or (t.word(k - 1, "of") and (t.numbers[k] or 0) > 31)))
    if found and not (t.word(k - 1, ",") and t.word(found[1], ":")):
        return CalendarDay(day, month, found[0]), found[1]
    return CalendarDay(day, month), j


def _month_and_year(t: Tokens, i: int, month: int) -> Found | None:
    j = t.skip(i + 1, ",", "/", "-", ".")
    j = t.skip(j, "of", "in")
    found = year(t, j, short=t.digits(j) == 2 and (t.numbers[j] or 0) > 31)
    if found:
        return InYear("month", month, YearOf(found[0])), found[1]
    if t.words[j] in APOSTROPHES and t.digits(j + 1) == 2:
        return InYear("month", month, YearOf(full_year(t.numbers[j + 1] or 0))), j + 2
    said_year = t.word(i + 1, "last", "this", "next") and t.word(i + 2, "year")
    ranged = t.word(i + 1, "-", "–", "to", "through", "until") and t.words[i + 2] in MONTHS
    return (InYear("month", month), i + 1) if t.supported(i) or said_year or ranged else None


def day_first(t: Tokens, i: int) -> Found | None:
    """ "7 May", "7th of May 2023", "16. Nov. 2016", "05-Aug-2016", "second of August"."""
    number = day_number(t, t.skip(i, "the"))
    if number is None or (t.joined(i) and t.word(i - 1, ".", ",") and t.numbers[i - 2] is not None):
        return None
    j = number[1]
    while t.word(j, *_DATE_SEPARATORS, "of", "day") and j < number[1] + 3:
        j += 1
    month = MONTHS.get(t.words[j])
    if month is None:
        return None
    if t.words[j] in {"march", "may", "mar", "jan", "sat"} and not (
        t.capital(j) or t.word(j - 1, "of") or t.solo
    ):
        return None
    k = t.skip(j + 1, ".") if year(t, j + 2) and t.word(j + 1, ".") else j + 1
    return with_year(t, k, number[0], month)


def year_first(t: Tokens, i: int) -> Found | None:
    """ "2019-sep-1", "2019/sep/01", "2016 june", "2016, nov"."""
    found = year(t, i)
    if found is None:
        return None
    j = t.skip(found[1], *_SEPARATORS)
    month = MONTHS.get(t.words[j])
    if month is None or (t.words[j] in LOWER_VERBS and not t.capital(j) and j == found[1]):
        return None
    k = t.skip(j + 1, *_DATE_SEPARATORS)
    if k > j + 1 and 1 <= t.digits(k) <= 2:
        return CalendarDay(t.numbers[k] or 0, month, found[0]), k + 1
    return InYear("month", month, YearOf(found[0])), j + 1


def weekday(t: Tokens, i: int) -> Found | None:
    """ "Friday", "Friday the 15th", "Wed, 22 of January", "Monday, January 12th, 2016", "Friday 9/15"."""
    day = WEEKDAYS.get(t.words[i])
    if day is None:
        return None
    j = t.skip(t.skip(i + 1, ".") if len(t.words[i]) <= 5 else i + 1, ",", "-")
    j = t.skip(j, "the")
    for rule in (month_first, day_first, numeric_date):
        found = rule(t, j)
        if found and isinstance(found[0], CalendarDay):
            node = found[0]
            return CalendarDay(node.day, node.month, node.year, day), found[1]
    number = ordinal(t, j) or (day_number(t, j) if t.word(j - 1, "the") else None)
    if number and number[0] <= 31 and not t.word(number[1], "-", ":"):
        return CalendarDay(number[0], weekday=day), number[1]
    if i and t.word(i - 1, "a", "any", "some", "one"):
        return None  # "that's a Saturday" names no day
    return (Weekday(day), i + 1) if t.supported(i) or t.proper(i) else None


def day_of_month(t: Tokens, i: int) -> Found | None:
    """ "the 27th", "on the twenty second", "on 15": a day of a month that is not said.

    A number without "th" counts only at the end of a clause after on, by, for, until …
    """
    definite = t.word(i, "the")
    j = i + 1 if definite else i
    before = t.words[i - 1] if i else ""
    found = ordinal(t, j) or day_number(t, j)
    if found is None or found[0] > 31 or not (definite or before == "on") or _continued(t, found[1]):
        return None
    sure = before in _DAY_CUES or (t.ordinal[j] and before not in _NO_DAY) or t.solo
    return (CalendarDay(found[0], weekday=_apposition(t, found[1])), found[1]) if sure else None


def _apposition(t: Tokens, j: int) -> int | None:
    """The weekday in "the sixth, that's a Saturday", "the 6th (a Saturday)": it tells the month."""
    k = t.skip(j, ",", "(", "–", "-")
    if k == j:
        return None
    if t.word(k, "that", "which", "it", "this"):
        k = t.skip(t.skip(k + 1, "'", "’"), "s", "is")
    return WEEKDAYS.get(t.words[k + 1]) if t.word(k, "a") else None


_AFTER_A_DAY = frozenset("at and or to until till from in after before with when but so because".split())


def _continued(t: Tokens, j: int) -> bool:
    """Whether a noun or a decimal follows, so that "the 27" is not a day."""
    word = t.words[j]
    return (word.isalpha() and word not in _AFTER_A_DAY) or (
        t.numbers[j] is not None
        or (word in {".", ",", "/", "-", ":", "%"} and t.joined(j) and t.numbers[j + 1] is not None)
    )


def named_day(t: Tokens, i: int) -> Found | None:
    """ "Christmas", "New Year's Eve", "Mother's Day 2023", "Valentine's"."""
    if t.words[i] not in FIRST_WORDS:
        return None
    words: list[str] = []
    ends: list[tuple[tuple[str, ...], int]] = []
    j = i
    while j < i + 9 and len(words) < 5:
        if t.word(j, ".", "s", *APOSTROPHES) and words:
            j += 1
            if t.word(j - 1, "."):
                continue
        else:
            words.append(t.words[j])
            j += 1
        ends.append((tuple(words), j))
    for phrase, end in reversed(ends):
        if phrase in HOLIDAYS and (phrase != _NEW_YEAR or t.word(i - 1, *_DAY_CUES)):
            found = year(t, t.skip(t.skip(end, ","), "of", "in"))
            return (
                (Holiday(HOLIDAYS[phrase], found[0]), found[1]) if found else (Holiday(HOLIDAYS[phrase]), end)
            )
    return None
