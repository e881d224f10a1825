"""Turns out of a session with all that derives from them: one transaction a batch, then what it left is made
anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.extract import contexts
from graphmem.forget.trial import committed_or_tried
from graphmem.model.draft import PendingTurn
from graphmem.model.forgetting import ForgetResult
from graphmem.model.identity import uid
from graphmem.store import forgetting as store
from graphmem.store.executor import Executor, Transaction
from graphmem.store.forgetting import Loose
from graphmem.write.embedding import EmbedPending
from graphmem.write.encoding import EncodeSegments
from graphmem.write.evidence import EmbedEvidence
from graphmem.write.timing import Stopwatch


@dataclass(frozen=True, slots=True)
class Remains:
    """What a batch of deletions leaves to be made anew: segments in order, contexts, and the vectors of the
    evidence nodes in `loose`, as far as they stayed.
    """

    loose: Loose
    segments: tuple[str, ...] = ()
    pending: tuple[PendingTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class MakeAnew:
    """Embeds and encodes again what lost something, and compares what is believed again; what fails is left
    marked for `consolidate`.
    """

    embed: EmbedPending
    encode: EncodeSegments
    evidence: EmbedEvidence

    async def __call__(self, scope: str, remains: Remains) -> ForgetResult:
        """Counts of what went and of what was made anew."""
        watch = Stopwatch()
        embedded = await self.embed(scope, remains.pending, watch)
        encoded = await self.encode(scope, [remains.segments] if remains.segments else [], watch)
        if self.encode.settle and remains.loose.restored:
            await self.encode.settle(scope, sorted(remains.loose.restored))
        nodes = await self.evidence(scope, sorted(remains.loose.evidence))
        return ForgetResult(
            removed=counted(remains.loose),
            restored=len(remains.loose.restored),
            segments_reopened=len(remains.segments),
            records_written=encoded.records,
            failed_segments=encoded.failed,
            unembedded=len({turn.uid for turn in remains.pending} - embedded.done),
            unembedded_reason=embedded.reason or encoded.reason or nodes.reason,
        )


@dataclass(frozen=True, slots=True)
class DeleteTurns:
    """Delete turns of one session: records that any of them proves go, neighbours get new contexts, evidence
    nodes and dates without support go, and the segments are encoded again from what is left.
    """

    executor: Executor
    anew: MakeAnew

    async def __call__(
        self, scope: str, session_uid: str, uids: Sequence[str], *, dry_run: bool = False
    ) -> ForgetResult:
        """uids: turns of the session, some hundreds at most; those that do not exist are passed over."""

        async def work(tx: Transaction) -> Remains:
            return await _delete(tx, scope, session_uid, uids)

        remains = await committed_or_tried(self.executor, work, dry_run=dry_run)
        if dry_run:
            return tried(remains)
        return await self.anew(scope, remains)


def counted(loose: Loose) -> dict[str, int]:
    """What went by label, without zeros."""
    return {label: count for label, count in sorted(loose.removed.items()) if count}


def tried(remains: Remains) -> ForgetResult:
    """What a dry run would have done."""
    return ForgetResult(
        removed=counted(remains.loose),
        restored=len(remains.loose.restored),
        segments_reopened=len(remains.segments),
        dry_run=True,
    )


async def _delete(tx: Transaction, scope: str, session_uid: str, uids: Sequence[str]) -> Remains:
    loose = Loose()
    reach = await store.reach(tx, scope, session_uid, uids)
    if not reach.positions:
        return Remains(loose)
    await store.drop_records(tx, scope, reach.records, loose)
    await store.drop_frames(tx, scope, [uid("event_frame", each, "") for each in reach.segments], loose)
    await store.drop_turns(tx, scope, list(reach.positions), loose)
    segments = await store.mend_segments(tx, scope, session_uid, reach.segments, loose)
    gaps = await store.mend_session(tx, scope, session_uid, list(reach.positions.values()), loose)
    pending = await _close_gaps(tx, scope, session_uid, gaps)
    await store.prune(tx, scope, loose)
    return Remains(loose, tuple(segments), pending)


async def _close_gaps(
    tx: Transaction, scope: str, session_uid: str, gaps: Sequence[int]
) -> tuple[PendingTurn, ...]:
    """New contexts for the turns on either side of each gap, which are neighbours now."""
    reach = contexts.REACH
    near = [at + step for at in gaps for step in range(-2 * reach, 2 * reach)]
    turns = await store.around(tx, scope, session_uid, near)
    beside = sorted({at + step for at in gaps for step in range(-reach, reach)} & set(turns))
    pending = []
    for at in beside:
        span = [turns[each] for each in range(at - reach, at + reach + 1) if each in turns]
        context = contexts.window([each.turn for each in span], span.index(turns[at]))
        pending.append(_pending(turns[at], context))
    await store.mend_turns(tx, scope, session_uid, {turn.uid: turn.context for turn in pending})
    return tuple(pending)


def _pending(of: store.Neighbour, context: str) -> PendingTurn:
    turn = of.turn
    return PendingTurn(turn.uid, turn.session_uid, turn.speaker, turn.text, context, of.passages_missing)
