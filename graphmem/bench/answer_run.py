"""The answering half of a benchmark's run: which models take part, and what stands beside the memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from graphmem.adapters.ledger import Ledger
from graphmem.bench.answer_cache import CachedLLM
from graphmem.bench.answer_controls import contexts
from graphmem.bench.answers import Exam
from graphmem.bench.datasets import Benchmark
from graphmem.bench.judging import Judge
from graphmem.bench.naive import NaiveRag
from graphmem.bench.replies import NO_MODEL, Answering, Answers, Tell
from graphmem.components import Components
from graphmem.errors import ConfigError, LLMError
from graphmem.named_models import make_llm
from graphmem.ports.llm import LLM
from graphmem.settings import Settings
from graphmem.strategies import Strategy

FOLDER = "bench-answers"


@dataclass(frozen=True, slots=True)
class Models:
    """Who answers and who judges, with what they have said kept in one folder."""

    llm: CachedLLM | None = None
    judge: CachedLLM | None = None
    shortener: CachedLLM | None = None

    @classmethod
    def of(
        cls, wanted: Answering | None, settings: Settings, llm: LLM | None = None, judge: LLM | None = None
    ) -> Models:
        """Those that the settings and the options name; llm and judge are used instead where they are given.

        Raises ConfigError without a key, or when a judge is wanted and no model is named.
        """
        if wanted is None:
            return cls()
        ledger: Ledger = getattr(llm, "ledger", None) or Ledger(settings.llm.budget)
        folder = wanted.cache or cache_folder(settings)
        answers = llm or make_llm(settings, ledger)
        kept = CachedLLM(answers, folder, ledger=ledger, run=1) if answers else None
        if not (wanted.judge or wanted.simplify):
            return cls(kept)
        named = _named(settings, wanted.judge_model)
        judges = judge or (make_llm(named, ledger) if wanted.judge_model else answers)
        if judges is None:
            raise ConfigError(
                "--judge and --simplify ask a language model, and none is named: set GRAPHMEM_LLM_MODEL or "
                "--judge-model"
            )
        after = CachedLLM(judges, folder, ledger=getattr(judges, "ledger", ledger))
        return cls(kept, after if wanted.judge else None, after if wanted.simplify else None)

    async def aclose(self) -> None:
        """End their connections."""
        for each in (self.llm, self.judge or self.shortener):
            if each:
                await each.aclose()


def cache_folder(settings: Settings) -> Path:
    """Where answers are kept unless another folder is named."""
    return (settings.server.cache or settings.server.home / "cache") / FOLDER


async def examine(
    into: Answers,
    data: Benchmark,
    parts: Components,
    strategy: Strategy | str,
    models: Models,
    naive: NaiveRag,
    settings: Settings,
    tell: Tell,
    *,
    controls: bool,
) -> None:
    """Have everything answered and judged. When the model fails for good, `into.stopped` says why."""
    into.model = models.llm.id if models.llm else ""
    into.judge = models.judge.id if models.judge else ""
    into.kept = tuple(each.kept for each in (models.llm, models.judge or models.shortener) if each)
    into.concurrency = settings.llm.concurrency if models.llm else 1
    into.simplified = models.shortener is not None
    into.left_out = "" if models.llm or not controls else NO_MODEL
    beside = None
    if controls and models.llm:
        beside = await contexts(data, naive, _counting(data, tell))
    judge = Judge(models.judge) if models.judge else None
    exam = Exam(
        data,
        parts,
        parts.reading.strategy(strategy),
        models.llm,
        judge,
        beside,
        tell,
        into.concurrency,
        models.shortener,
    )
    try:
        await exam(into)
    except LLMError as error:
        into.stopped = str(error)


def _counting(data: Benchmark, tell: Tell) -> Callable[[int], None]:
    return lambda done: tell("Ranking turns for naive RAG", done, len(data.probes))


def _named(settings: Settings, model: str) -> Settings:
    if not model:
        return settings
    return settings.model_copy(update={"llm": settings.llm.model_copy(update={"model": model})})
