"""A cheap token estimate that depends on no embedder, so lengths mean the same with every one.

One CJK character is a token, so is a piece of at most eight letters or digits, so is any other
visible character. On English chat this is close to what word-piece tokenizers count.
"""

from __future__ import annotations

import re
from itertools import islice

_CJK = "\u1100-\u11ff\u2e80-\u2fdf\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff" + (
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f"
)
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]{{1,8}}|[^\w\s]")


def count(text: str) -> int:
    """Estimated number of tokens; 0 for whitespace."""
    return len(_TOKEN.findall(text))


def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Character offsets [start, end) of every token, in order."""
    return tuple(match.span() for match in _TOKEN.finditer(text))


def first(text: str, n: int) -> str:
    """The start of text that holds its first n tokens; the whole text when it has no more."""
    if n <= 0:
        return ""
    reached = list(islice(_TOKEN.finditer(text), n + 1))
    return text if len(reached) <= n else text[: reached[n - 1].end()]


def last(text: str, n: int) -> str:
    """The end of text that holds its last n tokens; the whole text when it has no more."""
    if n <= 0:
        return ""
    bounds = spans(text)
    return text if len(bounds) <= n else text[bounds[-n][0] :]
