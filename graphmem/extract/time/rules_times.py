"""Rules for times of day and for the day they belong to."""

from __future__ import annotations

from dataclasses import replace

from graphmem.extract.time.clocks import AtClock, Clock, ClockRange, PartOfDay
from graphmem.extract.time.lexicon import DAY_PARTS, ONES
from graphmem.extract.time.numerals import small_words
from graphmem.extract.time.points import NearDay
from graphmem.extract.time.rules_days import Found
from graphmem.extract.time.spans import Node
from graphmem.extract.time.tokens import Tokens

FoundClock = tuple[Clock, int, bool]  # clock, next token, whether it can be nothing but a time
_ZONES = frozenset({"est", "edt", "pst", "pdt", "cst", "cdt", "mst", "gmt", "utc", "et", "pt", "z"})
_NAMED_HOURS = {"noon": 12, "midnight": 0, "midday": 12}
TODAY = NearDay(0)


def clock(t: Tokens, i: int) -> FoundClock | None:
    """ "3 pm", "8:30", "8.30pm", "half past seven", "a quarter to seven", "noon", "seven o'clock"."""
    if t.words[i] in _NAMED_HOURS:
        return Clock(_NAMED_HOURS[t.words[i]]), i + 1, True
    spoken = _spoken(t, i)
    if spoken:
        return spoken
    found = _digital(t, i) or _hour_word(t, i)
    if found is None:
        return None
    value, j, sure = found
    if t.word(j, "o", "oclock") and t.word(j + 2, "clock") | t.word(j, "oclock"):
        j, sure = j + (1 if t.word(j, "oclock") else 3), True
    half = _meridiem(t, j)
    if half:
        value, j, sure = replace(value, meridiem=half[0]), half[1], True
    j = t.skip(j, *_ZONES) if sure else j
    return (value, j, sure) if value.hour <= 24 and value.minute < 60 and value.second < 60 else None


def _digital(t: Tokens, i: int) -> FoundClock | None:
    hour = t.numbers[i]
    if hour is None or t.ordinal[i] or t.digits(i) > 2:
        return None
    if t.joined(i) and t.numbers[i - 2] is not None and t.word(i - 1, ":", ".", "/"):
        return None  # the second half of "1:1"
    minute, padded = t.numbers[i + 2], t.digits(i) == 2 and hour < 10
    separated = t.joined(i + 1) and t.joined(i + 2) and t.digits(i + 2) == 2 and minute is not None
    if separated and (t.word(i + 1, ":") or (t.word(i + 1, ".") and _meridiem(t, i + 3))):
        second = t.numbers[i + 4] if t.word(i + 3, ":") and t.joined(i + 4) else None
        j = i + 5 if second is not None else i + 3
        return Clock(hour, minute or 0, second or 0, to_minute=True, padded=padded), j, True
    return Clock(hour, padded=padded), i + 1, False


def _hour_word(t: Tokens, i: int) -> FoundClock | None:
    hour = ONES.get(t.words[i], 0)
    return (Clock(hour), i + 1, False) if 1 <= hour <= 12 else None


