"""Turns to passages: sentences, and long sentences in pieces that an embedder can read whole."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.extract import tokens
from graphmem.model.identity import uid
from graphmem.model.turn import Passage, Turn
from graphmem.text.sentences import sentence_spans

MAX_TOKENS = 200


def split(text: str) -> tuple[tuple[int, int], ...]:
    """Character offsets [start, end) of the passages of a turn's text, in order, never overlapping.

    A passage is a sentence without the white space around it; a sentence of more than MAX_TOKENS is
    cut into pieces of about equal length. Only white space lies outside the passages, so a text of
    white space has none.
    """
    return tuple(piece for start, end in sentence_spans(text) for piece in _pieces(text, start, end))


def passages(turn: Turn) -> tuple[Passage, ...]:
    """The passages of a turn; each text is exactly turn.text[start:end]."""
    return tuple(
        Passage(uid(turn.uid, "passage", str(i)), turn.uid, i, start, end, turn.text[start:end])
        for i, (start, end) in enumerate(split(turn.text))
    )


def embedded_text(speaker: str, passage: Passage) -> str:
    """What the embedder reads for a passage: the speaker matters as much as the words."""
    return f"{speaker}: {passage.text}" if speaker else passage.text


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    bounds = [(start + a, start + b) for a, b in tokens.spans(text[start:end])]
    if len(bounds) <= MAX_TOKENS:
        yield start, end
        return
    size = -(-len(bounds) // -(-len(bounds) // MAX_TOKENS))
    at = 0
    while at < len(bounds):
        after = _cut(bounds, at, min(at + size, len(bounds)))
        yield bounds[at][0], bounds[after - 1][1] if after < len(bounds) else end
        at = after


def _cut(bounds: list[tuple[int, int]], at: int, wanted: int) -> int:
    """The token before which to cut: the nearest at or before `wanted` that follows white space."""
    if wanted == len(bounds):
        return wanted
    for candidate in range(wanted, max(at, wanted - MAX_TOKENS // 4), -1):
        if bounds[candidate - 1][1] < bounds[candidate][0]:
            return candidate
    return wanted
