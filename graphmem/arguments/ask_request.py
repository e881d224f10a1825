"""What is handed to `ask`, checked and brought into one shape."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, Unpack

from graphmem.arguments.options import AskOptions, SearchOptions, refuse_unknown
from graphmem.arguments.search_request import search_request
from graphmem.arguments.text import shown
from graphmem.errors import InputError
from graphmem.model.answer import AskRequest, Policy

HITS = 20
CANDIDATES = 50
WINDOW = 2
BUDGET = 1500
LARGEST_BUDGET = 1_000_000
_OWN = AskOptions.__annotations__.keys() - SearchOptions.__annotations__.keys()


def ask_request(question: object, *, scope: str, now: datetime, **options: Unpack[AskOptions]) -> AskRequest:
    """A request; options are those of a search, and those of an answer.

    top_k: 20 unless given, and 50 where the context is constructed (n in LazyMem, section 4.1).
    Raises InputError naming the argument that cannot be used, and TypeError for one that does not exist.
    """
    refuse_unknown(options, AskOptions, "ask")
    construct = bool(options.get("construct", False))
    look: dict[str, Any] = {"window": WINDOW}
    look |= {name: value for name, value in options.items() if name not in _OWN and value is not None}
    hits = CANDIDATES if construct else HITS
    search = search_request(question, scope=scope, now=now, hits=hits, **look)
    if construct:  # which reads by itself what was said around a hit
        search = replace(search, options={**search.options, "window": 0})
    return AskRequest(
        search=search,
        token_budget=token_budget(options.get("token_budget", BUDGET)),
        policy=_policy(options.get("policy", Policy.ABSTAIN)),
        construct=construct,
    )


def token_budget(value: object) -> int:
    """A number of tokens. Raises InputError for what is none."""
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
