"""A long turn in a few words of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from graphmem.answer.words import content
from graphmem.text.sentences import sentence_spans

_MISSES = 20
"""Sentences that do not fit any more, after which no others are tried."""


def excerpt(text: str, wanted: frozenset[str], tokens: int, count: Callable[[str], int]) -> str:
    """A text of at most `tokens` as it is; of a longer one the sentences that share most words with `wanted`.

    They keep their order, of equal ones the earlier is taken, and dots stand where something is left out. Its
    first words where no sentence fits.

    count: tokens of a text.
    """
    if count(text) <= tokens:
        return text
    spans = list(sentence_spans(text, lines=True))
    ranked = sorted(spans, key=lambda span: (-len(wanted & content(text[slice(*span)])), span))
    kept: list[tuple[int, int]] = []
    misses = 0
    for span in ranked:
        if count(_joined(text, sorted([*kept, span]))) <= tokens:
            kept.append(span)
        elif (misses := misses + 1) == _MISSES:
            break
    return _joined(text, sorted(kept)) if kept else _first(text, tokens, count)


def _joined(text: str, spans: list[tuple[int, int]]) -> str:
    if not spans:
        return ""
    parts = [text[slice(*spans[0])].strip()]
    for before, after in pairwise(spans):
        gap = " … " if text[before[1] : after[0]].strip() else " "
        parts.append(gap + text[slice(*after)].strip())
    return "".join(parts)


def _first(text: str, tokens: int, count: Callable[[str], int]) -> str:
    tokens = max(0, tokens)
    while text and count(text) > tokens:
        cut = text[: int(len(text) * tokens / count(text))]
        text = cut[: cut.rfind(" ")] if " " in cut else cut
    return text
