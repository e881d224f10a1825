"""Options that several verbs share, each declared once; a misspelt one is a type error."""

from __future__ import annotations

import difflib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypedDict

from graphmem.arguments.moments import Moment
from graphmem.model.hit import Filters, SearchRequest, SearchResult, StepOptions
from graphmem.model.progress import Progress

Id = str | int
"""An id that the client chooses; whole numbers are kept as text (see `identifiers.identifier`)."""
FilterOptions = Mapping[str, Any] | Filters
"""type, tags, entity, session_id, agent_id, after, before (see `filters.filters`)."""


class SearchOptions(StepOptions, total=False):
    """Options of every verb that looks something up; what is left out, or None, has its default.

    top_k: hits, 1 to 1000; 10 for search, 50 for get_context, 20 for ask (50 with construct).
    filters: see FilterOptions. as_of: what was true then. known_at: what was believed then. reference_time:
    when the question is asked, now unless given; "last week" counts from there. strategy: the name of a
    method, or a callable that takes a SearchRequest. threshold, window: see StepOptions.
    limit: another name of top_k. session_id (also run_id, conversation_id) and agent_id: as in filters.
    """

    top_k: int | None
    limit: int | None
    session_id: Id | None
    run_id: Id | None
    conversation_id: Id | None
    agent_id: Id | None
    filters: FilterOptions | None
    as_of: Moment | None
    known_at: Moment | None
    reference_time: Moment | None
    strategy: str | Callable[[SearchRequest], Awaitable[SearchResult]] | None


class AskOptions(SearchOptions, total=False):
    """Options of `ask` and `ask_stream`.

    token_budget: of the turns that are read, 1500 unless given. policy: "abstain" where memory does not hold
    the answer, or "best_effort" to be told what comes nearest. construct: read the neighbourhoods of 50
    candidates and keep what bears on the question; with a language model that takes several more calls.
    """

    token_budget: int
    policy: str
    construct: bool


class DeletionOptions(TypedDict, total=False):
    """Options of the verbs that delete many memories.

    dry_run: count what would go, and leave everything as it is. progress: called with how much is gone, and
    of how much.
    """

    dry_run: bool
    progress: Progress | None


def refuse_unknown(given: Mapping[str, object], kind: type, verb: str) -> None:
    """Raise TypeError for an option that `kind` does not declare, as Python does for an unknown keyword."""
    known = kind.__annotations__
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            raise TypeError(f"{verb}() has no option {name!r}; {hint}")
