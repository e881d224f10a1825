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

    FULL as asked; UNNAMED without the speakers it names, since the speaker acts as a factor instead;
    STATEMENT the unnamed form without its question words, close to how an answer is worded.
    """

    FULL = "full"
    UNNAMED = "unnamed"
    STATEMENT = "statement"


@dataclass(frozen=True, slots=True)
class Route:
    """One line of search: what it is after, its texts by phrasing, and a window of time or None."""

    goal: str
    texts: tuple[tuple[Phrasing, str], ...]
    window: Interval | None = None

    def text(self, phrasing: Phrasing) -> str:
        """The query in this phrasing."""
        return dict(self.texts)[phrasing]


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """Type, operation, demands and routes of one question.

    speakers: the speakers of this user's conversations that the question names.
    distributed: the evidence lies in several places; fidelity: the answer must replay what was said.
    wants_time: the answer is a time, so dated statements are likelier evidence.
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

    @property
    def access(self) -> Access:
        """Replay when the source is demanded, else Compose when evidence is spread, else Lookup."""
        if self.fidelity:
            return Access.REPLAY
        return Access.COMPOSE if self.distributed else Access.LOOKUP
