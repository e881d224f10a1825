"""A turn with its neighbours: what is embedded and indexed so that a reply is found by its question.

The turn itself comes first: a long one, as assistants write them, fills the embedder's window alone, and
what it leaves is shared by its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphmem.extract import tokens
from graphmem.model.stated import MEMORY
from graphmem.model.turn import Turn

WHOLE = 480
"""Tokens of a context; the embedder reads a little more."""
SIDE = 128
"""Tokens that a neighbour has at most."""

# Neighbours on each side. One finds the right turn more often than all that fit into 128 tokens
# (docs/reading.md): a wide context is about everything near it.
REACH = 1


def line(turn: Turn) -> str:
    """The turn as a line of a transcript: "speaker: text"."""
    return f"{turn.speaker}: {turn.text}"


def build(lines_before: Sequence[str], own: str, lines_after: Sequence[str]) -> str:
    """The context of one line: its first 480 tokens, and of what these leave half for each side, at most 128:
    the end of the line before and the beginning of the line after.

    Lines are in the order of the session and are joined by newlines; those farther than REACH are ignored.
    """
    middle = tokens.first(own, WHOLE)
    side = min(SIDE, (WHOLE - tokens.count(middle)) // 2)
    before = _within(reversed(lines_before[-REACH:]), side, tokens.last)[::-1]
    return "\n".join([*before, middle, *_within(lines_after[:REACH], side, tokens.first)])


def window(turns: Sequence[Turn], index: int) -> str:
    """The context of turns[index]; turns are consecutive ones of a single session, in order.

    At most REACH turns on either side matter; more do no harm. A statement that was remembered elsewhere
    stands alone: what happens to stand beside it in a file is no neighbour.
    """
    if turns[index].role == MEMORY:
        return build((), line(turns[index]), ())
    before = [line(turn) for turn in turns[max(0, index - REACH) : index]]
    after = [line(turn) for turn in turns[index + 1 : index + 1 + REACH]]
    return build(before, line(turns[index]), after)


def affected(turns: Sequence[Turn]) -> int:
    """How many turns at the end change their context when a turn is appended to this session.

    These are at most REACH, the last ones that are followed by fewer than 128 tokens; rebuilding them needs
    up to REACH turns before them.
    """
    following = 0
    near = turns[-REACH:]
    for number, turn in enumerate(reversed(near)):
        if following >= SIDE:
            return number
        following += tokens.count(line(turn))
    return len(near)


def _within(lines: Iterable[str], budget: int, cut: Callable[[str, int], str]) -> list[str]:
    """Lines, nearest first, until the budget of tokens is used up; the last one may be cut."""
    kept: list[str] = []
    for text in lines:
        if budget <= 0:
            break
        kept.append(cut(text, budget))
        budget -= tokens.count(text)
    return kept
