"""Versions of a record, and a new one by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import NotFound
from graphmem.model.change import OPEN_END
from graphmem.model.history import HandEdit, History, Replacement, Version
from graphmem.store.executor import Executor, Row, Transaction
from graphmem.store.readers import record_memory
from graphmem.store.records import Landing, land_nodes
from graphmem.store.times import shown


@dataclass(frozen=True, slots=True)
class Editable:
    """A record before it is edited. record: its properties; said_at: of its last turn, in its offset."""

    record: Row
    segment_uid: str | None
    entities: tuple[str, ...]
    said_at: datetime | None


@dataclass(frozen=True, slots=True)
class Edition:
    """An edit by hand. old, new: uids of the two versions."""

    uid: str
    old: str
    new: str
    by: str
    reason: str


async def history(executor: Executor, scope: str, uid: str) -> History:
    """All versions. Raises NotFound."""
    rows = await executor.read("graph/history", scope=scope, uid=uid)
    if not rows:
        raise NotFound(f"user {scope!r} has no record with the id {uid!r}; turns have no versions")
    return History(tuple(_version(row) for row in rows))


def _version(row: Row) -> Version:
    return Version(
        record_memory(row),
        tuple(HandEdit(e["uid"], e["by"], shown(e["at"]), e["reason"]) for e in row["edits"]),
        _replacements(row["replaced"]),
        _replacements(row["spared"]),
        row["closes"] or "",
    )


def _replacements(rows: Sequence[Row]) -> tuple[Replacement, ...]:
    return tuple(Replacement(each["id"], shown(each["at"]), each["reason"]) for each in rows)


async def editable(executor: Executor, scope: str, uid: str) -> Editable:
    """The record. Raises NotFound."""
    for row in await executor.read("records/editable", scope=scope, uid=uid):
        said = [shown(turn["said_at"], turn["utc_offset_minutes"]) for turn in row["turns"]]
        return Editable(row["record"], row["segment_uid"], tuple(row["entities"]), said[-1] if said else None)
    raise NotFound(f"user {scope!r} has no record with the id {uid!r}; what was said cannot be edited")


async def land_edition(executor: Executor, landing: Landing, edition: Edition, now: datetime) -> bool:
    """Write the new version; False, and nothing written, when the old one is not believed any more."""
    scope = landing.change.scope

    async def work(tx: Transaction) -> bool:
        await land_nodes(tx, landing, now)
        rows = await tx.run(
            "records/edit",
            scope=scope, old=edition.old, new=edition.new, edit=edition.uid, by=edition.by,
            reason=edition.reason, now=now, open_end=OPEN_END,
        )  # fmt: skip
        if not rows:
            raise _NotBelieved
        return True

    try:
        return await executor.transaction(work)
    except _NotBelieved:
        return False


class _NotBelieved(Exception):  # noqa: N818 - rolls the transaction back
    pass
