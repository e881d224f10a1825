"""Short, mid and long term kept up: what overflows, what is promoted and distilled, what is demoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.errors import LLMError
from graphmem.manage.distil import DistilByModel, lasting
from graphmem.manage.tiers import Heat, overview
from graphmem.model.tiers import LONG, MID, SHORT, Tiers, TierWork
from graphmem.ports import Clock
from graphmem.ports.llm import LLM
from graphmem.store import tiers as store
from graphmem.store.executor import Executor

_PAGE = 200


@dataclass(frozen=True, slots=True)
class KeepTiers:
    """Moves segments between tiers: each batch of moves is one transaction, and safe to run twice.

    capacity: closed segments in the short term, beside the open ones ("Memory in the LLM Era", whose queue
    holds 7 exchanges). llm: distils traits of what is promoted; rules do where there is none.
    """

    executor: Executor
    clock: Clock
    llm: LLM | None = None
    heat: Heat = field(default_factory=Heat)
    capacity: int = 7

    async def overflow(self, scope: str) -> int:
        """What the short term has no room for goes on to the mid term; how many segments."""
        over = await store.overflowing(self.executor, scope, self.capacity)
        return len(await self._move(scope, over, SHORT, MID))

    async def maintain(self, scope: str) -> TierWork:
        """Overflow, promotion with what is distilled from it, demotion."""
        overflowed = await self.overflow(scope)
        moves = self.heat.moves(await store.leaves(self.executor, scope), self.clock.now())
        promoted = await self._move(scope, moves.promoted, MID, LONG, reset=True)
        demoted = await self._move(scope, moves.demoted, LONG, MID)
        distilled, failed = await self._distil(scope, promoted)
        return TierWork(overflowed, len(promoted), len(demoted), distilled, failed)

    async def _move(
        self, scope: str, uids: Sequence[str], was: str, tier: str, *, reset: bool = False
    ) -> list[str]:
        moved: list[str] = []
        for at in range(0, len(uids), _PAGE):
            page = uids[at : at + _PAGE]
            moved += await store.move(self.executor, scope, page, was, tier, self.clock.now(), reset=reset)
        return moved

    async def _distil(self, scope: str, promoted: Sequence[str]) -> tuple[int, str]:
        """How many traits the promoted segments told, and why a model could not tell."""
        if not promoted:
            return 0, ""
        sources = await store.sources(self.executor, scope, promoted)
        if self.llm is None:
            return await store.distil(self.executor, scope, lasting(sources)), ""
        try:
            drafts = await DistilByModel(self.llm)(sources, scope=scope)
        except LLMError as error:
            return await store.distil(self.executor, scope, lasting(sources)), str(error)
        return await store.distil(self.executor, scope, drafts), ""

    async def view(self, scope: str) -> Tiers:
        """What sits where, and why."""
        leaves = await store.leaves(self.executor, scope)
        waiting = await store.open_turns(self.executor, scope)
        return overview(leaves, waiting, self.heat, self.clock.now())
