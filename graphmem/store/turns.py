"""Sessions and turns: statements under `cypher/turns`, in and out of our values."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.model import filter_tokens
from graphmem.model.draft import PendingTurn
from graphmem.model.stated import MEMORY, times_in
from graphmem.model.turn import Message, Turn
from graphmem.store.executor import Executor, Row, Transaction
from graphmem.store.times import offset_minutes, shown, stored


@dataclass(frozen=True, slots=True)
class AutomaticSession:
    """A session that was opened without an id; times are None when unknown."""

    uid: str
    started_at: datetime | None
    ended_at: datetime | None
    written_at: datetime


@dataclass(frozen=True, slots=True)
class Place:
    """A locked session as a writer finds it.

    forgetting: its user is being forgotten, so nothing may be written.
    next: position of the next turn; existing: text by uid, of the turns that were asked about.
    unembedded: those of them whose vectors are missing. tail: the session's last turns in order, contexts:
    theirs as stored, without_passages: uids of those whose passages were never embedded.
    """

    forgetting: bool
    next: int
    existing: Mapping[str, str]
    unembedded: tuple[PendingTurn, ...]
    tail: tuple[Turn, ...]
    contexts: Mapping[str, str]
    without_passages: frozenset[str]


@dataclass(frozen=True, slots=True)
class PlacedTurn:
    """A turn on its way in, with its context, its length in tokens, and what its form is worth as evidence.

    statement_share: of its characters outside questions, 0 to 1; dated: it holds a time expression.
    """

    turn: Turn
    context: str
    token_count: int
    statement_share: float
    dated: bool


async def lock_scope(tx: Transaction, scope: str, now: datetime) -> None:
    """Hold the user's lock until the transaction ends."""
    await tx.run("turns/lock_scope", scope=scope, now=now)


async def automatic_sessions(tx: Transaction, scope: str, agent_id: str) -> list[AutomaticSession]:
    """The latest sessions opened without an id, at most 64."""
    rows = await tx.run("turns/automatic_sessions", scope=scope, agent_id=agent_id, limit=64)
    return [_automatic(row) for row in rows]


def _automatic(row: Row) -> AutomaticSession:
    written = shown(row["written_at"])
    if written is None:
        raise ValueError(f"session {row['uid']} was never written to")
    return AutomaticSession(row["uid"], shown(row["started_at"]), shown(row["ended_at"]), written)


async def sessions_of_turns(tx: Transaction, scope: str, uids: Sequence[str]) -> dict[str, str]:
    """Session uid by turn uid, of those turns that exist."""
    rows = await tx.run("turns/existing", scope=scope, uids=list(uids))
    return {row["uid"]: row["session_uid"] for row in rows}


async def open_session(
    tx: Transaction, scope: str, session_uid: str, agent_id: str, *, automatic: bool, now: datetime
) -> None:
    """Make the session known and hold its lock until the transaction ends."""
    await tx.run(
        "turns/open_session",
        scope=scope, session_uid=session_uid, agent_id=agent_id, automatic=automatic, now=now,
    )  # fmt: skip


async def place(tx: Transaction, scope: str, session_uid: str, uids: Sequence[str], reach: int) -> Place:
    """What the locked session holds; reach: how many of its last turns to bring."""
    (row,) = await tx.run("turns/place", scope=scope, session_uid=session_uid, uids=sorted(uids), reach=reach)
    tail = sorted(row["tail"], key=lambda turn: turn["position"])
    return Place(
        forgetting=row["forgetting"],
        next=row["next"],
        existing={turn["uid"]: turn["text"] for turn in row["existing"]},
        tail=tuple(turn_of(turn, session_uid) for turn in tail),
        contexts={turn["uid"]: turn["context"] for turn in tail},
        unembedded=tuple(_pending(turn, session_uid) for turn in row["existing"] if turn["unembedded"]),
        without_passages=frozenset(turn["uid"] for turn in tail if turn["passages_missing"]),
    )


