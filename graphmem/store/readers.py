"""Memories of one user by id and in pages: statements under `cypher/graph`."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.errors import InputError, NotFound
from graphmem.model.hit import Citation, Filters
from graphmem.model.results import MemoryPage, Stats, StoredMemory
from graphmem.store.entities import members
from graphmem.store.executor import Executor, Row
from graphmem.store.times import OPEN_END, UNKNOWN, shown


@dataclass(frozen=True, slots=True)
class GraphReader:
    """Reads one user's part of the graph; no method sees another user's."""

    executor: Executor

    async def get(self, scope: str, uid: str) -> StoredMemory:
        """A record or a turn. Raises NotFound."""
        for row in await self.executor.read("graph/record", scope=scope, uid=uid):
            return record_memory(row)
        for row in await self.executor.read("graph/turn", scope=scope, uid=uid):
            return turn_memory(row["turn"])
        raise NotFound(f"user {scope!r} has no memory with the id {uid!r}")

    async def records(self, scope: str, filters: Filters, limit: int, cursor: str | None) -> MemoryPage:
        """One page of current records, in the order in which they were written."""
        after_at, after_uid = _decoded(cursor)
        rows = await self.executor.read(
            "graph/list_records",
            **_common(scope, filters, limit, after_at, after_uid),
            open_end=OPEN_END,
            unknown=UNKNOWN,
            types=list(filters.type) or None,
            tags=list(filters.tags) or None,
            entities=await members(self.executor, scope, filters.entity),
        )
        items = [record_memory(row) for row in rows]
        return _page(items, limit, rows[limit - 1]["record"]["recorded_at"] if len(rows) > limit else None)

    async def turns(self, scope: str, filters: Filters, limit: int, cursor: str | None) -> MemoryPage:
        """One page of turns, oldest first."""
        after_at, after_uid = _decoded(cursor)
        rows = await self.executor.read(
            "graph/list_turns", **_common(scope, filters, limit, after_at, after_uid)
        )
        items = [turn_memory(row["turn"]) for row in rows]
        return _page(items, limit, rows[limit - 1]["turn"]["said_at"] if len(rows) > limit else None)

    async def stats(self, scope: str) -> Stats:
        """Counts of one user's nodes."""
        (row,) = await self.executor.read("graph/stats", scope=scope, unknown=UNKNOWN)
        said = row["said"][0]
        labels = ("sessions", "turns", "passages", "segments", "records", "evidence", "aliases")
        return Stats(
            nodes={label: row[label] for label in labels},
            segments={each["status"]: each["count"] for each in row["statuses"]},
            unembedded=row["unembedded"],
            first_said_at=shown(said["first"]),
            last_said_at=shown(said["last"]),
        )


def _common(
    scope: str, filters: Filters, limit: int, after_at: datetime, after_uid: str
) -> Mapping[str, Any]:
    return {
        "scope": scope,
        "after_at": after_at,
        "after_uid": after_uid,
        "session_uid": filters.session_id,
        "agent_id": filters.agent_id,
        "after": filters.after,
        "before": filters.before,
        "limit": limit + 1,
    }


def _page(items: list[StoredMemory], limit: int, last: Any) -> MemoryPage:
    """Cut to the limit; `last` is the sorting time of the last item that is shown, where more follow."""
    if last is None:
        return MemoryPage(tuple(items))
    shown_items = items[:limit]
    at = (shown(last) or UNKNOWN).isoformat()
    key = json.dumps([at, shown_items[-1].id]).encode()
    return MemoryPage(tuple(shown_items), base64.urlsafe_b64encode(key).decode())


def _decoded(cursor: str | None) -> tuple[datetime, str]:
    if cursor is None:
        return UNKNOWN, ""
    try:
        at, uid = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        return datetime.fromisoformat(at), str(uid)
    except (ValueError, TypeError, binascii.Error) as error:
        raise InputError(f"the cursor {cursor!r} is not one that a page gave; start without it") from error


def record_memory(row: Row) -> StoredMemory:
    """A record's row: its properties, its entities' names and its turns."""
    record = row["record"]
    return StoredMemory(
        id=record["uid"],
        memory=record.get("text") or "",
        type=record["type"],
        session_id=record["session_uid"],
        agent_id=record["agent_id"],
        subject=record.get("subject") or "",
        tags=tuple(record.get("tags") or ()),
        entities=tuple(row["entities"]),
        time_text=record.get("time_text") or "",
        event_from=shown(record["event_from"]),
        event_to=shown(record["event_to"]),
        valid_from=shown(record["valid_from"]),
        valid_to=shown(record["valid_to"]),
        recorded_at=shown(record["recorded_at"]),
        superseded_at=shown(record["superseded_at"]),
        citations=tuple(cited_turn(turn) for turn in row["turns"]),
    )


def turn_memory(turn: Mapping[str, Any]) -> StoredMemory:
    """A turn as a memory that proves itself."""
    said_at = shown(turn["said_at"])
    return StoredMemory(
        id=turn["uid"],
        memory=turn["text"],
        type="turn",
        session_id=turn["session_uid"],
        agent_id=turn["agent_id"],
        subject=turn["speaker"],
        event_from=said_at,
        event_to=said_at,
        recorded_at=shown(turn["recorded_at"]),
        metadata=json.loads(turn["metadata_json"]),
        citations=(cited_turn(turn),),
    )


def cited_turn(turn: Mapping[str, Any]) -> Citation:
    """A turn as a citation, its time in the speaker's offset."""
    return Citation(
        turn_id=turn["uid"],
        session_id=turn["session_uid"],
        speaker=turn["speaker"],
        said_at=shown(turn["said_at"], turn["utc_offset_minutes"]),
        text=turn["text"],
        role=turn["role"],
        message_id=turn["message_id"],
        position=turn["position"],
    )
