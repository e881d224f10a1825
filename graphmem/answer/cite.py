"""Claims against the evidence: what a claim cites was in the context, and what it quotes was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.answer.fence import flat
from graphmem.answer.quotes import verbatim
from graphmem.model.answer import Claim, Proof
from graphmem.model.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Support:
    """What a claim rests on: the number of a turn in the context, and words of it; "" for the turn."""

    number: int
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Cite:
    """Turns what somebody says into claims that are proved, or into nothing."""

    evidence: Evidence

    def __call__(self, text: str, support: Sequence[Support]) -> Claim | None:
        """The claim with the proofs that hold; None when it says nothing or none holds.

        A number outside the context proves nothing, nor does a turn in which the quoted words do not stand.
        """
        told = flat(text)
        proofs = [proof for each in support if (proof := self.proof(each))]
        if not told or not proofs:
            return None
        return Claim(told, tuple({(p.citation.turn_id, p.quote): p for p in proofs}.values()))

    def proof(self, support: Support) -> Proof | None:
        """The turn that is cited, with the words of it that are quoted, as they were said."""
        item = self.evidence.numbered(support.number)
        if item is None:
            return None
        if not support.quote.strip():
            return Proof(item.citation)
        said = verbatim(support.quote, item.citation.text)
        return None if said is None else Proof(item.citation, said)
