"""The forms in which a question is asked of the indexes: as it is, and without the speakers it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.model.plan import Phrasing
from graphmem.text.speakers import mentions

_SPACES = re.compile(r"\s+")


def named(question: str, speakers: Sequence[str]) -> tuple[str, ...]:
    """The speakers whom the question names, in the order of `speakers`."""
    return tuple(mentions(question, speakers))


def unnamed(question: str, speakers: Sequence[str]) -> str:
    """The question without these names; the question itself when nothing else would be left."""
    text = question
    places = sorted(place for places in mentions(question, speakers).values() for place in places)
    for start, end in reversed(places):
        text = f"{text[:start]} {text[end:]}"
    text = _SPACES.sub(" ", text).strip()
    return text if any(map(str.isalnum, text)) else question


def phrasings(query: str, speakers: Sequence[str]) -> tuple[tuple[Phrasing, str], ...]:
    """A query in every form in which it may be asked."""
    return ((Phrasing.FULL, query), (Phrasing.UNNAMED, unnamed(query, speakers)))
