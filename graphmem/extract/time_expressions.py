"""Time expressions in English text and the intervals they mean (memory.md, Writing 4).

Rules only, no model, never the clock: "yesterday" is the day before the local date at which it was said.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timezone, tzinfo

from graphmem.extract.time.context import Context
from graphmem.extract.time.lexicon import CORE
from graphmem.extract.time.ranges import STARTERS, expression
from graphmem.extract.time.spans import Frame, Node, Span, UnanchoredError
from graphmem.extract.time.tokens import Tokens, tokenize
from graphmem.extract.time.wording import describe
from graphmem.model.interval import Interval, TimeExpression

__all__ = ["describe", "find_times", "read", "resolve"]

# An expression begins at most this many words before the first word that makes it one.
_REACH = 8
_WORD = re.compile(r"[^\W\d_]+|\d")


def find_times(text: str, said_at: datetime | None) -> tuple[TimeExpression, ...]:
    """Every time expression of a sentence or turn, in order, without overlaps.

    said_at: when it was said, aware, in the speaker's own offset; intervals are [start, end) in that offset.
    None leaves relative expressions without an interval; full dates are then in UTC. An expression
    that means no day at all (30 February) is not one. Raises ValueError when said_at is naive.
    """
    offset = _offset(said_at)
    if _TRIGGERS.isdisjoint(_WORD.findall(text.lower())):
        return ()
    return _scan(tokenize(text), said_at, offset)


def resolve(expression: str, said_at: datetime | None) -> Interval | None:
    """The interval of one expression by itself, such as "last Friday" or "may"; None when it has none.

    Words that are ambiguous in running text count here. Raises ValueError when said_at is naive.
    """
    found = read(expression, said_at)
    return found.interval if found else None


def read(expression: str, said_at: datetime | None) -> TimeExpression | None:
    """Like resolve, with the kind and the TIMEX value; None when the text holds no time expression."""
    found = _scan(tokenize(expression, solo=True), said_at, _offset(said_at))
    return max(found, key=lambda item: (item.end - item.start, -item.start)) if found else None


def _scan(t: Tokens, said_at: datetime | None, offset: tzinfo) -> tuple[TimeExpression, ...]:
    now = said_at.replace(tzinfo=None) if said_at else None
    found: list[TimeExpression] = []
    context = Context(t, now)
    i = 0
    for core in range(t.size):
        if t.numbers[core] is None and t.words[core] not in CORE:
            continue
        i = max(i, core - _REACH)
        while i <= core:
            match = expression(t, i) if t.numbers[i] is not None or t.words[i] in STARTERS else None
            if match is None:
                i += 1
                continue
            node, after = match
            span = _placed(node, context.frame(i, after))
            context.note(span, after)
            found.append(_expression(t, i, after, span, offset))
            i = after
    return tuple(found)


def _placed(node: Node, frame: Frame) -> Span:
    """The span, or one without bounds when the reference is missing or there is no such day."""
    try:
        return node(frame)
    except (UnanchoredError, ValueError, OverflowError):
        return Span(None, None)


def _expression(t: Tokens, first: int, after: int, span: Span, offset: tzinfo) -> TimeExpression:
    start, end = t.starts[first], t.ends[after - 1]
    interval = None
    if span.start is not None or span.end is not None:
        bounds = [bound.replace(tzinfo=offset) if bound else None for bound in (span.start, span.end)]
        interval = Interval(bounds[0], bounds[1], span.granularity, span.approximate)
    return TimeExpression(t.text[start:end], start, end, span.kind, interval, span.timex)


def _offset(said_at: datetime | None) -> tzinfo:
    if said_at is None:
        return UTC
    offset = said_at.utcoffset()
    if offset is None:
        raise ValueError(f"said_at {said_at} has no offset: pass an aware datetime, or None for unknown")
    return timezone(offset)


_TRIGGERS = CORE | set("0123456789")
