"""Messages to turn drafts: what makes each one the same when it comes again, and where a session ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import uuid_utils

from graphmem.model.draft import TurnBatch, TurnDraft
from graphmem.model.turn import Message

GAP = timedelta(minutes=30)


def batches(
    messages: Sequence[Message],
    *,
    scope: str,
    session_uid: str | None,
    agent_id: str,
    idempotency_key: str | None = None,
) -> tuple[TurnBatch, ...]:
    """One batch of drafts per session: one for a named session, else one per run of messages without a gap
    of 30 minutes.
    """
    drafts = _drafts(messages, idempotency_key)
    runs = [drafts] if session_uid is not None else _runs(drafts)
    return tuple(TurnBatch(scope, session_uid, fresh_uid(), agent_id, tuple(run)) for run in runs)


def fresh_uid() -> str:
    """A UUIDv7: unique, and sorted by the time it was made."""
    return str(uuid_utils.uuid7())


def _drafts(messages: Sequence[Message], idempotency_key: str | None) -> list[TurnDraft]:
    seen: Counter[tuple[str, ...]] = Counter()
    drafts = []
    for message in messages:
        key = _key(message, idempotency_key)
        if key and message.id is None:
            seen[key] += 1
            key = (*key, str(seen[key]))
        drafts.append(TurnDraft(message, key, fresh_uid()))
    return drafts


def _key(message: Message, idempotency_key: str | None) -> tuple[str, ...] | None:
    if message.id is not None:
        return ("id", message.id)
    if message.timestamp is None and idempotency_key is None:
        return None
    said = message.timestamp.astimezone(UTC).isoformat() if message.timestamp else ""
    key = ("said", message.role, message.name or "", message.content, said)
    return key if idempotency_key is None else (*key, idempotency_key)


def _runs(drafts: list[TurnDraft]) -> list[list[TurnDraft]]:
    runs: list[list[TurnDraft]] = [[]]
    last: datetime | None = None
    for draft in drafts:
        said = draft.message.timestamp
        if said and last and abs(said - last) >= GAP:
            runs.append([])
        last = said or last
        runs[-1].append(draft)
    return runs
