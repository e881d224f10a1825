"""Dates in a sentence: which one it is about, and how it reads once the conversation is gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from graphmem.extract.local.edits import Edit
from graphmem.model.interval import Granularity, Interval, TimeExpression

TimeFinder = Callable[[str, datetime | None], tuple[TimeExpression, ...]]
TimeDescriber = Callable[[Interval], str]

_RELATIVE = (
    "yesterday", "today", "tonight", "tomorrow", "last ", "next ", "this ", "the other day", "the day ",
    "the week ", "a few ", "a couple", "two ", "three ", "earlier this", "later this", "the past ",
    "the last ",
)  # fmt: skip
_ADVERBIAL = ("npadvmod", "advmod", "tmod")
_PLACED = {Granularity.HOUR: "at", Granularity.DAY: "on"}


_SAYS_WHICH_DAY = re.compile(
    r"\b(?:today|tonight|yesterday|tomorrow|this|last|next|morning|afternoon|evening|night|noon"
    r"|\w+day|jan|feb|mar|"
    r"apr|may|june?|july?|aug|sep|oct|nov|dec)|\d{4}|\d[-/.]\d",
    re.I,
)
_FULL_DATE = re.compile(r"(?=.*\b\d{4}\b)(?=.*\b\d{1,2}(?:st|nd|rd|th)?\b)")
_VAGUE = frozenset(
    (
        "now",
        "right now",
        "currently",
        "nowadays",
        "these days",
        "lately",
        "recently",
        "at the moment",
        "just now",
    )
)


def dated(found: Sequence[TimeExpression]) -> tuple[TimeExpression, ...]:
    """Only what dates a statement.

    Not "now" or "lately", which every sentence in the present means; not an hour without a day ("the race
    took 2:07", "home at half past seven"); not a length of time ("68 minutes").
    """
    return tuple(one for one in found if one.text.lower() not in _VAGUE and _says_when(one))


def _says_when(one: TimeExpression) -> bool:
    if one.interval is None:
        return one.kind != "duration"
    return one.interval.granularity is not Granularity.HOUR or bool(_SAYS_WHICH_DAY.search(one.text))


def dominant(found: Sequence[TimeExpression]) -> TimeExpression | None:
    """What dates the statement: the first resolved date or range, else the first expression of any kind."""
    resolved = [one for one in found if one.interval is not None]
    dated = [one for one in resolved if one.kind in ("date", "range")]
    return next(iter([*dated, *resolved, *found]), None)


def date_edits(doc: Any, found: Sequence[TimeExpression], describe: TimeDescriber) -> tuple[Edit, ...]:
    """ "yesterday" → "on 7 May 2023 (yesterday)"; "since last year" → "since last year (2022)".

    The expression is replaced only where it stands alone as an adverbial, so that the sentence stays
    grammatical; everywhere else its meaning follows it in brackets. What already is a full date stays.
    """
    return tuple(edit for one in found if (edit := _edit(doc, one, describe)))


def note_edits(found: Sequence[TimeExpression], describe: TimeDescriber) -> tuple[Edit, ...]:
    """The meaning in square brackets behind each expression: an editor's note inside a quotation."""
    noted = [(one, _meaning(one, describe)) for one in found]
    return tuple(Edit(one.end, one.end, f" [{meaning}]") for one, meaning in noted if meaning)


def _edit(doc: Any, one: TimeExpression, describe: TimeDescriber) -> Edit | None:
    meaning = _meaning(one, describe)
    if not meaning or one.interval is None:
        return None
    if not _stands_alone(doc, one):
        at = one.end + 2 if doc.text[one.end : one.end + 2] in ("'s", "’s") else one.end
        return Edit(at, at, f" ({meaning})")
    preposition = _PLACED.get(_day_of(one.interval).granularity, "in")
    if not (meaning[:1].isdigit() or meaning[:1].isupper() or meaning.startswith("the weekend")):
        preposition = "in"
    opening = f"{preposition} {meaning}"
    return Edit(one.start, one.end, f"{opening} ({_decapitalised(one.text)})")


def _meaning(one: TimeExpression, describe: TimeDescriber) -> str:
    if one.interval is None or one.kind in ("duration", "recurrence"):
        return ""
    meaning = describe(_day_of(one.interval))
    said = one.text.lower().replace(",", "")
    if _FULL_DATE.search(said):
        return ""
    return "" if meaning.lower().replace(",", "") in said else meaning


def _day_of(interval: Interval) -> Interval:
    """ "last night" is best read as its day; only a stated hour stays one."""
    start, end = interval.start, interval.end
    if interval.granularity is not Granularity.HOUR or start is None or end is None:
        return interval
    if end - start <= timedelta(hours=1) or start.date() == date.max:  # no day comes after the last one
        return interval
    day = start.replace(hour=0, minute=0, second=0, microsecond=0)
    return Interval(day, day + timedelta(days=1), Granularity.DAY, interval.approximate)


def _stands_alone(doc: Any, one: TimeExpression) -> bool:
    low = one.text.lower()
    if (
        not (low.startswith(_RELATIVE) or low.endswith(" ago"))
        or one.interval is None
        or one.interval.approximate
    ):
        return False
    if one.interval.start is None or one.interval.end is None:
        return False
    span = doc.char_span(one.start, one.end)
    if span is None or span.root.dep_ not in _ADVERBIAL:
        return False
    before = doc[span.start - 1] if span.start else None
    after = doc[span.end] if span.end < len(doc) else None
    if after is not None and (
        after.text in ("'s", "’s", "-", "at") or after.pos_ in ("NOUN", "PROPN", "NUM")
    ):
        return False
    return before is None or not (before.pos_ in ("ADP", "SCONJ", "DET", "ADJ") or before.dep_ == "poss")


def _decapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
