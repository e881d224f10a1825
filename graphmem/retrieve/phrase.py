"""The forms in which a question is asked of the indexes: as it is, and without the speakers it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.model.plan import Phrasing

_SPACES = re.compile(r"\s+")


def named(question: str, speakers: Sequence[str]) -> tuple[str, ...]:
    """The speakers whose name stands in the question as a word, in the order of `speakers`."""
    return tuple(name for name in speakers if name and _name(name).search(question))


def unnamed(question: str, speakers: Sequence[str]) -> str:
    """The question without these names; the question itself when nothing else would be left."""
    text = question
    for name in speakers:
        text = _name(name).sub(" ", text)
    text = _SPACES.sub(" ", text).strip()
    return text if re.search(r"\w", text) else question


def phrasings(query: str, speakers: Sequence[str]) -> tuple[tuple[Phrasing, str], ...]:
    """A query in every form in which it may be asked."""
    return ((Phrasing.FULL, query), (Phrasing.UNNAMED, unnamed(query, speakers)))


def _name(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)", re.IGNORECASE)
