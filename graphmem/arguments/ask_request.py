"""What is handed to `ask`, checked and brought into one shape."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from graphmem.arguments.search_request import search_request
from graphmem.arguments.text import shown
from graphmem.errors import InputError
from graphmem.model.answer import AskRequest, Policy

HITS = 20
CANDIDATES = 50
WINDOW = 2
LARGEST_BUDGET = 1_000_000


def ask_request(
    question: object,
    *,
    scope: str,
    now: datetime,
    token_budget: object = 1500,
    policy: object = Policy.ABSTAIN,
    construct: object = False,
    top_k: object = None,
    **options: Any,
) -> AskRequest:
    """A request; options are those of a search.

    top_k: 20 unless given, and 50 where the context is constructed (n in LazyMem, section 4.1).
    Raises InputError naming the argument that cannot be used.
    """
    if top_k is None:
        top_k = CANDIDATES if construct else HITS
    search = search_request(
        question, scope=scope, now=now, top_k=top_k, **{"window": WINDOW, **_given(options)}
    )
    if construct:  # which reads by itself what was said around a hit
        search = replace(search, window=0)
    return AskRequest(
        search=search,
        token_budget=_budget(token_budget),
        policy=_policy(policy),
        construct=bool(construct),
    )


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _budget(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST_BUDGET:
        raise InputError(f"token_budget is {shown(value)}; give a whole number of tokens, such as 1500")
    return value


def _policy(value: object) -> Policy:
    try:
        return Policy(value)  # type: ignore[arg-type]
    except ValueError:
        raise InputError(
            f"policy is {shown(value)}; there are {' and '.join(each.value for each in Policy)}"
        ) from None
