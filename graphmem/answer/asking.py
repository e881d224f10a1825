"""From what a search found to an answer: gather, construct, reply, check."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from graphmem.answer.compose import Ending, Layout, Step
from graphmem.answer.construct import Construct
from graphmem.answer.fence import flat, speaker
from graphmem.answer.gather import Gather
from graphmem.errors import AnswerError
from graphmem.model.answer import Answer, AnswerPart, AskRequest, Claim, Policy, Proof
from graphmem.model.evidence import Evidence
from graphmem.model.hit import SearchResult
from graphmem.model.plan import QueryPlan

NOTHING = "Nothing in this memory bears on the question."
NOT_FOUND = "This memory does not hold the answer."


class Reply(Protocol):
    """Finds claims in evidence: with a model, or without."""

    def layout(self, plan: QueryPlan | None) -> Layout: ...

    def __call__(
        self, request: AskRequest, plan: QueryPlan | None, evidence: Evidence, *, streamed: bool = False
    ) -> AsyncIterator[Step]: ...


@dataclass(frozen=True, slots=True)
class Asking:
    """Answers a question from the result of a search. Reading writes nothing."""

    gather: Gather
    construct: Construct
    reply: Reply

    async def __call__(self, request: AskRequest, found: SearchResult) -> Answer:
        """Raises what the stream raises."""
        async for part in self.stream(request, found, streamed=False):
            if part.answer:
                return part.answer
        raise AnswerError("the reply ended without an ending; this is a bug in it")

    async def stream(
        self, request: AskRequest, found: SearchResult, *, streamed: bool = True
    ) -> AsyncIterator[AnswerPart]:
        """Checked pieces of the text, which together are the answer's; the last brings the answer.

        Raises ModelError and what is under it, ConfigError, ServerUnavailable; AnswerError when a reply cites
        a turn outside the context, which no reply of this package does.
        """
        started = perf_counter()
        gathered = await self.gather(request, found)
        evidence = await self.construct(request, found) if request.construct else gathered
        ready = perf_counter()
        layout, claims, texts = self.reply.layout(found.plan), list[Claim](), list[str]()
        ending = Ending()
        async for step in self.reply(request, found.plan, evidence, streamed=streamed):
            if isinstance(step, Ending):
                ending = step
                continue
            _check(step, evidence)
            claims.append(step)
            texts.append(layout.piece(step, len(claims)))
            yield AnswerPart(texts[-1])
        abstained = not claims
        if abstained and request.policy is Policy.BEST_EFFORT and evidence:
            claims, abstained = [_nearest(evidence)], False
            texts.append(f"{_missing(ending, evidence)} The nearest it holds: {claims[0].text}")
        elif abstained:
            texts.append(_missing(ending, evidence))
        else:
            texts.append(ending.piece(layout, len(claims)))
        timings = {**found.timings, "gather": ready - started, "answer": perf_counter() - ready}
        answer = Answer(
            text="".join(texts),
            claims=tuple(claims),
            abstained=abstained,
            computed="" if abstained else ending.computed,
            dropped=ending.dropped,
            plan=found.plan,
            context_tokens=evidence.tokens,
            timings=timings,
        )
        yield AnswerPart(texts[-1], answer)


def _check(claim: Claim, evidence: Evidence) -> None:
    """The contract, once more, whatever a reply does."""
    context = {each.citation.turn_id: each.citation for each in evidence}
    for proof in claim.proofs:
        if context.get(proof.citation.turn_id) != proof.citation or proof.quote not in proof.citation.text:
            raise AnswerError(f"a claim cites turn {proof.citation.turn_id}, which does not prove it")
    if not claim.proofs:
        raise AnswerError("a claim came without a proof")


def _missing(ending: Ending, evidence: Evidence) -> str:
    if not evidence:
        return NOTHING
    return f"{NOT_FOUND} Missing: {ending.missing.rstrip('.')}." if ending.missing else NOT_FOUND


def _nearest(evidence: Evidence) -> Claim:
    """The turn that stands nearest to the question, as a claim."""
    best = evidence.ranked[0]
    return Claim(f"{speaker(best.citation)} said: “{flat(best.text)}”", (Proof(best.citation),))
