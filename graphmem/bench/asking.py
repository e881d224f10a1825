"""Asking the questions: which turns come back, and how long it takes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from time import perf_counter

from graphmem.bench.datasets import Benchmark, Dialogue, Question, asked
from graphmem.bench.metered import MeteredEmbedder
from graphmem.bench.metrics import Outcome, judge
from graphmem.errors import ConfigError, GraphMemError
from graphmem.memory import AsyncMemory
from graphmem.model.hit import SearchResult
from graphmem.strategies import DEFAULT_STRATEGY, Method, Strategy

SHOWN, WIDE = 10, 50
_WARM_UP = 100


@dataclass(frozen=True, slots=True)
class Answered:
    """One question's ranked turns. seconds: of the search for ten hits as its caller waits for it; stages:
    what of it by stage, `embed` among them.
    """

    outcome: Outcome
    seconds: float
    stages: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Asker:
    """Searches with one strategy, one question after the other."""

    memory: AsyncMemory
    embedder: MeteredEmbedder
    strategy: Strategy | str

    async def timed(self, question: Question, dialogue: Dialogue) -> Answered:
        """Search for ten hits, timed, and for fifty."""
        self.embedder.query_seconds = 0.0
        started = perf_counter()
        first = await self._search(question, dialogue, SHOWN)
        seconds = perf_counter() - started
        stages = {"embed": self.embedder.query_seconds, **first.timings}
        wide = await self._search(question, dialogue, WIDE)
        outcome = judge(question, ranked(first, dialogue), ranked(wide, dialogue))
        return Answered(outcome, seconds, stages)

    async def ranked_once(self, question: Question, dialogue: Dialogue) -> Outcome:
        """The outcome of one search for fifty hits: half the time, for comparing variants."""
        turns = ranked(await self._search(question, dialogue, WIDE), dialogue)
        return judge(question, turns, turns)

    async def cold(self, data: Benchmark) -> tuple[float, ...]:
        """Seconds of the first question about each conversation, whose part of the store nobody touched yet
        in this run.
        """
        seconds = []
        for dialogue in data.dialogues:
            for question in dialogue.questions[:1]:
                started = perf_counter()
                await self._search(question, dialogue, SHOWN)
                seconds.append(perf_counter() - started)
        return tuple(seconds)

    async def warm_up(self, data: Benchmark) -> None:
        """Up to a hundred searches that nobody counts."""
        share = -(-_WARM_UP // max(1, len(data.dialogues)))
        for dialogue in data.dialogues:
            for question in dialogue.questions[:share]:
                await self._search(question, dialogue, SHOWN)

    async def all_timed(self, data: Benchmark) -> AsyncIterator[Answered]:
        """Every question in the file's order."""
        for dialogue in data.dialogues:
            for question in dialogue.questions:
                yield await self.timed(question, dialogue)

    async def _search(self, question: Question, dialogue: Dialogue, top_k: int) -> SearchResult:
        given = asked(question, dialogue)
        return await self.memory.search(
            given.text,
            user_id=dialogue.scope,
            top_k=top_k,
            reference_time=given.reference_time,
            strategy=self.strategy,
        )


def ranked(result: SearchResult, dialogue: Dialogue) -> tuple[int, ...]:
    """Places of the distinct turns behind the hits, in the order of hits and of citations in a hit.

    Raises GraphMemError for a turn that is not of this conversation: no user may see another's.
    """
    places: dict[int, None] = {}
    for hit in result:
        for citation in hit.citations:
            place = dialogue.places.get((citation.session_id, citation.message_id or ""))
            if place is None:
                raise GraphMemError(
                    f"a search of {dialogue.scope} cited turn {citation.turn_id}, which is not in the file's "
                    "conversation: the store holds something else under this user; run again with --fresh"
                )
            places.setdefault(place)
    return tuple(places)


async def variant(
    memory: AsyncMemory, without: Collection[str] = (), with_: Collection[str] = (), name: str = ""
) -> Strategy | str:
    """A strategy by name, or the default one with channels and steps switched off and on.

    Raises InputError for an unknown channel or step, ConfigError when the named strategy has no such parts.
    """
    name = name or DEFAULT_STRATEGY
    if not (without or with_):
        return name
    method = (await memory.open()).reading.strategies.get(name)
    if not isinstance(method, Method):
        raise ConfigError(f"the strategy {name!r} has no channels and steps to switch off or on")
    return method.varied(without, with_)
