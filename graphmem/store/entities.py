"""Entities as a person looks after them: statements under `cypher/entities`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graphmem.model.change import OPEN_END, UNKNOWN
from graphmem.model.entity import Entity, EntityChange, EntityDetails, EntityPage
from graphmem.model.identity import uid as uid_of
from graphmem.model.keys import normalised
from graphmem.store.executor import Executor, Row
from graphmem.store.times import shown

MOST_BESIDE: Final = 12
_PAGE: Final = 500
_NEIGHBOURS: Final = 40


@dataclass(frozen=True, slots=True)
class Found:
    """An entity that a name may mean. rank: 0 by its id, 1 by its own name, 2 by another name.

    root: uid of what it is merged into, itself where it is not.
    """

    rank: int
    uid: str
    name: str
    key: str
    root: str
    root_name: str
    aliases: tuple[str, ...] = ()


async def find(executor: Executor, scope: str, name: str) -> list[Found]:
    """Everything that an id, a name or another name may mean, the surest first."""
    rows = await executor.read("entities/find", scope=scope, uid=name, key=normalised(name))
    return [Found(**row | {"aliases": tuple(row["aliases"])}) for row in rows]


async def members(executor: Executor, scope: str, entity: str | None) -> list[str] | None:
    """Uids of all entities that a filter's name or id means; None where none is asked for."""
    if entity is None:
        return None
    return [row["uid"] for row in await executor.read("entities/members", scope=scope, entity=entity)]


async def listed(executor: Executor, scope: str, part: str | None, skip: int, limit: int) -> EntityPage:
    """A page of entities, of those whose name holds a part."""
    (row,) = await executor.read(
        "entities/list", scope=scope, part=part, skip=skip, limit=limit, open_end=OPEN_END
    )
    return EntityPage(tuple(map(_entity, row["entities"])), row["total"])


def _entity(row: Row) -> Entity:
    aliases, merged = dict.fromkeys(row["aliases"]), tuple(row["merged"])
    return Entity(row["uid"], row["name"], row["records"], tuple(aliases), merged)


async def details(executor: Executor, scope: str, uid: str) -> EntityDetails | None:
    """An entity with all that is merged into it; None when there is none."""
    for row in await executor.read(
        "entities/show", scope=scope, uid=uid, open_end=OPEN_END, unknown=UNKNOWN, most=MOST_BESIDE
    ):
        said = row["said"][0] if row["said"] else {"first": None, "last": None}
        aliases = [alias["key"] for alias in row["aliases"] if alias["key"] != row["key"]]
        merged = [each["name"] for each in row["merged"]]
        return EntityDetails(
            _entity(row | {"aliases": aliases, "merged": merged}),
            beside=tuple(row["beside"]),
            topics=tuple(row["topics"]),
            split_from=row["split_from"][0]["name"] if row["split_from"] else "",
            first_said_at=shown(said["first"]),
            last_said_at=shown(said["last"]),
        )
    return None


async def merge(
    executor: Executor, scope: str, source: str, target: str, *, by: str, reason: str, now: datetime
) -> bool:
    """Read one entity as another from now on; False when either was merged elsewhere in the meantime."""
    rows = await executor.write(
        "entities/merge",
        scope=scope, both=sorted((source, target)), source=source, target=target, by=by, reason=reason,
        now=now,
    )  # fmt: skip
    return bool(rows)


def alias_uid(key: str) -> str:
    """The uid of a normalised name."""
    return uid_of("alias", key)


async def called(executor: Executor, scope: str, root: str, key: str) -> list[tuple[str, str]]:
    """Those of an entity as it is read that have a name: uids with their own keys."""
    rows = await executor.read("entities/called", scope=scope, uid=root, key=key)
    return [(row["uid"], row["key"]) for row in rows]


async def alias(
    executor: Executor, scope: str, entity: str, key: str, *, by: str, now: datetime
) -> bool | None:
    """Give another name; whether it had it already, None when a person took it away before."""
    rows = await executor.write(
        "entities/alias", scope=scope, entity=entity, alias=alias_uid(key), key=key, by=by, now=now
    )
    return bool(rows[0]["known"]) if rows else None


async def unalias(executor: Executor, scope: str, entity: str, key: str, *, by: str, now: datetime) -> bool:
    """Take a name away; False when it does not have it."""
    rows = await executor.write(
        "entities/unalias", scope=scope, entity=entity, alias=alias_uid(key), by=by, now=now
    )
    return bool(rows)


async def undo(executor: Executor, scope: str, change: EntityChange) -> bool:
    """Take a change back; False when somebody did already."""
    if change.kind == "merge":
        names = {"source": change.entity_id, "target": change.other_id}
    else:
        names = {"entity": change.entity_id, "alias": change.other_id}
    rows = await executor.write(f"entities/{_UNDOING[change.kind]}", scope=scope, **names)
    return bool(rows and rows[0]["changes"])


_UNDOING: Final = {"merge": "unmerge", "alias": "drop_alias", "unalias": "restore_alias"}


def change_id(kind: str, entity: str, other: str) -> str:
    """What names a change for as long as it is not taken back."""
    return uid_of("change", kind, entity, other)


async def changes(executor: Executor, scope: str) -> Sequence[EntityChange]:
    """What a person changed and has not taken back, oldest first."""
    return [_change(row) for row in await executor.read("entities/changes", scope=scope)]


def _change(row: Row) -> EntityChange:
    return EntityChange(
        id=change_id(row["kind"], row["entity"], row["other"]),
        kind=row["kind"],
        entity=row["name"],
        entity_id=row["entity"],
        other=row["other_name"],
        other_id=row["other"],
        at=shown(row["at"]),
        by=row["by"] or "",
        reason=row["reason"],
    )


async def profiles(executor: Executor, scope: str, most: int) -> AsyncIterator[Row]:
    """What may tell that entities are one, by uid; at most `most` of them."""
    after, seen = "", 0
    while seen < most:
        page = await executor.read(
            "entities/profiles", scope=scope, after=after, limit=_PAGE, most=_NEIGHBOURS, open_end=OPEN_END
        )
        for row in page:
            yield row
        seen += len(page)
        if len(page) < _PAGE:
            break
        after = page[-1]["uid"]
