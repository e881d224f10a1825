"""The verbs of Memory.entities; see those of AsyncMemory.entities in `graphmem.entity_verbs`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.blocking import Blocks, Runner
from graphmem.entity_verbs import Entities
from graphmem.model.entity import EntityChange, EntityDetails, EntityPage, MergeCandidate


@dataclass(frozen=True, slots=True)
class BlockingEntities:
    """Looks after the people, places and things that memories mention; see AsyncMemory.entities."""

    _loop: Runner
    _entities: Entities

    def list(self, *, user_id: object, part: str | None = None, limit: int = 50, skip: int = 0) -> EntityPage:
        """A page of entities; see AsyncMemory.entities."""
        return self._loop.run(self._entities.list(user_id=user_id, part=part, limit=limit, skip=skip))

    def show(self, entity: object, *, user_id: object) -> EntityDetails:
        """One entity; see AsyncMemory.entities."""
        return self._loop.run(self._entities.show(entity, user_id=user_id))

    def candidates(self, *, user_id: object, limit: int = 20) -> tuple[MergeCandidate, ...]:
        """Pairs of entities that may be one; see AsyncMemory.entities."""
        return self._loop.run(self._entities.candidates(user_id=user_id, limit=limit))

    def merge(self, entity: object, into: object, *, user_id: object, reason: str = "") -> EntityChange:
        """Let two entities be one; see AsyncMemory.entities."""
        return self._loop.run(self._entities.merge(entity, into, user_id=user_id, reason=reason))

    def split(
        self,
        entity: object,
        memories: Sequence[str],
        apart: str,
        *,
        user_id: object,
        reason: str = "",
    ) -> EntityChange:
        """Tell two of one name apart; see AsyncMemory.entities."""
        return self._loop.run(self._entities.split(entity, memories, apart, user_id=user_id, reason=reason))

    def alias(self, entity: object, alias: str, *, user_id: object) -> EntityChange:
        """Give an entity another name; see AsyncMemory.entities."""
        return self._loop.run(self._entities.alias(entity, alias, user_id=user_id))

    def unalias(self, entity: object, alias: str, *, user_id: object) -> EntityChange:
        """Take another name away; see AsyncMemory.entities."""
        return self._loop.run(self._entities.unalias(entity, alias, user_id=user_id))

    def changes(self, *, user_id: object) -> tuple[EntityChange, ...]:
        """What was changed by hand and not taken back; see AsyncMemory.entities."""
        return self._loop.run(self._entities.changes(user_id=user_id))

    def undo(self, id: object, *, user_id: object) -> EntityChange:
        """Take a change back; see AsyncMemory.entities."""
        return self._loop.run(self._entities.undo(id, user_id=user_id))


class BlockingEntitiesOf:
    """The verbs of the memory whose attribute this is."""

    def __get__(self, memory: Blocks, owner: object = None) -> BlockingEntities:
        return BlockingEntities(memory._loop, memory._memory.entities)