def _pending(row: Row, session_uid: str) -> PendingTurn:
    return PendingTurn(
        uid=row["uid"],
        session_uid=session_uid,
        speaker=row["speaker"],
        text=row["text"],
        context=row["context"],
        passages_missing=row["passages_missing"],
    )


def turn_of(row: Mapping[str, Any], session_uid: str) -> Turn:
    """A turn from its properties; said_at in the speaker's offset where the row has it."""
    return Turn(
        uid=row["uid"],
        session_uid=session_uid,
        position=row["position"],
        role=row["role"],
        speaker=row["speaker"],
        text=row["text"],
        said_at=shown(row["said_at"], row.get("utc_offset_minutes")),
        agent_id=row["agent_id"],
        metadata_json=row.get("metadata_json") or "{}",
        message_id=row.get("message_id"),
    )


def turn_from(message: Message, uid: str, session_uid: str, position: int, agent_id: str) -> Turn:
    """A message in its place."""
    return Turn(
        uid=uid,
        session_uid=session_uid,
        position=position,
        role=message.role,
        speaker=message.name or ("user" if message.role == MEMORY else message.role),
        text=message.content,
        said_at=message.timestamp,
        agent_id=agent_id,
        metadata_json=json.dumps(dict(message.metadata), ensure_ascii=False, sort_keys=True),
        message_id=message.id,
    )


async def refresh_contexts(tx: Transaction, scope: str, contexts: Mapping[str, str]) -> None:
    """Give stored turns their new context and mark them for embedding."""
    if contexts:
        rows = [{"uid": uid, "context": contexts[uid]} for uid in sorted(contexts)]
        await tx.run("turns/refresh_contexts", scope=scope, contexts=rows)


async def append(
    tx: Transaction,
    scope: str,
    turns: Sequence[PlacedTurn],
    now: datetime,
) -> None:
    """Create turns of one locked session, whose positions continue where it ended."""
    session_uid, first = turns[0].turn.session_uid, turns[0].turn.position
    told = [placed.turn.said_at for placed in turns if placed.turn.said_at]
    await tx.run(
        "turns/create",
        scope=scope,
        session_uid=session_uid,
        turns=[_row(placed, scope, now) for placed in turns],
        speakers=sorted({placed.turn.speaker for placed in turns}),
        next=first + len(turns),
        started_at=stored(min(told)) if told else None,
        ended_at=stored(max(told)) if told else None,
    )
    await tx.run("turns/chain", scope=scope, session_uid=session_uid, first=first)


def _row(placed: PlacedTurn, scope: str, now: datetime) -> Row:
    turn = placed.turn
    months = [f"{turn.said_at:%Y-%m}"] if turn.said_at else []
    return {
        "uid": turn.uid,
        "agent_id": turn.agent_id,
        "position": turn.position,
        "role": turn.role,
        "speaker": turn.speaker,
        "text": turn.text,
        "said_at": stored(turn.said_at),
        "utc_offset_minutes": offset_minutes(turn.said_at),
        "token_count": placed.token_count,
        "statement_share": placed.statement_share,
        "dated": placed.dated,
        "metadata_json": turn.metadata_json,
        "message_id": turn.message_id,
        "context": placed.context,
        "recorded_at": _known_since(turn, now),
        "filter_tokens": filter_tokens.tokens(
            scope=scope, session=turn.session_uid, agent=turn.agent_id, months=months
        ),
    }


def _known_since(turn: Turn, now: datetime) -> datetime:
    """Now; a statement that was remembered elsewhere was known when it was there."""
    there = times_in(turn.metadata_json).recorded_at if turn.role == MEMORY else None
    return stored(min(there, now)) if there else now


async def unembedded(
    executor: Executor, scope: str, limit: int, excluded: Collection[str] = ()
) -> list[PendingTurn]:
    """Turns whose vectors are missing or out of date, but for the excluded ones."""
    rows = await executor.read("turns/unembedded", scope=scope, limit=limit, excluded=list(excluded))
    return [PendingTurn(**row) for row in rows]
