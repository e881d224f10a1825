"""A session's segmenter at work: state and turns from the graph, closed segments back into it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.errors import ModelError
from graphmem.extract.segment import Segmentation, units
from graphmem.extract.speaker_offsets import SpeakerOffsets
from graphmem.ports.embedder import Matrix
from graphmem.store import segments
from graphmem.store.executor import Executor, Transaction
from graphmem.store.segments import Unsegmented
from graphmem.write.centre import StoreCentre

_TRIES = 4  # names are learnt once; they may be forgotten again where thousands speak


@dataclass(frozen=True, slots=True)
class Missing:
    """Names whose offsets are needed first: no model is called while a transaction is open."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SegmentSession:
    """Close what can be closed of one session, in one transaction that holds its lock.

    The input is read from the graph (turns after the last closed segment, up to the first without vectors),
    so adding, a retry after a crash and consolidating share this path. Returns the uids of the new
    segments; none when the embedder fails, and the turns then wait for the next call.
    """

    executor: Executor
    segmenter: Segmentation
    centre: StoreCentre
    offsets: SpeakerOffsets

    async def __call__(self, scope: str, session_uid: str, *, flush: bool) -> list[str]:
        async def work(tx: Transaction) -> list[str] | Missing:
            return await self._close(tx, scope, session_uid, flush)

        for _ in range(_TRIES):
            closed = await self.executor.transaction(work)
            if not isinstance(closed, Missing):
                return closed
            try:
                await self.offsets.learn(closed.names)
            except ModelError:
                break
        return []

    async def _close(self, tx: Transaction, scope: str, session_uid: str, flush: bool) -> list[str] | Missing:
        pending = await segments.unsegmented(tx, scope, session_uid)
        missing = self.offsets.missing(turn.speaker for turn in pending.turns)
        if missing:
            return Missing(missing)
        parts = units(
            pending.turns,
            tuple(self._unnamed(pending)),
            self.centre.centring,
            exchanges=self.segmenter.exchanges,
        )
        drafts, state = self.segmenter(pending.state, parts, flush=flush)
        if not drafts:
            return []
        closed = await segments.close(tx, scope, session_uid, pending=pending, drafts=drafts, state=state)
        return [segment.uid for segment in closed]

    def _unnamed(self, pending: Unsegmented) -> Iterator[Matrix]:
        """The turns' vectors without their speakers' share."""
        offsets = self.offsets.known(turn.speaker for turn in pending.turns)
        for turn, vectors in zip(pending.turns, pending.vectors, strict=True):
            yield vectors - offsets[turn.speaker] if len(vectors) and turn.speaker in offsets else vectors
