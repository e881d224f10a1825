"""`graphmem bench locomo|beam|longmemeval`: retrieval, adding and search times, without an LLM.

The conversations live in the store under users of their own ("locomo:conv-26") and stay there: what is there
is measured again without being added again, and a run that was broken off goes on. What was measured until
then is reported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from graphmem import bootstrap
from graphmem.bench import crowd
from graphmem.bench.adding import (
    add_dialogue,
    all_held,
    memory_in_use,
    one_at_a_time,
    remove_user,
    warm_up,
)
from graphmem.bench.answer_run import Models, examine
from graphmem.bench.asking import Answered, Asker, variant
from graphmem.bench.crowd_records import PoolEncoder
from graphmem.bench.datasets import Benchmark, read_audit, read_locomo, sample
from graphmem.bench.findings import CrowdFindings, Findings, Options, Row
from graphmem.bench.haystacks import read_beam, read_longmemeval
from graphmem.bench.in_context import InContext
from graphmem.bench.metered import MeteredEmbedder, metered
from graphmem.bench.naive import NaiveRag
from graphmem.bench.recorded import SCOPE, read_observations
from graphmem.bench.replies import Answering, Answers
from graphmem.extract.encode_recorded import RecordedEncoder
from graphmem.localserver import Report, silent
from graphmem.memory import AsyncMemory
from graphmem.model.usage import Tokens, Usage
from graphmem.ports.embedder import Embedder
from graphmem.ports.llm import LLM
from graphmem.store.executor import Executor
from graphmem.strategies import Strategy, ablations

Tell = Callable[[str, int, int], None]
"""Told a step in a few words, how far it is and how far it goes; 0 where that is unknown."""

READERS: Mapping[str, Callable[[Path, Sequence[int]], Benchmark]] = {
    "locomo": read_locomo,
    "beam": read_beam,
    "longmemeval": read_longmemeval,
}


async def run(
    options: Options,
    *,
    tell: Tell,
    progress: Report = silent,
    llm: LLM | None = None,
    judge: LLM | None = None,
    **connection: Any,
) -> Findings:
    """Measure. Cancelling it (Ctrl-C) ends it early with what was measured by then; what was added stays.

    tell: told every step. progress: told of downloads and the server's start. llm, judge: asked instead of
    those that the settings and the options name. connection: as AsyncMemory.
    Raises InputError for a file, a number or a name that is wrong, and what AsyncMemory raises.
    """
    data = chosen_data(options)
    encoder: RecordedEncoder | None = None
    if options.recorded:
        encoder = read_observations(options.path)
        data = replace(data, dialogues=tuple(replace(each, benchmark=SCOPE) for each in data.dialogues))
    settings = bootstrap.load_settings(None, **connection)
    findings = Findings(options, data, settings)
    if options.audit:
        findings.audited = read_audit(options.audit)
    models = Models.of(options.answering, settings, llm, judge)
    embedder = await metered(settings, progress)
    findings.embedder = embedder.id

    def opened(other: Embedder, **changes: Any) -> AsyncMemory:
        ports = {"encoder": encoder} if encoder else {}
        asked = models.llm or llm
        still = {"quiet_seconds": None}  # nothing runs beside what is timed
        given = {"llm": asked, "progress": progress, "write": still, **connection, **ports, **changes}
        return AsyncMemory(embedder=other, **given)

    try:
        async with opened(embedder) as memory:
            executor = (await memory.open()).executor
            findings.model = asked.id if (asked := models.llm or llm) else settings.llm.model or ""
            naive = NaiveRag(embedder, findings.naive_seconds)
            running = _Run(findings, memory, embedder, models, opened, executor, tell, naive)
            await running()
            findings.complete = not (findings.answers and findings.answers.stopped)
    except asyncio.CancelledError:
        tell("Stopped; reporting what was measured", 0, 0)
    finally:
        await embedder.aclose()
        await models.aclose()
    return findings


def chosen_data(options: Options) -> Benchmark:
    """The conversations and questions that the options choose. Raises InputError as the readers."""
    read = READERS[options.benchmark]
    return sample(read(options.path, options.conversations), options.questions, options.seed)


class Opening(Protocol):
    """Opens another memory over the same store. changes: as AsyncMemory, instead of what the run has."""

    def __call__(self, other: Embedder, **changes: Any) -> AsyncMemory: ...


@dataclass(frozen=True, slots=True)
class _Run:
    """One run over an open memory, writing into its findings step by step."""

    found: Findings
    memory: AsyncMemory
    embedder: MeteredEmbedder
    models: Models
    opened: Opening
    executor: Executor
    tell: Tell
    naive: NaiveRag

    async def __call__(self) -> None:
        options, found = self.found.options, self.found
        asker = await self._asker(options.without, options.with_)
        rows = await self.executor.read("admin/components")
        found.server = ", ".join(f"{row['name']} {' '.join(row['versions'])}" for row in rows)
        if options.crowd_remove and not options.crowd:
            await self._remove_crowd()
        await self._add()
        found.background = (await self._held_by_others()).turns
        (found.store,) = await self.executor.read("admin/store_size")
        found.cold = await asker.cold(found.data)
        found.answered = await self._ask(asker, "Asking", found.answered)
        if options.context:
            await self._contexts(asker.strategy)
        if options.control:
            await self._control()
        if options.answering:
            await self._answer(options.answering, asker.strategy)
        if options.ablate:
            await self._ablate()
        if options.crowd:
            await self._among_others(asker)

    async def _asker(self, without: Sequence[str], with_: Sequence[str]) -> Asker:
        strategy = await variant(self.memory, without, with_, self.found.options.strategy)
        return Asker(self.memory, self.embedder, strategy)

    async def _add(self) -> None:
        found, dialogues = self.found, self.found.data.dialogues
        total, done = sum(dialogue.turns for dialogue in dialogues), 0
        if found.options.fresh:
            for number, dialogue in enumerate(dialogues):
                self.tell("Removing the conversations of earlier runs", number, len(dialogues))
                await remove_user(self.executor, dialogue.scope)
        timed = not (found.options.answering and await all_held(self.memory, dialogues))
        self.tell("Warming up", 0, 0)
        if timed:
            await warm_up(self.memory, self.executor, dialogues[0])
        found.memory_at_start = memory_in_use()
        for dialogue in dialogues:
            step, before = f"Adding {dialogue.name}", done

            def told(turns: int, step: str = step, before: int = before) -> None:
                self.tell(step, before + turns, total)

            before_it = await self.memory.usage(user_id=dialogue.scope)
            added = await add_dialogue(self.memory, self.embedder, dialogue, told)
            found.spent[dialogue.name] = (await self.memory.usage(user_id=dialogue.scope)).since(before_it)
            done += dialogue.turns
            if added:
                found.added.append(added)
            found.reused += dialogue.turns - (added.turns if added else 0)
        if timed:
            found.one_turn = await one_at_a_time(
                self.memory,
                self.executor,
                dialogues[0],
                lambda number, count: self.tell("Adding one turn at a time", number, count),
            )

    async def _ask(self, asker: Asker, step: str, into: list[Answered]) -> list[Answered]:
        total = len(self.found.data.questions)
        self.tell("Warming up", 0, 0)
        await asker.warm_up(self.found.data)
        self.tell(step, 0, total)
        async for answered in asker.all_timed(self.found.data):
            into.append(answered)
            self.tell(step, len(into), total)
        return into

    async def _contexts(self, strategy: Strategy | str) -> None:
        """A context for every question with a gold answer, and whether the answer stands in it."""
        options, parts = self.found.options, await self.memory.open()
        ask = InContext(self.memory, strategy, parts.reading.context, options.context, options.seed)

        def told(done: int, total: int) -> None:
            self.tell("Looking for answers in contexts", done, total)

        await ask(self.found.data, self.found.contexts, told)

    async def _control(self) -> None:
        total = len(self.found.data.questions)
        self.tell("Embedding turns for naive RAG", 0, total)
        self.found.control = await self.naive.all(
            self.found.data, lambda done: self.tell("Asking naive RAG", done, total)
        )

    async def _answer(self, wanted: Answering, strategy: Strategy | str) -> None:
        """Every question, also those without an answer. Quotations are the same in every run: one will do."""
        found, parts = self.found, await self.memory.open()
        found.answers = Answers(runs=wanted.runs if self.models.llm else 1)
        try:
            await examine(
                found.answers, found.data, parts, strategy, self.models, self.naive, found.settings,
                self.tell, controls=found.options.control,
            )  # fmt: skip
        finally:
            after = self.models.judge or self.models.shortener
            spent = (after.ledger if after else parts.ledger).usage().purposes
            found.answers.adding = sum(found.spent.values(), Usage()).total
            found.answers.judging = spent.get("judge", Tokens()) + spent.get("simplify", Tokens())

    async def _ablate(self) -> None:
        """One pass over the questions for each ablation of the strategy."""
        options = self.found.options
        rows = self.found.ablation
        rows.append(await self._pass("as it is", options.without, options.with_))
        for title, without, with_ in ablations(options.strategy, options.without, options.with_):
            rows.append(await self._pass(title, without, with_))

    async def _pass(self, name: str, without: Sequence[str], with_: Sequence[str]) -> Row:
        asker = await self._asker(without, with_)
        data, outcomes, started = self.found.data, [], perf_counter()
        for dialogue in data.dialogues:
            for question in dialogue.questions:
                outcomes.append(await asker.ranked_once(question, dialogue))
                self.tell(f"Ablation: {name}", len(outcomes), len(data.questions))
        return Row(name, tuple(outcomes), perf_counter() - started)

    async def _among_others(self, asker: Asker) -> None:
        """The same questions with the background, and without it where the store had none at the start."""
        found, options = self.found, self.found.options
        found.crowd = findings = CrowdFindings(options.crowd)
        if not found.background:
            findings.alone = found.answered
        await self._fill(findings)
        findings.among = []
        await self._ask(asker, "Asking among other users", findings.among)
        if options.crowd_remove:
            await self._remove_crowd()
            if findings.alone is None:
                findings.alone = []
                await self._ask(asker, "Asking without them", findings.alone)

    async def _fill(self, findings: CrowdFindings) -> None:
        seed, total = self.found.options.seed, findings.turns
        pool = await crowd.read_pool(self.executor, self.found.data.dialogues)
        wanted, started = crowd.plan(total, seed), perf_counter()

        def told(turns: int) -> None:
            self.tell("Adding other users", turns, total)

        embedder, encoder = crowd.PoolEmbedder(pool, self.embedder.id, seed), PoolEncoder(pool.facts, seed)
        async with self.opened(embedder, encoder=encoder, belief="off") as other:
            findings.added = await crowd.fill(other, self.executor, pool, wanted, seed, told)
        findings.seconds = perf_counter() - started
        findings.held = await self._held_by_others()

    async def _held_by_others(self) -> crowd.Held:
        return sum((await crowd.held(self.executor)).values(), crowd.Held())

    async def _remove_crowd(self) -> None:
        await crowd.remove(self.executor, lambda n: self.tell("Removing other users", n, 0))
        self.found.background = 0
