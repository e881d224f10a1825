"""Answers that code works out from dated sentences: when, how long, how many, in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.answer.compose import Ending, total
from graphmem.answer.dates import Dated, Times, Words, day_of, elapsed, happened
from graphmem.answer.sentences import Sentence, content
from graphmem.answer.units import unit_asked
from graphmem.model.answer import AskRequest
from graphmem.model.plan import Operation, QueryPlan

_AMOUNT = re.compile(
    r"\b(?:\d[\d,.]*\d|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty"
    r"|fifty|hundred|dozen|once|twice)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:between|from)\b(?P<first>.+?)\b(?:and|to|until|till)\b(?P<second>.+)"
    r"|(?P<main>.+?)\b(?:before|after|since)\b(?P<other>.+)",
    re.IGNORECASE,
)
_TILL_NOW = re.compile(r"\b(?:ago|since|has|have|is|are|now|been)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Computed:
    """Sentences to be told, the answer that stands before the first, and what stands at the end."""

    sentences: tuple[Sentence, ...]
    answer: str = ""
    ending: Ending = field(default_factory=Ending)


@dataclass(frozen=True, slots=True)
class Computing:
    """near: share of the best score that a sentence needs to be looked at; items: enumerated at most."""

    times: Times
    words: Words
    near: float = 0.6
    items: int = 10

    def __call__(
        self, request: AskRequest, plan: QueryPlan | None, sentences: Sequence[Sentence]
    ) -> Computed | None:
        """None when the question asks for nothing of the kind, or the evidence does not allow it."""
        if plan is None:
            return None
        if plan.operation is Operation.DURATION:
            return self._lasting(sentences) or self._apart(request, sentences)
        if plan.wants_time:
            return self._when(sentences)
        if plan.operation is Operation.COUNT:
            return self._amount(plan, sentences) or self._enumerated(sentences)
        if plan.operation in (Operation.LIST, Operation.ORDER):
            return self._enumerated(sentences, in_order=plan.operation is Operation.ORDER)
        return None

    def _near(self, sentences: Sequence[Sentence], share: float) -> list[Sentence]:
        return [each for each in sentences if each.score >= share * sentences[0].score]

    def _when(self, sentences: Sequence[Sentence]) -> Computed | None:
        """The resolved date of the best dated sentence."""
        for each in self._near(sentences, self.near)[:8]:
            dated = _dated(each)
            if dated and not dated.said:
                date = self.words(dated.interval)
                return Computed((each,), _capital(date), Ending(date, told=True))
        return None

    def _lasting(self, sentences: Sequence[Sentence]) -> Computed | None:
        """A length of time that was said as such: "50 minutes", "for two weeks"."""
        for each in self._near(sentences, 0.8)[:3]:
            for one in self.times(each.text, each.item.said_at):
                if one.kind == "duration":
                    return Computed((each,), _capital(one.text))
        return None

    def _apart(self, request: AskRequest, sentences: Sequence[Sentence]) -> Computed | None:
        """The time between two events that the question names, or from one until the question is asked."""
        question = request.search.query
        split = _BETWEEN.search(question)
        events = _events(split, sentences) if split else []
        if len(events) < 2:
            if not _TILL_NOW.search(question):
                return None
            dated = next((d for each in sentences[:3] if (d := _dated(each)) and not d.said), None)
            if dated is None:
                return None
            now = day_of(request.search.reference_time.astimezone(dated.item.zone))
            events = [(_of(dated, sentences), dated)]
            bounds = [dated.interval, now]
        else:
            bounds = [dated.interval for _, dated in events]
        first, second = sorted(bounds, key=lambda each: (each.start or each.end).timestamp())  # type: ignore[union-attr]
        span = elapsed(first, second, unit_asked(question))
        told = f"{span}, from {self.words(first)} to {self.words(second)}"
        return Computed(tuple(each for each, _ in events), _capital(told), Ending(told, told=True))

    def _amount(self, plan: QueryPlan, sentences: Sequence[Sentence]) -> Computed | None:
        """A number that was said: "six flats" for "how many flats"."""
        wanted = _counted(plan.question)
        for each in self._near(sentences, self.near)[:6]:
            for found in _AMOUNT.finditer(each.text):
                after = content(" ".join(each.text[found.end() :].split()[:3]))
                if wanted and wanted & after:
                    return Computed((each,), _capital(found.group()))
        return None

    def _enumerated(self, sentences: Sequence[Sentence], *, in_order: bool = False) -> Computed:
        """Distinct statements, each once, in the order in which what they tell happened."""
        kept: dict[str, Sentence] = {}
        for each in self._near(sentences, self.near):
            if not each.asks and len(kept) < self.items:
                kept.setdefault(each.item.citation.turn_id, each)
        found = list(kept.values()) or [sentences[0]]
        if in_order:
            found.sort(key=_date)
        return Computed(tuple(found), ending=Ending(f"{total(len(found))} that bear on it"))


def _dated(sentence: Sentence) -> Dated | None:
    return happened(sentence.item, sentence.text)


def _date(sentence: Sentence) -> float:
    dated = _dated(sentence)
    return dated.start.timestamp() if dated else float("inf")


def _of(dated: Dated, sentences: Sequence[Sentence]) -> Sentence:
    return next(each for each in sentences if each.item is dated.item)


def _events(split: re.Match[str], sentences: Sequence[Sentence]) -> list[tuple[Sentence, Dated]]:
    """For each of the two events that a question names the sentence that shares most words with it."""
    found: list[tuple[Sentence, Dated]] = []
    for part in (split["first"] or split["main"], split["second"] or split["other"]):
        wanted = content(part)
        ranked = sorted(sentences, key=lambda each: (-len(wanted & content(each.text)), -each.score))
        for each in ranked[:4]:
            dated = _dated(each)
            if wanted & content(each.text) and dated and all(each is not other for other, _ in found):
                found.append((each, dated))
                break
    return found


def _counted(question: str) -> frozenset[str]:
    """The noun that is counted: "flats" of "how many flats did they see"."""
    found = re.search(r"\bhow many\s+((?:\S+\s*){1,3})", question, re.IGNORECASE)
    return content(found.group(1)) if found else frozenset()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
