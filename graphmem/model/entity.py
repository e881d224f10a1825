"""Whom and what memories speak of, and what a person changed about that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place or thing that memories mention.

    aliases: other names by which it is found, normalised. merged: names of the entities that were merged into
    it. memories: how many current memories mention it, under whatever name.
    """

    id: str
    name: str
    memories: int = 0
    aliases: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityPage:
    """Entities, those that are mentioned most first; total: how many there are on all pages."""

    items: tuple[Entity, ...] = ()
    total: int = 0

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Entity]:
        return iter(self.items)

    def __bool__(self) -> bool:
        return bool(self.items)


@dataclass(frozen=True, slots=True)
class EntityDetails:
    """One entity with what tells it apart.

    beside, topics: what its memories mention with it and are about, most often first. split_from: the name of
    the entity that it was split from, "" for none. first_said_at, last_said_at: of the turns that prove its
    memories.
    """

    entity: Entity
    beside: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    split_from: str = ""
    first_said_at: datetime | None = None
    last_said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EntityChange:
    """Something that a person changed about an entity.

    kind: "merge" (other is what it was merged into), "split" (other is what it was split from), "alias" or
    "unalias" (other is the name that was given or taken away). id: what `undo` takes.
    """

    id: str
    kind: str
    entity: str
    entity_id: str
    other: str
    other_id: str
    at: datetime | None = None
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MergeCandidate:
    """Two entities that may be one. score: 0 to 1, for ordering; reasons: what speaks for it, in words."""

    one: Entity
    other: Entity
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that a form names, as a writer needs it.

    key: its own name, normalised; root: uid of what it is merged into, its own where it is not. aliases:
    names that tell it from others of its name. Only where several have the name: beside, keys of what is said
    with it; here, last: when this session, and when anything, spoke of it last, as text in the order of time.
    """

    uid: str
    key: str
    root: str
    aliases: tuple[str, ...] = ()
    beside: frozenset[str] = frozenset()
    here: str = ""
    last: str = ""
