"""A session's segmenter at work: state and turns from the graph, closed segments back into it."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.extract.segment import Segmentation, units
from graphmem.store import segments
from graphmem.store.executor import Executor, Transaction
from graphmem.write.centre import StoreCentre


@dataclass(frozen=True, slots=True)
class SegmentSession:
    """Close what can be closed of one session, in one transaction that holds its lock.

    The input is read from the graph (turns after the last closed segment, up to the first without vectors),
    so adding, a retry after a crash and consolidating share this path. Returns the uids of the new segments:
    none of a session that was forgotten meanwhile.
    """

    executor: Executor
    segmenter: Segmentation
    centre: StoreCentre

    async def __call__(self, scope: str, session_uid: str, *, flush: bool) -> list[str]:
        centring = self.centre.centring

        async def work(tx: Transaction) -> list[str]:
            pending = await segments.unsegmented(tx, scope, session_uid)
            if pending is None:
                return []
            parts = units(
                pending.turns,
                pending.vectors,
                centring,
                seen=pending.state.seen,
                before=pending.before,
                exchanges=self.segmenter.exchanges,
            )
            drafts, state = self.segmenter(pending.state, parts, flush=flush)
            if not drafts:
                return []
            closed = await segments.close(tx, scope, session_uid, pending=pending, drafts=drafts, state=state)
            return [segment.uid for segment in closed]

        return await self.executor.transaction(work)
