"""The planner that asks a model (LycheeMemory V2, section 3.5; JustMem, section 3.2), held to the question.

Rules plan first; the model's plan is laid over theirs where it follows from the question.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import islice

from graphmem.errors import ConfigError, ModelError
from graphmem.model.interval import Granularity, Interval
from graphmem.model.plan import Access, PlannedBy, Query, QueryPlan, QuestionType, Route
from graphmem.ports.llm import LLM
from graphmem.prompts.plan import PlannedQuestion, plan_prompt
from graphmem.retrieve.phrase import phrasings
from graphmem.retrieve.plan_rules import RulesPlanner
from graphmem.retrieve.plan_words import PlanWords, folded, opens_in_capitals, spelled

_logger = logging.getLogger(__name__)

_MOST_SPEAKERS = 20
_MOST_ROUTES = 4
_MOST_QUERIES = 8
_MOST_REWRITES = 2
_LONGEST_QUERY = 300
_YEARS = (1900, 2100)


@dataclass(frozen=True, slots=True)
class LLMPlanner:
    """Plans a question with one structured call.

    rules: plan when the model fails, and always say whom the question names and whether it asks for a time.

    What the model adds must follow from the question: an entity that the question does not name is dropped,
    and so is every query and rewrite with a name or number that is not given. Its dates count only for an
    expression that stands in the question; where the time resolver reads that expression too, its reading
    counts. `plan.remark` tells what was taken out.
    """

    llm: LLM
    rules: RulesPlanner

    async def __call__(
        self, question: str, speakers: Sequence[str], reference_time: datetime, *, scope: str = ""
    ) -> QueryPlan:
        """See ports.Planner. Never raises for a model that fails: the rules' plan says why it was taken."""
        base = self.rules.plan(question, speakers, reference_time)
        known = list(dict.fromkeys([*base.speakers, *speakers]))[:_MOST_SPEAKERS]
        prompt = plan_prompt(question, known, reference_time, scope)
        try:
            planned = await self.llm.structured(prompt, PlannedQuestion)
        except (ModelError, ConfigError) as error:
            _logger.warning("rules plan the question, since the model did not: %s", error)
            return replace(base, remark=f"planned by rules, since the model failed: {error}")
        return _Merge(base, planned, tuple(known), reference_time)()