def _spoken(t: Tokens, i: int) -> FoundClock | None:
    """ "half past seven", "quarter to seven", "twenty (minutes) past five", "20 min past eight"."""
    j = t.skip(i, "a")
    minutes = {"half": 30, "quarter": 15}.get(t.words[j])
    j += 1
    if minutes is None:
        number = small_words(t, i) or ((t.numbers[i] or 0, i + 1) if 1 <= t.digits(i) <= 2 else None)
        if number is None or not 1 <= number[0] < 60:
            return None
        minutes, j = number[0], t.skip(number[1], "minutes", "min", "mins")
    if not t.word(j, "past", "to", "after"):
        return None
    hour = ONES.get(t.words[j + 1], 0) or (t.numbers[j + 1] or 0)
    sure = minutes in (15, 30) or t.word(j - 1, "minutes", "min", "mins") or t.word(j, "past")
    if not 1 <= hour <= 12 or not sure or t.words[j] == "after":
        return None
    total = hour * 60 + minutes if t.word(j, "past") else hour * 60 - minutes
    return Clock(total // 60, total % 60, to_minute=True), j + 2, True


def _meridiem(t: Tokens, j: int) -> tuple[str, int] | None:
    """ "am", "p.m.", "a. m."."""
    word = t.words[j]
    if word in {"am", "pm"}:
        return word, j + 1
    if word in {"a", "p"} and t.word(j + 1, ".") and t.word(j + 2, "m"):
        return word + "m", t.skip(j + 3, ".")
    return None


def clock_range(t: Tokens, i: int) -> tuple[Clock, Clock, int, bool] | None:
    """ "from 5 to 6pm", "between 8am and 2pm", "9-10 am", "3:00 to 4:00"."""
    j = t.skip(i, "from", "between")
    first = clock(t, j)
    if first is None or not t.word(first[1], "to", "-", "–", "until", "till", "and"):
        return None
    if t.word(first[1], "and") and not t.word(i, "between"):
        return None
    last = clock(t, first[1] + 1)
    if last is None:
        return None
    return first[0], last[0], last[1], first[2] or last[2]


def day_part(t: Tokens, i: int) -> tuple[str, int, int, int] | None:
    """(code, first hour, last hour, next token) of "in the morning", "at night", "afternoon"."""
    j = t.skip(i, ",")
    j = t.skip(j, "in", "at", "during", "on")
    j = t.skip(t.skip(j, "the"), "early", "late", "mid")
    j = t.skip(j, "-")
    part = DAY_PARTS.get(t.words[j])
    return (*part, j + 1) if part else None


def standalone(t: Tokens, i: int) -> Found | None:
    """A time with no day: "at 3 pm", "3pm", "at seven", "at noon": on the reference day."""
    found = clock(t, i)
    if found is None:
        return None
    value, j, sure = found
    if not sure and not (
        t.word(i - 1, "at") and i and not t.words[j].isalpha() and not t.word(j, "%", ".", "-", "/", ",")
    ):
        return None
    if (
        t.words[i] in _NAMED_HOURS
        and not t.solo
        and not (i and t.word(i - 1, "at", "around", "by", "before", "after"))
    ):
        return None
    part = day_part(t, j)
    if part and t.word(j, "in", "at"):
        return AtClock(value, TODAY, part[0] != "MO"), part[3]
    return AtClock(value, TODAY, value.likely_pm), j


def with_time(t: Tokens, found: Found) -> Found:
    """A day with what follows it: "tomorrow at 7", "Friday evening", "Dec 9th between 8am and 2pm"."""
    day, j = found
    j = j + 1 if t.word(j, "t") and t.joined(j) and t.joined(j + 1) else j  # ISO 8601
    k = t.skip(t.skip(j, ","), "-", "@")
    part = day_part(t, j)
    late = part is not None and part[0] != "MO"
    after_part = part[3] if part else j
    lead = t.skip(t.skip(after_part if part else k, ","), "at", "around", "about", "for", "@")
    spread = clock_range(t, after_part if part else t.skip(j, ","))
    if spread and (spread[3] or part or t.word(spread[2], "") or t.word(t.skip(j, ","), "from", "between")):
        return ClockRange(spread[0], spread[1], day, late), spread[2]
    hour = clock(t, lead)
    if hour and (hour[2] or (t.word(lead - 1, "at", "around", "about") and lead > j)):
        evening = day_part(t, hour[1]) if not part else None
        if evening and t.word(hour[1], "in", "at"):
            return AtClock(hour[0], day, evening[0] != "MO"), evening[3]
        return AtClock(hour[0], day, late if part else hour[0].likely_pm), hour[1]
    return (PartOfDay(*part[:3], day), part[3]) if part else found


def tonight(t: Tokens, i: int) -> Found | None:
    """ "tonight", "tonight at 7", "overnight"."""
    if not t.word(i, "tonight"):
        return None
    part = DAY_PARTS["night"]
    hour = clock(t, t.skip(i + 1, "at", "around", "by"))
    if hour and (hour[2] or t.word(i + 1, "at", "around")):
        return AtClock(hour[0], TODAY, True), hour[1]
    return PartOfDay(*part, TODAY), i + 1


def leading_time(t: Tokens, i: int) -> tuple[tuple[Clock, Clock | None, bool], int, bool] | None:
    """A time that a day may follow: "8pm", "7:00", "10", "from 5 to 6", "8pm in the evening".

    Gives ((first, last or None, whether after noon), next token, whether it can be nothing but a time).
    """
    spread = clock_range(t, i)
    if spread:
        part = day_part(t, spread[2])
        late = part is not None and part[0] != "MO"
        return (spread[0], spread[1], late), part[3] if part else spread[2], spread[3]
    found = clock(t, i)
    if found is None:
        return None
    part = day_part(t, found[1]) if t.word(found[1], "in", "at") else None
    late = part is not None and part[0] != "MO"
    return (found[0], None, late), part[3] if part else found[1], found[2]


def at_time(times: tuple[Clock, Clock | None, bool], day: Node) -> Node:
    """The operator for a leading time and the day that follows it; a day part gives its half of the day."""
    first, last, late = times
    if isinstance(day, PartOfDay):
        late, day = late or day.code != "MO", day.day
    return AtClock(first, day, late) if last is None else ClockRange(first, last, day, late)
