"""The default method: turns found through passages, contexts and their words, shown as records with proof.

What is OPTIONAL or not ON can be switched on: by the measurements in docs/reading.md it brings nothing,
or less than it costs, without an LLM.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from graphmem.errors import InputError
from graphmem.extract.time_expressions import find_times
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Channel
from graphmem.retrieve.fuse import SessionBonus, TurnFactors
from graphmem.retrieve.plan_llm import LLMPlanner
from graphmem.retrieve.plan_rules import RulesPlanner
from graphmem.retrieve.recall import MODEL_QUESTIONS, QUESTIONS, Question, Recall
from graphmem.retrieve.rerank import Rerank
from graphmem.retrieve.search import Search
from graphmem.retrieve.select import MaximalMarginalRelevance, RouteQuota
from graphmem.strategies.ports import SearchPorts

OPTIONAL = (
    Question(Channel.RECORD_TEXT, Phrasing.FULL, 0.5),
    Question(Channel.EVIDENCE, Phrasing.FULL, 0.25),
    Question(Channel.EVIDENCE_TEXT, Phrasing.FULL, 0.25),
    Question(Channel.TREE, Phrasing.UNNAMED, 0.5),
    Question(Channel.BEAM, Phrasing.UNNAMED, 0.5),
)
PHRASINGS = (Phrasing.UNNAMED,)
FACTORS = ("speaker", "user", "dated", "question")
STEPS = ("session", "quota", "diversity", "compound")
ON = frozenset([*(each.channel for each in QUESTIONS), Phrasing.UNNAMED, *FACTORS, "session", "quota"])
NAMES = tuple(dict.fromkeys([*(q.channel for q in (*QUESTIONS, *OPTIONAL)), *PHRASINGS, *FACTORS, *STEPS]))


def evidence(ports: SearchPorts, *, without: Collection[str] = (), with_: Collection[str] = ()) -> Search:
    """The composition behind `search`. without, with_: names of NAMES to switch off or on (ON is on).

    Raises InputError for an unknown name.
    """
    unknown = sorted({*without, *with_} - set(NAMES))
    if unknown:
        raise InputError(f"unknown channel or step {', '.join(unknown)}; there are {', '.join(NAMES)}")
    on = (ON | set(with_)) - set(without)
    questions = MODEL_QUESTIONS if ports.model_records else QUESTIONS
    asked = (*(_worded(each, on) for each in questions), *(each for each in OPTIONAL if _wanted(each, with_)))
    plain = {name: 0.0 if name == "question" else 1.0 for name in FACTORS if name not in on}
    if "user" in plain:
        plain["said"] = 1.0
    rules = RulesPlanner(find_times, compound="compound" in on)
    return Search(
        ports.reader,
        ports.cards,
        ports.embedder,
        rules if ports.planner is None else LLMPlanner(ports.planner, rules),
        Recall(ports.reader, ports.embedder, tuple(each for each in asked if each.channel in on)),
        factors=TurnFactors(**plain),
        bonus=SessionBonus() if "session" in on else None,
        quota=RouteQuota() if "quota" in on else None,
        rerank=None if ports.reranker is None else Rerank(ports.cards, ports.reranker),
        diversity=MaximalMarginalRelevance() if "diversity" in on else None,
    )


def _worded(question: Question, on: Collection[str]) -> Question:
    """The question in full where its phrasing is switched off."""
    spoken = question.phrasing is Phrasing.FULL or question.phrasing in on
    return question if spoken else replace(question, phrasing=Phrasing.FULL)


def _wanted(question: Question, with_: Collection[str]) -> bool:
    """Whether an optional question was switched on."""
    return question.channel in with_
