"""Stored turns as data in a prompt: one line each, behind a marker that nobody who wrote them can know."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import blake2b

from graphmem.answer.dates import Words
from graphmem.model.evidence import Item
from graphmem.model.hit import Citation

Draw = Callable[[Sequence[str]], str]
"""A marker for a prompt that holds these texts."""
_LONGEST_NAME = 60
_JOINERS = "\u200c\u200d"


def random_marker(texts: Sequence[str]) -> str:
    """64 random bits; a new one for every request."""
    return secrets.token_hex(8)


def repeatable_marker(texts: Sequence[str]) -> str:
    """A hash of all the texts, so that the same request can be found again among answers that were kept.

    Whoever wrote one of the texts would have to know all others, and the question, to foresee it.
    """
    return blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def unused(draw: Draw, texts: Sequence[str]) -> str:
    """A marker that stands in none of the texts."""
    drawn = draw(texts)
    while any(drawn in text for text in texts):
        drawn = random_marker(texts)
    return drawn


def marked(question: str, items: Sequence[Item], draw: Draw, words: Words) -> tuple[str, list[str]]:
    """A marker that stands in no text of a prompt, and the items as its lines behind it."""
    texts = [question, *(text for each in items for text in (each.text, each.citation.speaker))]
    fence = unused(draw, texts)
    return fence, [line(each, fence, words) for each in items]


def flat(text: str) -> str:
    """On one line: whatever breaks a line or is no visible character becomes a space.

    What joins the parts of a letter or of an emoji stays.
    """
    return " ".join("".join(char if char.isprintable() or char in _JOINERS else " " for char in text).split())


def line(item: Item, fence: str, words: Words) -> str:
    """ "MARKER 3 | Saturday 12 September 2026 16:30 | Maya: We fetched him … [last Saturday = …]"."""
    told = f"{fence} {item.number} | {moment(item.said_at)} | {speaker(item.citation)}: {flat(item.text)}"
    meanings = [
        f"{flat(one.text)} = {words(one.interval)}"
        for one in item.times
        if one.interval and one.kind in ("date", "range") and one.text in item.text
    ]
    return told + "".join(f" [{meaning}]" for meaning in dict.fromkeys(meanings + _standing(item)))


def _standing(item: Item) -> list[str]:
    """Whether what it tells still holds."""
    hit = item.hit
    if hit is None or not hit.outdated_by or hit.citations[0].turn_id != item.citation.turn_id:
        return []
    return [f"true until {moment(hit.valid_to)}" if hit.valid_to else "taken back later"]


def moment(when: datetime | None) -> str:
    """A local moment: "Saturday 12 September 2026 16:30"."""
    return f"{when:%A} {when.day} {when:%B %Y %H:%M}" if when else "date unknown"


def speaker(citation: Citation) -> str:
    """Whoever said it, shortened: a name is stored text too."""
    return flat(citation.speaker or citation.role)[:_LONGEST_NAME] or "somebody"
