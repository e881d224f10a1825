"""Tiers and traits: statements under `cypher/tiers`, in and out of our values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from graphmem.model.change import OPEN_END
from graphmem.model.identity import uid
from graphmem.model.keys import normalised
from graphmem.model.tiers import LeafUse, Source, Trait, TraitDraft, UserProfile
from graphmem.store.executor import Executor, Row
from graphmem.store.readers import cited_turn
from graphmem.store.times import shown
from graphmem.store.vocabulary import TIER_LABELS


async def touch(
    executor: Executor,
    scope: str,
    turns: Mapping[str, int],
    records: Mapping[str, int],
    now: datetime,
    tau: timedelta,
) -> None:
    """Count what was shown. turns, records: how often, by uid; those that are gone are passed over."""
    await executor.write(
        "tiers/touch",
        scope=scope,
        turns=[{"uid": each, "visits": turns[each]} for each in sorted(turns)],
        records=[{"uid": each, "visits": records[each]} for each in sorted(records)],
        now=now,
        tau_seconds=tau.total_seconds(),
    )


async def overflowing(executor: Executor, scope: str, capacity: int) -> list[str]:
    """Short-term leaves beyond the latest ones."""
    return [row["uid"] for row in await executor.read("tiers/overflow", scope=scope, capacity=capacity)]


async def move(
    executor: Executor,
    scope: str,
    uids: Sequence[str],
    was: str,
    tier: str,
    now: datetime,
    *,
    reset: bool = False,
) -> list[str]:
    """Move leaves with their records from one tier into another; those that moved."""
    if not uids:
        return []
    rows = await executor.write(
        "tiers/move",
        scope=scope, uids=sorted(uids), was=was, tier=tier, label=TIER_LABELS[tier], former=TIER_LABELS[was],
        now=now, reset=reset,
    )  # fmt: skip
    return [row["uid"] for row in rows]


async def leaves(executor: Executor, scope: str) -> list[LeafUse]:
    """All leaves of a user, latest first."""
    return [_leaf(row) for row in await executor.read("tiers/view", scope=scope)]


async def open_turns(executor: Executor, scope: str) -> int:
    """Turns that no closed segment covers."""
    (row,) = await executor.read("tiers/open_turns", scope=scope)
    return int(row["turns"])


async def sources(executor: Executor, scope: str, uids: Sequence[str]) -> list[Source]:
    """Believed records of these leaves' segments."""
    rows = await executor.read("tiers/distil_from", scope=scope, uids=sorted(uids), open_end=OPEN_END)
    return [
        Source(row["uid"], row["record_uid"], row["type"], row["subject"], row["text"], row["visits"] > 0)
        for row in rows
    ]


async def distil(executor: Executor, scope: str, drafts: Sequence[TraitDraft]) -> int:
    """Write traits; how many there are of them now. The same trait is one, however often it is distilled."""
    rows: dict[str, Row] = {}
    for draft in drafts:
        key = uid("profile", normalised(draft.attribute), normalised(draft.value))
        row = rows.setdefault(
            key, {"uid": key, "attribute": draft.attribute, "value": draft.value, "records": set()}
        )
        row["records"] |= set(draft.records)
    traits = [{**row, "records": sorted(row["records"])} for _, row in sorted(rows.items())]
    return len(await executor.write("tiers/distil", scope=scope, traits=traits)) if traits else 0


async def profile(executor: Executor, scope: str) -> UserProfile:
    """The user's traits that a believed record still supports."""
    rows = await executor.read("tiers/profile", scope=scope, open_end=OPEN_END)
    return UserProfile(tuple(_trait(row) for row in rows))


def _leaf(row: Row) -> LeafUse:
    used = shown(row["last_used_at"])
    assert used is not None  # every leaf is written with it
    return LeafUse(
        id=row["uid"],
        tier=row["tier"],
        visits=row["visits"],
        interactions=row["interactions"],
        last_used_at=used,
        moved_at=shown(row["moved_at"]),
        start=shown(row["from"]),
        end=shown(row["to"]),
        text=row["text"],
        segment_id=row["segment_uid"] or "",
        session_id=row["session_uid"] or "",
        records=row["records"],
    )


def _trait(row: Row) -> Trait:
    citations = tuple(cited_turn(each) for each in row["turns"])
    times = [*(shown(each["event_from"]) for each in row["records"]), *(each.said_at for each in citations)]
    return Trait(
        row["uid"],
        row["attribute"],
        row["value"],
        row["confidence"],
        min((each for each in times if each), default=None),
        tuple(each["uid"] for each in row["records"]),
        citations,
    )
