"""The forms in which a question is asked of the indexes. English rules; other languages pass unchanged."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.model.plan import Phrasing

_ASKING = re.compile(
    r"^\s*(?:in |on |at |for |to |from |with |by |about |of )?"
    r"(?:what(?:['’]s)?|which|who(?:se|m)?|when|where|why|how)\b\s*"
    r"(?:(?:many|much|long|often|old|far|soon)\b)?\s*"
    r"(?:(?:kinds?|types?|sorts?|colou?r|date|year|month|day|time)\b)?\s*(?:of\b)?\s*",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"^\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|would|will|should|might|may)\b\s*",
    re.IGNORECASE,
)
_SUPPORT = re.compile(r"\b(?:did|does|do)\b\s*", re.IGNORECASE)
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


def statement(question: str) -> str:
    """The question without its question word and auxiliaries, as an answer might word it.

    "When did they paint a sunrise?" → "they paint a sunrise"; the question itself when nothing is left.
    """
    text = _ASKING.sub("", question)
    text = _SUPPORT.sub("", _AUXILIARY.sub("", text)).rstrip(" ?").strip()
    return text or question


def phrasings(query: str, speakers: Sequence[str]) -> tuple[tuple[Phrasing, str], ...]:
    """A query in every form in which it may be asked."""
    bare = unnamed(query, speakers)
    return ((Phrasing.FULL, query), (Phrasing.UNNAMED, bare), (Phrasing.STATEMENT, statement(bare)))


def _name(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)", re.IGNORECASE)
