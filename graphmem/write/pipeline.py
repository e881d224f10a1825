"""The write path as a whole: store, embed, segment, encode; each step is kept before the next begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from graphmem.model.draft import StoredBatch, TurnBatch
from graphmem.model.progress import StageProgress
from graphmem.model.results import AddResult, ConsolidateResult
from graphmem.model.tiers import TierWork
from graphmem.model.tree import TreeWork
from graphmem.ports import Clock
from graphmem.store import segments, turns
from graphmem.store.executor import Executor
from graphmem.write.embedding import EmbedPending
from graphmem.write.encoding import Encoded, EncodeSegments
from graphmem.write.evidence import EmbedEvidence, EmbedRecords
from graphmem.write.segmentation import SegmentSession
from graphmem.write.tiers import KeepTiers
from graphmem.write.timing import Stopwatch
from graphmem.write.tree import GrowTree
from graphmem.write.turns import StoreTurns

_PAGE = 512


def _unheard(step: str, done: int, total: int) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class WritePath:
    """Turns first: nothing that happens after `store` may lose one."""

    executor: Executor
    clock: Clock
    store: StoreTurns
    embed: EmbedPending
    segment: SegmentSession
    encode: EncodeSegments
    evidence: EmbedEvidence
    records: EmbedRecords
    tree: GrowTree
    tiers: KeepTiers

    async def add(self, scope: str, batches: Sequence[TurnBatch], *, infer: bool, flush: bool) -> AddResult:
        """Store messages and finish what they complete."""
        watch = Stopwatch()
        with watch.stage("store"):
            stored = await self.store(batches)
        pending = [turn for batch in stored for turn in batch.pending]
        embedded = await self.embed(scope, pending, watch)
        closed: list[list[str]] = []
        encoded = Encoded()
        if infer:
            closed = await self._segment(scope, [batch.session_uid for batch in stored], flush, watch)
            encoded = await self.encode(scope, closed, watch)
            with watch.stage("tree"):
                if await self.tree.plant(scope, [uid for uids in closed for uid in uids]):
                    await self.tiers.overflow(scope)
        missing = {turn.uid for turn in pending} - embedded.done
        return AddResult(
            turn_ids=tuple(uid for batch in stored for uid in batch.turn_uids),
            session_ids=tuple(dict.fromkeys(batch.session_uid for batch in stored)),
            turns_added=sum(len(batch.added) for batch in stored),
            turns_deduplicated=sum(len(batch.turn_uids) - len(batch.added) for batch in stored),
            segments_closed=sum(map(len, closed)),
            records_written=encoded.records,
            failed_segments=encoded.failed,
            unembedded=len(missing & _ids(stored)),
            unembedded_reason=(embedded.reason if missing else "") or encoded.reason,
            timings=watch.read(),
            mended=encoded.mended,
            records_unembedded=encoded.unembedded,
        )

    async def consolidate(
        self, scope: str, *, reencode: bool = False, progress: StageProgress | None = None
    ) -> ConsolidateResult:
        """Finish everything of a user that was left unfinished; with reencode also encode again what is done.

        What a new encoding no longer yields is superseded, what it yields again stays. It can be broken off:
        each step is kept, and the next call goes on, with or without reencode.
        """
        watch, tell = Stopwatch(), progress or _unheard
        tell("embedding turns", 0, 0)
        embedded, missing, reason = await self.embed_all(scope, watch)
        tell("closing segments", 0, 0)
        sessions = await segments.unsegmented_sessions(self.executor, scope)
        closed = await self._segment(scope, sessions, True, watch)
        if reencode:
            await segments.reopen(self.executor, scope)
        waiting = await segments.waiting(self.executor, scope, self.clock.now())
        encoded = await self.encode(scope, waiting, watch, partial(tell, "encoding segments"))
        tell("comparing statements", 0, 0)
        await self._settle(scope, watch)
        tell("embedding entities", 0, 0)
        lacking = await self.records(scope)
        nodes = await self.evidence(scope)
        reason = reason or lacking.reason or nodes.reason
        with watch.stage("tree"):
            tree, tiers = await self.maintain(scope, tell)
        held, held_until = await segments.held(self.executor, scope, self.clock.now())
        return ConsolidateResult(
            held=held,
            held_until=held_until,
            turns_embedded=embedded,
            segments_closed=sum(map(len, closed)),
            segments_encoded=encoded.segments,
            records_written=encoded.records,
            failed_segments=encoded.failed,
            unembedded=missing,
            unembedded_reason=reason,
            records_unembedded=lacking.lacking,
            timings=watch.read(),
            records_superseded=encoded.superseded,
            mended=encoded.mended,
            tree=tree,
            tiers=tiers,
        )

    async def maintain(self, scope: str, tell: StageProgress = _unheard) -> tuple[TreeWork, TierWork]:
        """Write what the tree has not said yet, and move what belongs to another tier."""
        tree = await self.tree.maintain(scope, partial(tell, "summing up"))
        tell("sorting tiers", 0, 0)
        return tree, await self.tiers.maintain(scope)

    async def _segment(
        self, scope: str, sessions: Sequence[str], flush: bool, watch: Stopwatch
    ) -> list[list[str]]:
        """The segments that were closed in each session, in order."""
        closed: list[list[str]] = []
        for session_uid in dict.fromkeys(sessions):
            with watch.stage("segment"):
                closed.append(await self.segment(scope, session_uid, flush=flush))
        return [uids for uids in closed if uids]

    async def _settle(self, scope: str, watch: Stopwatch) -> None:
        """Compare the records that were left uncompared when a process ended."""
        if self.encode.settle:
            with watch.stage("settle"):
                await self.encode.settle(scope)

    async def embed_all(self, scope: str, watch: Stopwatch) -> tuple[int, int, str]:
        """Counts of embedded and still missing turns, and why; an embedder that is down ends it."""
        total, reason = 0, ""
        missing: set[str] = set()
        while pending := await turns.unembedded(self.executor, scope, _PAGE, missing):
            embedded = await self.embed(scope, pending, watch)
            total += len(embedded.done)
            missing |= {turn.uid for turn in pending} - embedded.done
            reason = reason or embedded.reason
            if embedded.down:
                break
        return total, len(missing), reason


def _ids(stored: Sequence[StoredBatch]) -> frozenset[str]:
    return frozenset(uid for batch in stored for uid in batch.turn_uids)
