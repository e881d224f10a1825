"""Statements that are made twice are one, with all its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from graphmem.model.record import RecordDraft


def folded(text: str) -> str:
    """Without case and the width of spaces."""
    return " ".join(text.casefold().split())


def merged(drafts: Iterable[RecordDraft], same: Callable[[str], str] = folded) -> tuple[RecordDraft, ...]:
    """The first draft of each text, with the evidence of all; same: what of the texts must be equal."""
    by_text: dict[str, RecordDraft] = {}
    for draft in drafts:
        first = by_text.setdefault(same(draft.text), draft)
        if first is not draft:
            evidence = tuple(dict.fromkeys(first.evidence + draft.evidence))
            by_text[same(draft.text)] = replace(first, evidence=evidence)
    return tuple(by_text.values())
