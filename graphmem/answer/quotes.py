"""Whether words really stand in a text."""

from __future__ import annotations

import re
import unicodedata

_QUOTES = {ord(mark): "'" for mark in "’‘‚‛′`´ʼ"} | {ord(mark): '"' for mark in "“”„‟″«»‹›"}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_ALIKE = _QUOTES | _DASHES
_EDGES = " \"'.…"
_NUMBER_GOES_ON = re.compile(r"(?<=\d[.,:/])\d|(?<=\d)[.,:/]\d")
"""Where a number does not end: "850 euros" are no words of "1,850 euros"."""
# Of scripts that write words without spaces: Thai and Lao, Burmese, Khmer, and East Asia's.
_UNSPACED = (("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"), ("\u2e80", "\U0010ffff"))


def verbatim(quote: str, text: str) -> str | None:
    """The words of `text` that `quote` repeats, exactly as they stand there; None when it does not.

    White space, case, the form of letters and the kind of quotation mark or dash may differ, and quotation
    marks and dots around the quote do not count. Only whole words match.
    """
    wanted = _plain(quote)[0].strip(_EDGES)
    if not any(char.isalnum() for char in wanted):
        return None
    plain, places = _plain(text)
    at = plain.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if _whole(plain, at, end) and _own(places, at, end):
            return text[places[at] : _after(text, places[end - 1])]
        at = plain.find(wanted, at + 1)
    return None


def _plain(text: str) -> tuple[str, list[int]]:
    """The text with like characters made equal, and for each of its characters the place it came from."""
    plain: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if char.isspace():
            if plain and plain[-1] != " ":
                plain.append(" ")
                places.append(place)
            continue
        for each in unicodedata.normalize("NFKD", char.translate(_ALIKE)).casefold().translate(_ALIKE):
            if each.isprintable() and not (each == " " and plain[-1:] == [" "]):
                plain.append(each)
                places.append(place)
    return "".join(plain), places


def _whole(plain: str, start: int, end: int) -> bool:
    """Whether the match begins and ends at the edges of words, in scripts that have any, and of numbers."""
    return not any(_joined(plain, at) or _NUMBER_GOES_ON.match(plain, at) for at in (start, end))


def _joined(plain: str, at: int) -> bool:
    if not 0 < at < len(plain):
        return False
    left, right = plain[at - 1], plain[at]
    if unicodedata.combining(right):
        return True
    return _letter(left) and _letter(right)


def _letter(char: str) -> bool:
    spaced = not any(first <= char <= last for first, last in _UNSPACED)
    return spaced and (char.isalnum() or bool(unicodedata.combining(char)))


def _own(places: list[int], start: int, end: int) -> bool:
    """Whether no character of the text is matched by half."""
    opens = start == 0 or places[start - 1] != places[start]
    return opens and (end == len(places) or places[end] != places[end - 1])


def _after(text: str, last: int) -> int:
    """Behind the character and the marks that combine with it."""
    end = last + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end
