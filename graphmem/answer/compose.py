"""Claims to the text of an answer, piece by piece: the pieces of a streamed answer are its whole text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from graphmem.model.answer import Claim
from graphmem.model.plan import Operation, QueryPlan


class Layout(Enum):
    """How claims follow one another."""

    PROSE = "prose"
    LINES = "lines"
    ITEMS = "items"

    def piece(self, claim: Claim, number: int) -> str:
        """The text of the claim with this number, from 1, and what parts it from the one before."""
        if self is Layout.ITEMS:
            return f"{self.gap(number - 1)}{number}. {claim.text}"
        return self.gap(number - 1) + (claim.text if self is Layout.LINES else sentence(claim.text))

    def gap(self, claims: int) -> str:
        """What parts that many claims from what follows them."""
        return "" if not claims else " " if self is Layout.PROSE else "\n"


CUT_OFF: Final = "(The answer was cut off here.)"


@dataclass(frozen=True, slots=True)
class Ending:
    """What stands at the end of an answer.

    computed: what code worked out; it closes the text unless `told`, when the claims hold it already.
    cut_off: the model failed after these claims.
    missing: what the evidence does not tell, when there are no claims; nearest: what comes nearest to it.
    """

    computed: str = ""
    told: bool = False
    dropped: tuple[str, ...] = ()
    missing: str = ""
    nearest: Claim | None = None
    cut_off: bool = False

    def piece(self, layout: Layout, claims: int) -> str:
        """What is added to the text of the claims."""
        if self.cut_off:
            return layout.gap(claims) + CUT_OFF
        if not self.computed or self.told:
            return ""
        return layout.gap(claims) + sentence(capital(self.computed))


Step = Layout | Claim | Ending
"""A layout, where it differs from what the plan lets expect, comes before the claims."""


def quoted(plan: QueryPlan | None) -> Layout:
    """Of quotations: items where something is counted, listed or put in order, else lines."""
    asked = plan is not None and plan.operation in (Operation.COUNT, Operation.LIST, Operation.ORDER)
    return Layout.ITEMS if asked else Layout.LINES


def total(claims: int) -> str:
    """How many items were enumerated, in words."""
    return f"{claims} in all" if claims != 1 else "1 item"


def capital(text: str) -> str:
    """With a capital letter at its head."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With an end, so that another may follow."""
    return text if text.endswith((".", "!", "?", "…", "”", '"', ":", "。", "！", "？")) else f"{text}."
