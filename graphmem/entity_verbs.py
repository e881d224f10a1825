"""The verbs of AsyncMemory.entities: whom memories speak of, and which names mean one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.arguments.identifiers import identifier, scope_of
from graphmem.care import Opens
from graphmem.model.entity import EntityChange, EntityDetails, EntityPage, MergeCandidate

if TYPE_CHECKING:
    from graphmem.memory import UseCases


@dataclass(frozen=True, slots=True)
class Entities:
    """Looks after the people, places and things that memories mention.

    An entity is named by its id, its name or another name of it. Every verb raises NotFound where this user
    has none such, and Conflict where several have the name: then give the id. Nothing here changes a memory,
    and every change can be taken back with `undo`.
    """

    open: Callable[[], Awaitable[UseCases]]

    async def list(
        self, *, user_id: object, part: str | None = None, limit: int = 50, skip: int = 0
    ) -> EntityPage:
        """A page of entities, those that most memories mention first.

        part: only those that are called by something that holds it. limit: 1 to 1000; skip: how many to pass.
        """
        return await (await self.open()).entities.list(scope_of(user_id), part=part, limit=limit, skip=skip)

    async def show(self, entity: object, *, user_id: object) -> EntityDetails:
        """One entity: its other names, what is merged into it, and what its memories speak of."""
        return await (await self.open()).entities.show(scope_of(user_id), _name(entity))

    async def candidates(self, *, user_id: object, limit: int = 20) -> tuple[MergeCandidate, ...]:
        """Pairs of entities that may be one, with what speaks for and against it, the likeliest first.

        Names (nicknames, initials, parts, slips, other names), shared neighbours and vectors propose; nothing
        is merged. Two of one name that were told apart are not proposed.
        """
        return await (await self.open()).entities.candidates(scope_of(user_id), limit=limit)

    async def merge(self, entity: object, into: object, *, user_id: object, reason: str = "") -> EntityChange:
        """Let two entities be one: from now on filters, evidence and lists read the first as `into`.

        What is said later under either name belongs to both. Raises InputError where they are one already.
        """
        scope = scope_of(user_id)
        return await (await self.open()).entities.merge(scope, _name(entity), _name(into), reason=reason)

    async def split(
        self,
        entity: object,
        memories: Sequence[str],
        apart: str,
        *,
        user_id: object,
        reason: str = "",
    ) -> EntityChange:
        """Tell two of one name apart: these memories speak of another one of the same name.

        memories: ids of records that mention the entity, not all of them. apart: words that tell the new one
        apart, such as "from the gym" or "Maya's sister"; it is also found by them: "Ana from the gym".
        Encoding again keeps who is whom. What is said later goes to the one whose role it names, whose words,
        names and topics it shares, else to whom the session, then anything, spoke of last.
        Raises NotFound for an id that is no memory of it, InputError where none would be left.
        """
        cases = await self.open()
        return await cases.entities.split(scope_of(user_id), _name(entity), memories, apart, reason=reason)

    async def alias(self, entity: object, alias: str, *, user_id: object) -> EntityChange:
        """Give an entity another name: it is found by it, and what is said under it later is said of it.

        Where an entity of that name exists, `merge` is what you want. Raises InputError where it is called so
        already, Conflict where the name was taken away from it.
        """
        return await (await self.open()).entities.alias(scope_of(user_id), _name(entity), alias)

    async def unalias(self, entity: object, alias: str, *, user_id: object) -> EntityChange:
        """Take another name away; no text gives it back. What was said under it stays where it is."""
        return await (await self.open()).entities.unalias(scope_of(user_id), _name(entity), alias)

    async def changes(self, *, user_id: object) -> tuple[EntityChange, ...]:
        """What was changed by hand and not taken back, oldest first."""
        return await (await self.open()).entities.changes(scope_of(user_id))

    async def undo(self, id: object, *, user_id: object) -> EntityChange:
        """Take a change back, by its id; what came in meanwhile goes by the name it was said with.

        Raises NotFound for an id that names no change, or one that was taken back.
        """
        return await (await self.open()).entities.undo(scope_of(user_id), identifier(id, "id"))


class EntitiesOf:
    """The verbs of the memory whose attribute this is."""

    def __get__(self, memory: Opens, owner: object = None) -> Entities:
        return Entities(memory.open)


def _name(value: object) -> str:
    return identifier(value, "entity")
