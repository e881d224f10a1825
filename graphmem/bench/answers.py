"""Having the questions answered: by the memory, and by the same prompt over other contexts, beside.

Of a question nothing but its words and its time gets here to a model (bench.datasets.asked).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from time import perf_counter

from graphmem.answer.asking import Asking
from graphmem.answer.fence import repeatable_marker
from graphmem.answer.keep_model import KeepByModel
from graphmem.answer.model_reply import ModelReply
from graphmem.arguments.ask_request import ask_request
from graphmem.bench.answer_cache import CachedLLM, noting
from graphmem.bench.answer_controls import FULL, MEMORY, NAIVE, Contexts, request
from graphmem.bench.datasets import Benchmark, Dialogue, Question, asked
from graphmem.bench.judging import Judge
from graphmem.bench.replies import Answers, Given, Tell
from graphmem.components import Components
from graphmem.errors import LLMError
from graphmem.model.answer import Answer, AskRequest
from graphmem.model.hit import SearchResult
from graphmem.model.plan import QueryPlan
from graphmem.ports.llm import LLM
from graphmem.prompts.simplify import Core, simplify_prompt
from graphmem.strategies import Strategy

_FAILURES = 5
_REMEMBERED = 50_000  # turns


@dataclass(frozen=True, slots=True)
class Exam:
    """Answers every question of the benchmark. parts: of the memory; llm: None where it quotes; shortener:
    cuts answers down to their cores.
    """

    data: Benchmark
    parts: Components
    strategy: Strategy
    llm: CachedLLM | None
    judge: Judge | None
    contexts: Contexts | None
    tell: Tell
    concurrency: int = 1
    shortener: LLM | None = None

    async def __call__(self, into: Answers) -> None:
        """Raises what asking raises, but LLMError only when five replies in a row have failed with it."""
        asking = repeatable(self.parts.reading.asking)
        beside = remembering(asking)
        for run in range(1, into.runs + 1):
            if self.llm:
                self.llm.run = run
            one = _Pass(self, asking, beside, run, into)
            await side_by_side(one.jobs(), self.concurrency)

    @property
    def replies(self) -> int:
        """How many there will be in one run."""
        return len(self.data.probes) * (1 if self.contexts is None else 3)


@dataclass(frozen=True, slots=True)
class _Pass:
    """All questions once."""

    exam: Exam
    asking: Asking
    beside: Asking
    run: int
    into: Answers
    failures: Streak = field(default_factory=lambda: Streak("replies"))
    unjudged: Streak = field(default_factory=lambda: Streak("verdicts"))

    def jobs(self) -> Iterator[Callable[[], Awaitable[None]]]:
        """One for each question."""
        for dialogue in self.exam.data.dialogues:
            for question in dialogue.probes:
                yield partial(self._answer, question, dialogue)

    async def _answer(self, question: Question, dialogue: Dialogue) -> None:
        plan = await self._by_memory(question, dialogue)
        if self.exam.contexts:
            for system in (FULL, NAIVE):
                found = self.exam.contexts.result(system, question, dialogue, plan)
                await self._by_control(system, question, dialogue, found)

    async def _by_memory(self, question: Question, dialogue: Dialogue) -> QueryPlan | None:
        told = asked(question, dialogue)
        wanted = ask_request(
            told.text,
            scope=dialogue.scope,
            now=self.exam.parts.clock.now(),
            reference_time=told.reference_time,
        )

        async def find() -> SearchResult:
            return await self.exam.strategy(wanted.search)

        answer = await self._enter(MEMORY, question, partial(self._recorded, self.asking, wanted, find))
        return answer.plan if answer else None

    async def _by_control(
        self, system: str, question: Question, dialogue: Dialogue, found: SearchResult
    ) -> None:
        wanted = request(asked(question, dialogue), dialogue.scope, self.exam.parts.clock.now())

        async def find() -> SearchResult:
            return found

        await self._enter(system, question, partial(self._recorded, self.beside, wanted, find))

    async def _recorded(
        self, asking: Asking, wanted: AskRequest, find: Callable[[], Awaitable[SearchResult]]
    ) -> Answer:
        with self.exam.parts.ledger.recording() as recording:
            answer = await asking(wanted, await find())
        return replace(answer, usage=recording.usage)

    async def _enter(
        self, system: str, question: Question, ask: Callable[[], Awaitable[Answer]]
    ) -> Answer | None:
        """The answer, once it is noted and judged; None when the model failed."""
        answer, given = await _given(ask, system, self.run, question)
        self.into.given.append(given)
        self.failures.note(given.failed)
        if not given.failed:
            await self._assess(given)
        self.exam.tell("Answering", len(self.into.given), self.exam.replies * self.into.runs)
        return answer

    async def _assess(self, given: Given) -> None:
        failed, question = "", given.question
        try:
            if self.exam.judge:
                self.into.marks[given.place] = await self.exam.judge(
                    self.exam.data.name, question, given.text, abstained=given.abstained
                )
            if self.exam.shortener and question.answer and not given.abstained:
                prompt = simplify_prompt(question.text, given.text)
                self.into.cores[given.place] = (await self.exam.shortener.structured(prompt, Core)).core
        except LLMError as error:
            failed = self.into.unjudged[given.place] = str(error)
        self.unjudged.note(failed)


@dataclass(slots=True)
class Streak:
    """Failures in a row. One question may be too much for a model; several say that the model is gone."""

    what: str
    length: int = 0

    def note(self, failed: str) -> None:
        """failed: why, "" for a success. Raises LLMError for the fifth failure in a row."""
        self.length = self.length + 1 if failed else 0
        if self.length >= _FAILURES:
            raise LLMError(
                f"{_FAILURES} {self.what} in a row have failed, the last one so: {failed} What was answered "
                "is kept; the same command goes on."
            )


def repeatable(asking: Asking) -> Asking:
    """The same, with fences that depend on the texts alone, so that a prompt can be found again."""
    reply, construct = asking.reply, asking.construct
    if isinstance(reply, ModelReply):
        reply = replace(reply, draw=repeatable_marker)
    if isinstance(construct.keep, KeepByModel):
        construct = replace(construct, keep=replace(construct.keep, draw=repeatable_marker))
    return replace(asking, reply=reply, construct=construct)


def remembering(asking: Asking) -> Asking:
    """The same, but for each turn the times in it are looked for once: a whole conversation is read for every
    question about it.
    """
    times = lru_cache(_REMEMBERED)(asking.gather.times)
    return replace(asking, gather=replace(asking.gather, times=times))


async def side_by_side(jobs: Iterable[Callable[[], Awaitable[None]]], limit: int) -> None:
    """Run at most `limit` of the jobs at once. The first that fails, or cancelling, ends them all."""
    left = iter(jobs)

    async def worker() -> None:
        for job in left:
            await job()

    workers = [asyncio.ensure_future(worker()) for _ in range(limit)]
    try:
        await asyncio.gather(*workers)
    finally:
        for each in workers:
            each.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


async def _given(
    ask: Callable[[], Awaitable[Answer]], system: str, run: int, question: Question
) -> tuple[Answer | None, Given]:
    started = perf_counter()
    with noting() as found:
        try:
            answer = await ask()
        except LLMError as error:
            return None, Given(system, run, question, failed=str(error))
    timings = {} if found else {**answer.timings, "whole": perf_counter() - started}
    given = Given(
        system, run, question, answer.text, answer.abstained, answer.context_tokens, answer.usage, timings
    )
    return answer, given
