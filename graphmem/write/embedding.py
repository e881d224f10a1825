"""Vectors for stored turns: embedded outside any transaction, landed in one per batch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.errors import ModelError
from graphmem.extract.embed import EmbedTurns
from graphmem.model.draft import EmbeddedTurn, PendingTurn
from graphmem.store.executor import Executor
from graphmem.store.vectors import land_vectors
from graphmem.write.centre import StoreCentre
from graphmem.write.timing import Stopwatch

_STRIKES = 3  # failures in a row after which the embedder counts as down


@dataclass(frozen=True, slots=True)
class Embedded:
    """done: uids of the turns that have their vectors now; the rest failed with `reason`."""

    done: frozenset[str]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EmbedPending:
    """Embed turns batch by batch; while one batch is written, the next is embedded.

    A failing embedder costs no turn: those without vectors stay marked and are embedded by a later call.
    batch: turns whose texts are embedded together.
    """

    executor: Executor
    embed: EmbedTurns
    centre: StoreCentre
    batch: int = 128

    async def __call__(self, scope: str, turns: Sequence[PendingTurn], watch: Stopwatch) -> Embedded:
        done: set[str] = set()
        reason = ""
        landing: asyncio.Task[None] | None = None
        try:
            for at in range(0, len(turns), self.batch):
                with watch.stage("embed"):
                    embedded, failure = await self._embed(turns[at : at + self.batch])
                if landing:
                    await landing
                landing = asyncio.create_task(self._land(scope, embedded, watch))
                done.update(item.turn.uid for item in embedded)
                reason = reason or failure
                if failure and not embedded:
                    break
        finally:
            if landing:
                await landing
        return Embedded(frozenset(done), reason)

    async def _land(self, scope: str, embedded: Sequence[EmbeddedTurn], watch: Stopwatch) -> None:
        if embedded:
            with watch.stage("store"):
                await land_vectors(self.executor, scope, embedded)
            await self.centre.observe([item.context_vector for item in embedded])

    async def _embed(self, turns: Sequence[PendingTurn]) -> tuple[Sequence[EmbeddedTurn], str]:
        """All at once; when that fails one by one, so that a single bad text does not keep the others out."""
        try:
            return await self.embed(turns), ""
        except ModelError as error:
            if len(turns) == 1:
                return (), str(error)
        found: list[EmbeddedTurn] = []
        strikes, reason = 0, ""
        for turn in turns:
            try:
                found += await self.embed([turn])
                strikes = 0
            except ModelError as error:
                strikes, reason = strikes + 1, str(error)
                if strikes == _STRIKES and not found:
                    break
        return found, reason
