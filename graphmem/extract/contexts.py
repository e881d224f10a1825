"""A turn with its neighbours: what is embedded and indexed so that a reply is found by its question.

Each side has a bounded share, so a long neighbour never pushes the turn itself out of the
embedder's window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphmem.extract import tokens
from graphmem.model.turn import Turn

BEFORE = 128
OWN = 256
AFTER = 128

# A line has at least one token (the colon), so no context reaches farther than this many turns.
REACH = 128


def line(turn: Turn) -> str:
    """The turn as a line of a transcript: "speaker: text"."""
    return f"{turn.speaker}: {turn.text}"


def build(lines_before: Sequence[str], own: str, lines_after: Sequence[str]) -> str:
    """The context of one line: the last 128 tokens before it, its first 256, the first 128 after it.

    Lines are in the order of the session and are joined by newlines; those too far away are ignored.
    """
    before = _within(reversed(lines_before), BEFORE, tokens.last)[::-1]
    after = _within(lines_after, AFTER, tokens.first)
    return "\n".join([*before, tokens.first(own, OWN), *after])


def window(turns: Sequence[Turn], index: int) -> str:
    """The context of turns[index]; turns are consecutive ones of a single session, in order.

    At most REACH turns on either side matter; more do no harm.
    """
    before = [line(turn) for turn in turns[max(0, index - REACH) : index]]
    after = [line(turn) for turn in turns[index + 1 : index + 1 + REACH]]
    return build(before, line(turns[index]), after)


def affected(turns: Sequence[Turn]) -> int:
    """How many turns at the end change their context when a turn is appended to this session.

    These are the last turns that are followed by fewer than 128 tokens. The last REACH turns of the
    session are enough input; rebuilding the affected ones needs up to REACH turns before them.
    """
    following = 0
    for number, turn in enumerate(reversed(turns)):
        if following >= AFTER:
            return number
        following += tokens.count(line(turn))
    return len(turns)


def _within(lines: Iterable[str], budget: int, cut: Callable[[str, int], str]) -> list[str]:
    """Lines, nearest first, until the budget of tokens is used up; the last one may be cut."""
    kept: list[str] = []
    for text in lines:
        if budget <= 0:
            break
        kept.append(cut(text, budget))
        budget -= tokens.count(text)
    return kept
