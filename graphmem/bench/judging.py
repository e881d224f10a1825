"""What a language model says of an answer that is held against the gold one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from types import MappingProxyType

from graphmem.bench.datasets import Question
from graphmem.errors import OutputInvalid
from graphmem.ports.llm import LLM
from graphmem.prompts.judge import (
    RubricVerdict,
    Task,
    Verdict,
    lenient_prompt,
    rubric_prompt,
    strict_prompt,
    task_prompt,
)

_TASKS: Mapping[str, Task] = MappingProxyType(
    {
        "temporal reasoning": Task.TEMPORAL,
        "knowledge update": Task.UPDATE,
        "single session preference": Task.PREFERENCE,
    }
)
_POINTS: Mapping[str, float] = MappingProxyType({"fulfilled": 1.0, "partly": 0.5, "not": 0.0})


@dataclass(frozen=True, slots=True)
class Marks:
    """Verdicts from 0 to 1; None: not asked. task: by what the question tests (LongMemEval), or the mean over
    the points of its rubric (BEAM).
    """

    strict: float | None = None
    lenient: float | None = None
    task: float | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """Asks a model, at temperature 0. An answer that abstains is right or wrong without asking."""

    llm: LLM

    async def __call__(self, benchmark: str, question: Question, text: str, *, abstained: bool) -> Marks:
        """Raises LLMError and what is under it."""
        if benchmark == "beam":
            return await self._by_rubric(question, text, abstained=abstained)
        if benchmark == "longmemeval":
            return await self._by_task(question, text, abstained=abstained)
        if question.unanswerable or not question.answer:
            return Marks()
        return await self._by_gold(question, text, abstained=abstained)

    async def _by_gold(self, question: Question, text: str, *, abstained: bool) -> Marks:
        if abstained:
            return Marks(0.0, 0.0)
        told = (question.text, question.answer, text)
        strict = await self.llm.structured(strict_prompt(*told), Verdict)
        lenient = await self.llm.structured(lenient_prompt(*told), Verdict)
        return Marks(float(strict.correct), float(lenient.correct))

    async def _by_task(self, question: Question, text: str, *, abstained: bool) -> Marks:
        task = task_of(question)
        plain = task not in (Task.PREFERENCE, Task.ABSTENTION)
        marks = await self._by_gold(question, text, abstained=abstained) if plain else Marks()
        if abstained:
            return Marks(marks.strict, marks.lenient, float(task is Task.ABSTENTION))
        prompt = task_prompt(task, question.text, question.answer, text)
        verdict = await self.llm.structured(prompt, Verdict)
        return Marks(marks.strict, marks.lenient, float(verdict.correct))

    async def _by_rubric(self, question: Question, text: str, *, abstained: bool) -> Marks:
        if not question.rubric:
            return Marks()
        if abstained:
            return Marks(task=float(question.unanswerable))
        prompt = rubric_prompt(question.text, question.rubric, text)
        verdict = await self.llm.structured(prompt, RubricVerdict)
        given = {each.number: _POINTS[each.verdict] for each in verdict.points}
        count = len(question.rubric)
        if sorted(given) != list(range(1, count + 1)):
            raise OutputInvalid(f"The judge marked the points {sorted(given)} of a rubric of {count}.")
        return Marks(task=sum(given.values()) / len(given))


def task_of(question: Question) -> Task:
    """What a question of LongMemEval tests."""
    return Task.ABSTENTION if question.unanswerable else _TASKS.get(str(question.category), Task.STANDARD)


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p of McNemar's test: of questions that one system alone answers rightly, how likely
    is a split at least as uneven if both were equally good.
    """
    count = only_first + only_second
    tail = sum(comb(count, k) for k in range(min(only_first, only_second) + 1))
    return min(1.0, float(2 * tail / 2**count))
