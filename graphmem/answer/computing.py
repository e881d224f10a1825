"""Answers that code works out from dated sentences: when, how long, how many, in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.answer.compose import Ending, capital
from graphmem.answer.dates import Dated, Times, Words, apart, began, happened
from graphmem.answer.fence import flat
from graphmem.answer.quoting import Passage, together
from graphmem.answer.sentences import Sentence
from graphmem.answer.units import unit_asked
from graphmem.model.answer import AskRequest
from graphmem.model.plan import Operation, QueryPlan
from graphmem.text.meaning import content

_AMOUNT = re.compile(
    r"\b(?:\d[\d,.]*\d|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty"
    r"|fifty|hundred|dozen|once|twice)\b(?!\s+of\b)",  # "one of the flats" counts no flats
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:between|from)\b(?P<first>.+?)\b(?:and|to|until|till)\b(?P<second>.+)"
    r"|(?P<main>.+?)\b(?:before|after|since)\b(?P<other>.+)",
    re.IGNORECASE,
)
_PARTS = re.compile(r",|\band\b|\bor\b|\bthen\b|\bin (?:what|which) order\b|\bthe order of\b", re.IGNORECASE)
_LOOKED_AT = 1000
"""Characters of a question in which two events are looked for: the time that takes grows with the square."""
_TILL_NOW = re.compile(r"\b(?:ago|since|has|have|is|are|now|been)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Computed:
    """What is told, the answer that stands before it, and what stands at the end."""

    passages: Sequence[Passage]
    answer: str = ""
    ending: Ending = field(default_factory=Ending)


@dataclass(frozen=True, slots=True)
class Computing:
    """near: share of the best score that a sentence needs to be looked at; items: enumerated at most.

    clear: share of the words of an event that a sentence must hold to be about it. sure: share of the words
    of the question from which a sentence's date is told without "perhaps": on LoCoMo's conversations 1 to 8
    six in seven are right there, and less than half below.
    """

    times: Times
    words: Words
    near: float = 0.6
    clear: float = 0.65
    sure: float = 0.5
    items: int = 10

    def __call__(
        self, request: AskRequest, plan: QueryPlan | None, sentences: Sequence[Sentence]
    ) -> Computed | None:
        """None when the question asks for nothing of the kind, or the evidence does not allow it."""
        if plan is None:
            return None
        if plan.operation is Operation.DURATION:
            return self._lasting(unit_asked(plan.question), sentences) or self._apart(
                request, plan, sentences
            )
        if plan.wants_time:
            return self._when(sentences)
        if plan.operation is Operation.COUNT:
            return self._amount(plan, sentences) or self._enumerated(sentences)
        if plan.operation is Operation.ORDER:
            return self._ordered(plan, sentences) or self._enumerated(sentences, in_order=True)
        return self._enumerated(sentences) if plan.operation is Operation.LIST else None

    def _near(self, sentences: Sequence[Sentence], share: float) -> list[Sentence]:
        return [each for each in sentences if each.score >= share * sentences[0].score]

    def _when(self, sentences: Sequence[Sentence]) -> Computed | None:
        """The resolved date of the best dated sentence."""
        near = sorted(self._near(sentences, self.near), key=lambda each: -(each.score + each.shared))
        for each in near[:8]:
            dated = _dated(each)
            if dated and not each.asks:
                date = self.words(dated.interval)
                sure = each.shared >= self.sure and not dated.beside
                opening = capital(date) if sure else f"Perhaps {date}"
                return Computed([_alone(each)], opening, Ending(date, told=True))
        return None

    def _lasting(self, unit: str, sentences: Sequence[Sentence]) -> Computed | None:
        """A length of time that was said as such: "50 minutes", "for two weeks"."""
        for each in self._near(sentences, 0.8)[:3]:
            for one in self.times(each.text, each.item.said_at) if each.shared >= 0.3 else ():
                if one.kind == "duration" and unit in one.text:
                    return Computed([_alone(each)], capital(flat(one.text)))
        return None

    def _apart(self, request: AskRequest, plan: QueryPlan, sentences: Sequence[Sentence]) -> Computed | None:
        """The time between two events that the question names, or from one until the question is asked.

        None unless each event is clear: dated, in a sentence that holds most words of what names it.
        """
        question = request.search.query[:_LOOKED_AT]
        split = _BETWEEN.search(question)
        if split:
            events = [self._event(part, plan, sentences) for part in _named(split)]
        else:
            events = [self._event(question, plan, sentences)] if _TILL_NOW.search(question) else []
        clear = [each for each in events if each is not None]
        if not clear or len(clear) < len(events) or len({id(sentence) for sentence, _ in clear}) < len(clear):
            return None
        dates = [dated for _, dated in clear]
        told = apart(dates, request.search.reference_time, unit_asked(question), self.words)
        return Computed([_alone(each) for each, _ in clear], capital(told), Ending(told, told=True))

    def _event(
        self, name: str, plan: QueryPlan, sentences: Sequence[Sentence]
    ) -> tuple[Sentence, Dated] | None:
        """The sentence that tells of an event and dates it."""
        wanted = content(name) - content(" ".join(plan.speakers))
        best, most = None, 0.0
        for each in sentences:
            share = len(wanted & content(each.text)) / max(1, len(wanted))
            dated = _dated(each) if share > max(most, self.clear) else None
            if dated and dated.interval.start:
                best, most = (each, dated), share
        return best

    def _amount(self, plan: QueryPlan, sentences: Sequence[Sentence]) -> Computed | None:
        """A number that was said: "six flats" for "how many flats"."""
        wanted = _counted(plan.question) - content(" ".join(plan.speakers))
        for each in self._near(sentences, self.near)[:6]:
            for found in _AMOUNT.finditer(each.text):
                after = content(" ".join(each.text[found.end() :].split()[:3]))
                if wanted and wanted & after:
                    return Computed([_alone(each)], capital(found.group()))
        return None

    def _ordered(self, plan: QueryPlan, sentences: Sequence[Sentence]) -> Computed | None:
        """The events that the question names, where each of two or more is clear."""
        parts = [part for part in _PARTS.split(plan.question) if content(part)]
        events = [self._event(part, plan, sentences) for part in parts]
        clear = [each for each in events if each]
        if len(clear) < 2 or len(clear) < len(events) or len({id(each) for each, _ in clear}) < len(clear):
            return None
        clear.sort(key=lambda each: each[1].start)
        return Computed([_alone(each) for each, _ in clear], ending=Ending("in the order of their dates"))

    def _enumerated(self, sentences: Sequence[Sentence], *, in_order: bool = False) -> Computed:
        """Distinct statements, each turn once; in_order: by when what they tell of happened."""
        found = together(sentences, near=self.near, turns=self.items, each=1)
        found = found or [_alone(next((each for each in sentences if not each.asks), sentences[0]))]
        if in_order:
            found.sort(key=_date)
        return Computed(found, ending=Ending(_statements(len(found))))


def _statements(count: int) -> str:
    return f"{count} statements bear on this" if count != 1 else "1 statement bears on this"


def _alone(sentence: Sentence) -> Passage:
    return Passage((sentence,))


def _dated(sentence: Sentence) -> Dated | None:
    """When what a sentence tells of happened; None where only the moment of saying is known."""
    dated = happened(sentence.item, sentence.text)
    return None if dated is None or dated.said else dated


def _date(passage: Passage) -> float:
    sentence = passage.sentences[0]
    return began(sentence.item, sentence.text)


def _named(split: re.Match[str]) -> tuple[str, str]:
    """The two events that a question names."""
    return split["first"] or split["main"], split["second"] or split["other"]


def _counted(question: str) -> frozenset[str]:
    """The noun that is counted: "flats" of "how many flats did they see"."""
    found = re.search(r"\bhow many\s+((?:\S+\s*){1,3})", question, re.IGNORECASE)
    return content(found.group(1)) if found else frozenset()
