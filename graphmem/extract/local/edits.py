"""Replacements in a text, collected first and applied at once, so that offsets stay those of the original."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace text[start:end]; start == end inserts."""

    start: int
    end: int
    text: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The edited text. Of two edits that overlap the one that was given first wins."""
    chosen: list[Edit] = []
    for edit in edits:
        if not any(edit.start < other.end and other.start < edit.end for other in chosen):
            chosen.append(edit)
    pieces, at = [], 0
    for edit in sorted(chosen):
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join((*pieces, text[at:]))
