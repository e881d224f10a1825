"""An entity split in two, and made one again: statements under `cypher/entities`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.identity import uid as uid_of
from graphmem.store.executor import Transaction


@dataclass(frozen=True, slots=True)
class Reach:
    """What moves with records of an entity. pairs: of it with topics; aliases: uids of names that go along.

    others: whether records are left; merged, split, named: whether a person did such things with it since.
    """

    key: str
    name: str
    filter_tokens: str
    records: tuple[str, ...]
    others: bool
    pairs: tuple[Mapping[str, str], ...]
    aliases: tuple[str, ...]
    merged: bool
    split: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Splitting:
    """A new entity. alias: the normalised name that tells it apart."""

    former: str
    made: str
    alias: str
    by: str
    reason: str
    now: datetime


async def reach(tx: Transaction, scope: str, uid: str, records: Sequence[str] | None) -> Reach | None:
    """Lock an entity and read what moves with these records, or with all; None where there is none."""
    wanted = None if records is None else list(records)
    for row in await tx.run("entities/reach", scope=scope, uid=uid, records=wanted):
        lists = {name: tuple(row[name]) for name in ("records", "pairs", "aliases")}
        return Reach(**row | lists)
    return None


async def split_off(tx: Transaction, scope: str, reach: Reach, new: Splitting) -> bool:
    """Create the new entity; False when it exists."""
    return bool(
        await tx.run(
            "entities/split_off",
            scope=scope, former=new.former, uid=new.made, key=reach.key, name=reach.name,
            filter_tokens=reach.filter_tokens, own=uid_of("alias", reach.key),
            alias=uid_of("alias", new.alias), alias_key=new.alias, by=new.by, reason=new.reason, now=new.now,
        )
    )  # fmt: skip


async def move(tx: Transaction, scope: str, source: str, target: str, moved: Reach) -> None:
    """Let records speak of another entity; pairs have their new uid as `new`."""
    await tx.run(
        "entities/move",
        scope=scope, source=source, target=target, records=list(moved.records),
        pairs=[dict(pair) for pair in moved.pairs], aliases=list(moved.aliases),
        filter_tokens=moved.filter_tokens,
    )  # fmt: skip


async def rejoin(tx: Transaction, scope: str, uid: str) -> bool:
    """Delete an entity of which nothing is said any more."""
    (row,) = await tx.run("entities/rejoin", scope=scope, uid=uid)
    return bool(row["changes"])
