"""Which turns prove a record: the numbers that a model gave, checked, mended where that is safe."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.extract.equal_records import folded

_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]{8,})[\"“”„«»]")
_EDGES = " .!?…,;:\"“”„«»'’"


def from_one(answers: Sequence[Sequence[int]], turns: int) -> bool:
    """Whether a model counted the turns from 1: it names the number one past the last, and never 0."""
    given = [number for numbers in answers for number in numbers]
    return bool(given) and min(given) >= 1 and max(given) == turns


def within(numbers: Sequence[int], turns: int, *, first: int) -> tuple[int, ...]:
    """Places of the turns that exist, in order, each once; first: the number that the first turn has."""
    places = {number - first for number in numbers}
    return tuple(sorted(place for place in places if 0 <= place < turns))


def quoted_in(text: str, turns: Sequence[str]) -> tuple[int, ...]:
    """The one turn that says word for word what a record quotes, or the whole record; else none."""
    quotes = _QUOTED.findall(text) or [text]
    said = [folded(turn) for turn in turns]
    holders = [
        {place for place, words in enumerate(said) if folded(quote).strip(_EDGES) in words}
        for quote in quotes
    ]
    common = set.intersection(*holders)
    return tuple(common) if len(common) == 1 and all(folded(quote).strip(_EDGES) for quote in quotes) else ()