@dataclass(frozen=True, slots=True)
class _Merge:
    """The rules' plan with what may be taken from the model's."""

    base: QueryPlan
    planned: PlannedQuestion
    speakers: tuple[str, ...]
    asked_at: datetime

    def __call__(self) -> QueryPlan:
        base, planned = self.base, self.planned
        window, overruled = self._window()
        entities, invented = self._entities()
        words = self._words(window)
        fidelity = planned.fidelity or base.asks_assistant
        merged = replace(
            base,
            type=QuestionType.PRIOR_ASSISTANT_RESPONSE if base.asks_assistant else planned.type,
            operation=planned.operation,
            entities=entities,
            window=window,
            distributed=planned.distributed,
            fidelity=fidelity or planned.type is QuestionType.PRIOR_ASSISTANT_RESPONSE,
            asks_assistant=base.asks_assistant or planned.type is QuestionType.PRIOR_ASSISTANT_RESPONSE,
            target=" ".join(planned.target.split()),
            constraints=tuple(text for each in planned.constraints if (text := " ".join(each.split()))),
            planned_by=PlannedBy.LLM,
        )
        offered = _Offered.of(planned, words, invented, self.base.question)
        rewrites = offered.rewrites if merged.access is Access.COMPOSE else ()
        return replace(
            merged,
            rewrites=rewrites,
            routes=self._routes(merged, offered, rewrites),
            remark="; ".join(
                filter(None, (_told("names", invented), _told("queries", offered.cut), overruled))
            ),
        )

    def _entities(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Those that the question names, in its spelling, and those that it does not."""
        told = {name: spelled(self.base.question, name) for name in self.planned.entities if name.strip()}
        known = {folded(name) for name in self.speakers}
        invented = tuple(name for name, given in told.items() if not given and folded(name) not in known)
        return _distinct([*self.base.entities, *filter(None, told.values())]), invented

    def _window(self) -> tuple[Interval | None, str]:
        """The time within which evidence is sought, and what was overruled."""
        if self.base.wants_time:
            return None, ""
        theirs = self._dates()
        ours = self.base.window
        if ours is not None:
            differ = theirs is not None and not _meet(ours, theirs)
            return ours, "the dates of the time resolver, not the model's" if differ else ""
        expression = self.planned.time_expression.strip()
        if theirs is None or not expression or folded(expression) not in folded(self.base.question):
            return None, "a time that the question does not name" if theirs is not None else ""
        return theirs, ""

    def _dates(self) -> Interval | None:
        first, last = _day(self.planned.since), _day(self.planned.until)
        if first is None or last is None or last < first:
            return None
        zone = self.asked_at.tzinfo
        start, end = datetime.combine(first, time(), zone), datetime.combine(last, time(), zone)
        return Interval(start, end + timedelta(days=1), Granularity.DAY)

    def _words(self, window: Interval | None) -> PlanWords:
        """The question's words, its people, and the numbers of the dates that it means."""
        bounds = [bound for bound in (window.start, window.end) if bound] if window else []
        last = [window.end - timedelta(microseconds=1)] if window and window.end else []
        dates = " ".join(f"{moment:%Y %m %d %B}" for moment in (*bounds, *last))
        return PlanWords.of(self.base.question, dates, *self.base.speakers)

    def _routes(self, plan: QueryPlan, offered: _Offered, rewrites: Sequence[str]) -> tuple[Route, ...]:
        """The question alone unless evidence is spread: then its rewrites too, and a route for every part."""
        question, names = plan.question, plan.speakers
        parts = offered.routes if plan.access is Access.COMPOSE else ()
        alone = parts[0][1] if len(parts) == 1 else ()
        whole = Route(question, phrasings(question, names), plan.window, _beside([*rewrites, *alone], names))
        if len(parts) < 2:
            return (whole,)
        return (
            whole,
            *(
                Route(goal, phrasings(queries[0], names), plan.window, _beside(queries[1:], names))
                for goal, queries in parts
            ),
        )


@dataclass(frozen=True, slots=True)
class _Offered:
    """What a model offers to ask, without what the question does not give; cut: what that was."""

    routes: tuple[tuple[str, tuple[str, ...]], ...]
    rewrites: tuple[str, ...]
    cut: tuple[str, ...]

    @classmethod
    def of(
        cls, planned: PlannedQuestion, words: PlanWords, invented: Sequence[str], question: str
    ) -> _Offered:
        told = [*planned.rewrites, *(query for route in planned.routes for query in route.queries)]
        sentences = opens_in_capitals(told)
        taken = {" ".join(folded(question).split())}
        cut: list[str] = []

        def admitted(texts: Sequence[str], most: int) -> tuple[str, ...]:
            kept: list[str] = []
            for text in map(_clean, texts):
                if not text or folded(text) in taken:
                    continue
                taken.add(folded(text))
                fine = words.admits(text, invented=invented, sentences=sentences)
                (kept if fine else cut).append(text)
            return tuple(kept[:most])

        rewrites = admitted(planned.rewrites, _MOST_REWRITES)
        room, routes = _MOST_QUERIES, []
        for route in islice(planned.routes, _MOST_ROUTES):
            queries = admitted(route.queries, room)
            room -= len(queries)
            if queries:
                routes.append((_clean(route.goal) or queries[0], queries))
        return cls(tuple(routes), rewrites, tuple(cut))


def _beside(texts: Sequence[str], names: Sequence[str]) -> tuple[Query, ...]:
    """Further queries of a route, which together weigh no more than its own text."""
    return tuple(Query(phrasings(text, names), min(0.5, 1 / len(texts))) for text in texts)


def _clean(text: str) -> str:
    whole = " ".join(text.split())
    return whole if len(whole) <= _LONGEST_QUERY else ""


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None
    return day if _YEARS[0] <= day.year <= _YEARS[1] else None


def _meet(one: Interval, other: Interval) -> bool:
    """Whether two bounded intervals share a moment."""
    if one.start is None or one.end is None or other.start is None or other.end is None:
        return True
    return one.start < other.end and other.start < one.end


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(folded(name), name)
    return tuple(first.values())


def _told(kind: str, cut: Sequence[str]) -> str:
    return f"without {kind} that the question does not give: {', '.join(cut)}" if cut else ""
