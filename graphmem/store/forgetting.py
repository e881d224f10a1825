"""Deleting from the graph: statements under `cypher/forget`, in and out of our values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from graphmem.model.change import OPEN_END, UNKNOWN
from graphmem.model.keys import normalised
from graphmem.model.tree import ROOT
from graphmem.model.turn import Turn
from graphmem.store.executor import Executor, Row, Transaction
from graphmem.store.times import shown
from graphmem.store.turns import turn_of

BATCH = 1000
"""Nodes with their vectors in one transaction; sixty times as many ran a server of 1 GB out of memory."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What turns of a session reach. positions: by turn uid, of the turns that exist."""

    positions: Mapping[str, int]
    records: tuple[str, ...]
    segments: tuple[str, ...]


@dataclass(slots=True)
class Loose:
    """What may have lost its support, what the records that went said, what went so far (label → count), and
    which records are believed again, within one transaction.
    """

    evidence: set[str] = field(default_factory=set)
    said: list[str] = field(default_factory=list)
    dates: set[str] = field(default_factory=set)
    removed: Counter[str] = field(default_factory=Counter)
    restored: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A turn beside a gap with what its context is made of."""

    turn: Turn
    context: str
    passages_missing: bool


async def mark(executor: Executor, scope: str, now: datetime) -> bool:
    """Refuse writers from now on, and wait for those who are at it; False when there is no such user."""
    if not await executor.write("forget/mark", scope=scope, now=now):
        return False
    await executor.write("forget/lock_sessions", scope=scope)
    return True


async def unmark(executor: Executor, scope: str) -> None:
    """Let writers in again."""
    await executor.write("forget/unmark", scope=scope)


async def census(executor: Executor, scope: str) -> dict[str, int]:
    """How many nodes of each label the user has; labels without any are left out."""
    (row,) = await executor.read("forget/census", scope=scope)
    return {label: count for label, count in row["nodes"].items() if count}


async def remove_batch(executor: Executor, scope: str, limit: int = BATCH) -> dict[str, int]:
    """Remove some of the user's nodes; how many went by label, nothing when none are left."""
    rows = await executor.write("forget/nodes", scope=scope, limit=limit)
    return {row["label"]: row["removed"] for row in rows}


async def remove_scope(executor: Executor, scope: str) -> int:
    """Remove the user's own node; how many there were."""
    (row,) = await executor.write("forget/scope", scope=scope)
    return int(row["removed"])


async def sessions(executor: Executor, scope: str, session_uid: str | None) -> list[str]:
    """The user's sessions, or the one that is named if it exists."""
    rows = await executor.read("forget/sessions", scope=scope, session_uid=session_uid)
    return [row["uid"] for row in rows]


async def matching_turns(
    executor: Executor,
    scope: str,
    session_uid: str,
    *,
    agent_id: str | None,
    after: datetime | None,
    before: datetime | None,
) -> list[str]:
    """Turns of a session that the filters choose, latest first."""
    rows = await executor.read(
        "forget/turns",
        scope=scope, session_uid=session_uid, agent_id=agent_id, after=after, before=before,
    )  # fmt: skip
    return [row["uid"] for row in rows]


async def reach(tx: Transaction, scope: str, session_uid: str, uids: Sequence[str]) -> Reach:
    """Lock the session and read what its turns reach."""
    await tx.run("segments/lock_session", scope=scope, session_uid=session_uid)
    (row,) = await tx.run("forget/reach", scope=scope, session_uid=session_uid, uids=sorted(uids))
    positions = {turn["uid"]: turn["position"] for turn in row["turns"]}
    return Reach(positions, tuple(row["records"]), tuple(sorted(set(row["segments"]))))


async def drop_records(tx: Transaction, scope: str, uids: Sequence[str], loose: Loose) -> None:
    """Delete records; what they superseded is believed again; summaries that may quote them are emptied."""
    if not uids:
        return
    await tx.run("forget/unsay", scope=scope, uids=sorted(uids))
    (row,) = await tx.run("forget/drop_records", scope=scope, uids=sorted(uids), open_end=OPEN_END)
    loose.removed.update(Record=row["records"], Edit=row["edits"], Profile=row["profiles"])
    loose.restored.update(row["restored"])
    loose.said += row["texts"]
    _loosened(loose, row)


async def drop_turns(tx: Transaction, scope: str, uids: Sequence[str], loose: Loose) -> None:
    """Delete turns with their passages."""
    (row,) = await tx.run("forget/drop_turns", scope=scope, uids=sorted(uids))
    loose.removed.update(Turn=row["turns"], Passage=row["passages"])


async def drop_frames(tx: Transaction, scope: str, uids: Sequence[str], loose: Loose) -> None:
    """Delete event frames; encoding their segments makes them anew."""
    (row,) = await tx.run("forget/drop_frames", scope=scope, uids=sorted(uids))
    loose.removed.update(Evidence=row["frames"])
    _loosened(loose, row)


def _loosened(loose: Loose, row: Row) -> None:
    loose.evidence.update(filter(None, row["evidence"]))
    loose.dates.update(filter(None, row["dates"]))


