"""Which segments are warm: heat from how often answers came back to them, and what follows from it.

After MemoryOS (heat of visits and interactions, promotion above a threshold) inside the tree with tiers of
"Memory in the LLM Era". There a segment's interactions are its pages, so that a long one is hot at birth;
here they are turns of it that answers showed, and both counts cool with time, so that heat can fall at all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.model.tiers import LONG, MID, SHORT, LeafUse, Moves, Placed, Tiers


@dataclass(frozen=True, slots=True)
class Heat:
    """heat = (visit · visits + interaction · interactions) · exp(-days / tau); see settings.TierSettings.

    promote, demote: heat at which a mid-term segment becomes long-term, and below which a long-term one goes
    back. rest: days without use before that, so that what was just promoted, whose interactions begin anew,
    is not sent back at once.
    """

    visit: float = 0.8
    interaction: float = 0.8
    tau: timedelta = timedelta(days=30)
    promote: float = 5.0
    demote: float = 2.0
    rest: timedelta = timedelta(days=14)

    def __call__(self, leaf: LeafUse, now: datetime) -> tuple[float, float, float]:
        """Heat, visits and interactions at this moment."""
        left = math.exp(-max(now - leaf.last_used_at, timedelta()) / self.tau)
        visits, interactions = leaf.visits * left, leaf.interactions * left
        return self.visit * visits + self.interaction * interactions, visits, interactions

    def moves(self, leaves: Sequence[LeafUse], now: datetime) -> Moves:
        """Who is to be promoted, and who demoted."""
        return Moves(
            promoted=tuple(
                each.id for each in leaves if each.tier == MID and self(each, now)[0] >= self.promote
            ),
            demoted=tuple(each.id for each in leaves if each.tier == LONG and self._cold(each, now)),
        )

    def _cold(self, leaf: LeafUse, now: datetime) -> bool:
        return self(leaf, now)[0] < self.demote and now - leaf.last_used_at >= self.rest

    def why(self, leaf: LeafUse, now: datetime) -> str:
        """Why a leaf sits in its tier, and what would move it."""
        heat = self(leaf, now)[0]
        if leaf.tier == SHORT:
            return "among the latest"
        if leaf.tier == MID:
            hot = heat >= self.promote
            return f"{'will be promoted' if hot else 'not warm enough'}: {heat:.1f} of {self.promote:g}"
        if self._cold(leaf, now):
            return f"will be demoted: {heat:.1f}, below {self.demote:g}, and unused for {_days(now, leaf)}"
        if heat < self.demote:
            last = leaf.last_used_at + self.rest
            return f"cooling: {heat:.1f}, below {self.demote:g}; demoted if unused until {last:%Y-%m-%d}"
        return f"warm: {heat:.1f}, above {self.demote:g}"


def _days(now: datetime, leaf: LeafUse) -> str:
    return f"{(now - leaf.last_used_at).days} days"


def overview(leaves: Sequence[LeafUse], open_turns: int, heat: Heat, now: datetime) -> Tiers:
    """All leaves by tier: short, mid, long; the warmest first, equals by time of saying."""
    order = {LONG: 0, MID: 1, SHORT: 2}
    placed = [Placed(each, *heat(each, now), heat.why(each, now)) for each in leaves]
    records: Counter[str] = Counter()
    for each in leaves:
        records[each.tier] += each.records
    return Tiers(
        tuple(sorted(placed, key=lambda each: (order[each.leaf.tier], -each.heat))),
        dict(Counter(each.tier for each in leaves)),
        dict(records),
        open_turns,
    )
