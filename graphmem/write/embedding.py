"""Vectors for stored turns: embedded outside any transaction, landed in one per batch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.extract.embed import EmbedTurns
from graphmem.model.draft import EmbeddedTurn, PendingTurn
from graphmem.store.executor import Executor
from graphmem.store.vectors import land_vectors
from graphmem.write.centre import StoreCentre
from graphmem.write.timing import Stopwatch

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Embedded:
    """done: uids of the turns that have their vectors now; the rest failed with `reason`.

    down: the embedder takes nothing at the moment, so that some were not tried.
    """

    done: frozenset[str]
    reason: str = ""
    down: bool = False


@dataclass(frozen=True, slots=True)
class EmbedPending:
    """Embed turns batch by batch; while one batch is written, the next is embedded.

    A failing embedder costs no turn: those without vectors stay marked and are embedded by a later call. A
    turn that is refused while others are taken keeps the reason, and holds up neither them nor segments.
    batch: turns whose texts are embedded together.
    """

    executor: Executor
    embed: EmbedTurns
    centre: StoreCentre
    batch: int = 128

    async def __call__(self, scope: str, turns: Sequence[PendingTurn], watch: Stopwatch) -> Embedded:
        done: set[str] = set()
        reason, failure = "", ""
        landing: asyncio.Task[None] | None = None
        try:
            for at in range(0, len(turns), self.batch):
                with watch.stage("embed"):
                    embedded, failure = await self.embed(turns[at : at + self.batch])
                if landing:
                    await landing
                landing = asyncio.create_task(self._land(scope, embedded, watch))
                done.update(item.turn.uid for item in embedded if not item.refused)
                reason = reason or _told(embedded) or failure
                if failure:
                    break
        finally:
            if landing:
                await landing
        return Embedded(frozenset(done), reason, bool(failure))

    async def _land(self, scope: str, embedded: Sequence[EmbeddedTurn], watch: Stopwatch) -> None:
        if embedded:
            with watch.stage("store"):
                await land_vectors(self.executor, scope, embedded)
            vectors = (item.context_vector for item in embedded)
            await self.centre.observe([vector for vector in vectors if vector is not None])


def _told(embedded: Sequence[EmbeddedTurn]) -> str:
    """The first reason for which a turn was refused; each is logged."""
    refused = [item for item in embedded if item.refused]
    for item in refused:
        _logger.warning("turn %s is stored without all of its vectors: %s", item.turn.uid, item.refused)
    return refused[0].refused if refused else ""
