"""Answering with a language model: it chooses and words, code checks and computes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from graphmem.answer.cite import Cite, Support
from graphmem.answer.compose import Ending, Layout, Step, total
from graphmem.answer.dates import Dated, Times, Words, apart, began, day_of, happened
from graphmem.answer.fence import Draw, flat, marked, moment, random_marker
from graphmem.answer.incoming import Incoming
from graphmem.answer.relay import ended
from graphmem.answer.units import unit_asked
from graphmem.errors import ModelError
from graphmem.model.answer import AskRequest, Claim, Policy
from graphmem.model.evidence import Evidence
from graphmem.model.plan import Operation, QueryPlan
from graphmem.model.prompt import Prompt
from graphmem.ports.llm import LLM
from graphmem.prompts.answer import AnswerOutput, CitedTurn, StatedClaim, answer_prompt

_log = logging.getLogger(__name__)
_LONGEST_REMARK = 300


@dataclass(frozen=True, slots=True)
class ModelReply:
    """One call for each answer. times: expressions in a text that say when; words: an interval in words.

    draw: a new marker for the fence around the evidence.
    """

    llm: LLM
    times: Times
    words: Words
    draw: Draw = field(default=random_marker)

    def layout(self, plan: QueryPlan | None) -> Layout:
        """See compose.Layout."""
        return Layout.PROSE

    async def __call__(
        self, request: AskRequest, plan: QueryPlan | None, evidence: Evidence, *, streamed: bool = False
    ) -> AsyncIterator[Step]:
        """Claims that are proved, then the ending. Raises LLMError and what is under it, and ConfigError.

        streamed: claims come while the model still writes; when it fails after the first of them, they are
        the answer, and the ending says that it was cut off.
        """
        if not evidence:
            yield Ending()
            return
        prompt = self._prompt(request, plan, evidence)
        checked = _Checked(Cite(evidence), plan)
        output, cut_off = None, False
        if streamed:
            incoming = Incoming()
            try:
                async with ended(self.llm.stream(prompt)) as pieces:
                    async for piece in pieces:
                        for head, stated in incoming.feed(piece):
                            early = bool(head.get("answerable")) and not _held(head, plan)
                            claim = checked.take(stated) if early else None
                            if claim:
                                yield _layout(head, plan)
                                yield claim
            except ModelError as error:
                if not checked.claims:
                    raise
                _log.warning("the answer was cut off after %d claims: %s", len(checked.claims), error)
                cut_off = True
            output = None if cut_off else incoming.whole()
        if output is None and not checked.claims:
            checked = _Checked(Cite(evidence), plan)  # another answer, of which nothing was looked at
            output = await self.llm.structured(prompt, AnswerOutput)
        if output is not None:
            yield _layout(output.model_dump(), plan)
            for claim in self._rest(checked, output, plan, evidence):
                yield claim
        yield replace(self._ending(request, plan, evidence, checked, output), cut_off=cut_off)

    def _prompt(self, request: AskRequest, plan: QueryPlan | None, evidence: Evidence) -> Prompt:
        question = request.search.query
        fence, lines = marked(question, evidence.items, self.draw, self.words)
        return answer_prompt(
            question,
            lines,
            fence=fence,
            today=moment(request.search.reference_time),
            operation=plan.operation if plan else Operation.LOOKUP,
            fidelity=bool(plan and plan.fidelity),
            best_effort=request.policy is Policy.BEST_EFFORT,
            scope=request.search.scope,
        )

    def _rest(
        self, checked: _Checked, output: AnswerOutput, plan: QueryPlan | None, evidence: Evidence
    ) -> Iterator[Claim]:
        """The claims that were not taken while they arrived; those that must wait, in their order."""
        if not output.answerable:
            checked.dropped.extend(flat(each.text) for each in output.claims[checked.seen :])
            return
        held = _held(output.model_dump(), plan)
        seen = checked.seen
        found = [claim for each in output.claims[seen:] if (claim := checked.take(each))]
        if not held:
            yield from found
        elif output.conflict:
            yield from _newest_first(found, self.words)
        else:
            yield from _in_order(found, evidence)

    def _ending(
        self,
        request: AskRequest,
        plan: QueryPlan | None,
        evidence: Evidence,
        checked: _Checked,
        output: AnswerOutput | None,
    ) -> Ending:
        dropped = tuple(dict.fromkeys(checked.dropped))
        if not checked.claims:
            missing = flat(output.missing)[:_LONGEST_REMARK] if output else ""
            return Ending(dropped=dropped, missing=missing)
        if plan and plan.operation is Operation.COUNT and output and output.enumerated:
            return Ending(total(len(checked.claims)), dropped=dropped)
        events = self._events(checked.cite, output, evidence)
        computed = self._computed(request, output, events)
        told = (
            bool(events)
            and output is not None
            and output.calculation == "date"
            and self._told(checked.claims, events[0])
        )
        return Ending(computed, told, dropped)

    def _events(self, cite: Cite, output: AnswerOutput | None, evidence: Evidence) -> list[Dated]:
        """The events that the model named, where they are proved and dated."""
        found = []
        for each in output.events if output else ():
            proof = cite.proof(_support(each))
            item = evidence.numbered(each.number) if proof else None
            dated = happened(item, proof.quote) if item and proof else None
            if dated:
                found.append(dated)
        return found

    def _computed(self, request: AskRequest, output: AnswerOutput | None, events: Sequence[Dated]) -> str:
        if output is None or not events:
            return ""
        if output.calculation == "date":
            return "" if events[0].said else self.words(events[0].interval)
        if output.calculation != "duration" or len(events) != len(output.events):
            return ""
        search = request.search
        return apart(events, search.reference_time, unit_asked(search.query), self.words)

    def _told(self, claims: Sequence[Claim], event: Dated) -> bool:
        """Whether a claim already says when."""
        date = self.words(event.interval)
        return any(date in claim.text or self._dates(claim, event) for claim in claims)

    def _dates(self, claim: Claim, event: Dated) -> bool:
        for one in self.times(claim.text, event.item.said_at):
            if one.interval and one.interval.start and one.interval.end and event.interval.start:
                end = event.interval.end or event.interval.start
                if one.interval.start < end and event.interval.start < one.interval.end:
                    return True
        return False


_FIRST = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class _Checked:
    """Claims as they are taken or dropped. seen: how many statements were looked at."""

    cite: Cite
    plan: QueryPlan | None
    claims: list[Claim] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    seen: int = 0

    def take(self, stated: StatedClaim) -> Claim | None:
        """The claim when it is proved and was not made before."""
        self.seen += 1
        claim = self.cite(stated.text, [_support(each) for each in stated.support])
        if claim is None:
            self.dropped.append(flat(stated.text))
            return None
        if any(claim.text.casefold() == known.text.casefold() for known in self.claims):
            return None
        self.claims.append(claim)
        return claim


def _support(cited: CitedTurn) -> Support:
    return Support(cited.number, cited.quote)


def _layout(head: Mapping[str, Any], plan: QueryPlan | None) -> Layout:
    """Items where claims were enumerated or put in order."""
    ordered = head.get("calculation") == "order" or (plan is not None and plan.operation is Operation.ORDER)
    return Layout.ITEMS if ordered or head.get("enumerated") else Layout.PROSE


def _held(head: Mapping[str, Any], plan: QueryPlan | None) -> bool:
    """Whether the claims must wait for one another: rivals, and events to be put in order."""
    ordered = plan is not None and plan.operation is Operation.ORDER
    return ordered or bool(head.get("conflict")) or head.get("calculation") == "order"


def _newest_first(claims: Sequence[Claim], words: Words) -> list[Claim]:
    """Rival claims by when they were said, the current one first, each with its date."""

    def said(claim: Claim) -> datetime:
        return max((proof.citation.said_at or _FIRST for proof in claim.proofs), default=_FIRST)

    ordered = sorted(claims, key=said, reverse=True)
    if len(ordered) < 2:
        return ordered
    return [_with_date(each, said(each), words) for each in ordered]


def _with_date(claim: Claim, said: datetime, words: Words) -> Claim:
    if said == _FIRST:
        return claim
    return replace(claim, text=f"{claim.text.rstrip('.')} (said on {words(day_of(said))}).")


def _in_order(claims: Sequence[Claim], evidence: Evidence) -> list[Claim]:
    """Claims by when what they tell of happened; undated ones last."""
    items = {each.citation.turn_id: each for each in evidence}

    def date(claim: Claim) -> float:
        proof = claim.proofs[0]
        return began(items[proof.citation.turn_id], proof.quote)

    return sorted(claims, key=date)
