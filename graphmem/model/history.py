"""How a memory came to be what it is: its versions, what replaced what, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.results import StoredMemory


@dataclass(frozen=True, slots=True)
class HandEdit:
    """A change by hand: who made it, when and why."""

    id: str
    by: str
    at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """What took a version's place. reason: ended, corrected, edited or re-encoded."""

    id: str
    at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a memory. Its evidence: memory.citations (turns) and edits (changes by hand).

    closes: the version of which this is the closed copy: the same words, true until memory.valid_to. spared:
    what had taken its place until that was taken back by hand.
    """

    memory: StoredMemory
    edits: tuple[HandEdit, ...] = ()
    replaced_by: tuple[Replacement, ...] = ()
    spared: tuple[Replacement, ...] = ()
    closes: str = ""

    @property
    def current(self) -> bool:
        """True when it is believed now."""
        return self.memory.superseded_at is None


@dataclass(frozen=True, slots=True)
class History:
    """The versions of a memory, oldest first."""

    versions: tuple[Version, ...]

    def __len__(self) -> int:
        return len(self.versions)

    def __iter__(self) -> Iterator[Version]:
        return iter(self.versions)

    def __bool__(self) -> bool:
        return bool(self.versions)
