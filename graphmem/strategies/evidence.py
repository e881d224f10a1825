"""The default method: turns found through passages, contexts and their words, shown as records with proof.

What is OPTIONAL or not ON can be switched on: by the measurements in docs/reading.md it brings nothing,
or less than it costs, without an LLM.
"""

from __future__ import annotations

from collections.abc import Collection

from graphmem.errors import InputError
from graphmem.extract.time_expressions import find_times
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Channel
from graphmem.ports.embedder import Embedder
from graphmem.ports.search import CardReader, SearchReader
from graphmem.retrieve.fuse import SessionBonus, TurnFactors
from graphmem.retrieve.plan_rules import RulesPlanner
from graphmem.retrieve.recall import QUESTIONS, Question, Recall
from graphmem.retrieve.search import Search
from graphmem.retrieve.select import MaximalMarginalRelevance, RouteQuota

OPTIONAL = (
    Question(Channel.PASSAGES, Phrasing.STATEMENT, 0.25),
    Question(Channel.RECORD_TEXT, Phrasing.FULL, 0.5),
    Question(Channel.EVIDENCE, Phrasing.FULL, 0.25),
    Question(Channel.EVIDENCE_TEXT, Phrasing.FULL, 0.25),
)
PHRASINGS = (Phrasing.UNNAMED, Phrasing.STATEMENT)
FACTORS = ("speaker", "user", "dated", "question")
STEPS = ("session", "quota", "diversity", "compound")
ON = frozenset([*(each.channel for each in QUESTIONS), Phrasing.UNNAMED, *FACTORS, "session", "quota"])
NAMES = tuple(dict.fromkeys([*(q.channel for q in (*QUESTIONS, *OPTIONAL)), *PHRASINGS, *FACTORS, *STEPS]))


def evidence(
    reader: SearchReader,
    cards: CardReader,
    embedder: Embedder,
    *,
    without: Collection[str] = (),
    with_: Collection[str] = (),
) -> Search:
    """The composition behind `search`. without, with_: names of NAMES to switch off or on (ON is on).

    Raises InputError for an unknown name.
    """
    unknown = sorted({*without, *with_} - set(NAMES))
    if unknown:
        raise InputError(f"unknown channel or step {', '.join(unknown)}; there are {', '.join(NAMES)}")
    on = (ON | set(with_)) - set(without)
    questions = tuple(q for q in (*QUESTIONS, *OPTIONAL) if q.channel in on and _asked(q.phrasing, on))
    plain = {name: 0.0 if name == "question" else 1.0 for name in FACTORS if name not in on}
    return Search(
        reader,
        cards,
        embedder,
        RulesPlanner(find_times, compound="compound" in on),
        Recall(reader, embedder, questions),
        factors=TurnFactors(**plain),
        bonus=SessionBonus() if "session" in on else None,
        quota=RouteQuota() if "quota" in on else None,
        diversity=MaximalMarginalRelevance() if "diversity" in on else None,
    )


def _asked(phrasing: Phrasing, on: Collection[str]) -> bool:
    return phrasing is Phrasing.FULL or phrasing in on
