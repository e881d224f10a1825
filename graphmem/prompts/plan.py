"""How a question is to be looked up: what the model is asked, and the form of its plan."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema

from graphmem.model.plan import Operation, QuestionType
from graphmem.model.prompt import Prompt
from graphmem.prompts.fence import FENCE_RULE, fenced

VERSION: Final = "plan/1"
_MOST_TOKENS = 900

_SYSTEM = f"""\
You plan how a question is looked up in a memory of past conversations. You do not answer it, and you do not
know the conversations: everything you write must follow from the question alone.

{FENCE_RULE}

Fill in:
- type: "single" for one fact; "aggregate" for a count or a collection of facts; "temporal" when the answer is
  a time, an order or a span; "comparison" when things or people are set side by side; "personalized_advice"
  when something is wished for that should suit this person; "prior_assistant_response" when it asks what an
  assistant said before; else "other".
- operation: what is done with the evidence: "lookup", "count", "list", "order", "compare" or "duration".
- entities: the names in the question, exactly as spelled there. No others.
- target: in a few words, what the evidence has to tell.
- constraints: conditions that it has to meet, such as a place, a status or a period.
- time_expression: the words of the question that bound the time of the evidence ("in May 2023", "last week"),
  copied exactly; empty when the time is what is asked for, or when there are none. since and until: the first
  and the last day of it as YYYY-MM-DD, reckoned from the day of the question; empty when you cannot tell.
- distributed: true only when the answer must be put together from several conversations, as for counts,
  lists, orders and comparisons.
- fidelity: true only when the exact words, numbers or steps of an earlier message are asked for.
- routes: usually one. Several only when the question has parts that are found in different places: two
  people, two events that are compared, the two ends of a span, the kinds of things to count. Each has a goal
  and its own queries, 3 to 8 queries in all: short phrases in the language of the question, worded as the
  evidence may word them, with the person's name where the question names one.
- rewrites: for a distributed question up to two other wordings of the whole question that keep its names and
  conditions; otherwise none.

Queries and rewrites must not contain a guess at the answer: no name, number, date, place or thing that is
not in the question. Write them in lower case; only names have capital letters."""


def _read(kinds: type[StrEnum], value: Any, other: str) -> str:
    name = str(value).strip().lower().replace(" ", "_").replace("-", "_")
    return name if name in set(kinds) else other


def _names(kinds: type[StrEnum]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": [str(kind) for kind in kinds]})


def _text(value: Any) -> Any:
    return "" if value is None else value


def _listed(value: Any) -> Any:
    return [] if value is None else [value] if isinstance(value, str) else value


Type = Annotated[
    QuestionType,
    BeforeValidator(lambda value: _read(QuestionType, value, QuestionType.OTHER)),
    _names(QuestionType),
]
Done = Annotated[
    Operation, BeforeValidator(lambda value: _read(Operation, value, Operation.LOOKUP)), _names(Operation)
]
Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[list[str], BeforeValidator(_listed)]


class PlannedRoute(BaseModel):
    """One line of search: what it is after, and what is asked."""

    model_config = ConfigDict(extra="ignore")

    goal: Text = ""
    queries: Texts = []


class PlannedQuestion(BaseModel):
    """How the question is to be looked up."""

    model_config = ConfigDict(extra="ignore")

    type: Type
    operation: Done
    entities: Texts = []
    target: Text = ""
    constraints: Texts = []
    time_expression: Text = ""
    since: Text = ""
    until: Text = ""
    distributed: bool
    fidelity: bool
    routes: Annotated[list[PlannedRoute], BeforeValidator(_listed)] = []
    rewrites: Texts = []


def plan_prompt(question: str, speakers: Sequence[str], reference_time: datetime, scope: str) -> Prompt:
    """speakers: names that the question may mean; reference_time: aware, when the question is asked."""
    people = f"People in the conversations:\n{fenced('people', ', '.join(speakers))}\n\n" if speakers else ""
    asked = f"The question was asked on {reference_time:%A %Y-%m-%d at %H:%M}."
    return Prompt(
        purpose="plan",
        version=VERSION,
        system=_SYSTEM,
        user=f"{people}{asked}\n{fenced('question', question)}",
        max_tokens=_MOST_TOKENS,
        scope=scope,
    )
