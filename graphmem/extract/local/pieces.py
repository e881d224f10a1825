"""Text to sentences: by its marks and lines, with lists read as one sentence behind what introduces them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.text.quotations import own_lines
from graphmem.text.sentences import sentence_spans

_ITEM = re.compile(r"^\s*(?:[-*•–]|\d{1,3}[.)])\s+")
_HEADING = re.compile(r"^\s*(?:#+\s+|\*\*[^*]+\*\*:?\s*$)")
_MARKUP = re.compile(r"\*\*|__|`|^#+\s+")
# "I prefer trains, can you find me one?" is a wish and a question.
_WISH = re.compile(
    r"\b(?:i|we)(?:'d|’d| would)? (?:\w+ )?(?:prefer|rather|always want|never want)\b", re.IGNORECASE
)
_REQUEST = re.compile(
    r",? (?:and |so |but )?(?:can|could|would|will|should|do|does|is|are|how|what|which|where|when) "
    r"(?:you|i|we|do|can|should|would|it|there|that|this)\b",
    re.IGNORECASE,
)
_SHORT_ITEM = 6
_LONGEST_LIST = 300


def pieces(text: str) -> Iterator[str]:
    """Sentences in the writer's own words (`quotations.own_lines`), in order, without markup and headings.

    Short list items are one sentence with the line that introduces them: "Analytics: summary; spending".
    """
    listed = ""
    for line in own_lines(text):
        bare = _plain(line)
        if _HEADING.match(line) or _introduces(line, bare):
            yield from _whole(listed)
            listed = bare.rstrip(":") + ":"
        elif _ITEM.match(line) and len(bare.split()) <= _SHORT_ITEM and len(listed) < _LONGEST_LIST:
            listed += f"{' ' if listed.endswith(':') else '; ' if listed else ''}{bare.rstrip('.;,')}"
        else:
            yield from _whole(listed)
            listed = ""
            yield from _split(bare)
    yield from _whole(listed)


def _plain(line: str) -> str:
    return _MARKUP.sub("", _ITEM.sub("", line)).strip()


def _introduces(line: str, bare: str) -> bool:
    """ "1. **User Authentication**" or "Components:": words to be read with the items below them."""
    return len(bare.split()) <= _SHORT_ITEM and (bare.endswith(":") or line.rstrip().endswith("**"))


def _whole(listed: str) -> Iterator[str]:
    """A list, or a line of its own; a heading without items says nothing."""
    if listed and not listed.endswith(":"):
        yield listed


def _split(line: str) -> Iterator[str]:
    for start, end in sentence_spans(line):
        yield from _wish_apart(line[start:end])


def _wish_apart(piece: str) -> Iterator[str]:
    """A wish that runs on into a question, as a sentence of its own."""
    wish = _WISH.search(piece) if piece.endswith("?") else None
    request = _REQUEST.search(piece, wish.end()) if wish else None
    if request:
        yield piece[: request.start()].rstrip(" ,;–-") + "."
        piece = piece[request.start() :].lstrip(" ,")
    yield piece
