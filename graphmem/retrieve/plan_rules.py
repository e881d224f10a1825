"""The planner without a model: rules over the wording of the question (LycheeMemory V2, section 3.5; JustMem,
section 3.2). It gives the same QueryPlan as the form that asks a model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.interval import Interval, TimeExpression
from graphmem.model.plan import Operation, QueryPlan, QuestionType, Route
from graphmem.retrieve.phrase import named, phrasings, unnamed
from graphmem.text.words import UPPER, WORD

_TIME = re.compile(
    r"^\s*(?:(?:in|on|since|until|for|from|by) )?"
    r"(?:when\b|how long\b|how old\b|(?:what|which) (?:date|year|month|day|time|week|season)\b)",
    re.IGNORECASE,
)
_DURATION = re.compile(
    r"\bhow (?:long|old)\b|\bhow (?:many|much) (?:days?|weeks?|months?|years?|time)\b", re.I
)
_COUNT = re.compile(r"\bhow (?:many|often)\b|\bnumber of\b|\bin total\b|\baltogether\b", re.IGNORECASE)
_ORDER = re.compile(
    r"\bin (?:what|which) order\b|\border (?:of|in which)\b|\bchronological|\bfirst.*\bthen\b|\bsequence\b",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"\b(?:both|in common|compared? (?:to|with)|differ(?:ences?|s|ed)?|different from|versus|rather than"
    r"|than)\b",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"^\s*(?:list|name all|tell me all)\b|\b(?:all|every|each) (?:the |of )|"
    r"\b(?:what|which)(?: (?:kinds?|types?|sorts?) of)? (?:\w+ )?(?!is\b|was\b|does\b|has\b)\w{3,}(?<!s)s"
    r" (?:do|does|did|has|have|had|are|were|is|was)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:recommend|suggest|advice|advise|ideas? for|tips? (?:for|on)|should i|what would you|can you help|"
    r"help me)\b",
    re.IGNORECASE,
)
_ASSISTANT = re.compile(
    r"\b(?:did|do|have|had|were|was|would) you\b|\byou (?:said|told|mentioned|suggested|recommended|gave|"
    r"wrote|listed|provided|proposed|explained)\b|\byour (?:suggestion|recommendation|answer|advice|list)\b|"
    r"\bassistant\b",
    re.IGNORECASE,
)
_USER = re.compile(
    r"\b(?:i|we)(?: have|'ve| had)? (?:(?:first|last|ever|already|also|previously) )?"
    r"(?:brought up|mention(?:ed)?|asked|said|say|told|tell|discuss(?:ed)?|talked about|wanted?)\b",
    re.IGNORECASE,
)
_VERBATIM = re.compile(
    r"\bexact(?:ly)?\b|\bword for word\b|\bverbatim\b|\bquote\b|\bremind me\b", re.IGNORECASE
)
_REQUEST_WORDS = 3  # "Fado" or "the bike" looks something up, and requests nothing
_PLAIN = (Operation.LOOKUP, Operation.COMPARE, Operation.LIST)
_SPREAD = (Operation.COUNT, Operation.LIST, Operation.ORDER, Operation.COMPARE)
_NAME = re.compile(rf"(?<![.?!]\s)(?<!^)\b[{UPPER}][{WORD}'’-]+(?:\s+[{UPPER}][{WORD}'’-]+)*")


_CALENDAR = frozenset(
    """
    January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    """.split()
)


@dataclass(frozen=True, slots=True)
class RulesPlanner:
    """Plans a question by rules; deterministic, some tens of microseconds.

    find_times: the time resolver; compound: give a route of its own to each of two named speakers.
    """

    find_times: Callable[[str, datetime | None], Sequence[TimeExpression]]
    compound: bool = True

    async def __call__(
        self, question: str, speakers: Sequence[str], reference_time: datetime, *, scope: str = ""
    ) -> QueryPlan:
        """See ports.Planner. Nothing is awaited, and no model asked, so scope is not read."""
        return self.plan(question, speakers, reference_time)

    def plan(self, question: str, speakers: Sequence[str], reference_time: datetime) -> QueryPlan:
        """speakers: of this user's conversations; reference_time: aware, the moment the question is asked."""
        mentioned = named(question, speakers)
        wants_time = bool(_TIME.search(question))
        asks_assistant = bool(_ASSISTANT.search(question))
        operation = _operation(question, unnamed(question, mentioned))
        window = None if wants_time else self._window(question, reference_time)
        fidelity = asks_assistant or bool(_VERBATIM.search(question))
        return QueryPlan(
            question=question,
            type=_type(question, operation, wants_time, asks_assistant),
            operation=operation,
            routes=self._routes(question, mentioned, window),
            speakers=mentioned,
            entities=_entities(question, mentioned),
            window=window,
            distributed=operation in _SPREAD,
            fidelity=fidelity,
            wants_time=wants_time,
            asks_assistant=asks_assistant,
            asks_user=not asks_assistant and bool(_USER.search(question)),
            wishes=not mentioned and operation in _PLAIN and len(question.split()) >= _REQUEST_WORDS,
        )

    def _window(self, question: str, reference_time: datetime) -> Interval | None:
        """The first dated expression of the question that resolves to a bounded interval."""
        for found in self.find_times(question, reference_time):
            if found.interval and found.interval.start and found.interval.end and found.kind != "duration":
                return found.interval
        return None

    def _routes(self, question: str, mentioned: Sequence[str], window: Interval | None) -> tuple[Route, ...]:
        whole = Route(question, phrasings(question, mentioned), window)
        if not self.compound or len(mentioned) != 2:
            return (whole,)
        parts = {name: _only(question, name, mentioned) for name in mentioned}
        return (whole, *(Route(name, phrasings(text, mentioned), window) for name, text in parts.items()))


def _only(question: str, name: str, mentioned: Sequence[str]) -> str:
    """The question about one of two speakers."""
    rest = unnamed(question, [other for other in mentioned if other != name])
    return re.sub(r"\s+", " ", re.sub(r"\b(?:both|and)\b", " ", rest)).strip()


def _operation(question: str, bare: str) -> Operation:
    """bare: the question without names, so that "What did Jonas do?" asks for no list of "Jonas"."""
    for pattern, operation in (
        (_DURATION, Operation.DURATION),
        (_COUNT, Operation.COUNT),
        (_ORDER, Operation.ORDER),
        (_COMPARE, Operation.COMPARE),
    ):
        if pattern.search(question):
            return operation
    return Operation.LIST if _LIST.search(bare) else Operation.LOOKUP


def _type(question: str, operation: Operation, wants_time: bool, asks_assistant: bool) -> QuestionType:
    if asks_assistant:
        return QuestionType.PRIOR_ASSISTANT_RESPONSE
    if _ADVICE.search(question):
        return QuestionType.PERSONALIZED_ADVICE
    if wants_time or operation in (Operation.ORDER, Operation.DURATION):
        return QuestionType.TEMPORAL
    if operation is Operation.COMPARE:
        return QuestionType.COMPARISON
    if operation in (Operation.COUNT, Operation.LIST):
        return QuestionType.AGGREGATE
    return QuestionType.SINGLE if question.rstrip().endswith("?") else QuestionType.OTHER


def _entities(question: str, mentioned: Sequence[str]) -> tuple[str, ...]:
    names = (name.removesuffix("'s").removesuffix("’s") for name in _NAME.findall(question))
    others = (name for name in names if name not in mentioned and name not in _CALENDAR)
    return tuple(dict.fromkeys([*mentioned, *others]))
