"""Messages into the graph as turns, before anything else happens to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import Conflict
from graphmem.extract import contexts, tokens
from graphmem.extract.content import statement_share
from graphmem.extract.time_expressions import find_times
from graphmem.model.draft import PendingTurn, StoredBatch, TurnBatch
from graphmem.model.turn import Turn
from graphmem.ports import Clock
from graphmem.store import turns as store
from graphmem.store.executor import Executor, Transaction
from graphmem.write.intake import GAP

_LOOKED_AT = 4000  # characters of a turn in which a time expression makes it a dated one


@dataclass(frozen=True, slots=True)
class StoreTurns:
    """Store batches of messages as turns with contiguous positions, in one transaction.

    Idempotent by each turn's identity. Neighbours before the new turns get their new context, which names
    what was said next. Raises Conflict, and stores nothing, when an id comes again with another text, or
    the user is being forgotten.
    """

    executor: Executor
    clock: Clock

    async def __call__(self, batches: Sequence[TurnBatch]) -> tuple[StoredBatch, ...]:
        now = self.clock.now()

        async def work(tx: Transaction) -> tuple[StoredBatch, ...]:
            return tuple([await _store(tx, batch, now) for batch in batches])

        return await self.executor.transaction(work)


async def _store(tx: Transaction, batch: TurnBatch, now: datetime) -> StoredBatch:
    session_uid = batch.session_uid or await _open_or_fresh(tx, batch, now)
    automatic = batch.session_uid is None
    await store.open_session(tx, batch.scope, session_uid, batch.agent_id, automatic=automatic, now=now)
    uids = tuple(draft.uid(session_uid) for draft in batch.drafts)
    place = await store.place(tx, batch.scope, session_uid, uids, 2 * contexts.REACH)
    if place.forgetting:
        raise Conflict(
            f"user {batch.scope!r} is being forgotten; add again when that has ended. If it was broken off, "
            "forget the user once more to end it"
        )
    fresh = _fresh(batch, session_uid, uids, place)
    pending = await _append(tx, batch.scope, place, fresh, now) if fresh else ()
    added = frozenset(turn.uid for turn in fresh)
    return StoredBatch(session_uid, uids, added, (*place.unembedded, *pending))


async def _open_or_fresh(tx: Transaction, batch: TurnBatch, now: datetime) -> str:
    """The session that a batch without a session id belongs to.

    One that already holds the first message, so that a retry lands where the first try did; else one that
    was open within 30 minutes of it; else a new one.
    """
    await store.lock_scope(tx, batch.scope, now)
    sessions = await store.automatic_sessions(tx, batch.scope, batch.agent_id)
    first = batch.drafts[0]
    candidates = [first.uid(session.uid) for session in sessions]
    found = await store.sessions_of_turns(tx, batch.scope, candidates) if first.key else {}
    if found:
        return next(iter(found.values()))
    said = first.message.timestamp
    return next((s.uid for s in sessions if _open(s, said, now)), batch.fresh_session)


def _open(session: store.AutomaticSession, said: datetime | None, now: datetime) -> bool:
    if said is None or session.started_at is None or session.ended_at is None:
        return abs(now - session.written_at) < GAP
    return session.started_at - GAP < said < session.ended_at + GAP


def _fresh(batch: TurnBatch, session_uid: str, uids: Sequence[str], place: store.Place) -> tuple[Turn, ...]:
    """The messages that are not stored yet, each once, in order, placed at the end."""
    texts = dict(place.existing)
    fresh: dict[str, Turn] = {}
    for uid, draft in zip(uids, batch.drafts, strict=True):
        if texts.setdefault(uid, draft.message.content) != draft.message.content:
            raise Conflict(
                f"message {draft.message.id!r} of session {session_uid!r} is stored with another text; "
                "nothing of this call was stored. Give the new text an id of its own"
            )
        if uid not in place.existing and uid not in fresh:
            position = place.next + len(fresh)
            fresh[uid] = store.turn_from(draft.message, uid, session_uid, position, batch.agent_id)
    return tuple(fresh.values())


async def _append(
    tx: Transaction, scope: str, place: store.Place, fresh: Sequence[Turn], now: datetime
) -> tuple[PendingTurn, ...]:
    """Neighbours first, then the new turns: the locks of stored turns are all taken in one order."""
    turns = [*place.tail, *fresh]
    start = len(place.tail) - contexts.affected(place.tail)
    windows = {turns[i].uid: contexts.window(turns, i) for i in range(start, len(turns))}
    fresh_uids = {turn.uid for turn in fresh}
    changed = _changed(windows, place.contexts)
    await store.refresh_contexts(tx, scope, changed)
    placed = [_placed(turn, windows[turn.uid]) for turn in fresh]
    await store.append(tx, scope, placed, now)
    return tuple(
        PendingTurn(
            uid=turn.uid,
            session_uid=turn.session_uid,
            speaker=turn.speaker,
            text=turn.text,
            context=windows[turn.uid],
            passages_missing=turn.uid in fresh_uids or turn.uid in place.without_passages,
        )
        for turn in turns[start:]
        if turn.uid in fresh_uids or turn.uid in changed
    )


def _placed(turn: Turn, context: str) -> store.PlacedTurn:
    return store.PlacedTurn(
        turn,
        context,
        token_count=tokens.count(turn.text),
        statement_share=statement_share(turn.text),
        dated=bool(find_times(turn.text[:_LOOKED_AT], turn.said_at)),
    )


def _changed(windows: Mapping[str, str], stored: Mapping[str, str]) -> dict[str, str]:
    return {uid: text for uid, text in windows.items() if uid in stored and stored[uid] != text}
