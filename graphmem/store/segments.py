"""Segments: statements under `cypher/segments`, in and out of our values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from graphmem.model.change import OPEN_END
from graphmem.model.identity import uid
from graphmem.model.segment import Segment, SegmentDraft, SegmenterState, VectorSum
from graphmem.model.turn import Turn
from graphmem.ports.embedder import Matrix
from graphmem.store.executor import Executor, Row, Transaction
from graphmem.store.times import shown
from graphmem.store.turns import turn_of


@dataclass(frozen=True, slots=True)
class Unsegmented:
    """What a session's segmenter works on: its state and the turns after it.

    vectors: those of each turn's passages, shape (passages, dimensions), none of a turn that the embedder
    refuses; turns end before the first that is still to be embedded.
    next_position: of the session's next segment. before: the vectors of the session that was written last
    before this one.
    """

    state: SegmenterState
    turns: tuple[Turn, ...]
    vectors: tuple[Matrix, ...]
    next_position: int
    before: VectorSum


@dataclass(frozen=True, slots=True)
class SegmentTurns:
    """A segment with its turns in order."""

    segment: Segment
    turns: tuple[Turn, ...]


async def unsegmented(tx: Transaction, scope: str, session_uid: str) -> Unsegmented | None:
    """Lock the session and read what no closed segment covers; None when it was forgotten meanwhile."""
    await tx.run("segments/lock_session", scope=scope, session_uid=session_uid)
    states = await tx.run("segments/state", scope=scope, session_uid=session_uid)
    if not states:
        return None
    (state,) = states
    rows = await tx.run(
        "segments/pending", scope=scope, session_uid=session_uid, segmented_to=state["segmented_to"]
    )
    ready = _embedded(rows)
    last = state["last_position"]
    return Unsegmented(
        SegmenterState(
            state["segmented_to"],
            tuple(state["surprises"]),
            VectorSum(tuple(state["vector_sum"]), state["vector_count"]),
        ),
        tuple(turn_of(row, session_uid) for row in ready),
        tuple(np.asarray(row["passages"], dtype=np.float32) for row in ready),
        0 if last is None else last + 1,
        VectorSum(tuple(state["before_sum"]), state["before_count"]),
    )


def _embedded(rows: Sequence[Row]) -> Sequence[Row]:
    """Those before the first whose vectors are still to come. One that the embedder refuses holds up nobody:
    it is in a segment like the others, without vectors.
    """
    waits = (i for i, row in enumerate(rows) if row["passage_count"] is None and not row["refused"])
    return rows[: next(waits, len(rows))]


async def close(
    tx: Transaction,
    scope: str,
    session_uid: str,
    *,
    pending: Unsegmented,
    drafts: Sequence[SegmentDraft],
    state: SegmenterState,
) -> tuple[Segment, ...]:
    """Write closed segments and the state that they leave; the session is locked by the same transaction."""
    uids = {turn.position: turn.uid for turn in pending.turns}
    segments = tuple(
        _segment(draft, session_uid, pending.next_position + i, uids) for i, draft in enumerate(drafts)
    )
    await tx.run(
        "segments/close",
        scope=scope,
        session_uid=session_uid,
        segments=[_row(s, d) for s, d in zip(segments, drafts, strict=True)],
        segmented_to=state.segmented_to,
        surprises=list(state.surprises),
        vector_sum=list(state.seen.total),
        vector_count=state.seen.count,
    )
    covers = [{"segment_uid": s.uid, "turn_uid": turn} for s in segments for turn in s.turn_uids]
    if covers:
        await tx.run("segments/cover", scope=scope, covers=sorted(covers, key=lambda row: row["turn_uid"]))
    return segments


def _segment(draft: SegmentDraft, session_uid: str, position: int, uids: Mapping[int, str]) -> Segment:
    turns = tuple(uids[at] for at in range(draft.first_position, draft.last_position + 1))
    return Segment(uid(session_uid, turns[0]), session_uid, position, "closed", turns)


def _row(segment: Segment, draft: SegmentDraft) -> Row:
    return {
        "uid": segment.uid,
        "position": segment.position,
        "boundary_probability": draft.probability,
        "token_count": draft.tokens,
    }


async def unsegmented_sessions(executor: Executor, scope: str) -> list[str]:
    """Sessions with turns that no closed segment covers."""
    return [row["uid"] for row in await executor.read("segments/unsegmented_sessions", scope=scope)]


async def waiting(executor: Executor, scope: str, now: datetime) -> list[list[str]]:
    """Segments without records that nobody is encoding: those of each session, in order."""
    by_session: dict[str, list[str]] = {}
    for row in await executor.read("segments/waiting", scope=scope, now=now):
        by_session.setdefault(row["session_uid"], []).append(row["uid"])
    return list(by_session.values())


async def held(executor: Executor, scope: str, now: datetime) -> tuple[int, datetime | None]:
    """How many segments somebody is encoding, and until when they are theirs at most."""
    (row,) = await executor.read("segments/held", scope=scope, now=now)
    return int(row["segments"]), shown(row["until"])


async def reopen(executor: Executor, scope: str) -> int:
    """Have every encoded segment encoded again; how many there are."""
    (row,) = await executor.write("segments/reopen", scope=scope)
    return int(row["segments"])


async def renew(
    executor: Executor, scope: str, uids: Sequence[str], *, owner: str, lease_until: datetime
) -> None:
    """Hold claimed segments for longer."""
    await executor.write(
        "segments/renew", scope=scope, uids=sorted(uids), owner=owner, lease_until=lease_until
    )


async def claim(
    executor: Executor, scope: str, uids: Sequence[str], *, owner: str, now: datetime, lease_until: datetime
) -> tuple[SegmentTurns, ...]:
    """Take segments for encoding; those that another encoder has, or that are encoded, are left out."""
    rows = await executor.write(
        "segments/claim", scope=scope, uids=sorted(uids), owner=owner, now=now, lease_until=lease_until
    )
    taken = await executor.read("segments/turns", scope=scope, uids=[row["uid"] for row in rows])
    return tuple(_with_turns(row) for row in taken)


def _with_turns(row: Row) -> SegmentTurns:
    turns = tuple(turn_of(turn, row["session_uid"]) for turn in row["turns"])
    uids = tuple(turn.uid for turn in turns)
    return SegmentTurns(Segment(row["uid"], row["session_uid"], row["position"], "encoding", uids), turns)


async def fail(executor: Executor, scope: str, segment_uid: str, owner: str, error: str) -> None:
    """Note why a segment could not be encoded."""
    await executor.write("segments/fail", scope=scope, uid=segment_uid, owner=owner, error=error[:2000])


async def reference(
    executor: Executor, scope: str, segment: Segment, limit: int = 12
) -> tuple[str, tuple[str, ...]]:
    """The session's disambiguation note and its last believed records before a segment, oldest first."""
    rows = await executor.read(
        "segments/reference",
        scope=scope,
        session_uid=segment.session_uid,
        position=segment.position,
        limit=limit,
        open_end=OPEN_END,
    )
    if not rows:
        return "", ()
    texts = tuple(text for text in reversed(rows[0]["records"]) if text)
    return rows[0]["note"] or "", texts
