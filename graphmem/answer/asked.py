"""What a question asks for, in words."""

from __future__ import annotations

from graphmem.model.plan import QueryPlan
from graphmem.text.meaning import content, stem

_CALENDAR = frozenset(
    stem(word)
    for word in (
        "january february march april june july august september october november december monday tuesday "
        "wednesday thursday friday saturday sunday spring summer autumn winter week weekend month year day"
    ).split()
)


def telling(question: str, plan: QueryPlan | None) -> frozenset[str]:
    """The words of a question that evidence should share: not whom it names, nor the time that it names."""
    asked = content(question)
    if plan is None:
        return asked
    rest = asked - content(" ".join(plan.speakers))
    if plan.window:
        rest = frozenset(word for word in rest if not word[0].isdigit() and word not in _CALENDAR)
    return rest or asked
