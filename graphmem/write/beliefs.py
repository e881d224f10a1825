"""After records have landed: which of them take others' places, or lose theirs at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.belief import Rivals, Statement
from graphmem.model.change import RecordRow
from graphmem.ports import Clock
from graphmem.ports.beliefs import BeliefJudge
from graphmem.store.beliefs import GraphBeliefs


@dataclass(frozen=True, slots=True)
class SettleBeliefs:
    """Compares marked records with what else is believed, and writes what follows.

    A record carries its mark from the transaction in which it landed until it has been compared, so that
    nothing is lost when the process ends between; comparing it again changes nothing. Two processes that do
    so at once write the same. judge None: nothing is ever compared (the paper's append-only store). page:
    records at a time.
    """

    beliefs: GraphBeliefs
    judge: BeliefJudge | None
    clock: Clock
    page: int = 200

    def marked(self, records: Sequence[RecordRow]) -> frozenset[str]:
        """Those of new records that are to be compared."""
        if self.judge is None:
            return frozenset()
        return frozenset(
            record.uid for record in records if record.claim or self.judge.looks_around(record.text)
        )

    async def __call__(self, scope: str, uids: Sequence[str] | None = None, *, around: bool = False) -> int:
        """How many records lost their place. uids: only these, else all that are marked. around: look at what
        is near to each, as older statements need that arrive after what takes them back.
        """
        if uids is not None and not uids:
            return 0
        total, after = 0, ""
        while True:
            marked, fresh = await self.beliefs.unsettled(scope, uids, after, self.page)
            if not marked:
                return total
            total += await self._compare(scope, fresh, around)
            await self.beliefs.settle(scope, marked)
            after = marked[-1]

    async def again(self, scope: str, uids: Sequence[str]) -> int:
        """Compare records that came another way than by encoding; how many lost their place."""
        await self.beliefs.mark(scope, uids)
        return await self(scope, uids, around=True)

    async def _compare(self, scope: str, fresh: Sequence[Statement], everywhere: bool) -> int:
        if self.judge is None or not fresh:
            return 0
        names = await self.beliefs.names(scope, [each.uid for each in fresh])
        others = await self.beliefs.rivals(scope, self.judge.keys(fresh, names))
        around = [each.uid for each in fresh if everywhere or self.judge.looks_around(each.text)]
        near = await self.beliefs.near(scope, around, self.clock.now()) if around else {}
        drafts = await self.judge.judge(scope, Rivals(tuple(fresh), others, near, names))
        return sum([await self.beliefs.supersede(scope, draft, self.clock.now()) for draft in drafts])