async def mend_segments(
    tx: Transaction, scope: str, session_uid: str, uids: Sequence[str], loose: Loose
) -> list[str]:
    """Delete segments that cover nothing, have the others encoded again; which these are, in order."""
    (row,) = await tx.run("forget/fell_leaves", scope=scope, root=ROOT, uids=sorted(uids))
    loose.removed.update(Summary=row["summaries"])
    (row,) = await tx.run("forget/drop_segments", scope=scope, uids=sorted(uids))
    loose.removed.update(Segment=row["segments"])
    await tx.run("forget/chain_segments", scope=scope, session_uid=session_uid)
    return [row["uid"] for row in await tx.run("forget/reopen_segments", scope=scope, uids=sorted(uids))]


async def mend_session(
    tx: Transaction, scope: str, session_uid: str, positions: Sequence[int], loose: Loose
) -> list[int]:
    """Close the ranks of a session that lost turns at these positions; the places after each gap, as they are
    now. A session without turns goes.
    """
    gone = sorted(positions)
    await tx.run("forget/renumber", scope=scope, session_uid=session_uid, first=gone[0])
    (row,) = await tx.run("forget/session_state", scope=scope, session_uid=session_uid, unknown=UNKNOWN)
    if not row["turns"]:
        (row,) = await tx.run("forget/drop_session", scope=scope, session_uid=session_uid)
        loose.removed.update(Session=row["sessions"])
        return []
    lasts = [at for at, following in pairwise(gone) if following != at + 1] + gone[-1:]
    return [at + 1 - sum(each <= at for each in gone) for at in lasts]


async def around(
    tx: Transaction, scope: str, session_uid: str, positions: Sequence[int]
) -> dict[int, Neighbour]:
    """Turns by position; those that do not exist are left out."""
    rows = await tx.run(
        "forget/around", scope=scope, session_uid=session_uid, positions=sorted(set(positions))
    )
    return {
        row["position"]: Neighbour(turn_of(row, session_uid), row["context"], row["passages_missing"])
        for row in rows
    }


async def mend_turns(tx: Transaction, scope: str, session_uid: str, contexts: Mapping[str, str]) -> None:
    """Give turns beside a gap their new context and tie them to each other."""
    rows = [{"uid": uid, "context": contexts[uid]} for uid in sorted(contexts)]
    await tx.run("forget/mend_turns", scope=scope, session_uid=session_uid, turns=rows)
    await tx.run("forget/hollow_leaves", scope=scope, turns=sorted(contexts))


async def prune(tx: Transaction, scope: str, loose: Loose) -> None:
    """Delete what lost its support; evidence nodes that stay lose their vector, which is to be made again."""
    uids = sorted(loose.evidence)
    for row in await tx.run("forget/merged_alone", scope=scope, uids=uids):
        await tx.run("forget/pass_on", scope=scope, uid=row["uid"])
    (row,) = await tx.run("forget/prune", scope=scope, uids=uids)
    loose.removed.update(Evidence=row["evidence"], Alias=row["aliases"])
    if loose.said:
        said = f" {' '.join(map(normalised, loose.said))} "
        (row,) = await tx.run("forget/prune_aliases", scope=scope, uids=uids, said=said)
        loose.removed.update(Alias=row["aliases"])
    days = {uid for uid in loose.dates if len(uid) == len("2023-05-07")}
    months = {uid for uid in loose.dates if len(uid) == len("2023-05")} | {day[:7] for day in days}
    years = {uid for uid in loose.dates if len(uid) == len("2023")} | {month[:4] for month in months}
    (row,) = await tx.run(
        "forget/prune_dates", scope=scope, days=sorted(days), months=sorted(months), years=sorted(years)
    )
    loose.removed.update(Day=row["days"], Month=row["months"], Year=row["years"])


async def tombstone(tx: Transaction, scope: str, record: Row) -> None:
    """Leave the identity of a record that was deleted by hand."""
    await tx.run(
        "forget/tombstone",
        scope=scope, uid=record["uid"], segment_uid=record["segment_uid"], session_uid=record["session_uid"],
    )  # fmt: skip


async def tombstones(executor: Executor, scope: str, uids: Sequence[str]) -> frozenset[str]:
    """Those of the records that were deleted by hand."""
    if not uids:
        return frozenset()
    rows = await executor.read("forget/tombstones", scope=scope, uids=sorted(set(uids)))
    return frozenset(row["uid"] for row in rows)


@dataclass(frozen=True, slots=True)
class FrameSays:
    """What an event frame is named by. said_at: of its segment's first turn, in the speaker's offset."""

    names: tuple[str, ...]
    topics: tuple[str, ...]
    said_at: datetime | None


async def frame_says(tx: Transaction, scope: str, uid: str) -> FrameSays | None:
    """What the records of a frame name; None when there is no such frame."""
    for row in await tx.run("forget/frame", scope=scope, uid=uid):
        said = row["said"]
        at = shown(said["said_at"], said["utc_offset_minutes"]) if said else None
        return FrameSays(tuple(row["names"]), tuple(row["topics"]), at)
    return None


async def rename_frame(tx: Transaction, scope: str, uid: str, name: str) -> None:
    """Give an event frame the name that its remaining records make."""
    await tx.run("forget/rename_frame", scope=scope, uid=uid, name=name)


async def worn(
    executor: Executor,
    scope: str,
    tags: Sequence[str],
    recorded_before: datetime | None,
    used_before: datetime | None,
    *,
    after: str,
    limit: int,
) -> list[str]:
    """Records that a retention rule lets go, after a uid."""
    rows = await executor.read(
        "forget/worn",
        scope=scope, tags=list(tags) or None, recorded_before=recorded_before, used_before=used_before,
        after=after, limit=limit,
    )  # fmt: skip
    return [row["uid"] for row in rows]
