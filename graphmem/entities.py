"""AsyncEntities: every verb about the people, places and things that memories mention, once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from graphmem.arguments.identifiers import identifier, scope_of
from graphmem.arguments.options import Id
from graphmem.components import Components
from graphmem.entity_admin.admin import EntityAdmin
from graphmem.model.entity import EntityChange, EntityDetails, EntityPage, MergeCandidate


@dataclass(frozen=True, slots=True)
class AsyncEntities:
    """Looks after the people, places and things that memories mention.

    An entity is named by its id, its name or another name of it. Every verb raises NotFound where this user
    has none such, and Conflict where several have the name: then give the id. Nothing here changes a memory,
    and every change can be taken back with `undo`.
    """

    _open: Callable[[], Awaitable[Components]]

    async def list(
        self, *, user_id: Id, part: str | None = None, limit: int = 50, skip: int = 0
    ) -> EntityPage:
        """A page of entities, those that most memories mention first.

        part: only those that are called by something that holds it. limit: 1 to 1000; skip: how many to pass.
        """
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.list(scope, part=part, limit=limit, skip=skip)

    async def show(self, entity: Id, *, user_id: Id) -> EntityDetails:
        """One entity: its other names, what is merged into it, and what its memories speak of."""
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.show(scope, _name(entity))

    async def candidates(self, *, user_id: Id, limit: int = 20) -> tuple[MergeCandidate, ...]:
        """Pairs of entities that may be one, with what speaks for and against it, the likeliest first.

        Names (nicknames, initials, parts, slips, other names), shared neighbours and vectors propose; nothing
        is merged. Two of one name that were told apart are not proposed.
        """
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.candidates(scope, limit=limit)

    async def merge(self, entity: Id, into: Id, *, user_id: Id, reason: str = "") -> EntityChange:
        """Let two entities be one: from now on filters, evidence and lists read the first as `into`.

        What is said later under either name belongs to both. Raises InputError where they are one already.
        """
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.merge(scope, _name(entity), _name(into), reason=reason)

    async def split(
        self,
        entity: Id,
        memories: Sequence[str],
        apart: str,
        *,
        user_id: Id,
        reason: str = "",
    ) -> EntityChange:
        """Tell two of one name apart: these memories speak of another one of the same name.

        memories: ids of records that mention the entity, not all of them. apart: words that tell the new one
        apart, such as "from the gym" or "Maya's sister"; it is also found by them: "Ana from the gym".
        Encoding again keeps who is whom. What is said later goes to the one whose role it names, whose words,
        names and topics it shares, else to whom the session, then anything, spoke of last.
        Raises NotFound for an id that is no memory of it, InputError where none would be left.
        """
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.split(scope, _name(entity), memories, apart, reason=reason)

    async def alias(self, entity: Id, alias: str, *, user_id: Id) -> EntityChange:
        """Give an entity another name: it is found by it, and what is said under it later is said of it.

        Where an entity of that name exists, `merge` is what you want. Raises InputError where it is called so
        already, Conflict where the name was taken away from it.
        """
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.alias(scope, _name(entity), alias)

    async def unalias(self, entity: Id, alias: str, *, user_id: Id) -> EntityChange:
        """Take another name away; no text gives it back. What was said under it stays where it is."""
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.unalias(scope, _name(entity), alias)

    async def changes(self, *, user_id: Id) -> tuple[EntityChange, ...]:
        """What was changed by hand and not taken back, oldest first."""
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.changes(scope)

    async def undo(self, id: str, *, user_id: Id) -> EntityChange:
        """Take a change back, by its id; what came in meanwhile goes by the name it was said with.

        Raises NotFound for an id that names no change, or one that was taken back.
        """
        scope, admin = scope_of(user_id), await self._admin()
        return await admin.undo(scope, identifier(id, "id"))

    async def _admin(self) -> EntityAdmin:
        return (await self._open()).changing.entities


def _name(value: object) -> str:
    return identifier(value, "entity")
