"""From what a search found to an answer: gather, construct, reply, check."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from graphmem.answer.compose import Ending, Layout, Step
from graphmem.answer.construct import Construct
from graphmem.answer.fence import flat, speaker
from graphmem.answer.gather import Gather
from graphmem.answer.relay import ended
from graphmem.errors import AnswerError
from graphmem.model.answer import Answer, AnswerPart, AskRequest, Claim, Policy, Proof
from graphmem.model.evidence import Evidence
from graphmem.model.hit import SearchResult
from graphmem.model.plan import QueryPlan

NOTHING = "Nothing in this memory bears on the question."
NOT_FOUND = "This memory does not hold the answer."
NO_ROOM = "Nothing of what was found fits into {} tokens. Ask with a larger token budget."


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
        async with ended(self.stream(request, found, streamed=False)) as parts:
            async for part in parts:
                if part.answer is not None:
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
        evidence = await (self.construct if request.construct else self.gather)(request, found)
        ready = perf_counter()
        full = bool(found.hits) and not evidence and not request.construct
        telling = _Telling(self.reply.layout(found.plan), request, evidence, full)
        ending = Ending()
        async with ended(self.reply(request, found.plan, evidence, streamed=streamed)) as steps:
            async for step in steps:
                if isinstance(step, Ending):
                    ending = step
                elif isinstance(step, Layout):
                    telling.layout = step
                else:
                    _check(step, evidence)
                    yield AnswerPart(telling.claim(step), step)
        last, nearest = telling.end(ending)
        answer = Answer(
            text="".join(telling.texts),
            claims=tuple(telling.claims),
            abstained=not telling.claims,
            computed=ending.computed if telling.claims else "",
            dropped=ending.dropped,
            cut_off=ending.cut_off,
            plan=found.plan,
            context_tokens=evidence.tokens,
            timings={**found.timings, "gather": ready - started, "answer": perf_counter() - ready},
        )
        yield AnswerPart(last, nearest, answer)


@dataclass(slots=True)
class _Telling:
    """The text so far. full: turns were found, but none of them fits the budget."""

    layout: Layout
    request: AskRequest
    evidence: Evidence
    full: bool = False
    claims: list[Claim] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def claim(self, claim: Claim) -> str:
        """The next piece."""
        self.claims.append(claim)
        self.texts.append(self.layout.piece(claim, len(self.claims)))
        return self.texts[-1]

    def end(self, ending: Ending) -> tuple[str, Claim | None]:
        """The last piece, and the claim it states where nothing else was found."""
        nearest = None
        if self.claims:
            text = ending.piece(self.layout, len(self.claims))
        else:
            room = self.request.token_budget
            text = NO_ROOM.format(room) if self.full else _missing(ending, self.evidence)
            if self.request.policy is Policy.BEST_EFFORT and self.evidence:
                nearest = ending.nearest or _nearest(self.evidence)
                _check(nearest, self.evidence)
                self.claims.append(nearest)
                text += f" The nearest it holds: {nearest.text}"
        self.texts.append(text)
        return text, nearest


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
