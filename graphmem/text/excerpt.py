"""A long turn in a few words of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from graphmem.text.meaning import content
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


def around(text: str, wanted: frozenset[str], longest: int) -> tuple[int, int]:
    """Where in a text the sentence that shares most words with `wanted` stands, with what is around it.

    Returns (start, end) of at most `longest` characters; of equal sentences the earlier is taken. A sentence
    that is longer itself is cut.
    """
    if len(text) <= longest:
        return 0, len(text)
    spans = list(sentence_spans(text, lines=True))
    if not spans:
        return 0, longest
    shares = [len(wanted & content(text[slice(*span)])) for span in spans]
    first = last = max(range(len(spans)), key=lambda at: shares[at])
    while True:
        before, after = first - 1, last + 1
        if after < len(spans) and spans[after][1] - spans[first][0] <= longest:
            last = after
        elif before >= 0 and spans[last][1] - spans[before][0] <= longest:
            first = before
        else:
            return spans[first][0], min(spans[last][1], spans[first][0] + longest)


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
