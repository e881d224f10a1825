"""The verbs of a person who looks after entities: one user at a time, and all of them can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from graphmem.entity_admin.naming import as_read
from graphmem.entity_admin.splitting import SplitEntity
from graphmem.errors import Conflict, InputError, NotFound
from graphmem.manage.candidates import EntityProfile, candidates, without_common
from graphmem.model.entity import Entity, EntityChange, EntityDetails, EntityPage, MergeCandidate
from graphmem.model.keys import normalised
from graphmem.model.segment import Vector
from graphmem.ports import Clock
from graphmem.store import entities as store
from graphmem.store.executor import Executor, Row

LARGEST_PAGE = 1000
LONGEST_NAME = 200
LIKELY = 0.3
"""A score that vectors alone do not reach."""
MOST_COMPARED = 3000
"""Entities that are compared each with each: four million pairs, ten seconds at most."""
_TRIES = 5
"""How often a merge looks again who is who when others merge at the same time."""


@dataclass(frozen=True, slots=True)
class EntityAdmin:
    """Lists entities, and merges, names and undoes as it is told. Names are read as in a filter: an id, the
    entity's name, or another name of it.
    """

    executor: Executor
    clock: Clock
    splitting: SplitEntity
    mean: Callable[[], Vector | None] = lambda: None

    async def list(
        self, scope: str, *, part: str | None = None, limit: int = 50, skip: int = 0
    ) -> EntityPage:
        """Entities, those that are mentioned most first. part: of a name, to look for."""
        if not 1 <= limit <= LARGEST_PAGE:
            raise InputError(f"limit is {limit}; a page has 1 to {LARGEST_PAGE} entities")
        if skip < 0:
            raise InputError(f"skip is {skip}; give how many to pass over, 0 or more")
        key = normalised(part) if part is not None else ""
        return await store.listed(self.executor, scope, key or None, skip, limit)

    async def show(self, scope: str, name: str) -> EntityDetails:
        """One entity. Raises NotFound, and Conflict where several have the name."""
        found = await as_read(self.executor, scope, name)
        details = await store.details(self.executor, scope, found.root)
        if details is None:
            raise NotFound(f"user {scope!r} has no entity called {name!r} any more")
        return details

    async def candidates(self, scope: str, *, limit: int = 20) -> tuple[MergeCandidate, ...]:
        """Pairs of entities that may be one, with reasons, the likeliest first; nothing is merged.

        Raises InputError for a limit that is none, and for a user with more than 3,000 entities.
        """
        if not 1 <= limit <= LARGEST_PAGE:
            raise InputError(f"limit is {limit}; give 1 to {LARGEST_PAGE} candidates")
        found = [_profile(row) async for row in store.profiles(self.executor, scope, MOST_COMPARED + 1)]
        if len(found) > MOST_COMPARED:
            raise InputError(
                f"user {scope!r} has more than {MOST_COMPARED:,} entities, too many to compare; look for "
                "some with `entities list --part`"
            )
        return await asyncio.to_thread(candidates, without_common(found), self.mean(), limit=limit)

    async def likely(self, scope: str) -> tuple[MergeCandidate, ...]:
        """Pairs that names speak for, not vectors alone; none where there are too many to compare."""
        with suppress(InputError):
            return tuple(each for each in await self.candidates(scope) if each.score >= LIKELY)
        return ()

    async def merge(self, scope: str, name: str, into: str, *, reason: str = "") -> EntityChange:
        """Read one entity as another from now on. Raises InputError where they are one already."""
        for _ in range(_TRIES):
            source = await as_read(self.executor, scope, name)
            target = await as_read(self.executor, scope, into)
            if source.root == target.root:
                raise InputError(f"{name!r} and {into!r} are one entity already, {source.root_name!r}")
            now = self.clock.now()
            if await store.merge(
                self.executor, scope, source.root, target.root, by=scope, reason=reason, now=now
            ):
                return await self._change("merge", scope, source.root, target.root)
        raise Conflict(f"{name!r} or {into!r} is being merged with others at the same time; try again")

    async def split(
        self, scope: str, name: str, records: Sequence[str], apart: str, *, reason: str = ""
    ) -> EntityChange:
        """Make some memories of an entity another's of the same name; see SplitEntity."""
        made, former = await self.splitting(scope, name, records, apart, reason=reason)
        return await self._change("split", scope, made, former)

    async def alias(self, scope: str, name: str, alias: str) -> EntityChange:
        """Let another name mean the entity. Raises InputError where it does, Conflict where it must not."""
        key = _key(alias)
        found = await as_read(self.executor, scope, name)
        known = await store.alias(self.executor, scope, found.root, key, by=scope, now=self.clock.now())
        if known is None:
            raise Conflict(
                f"{alias!r} was taken away from {found.root_name!r} by hand; undo that change to give it back"
            )
        if known:
            raise InputError(f"{found.root_name!r} is called {alias!r} already")
        return await self._change("alias", scope, found.root, store.alias_uid(key))

    async def unalias(self, scope: str, name: str, alias: str) -> EntityChange:
        """Take a name away, so that no text gives it back; what was said under it stays where it is."""
        key = _key(alias)
        found = await as_read(self.executor, scope, name)
        for uid, own in await store.called(self.executor, scope, found.root, key):
            if own == key:
                raise InputError(f"{alias!r} is the entity's own name; merge it or split it instead")
            await store.unalias(self.executor, scope, uid, key, by=scope, now=self.clock.now())
            return await self._change("unalias", scope, uid, store.alias_uid(key))
        raise NotFound(
            f"{found.root_name!r} is not called {alias!r}; `graphmem entities show` tells its names"
        )

    async def changes(self, scope: str) -> tuple[EntityChange, ...]:
        """What was changed by hand and not taken back, oldest first."""
        return tuple(await store.changes(self.executor, scope))

    async def undo(self, scope: str, id: str) -> EntityChange:
        """Take one change back. Raises NotFound where there is none, or none any more, with this id."""
        for change in await store.changes(self.executor, scope):
            if change.id == id and await self._undone(scope, change):
                return change
        raise NotFound(
            f"user {scope!r} has no change of entities with the id {id!r} that is not taken back; "
            "`graphmem entities changes` lists them"
        )

    async def _undone(self, scope: str, change: EntityChange) -> bool:
        if change.kind == "split":
            return await self.splitting.undo(scope, change)
        return await store.undo(self.executor, scope, change)

    async def _change(self, kind: str, scope: str, entity: str, other: str) -> EntityChange:
        wanted = store.change_id(kind, entity, other)
        for change in await store.changes(self.executor, scope):
            if change.id == wanted:
                return change
        raise Conflict("the change was taken back, or what it was about was forgotten, at the same moment")


def _profile(row: Row) -> EntityProfile:
    entity = Entity(row["uid"], row["name"], row["records"], tuple(row["aliases"]), tuple(row["merged"]))
    vector = None if row["embedding"] is None else np.asarray(row["embedding"], dtype=np.float32)
    return EntityProfile(entity, row["key"], frozenset(row["mentioned"]), frozenset(row["beside"]), vector)


def _key(alias: str) -> str:
    key = normalised(alias)
    if not key:
        raise InputError("the name is empty; give one by which the entity is called")
    if len(alias) > LONGEST_NAME:
        raise InputError(f"the name has {len(alias)} characters; a name has {LONGEST_NAME} at most")
    return key
