"""What a question is answered from: turns with their numbers, dates and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from graphmem.model.hit import Citation, Hit
from graphmem.model.interval import TimeExpression


@dataclass(frozen=True, slots=True, order=True)
class Nearness:
    """A sentence of a turn, text[start:end], with its centred cosine to the question, -1 to 1."""

    start: int
    end: int
    cosine: float


@dataclass(frozen=True, slots=True)
class Item:
    """A turn in the context.

    number: how it is cited, from 1 in the order of the context. rank: of the hit that brought it, from 0.
    hit: the record it proves; None for a turn that was said beside one. text: what of it is read, the whole
    turn unless it was compressed. times: expressions in the turn that say when.
    """

    number: int
    citation: Citation
    rank: int
    hit: Hit | None = None
    text: str = ""
    times: tuple[TimeExpression, ...] = ()

    @property
    def zone(self) -> tzinfo:
        """The offset of whoever said it."""
        said = self.citation.said_at
        return (said.tzinfo if said else None) or UTC

    @property
    def said_at(self) -> datetime | None:
        return self.citation.said_at


@dataclass(frozen=True, slots=True)
class Evidence:
    """The context of one answer, in the order in which it was said. tokens: of the texts that are read."""

    items: tuple[Item, ...] = ()
    tokens: int = 0

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def numbered(self, number: int) -> Item | None:
        """The turn that is cited by this number; None when it is not in the context."""
        return self.items[number - 1] if 1 <= number <= len(self.items) else None

    @property
    def ranked(self) -> tuple[Item, ...]:
        """The turns of hits before those beside them, each kind best first."""
        return tuple(sorted(self.items, key=lambda each: (each.hit is None, each.rank, each.number)))
