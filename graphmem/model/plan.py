"""What a question asks for, and how it will be looked up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graphmem.model.interval import Interval


class QuestionType(StrEnum):
    """The seven types of LycheeMemory V2, section 3.5."""

    SINGLE = "single"
    AGGREGATE = "aggregate"
    TEMPORAL = "temporal"
    COMPARISON = "comparison"
    PERSONALIZED_ADVICE = "personalized_advice"
    PRIOR_ASSISTANT_RESPONSE = "prior_assistant_response"
    OTHER = "other"


class Operation(StrEnum):
    """What is done with the evidence."""

    LOOKUP = "lookup"
    COUNT = "count"
    LIST = "list"
    ORDER = "order"
    COMPARE = "compare"
    DURATION = "duration"


class Access(StrEnum):
    """How far the search goes (JustMem, section 3.2)."""

    LOOKUP = "lookup"
    COMPOSE = "compose"
    REPLAY = "replay"


class Phrasing(StrEnum):
    """The forms in which one query is asked.

    FULL as asked; UNNAMED without the speakers it names, since the speaker acts as a factor instead.
    """

    FULL = "full"
    UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class Query:
    """One more text of a route, by phrasing; weight: beside the route's own text, which has 1."""

    texts: tuple[tuple[Phrasing, str], ...]
    weight: float = 0.5

    def text(self, phrasing: Phrasing) -> str:
        """The query in this phrasing."""
        return dict(self.texts)[phrasing]


@dataclass(frozen=True, slots=True)
class Route:
    """One line of search: what it is after, its texts by phrasing, and a window of time or None.

    also: paraphrases and rewrites that are asked beside it, for the same places among what is kept.
    """

    goal: str
    texts: tuple[tuple[Phrasing, str], ...]
    window: Interval | None = None
    also: tuple[Query, ...] = ()

    def text(self, phrasing: Phrasing) -> str:
        """The query in this phrasing."""
        return dict(self.texts)[phrasing]

    @property
    def queries(self) -> tuple[Query, ...]:
        """All that is asked on this route, its own text first."""
        return (Query(self.texts, 1.0), *self.also)


class PlannedBy(StrEnum):
    """Who made a plan."""

    RULES = "rules"
    LLM = "llm"


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """Type, operation, demands and routes of one question.

    speakers: the speakers of this user's conversations that the question names.
    distributed: the evidence lies in several places; fidelity: the answer must replay what was said.
    wants_time: the answer is a time, so dated statements are likelier evidence.
    asks_assistant, asks_user: the question is about what the assistant, or the user who asks, said.
    wishes: a request or a plain question, to which what the user always wants may apply.
    routes: what is asked; with the access Lookup or Replay that is the question alone.
    rewrites: the question in other words that do not give an answer away; asked when the access is Compose.
    target: what the evidence must tell; constraints: what it must also meet, for a reranker, never searched.
    remark: why rules planned although a model was asked, or what was taken out of the model's plan; "" else.
    """

    question: str
    type: QuestionType
    operation: Operation
    routes: tuple[Route, ...]
    speakers: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    window: Interval | None = None
    distributed: bool = False
    fidelity: bool = False
    wants_time: bool = False
    asks_assistant: bool = False
    asks_user: bool = False
    wishes: bool = False
    rewrites: tuple[str, ...] = ()
    target: str = ""
    constraints: tuple[str, ...] = ()
    planned_by: PlannedBy = PlannedBy.RULES
    remark: str = ""

    @property
    def access(self) -> Access:
        """Replay when the source is demanded, else Compose when evidence is spread, else Lookup."""
        if self.fidelity:
            return Access.REPLAY
        return Access.COMPOSE if self.distributed else Access.LOOKUP
