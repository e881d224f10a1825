"""What is handed to `search`, checked and brought into one shape."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import NoneType
from typing import Annotated, Any, Unpack, cast, get_args, get_origin, get_type_hints

from graphmem.arguments.filters import TURN
from graphmem.arguments.filters import filters as read_filters
from graphmem.arguments.identifiers import agreed, optional
from graphmem.arguments.moments import moment
from graphmem.arguments.options import SearchOptions, refuse_unknown
from graphmem.arguments.text import shown, well_formed, whole
from graphmem.errors import InputError
from graphmem.model.hit import Between, Filters, SearchRequest, StepOptions
from graphmem.text.questions import asked_of

MOST_HITS = 1000
_logger = logging.getLogger(__name__)
_DECLARED = get_type_hints(StepOptions, include_extras=True)


def search_request(
    query: object,
    *,
    scope: str,
    now: datetime,
    explain: bool = False,
    hits: int = 10,
    **options: Unpack[SearchOptions],
) -> SearchRequest:
    """A request. Times are moments (`moments.moment`), naive ones UTC; reference_time is now unless given.

    hits: top_k where the options do not name it. Of a query longer than 1,500 characters what it asks is
    searched for (`questions.asked_of`), and the log says so.

    Raises InputError naming the argument that cannot be used, and TypeError for one that does not exist.
    """
    refuse_unknown(options, SearchOptions, "search")
    given: Mapping[str, Any] = {name: value for name, value in options.items() if value is not None}
    return SearchRequest(
        scope=scope,
        query=_query(query),
        reference_time=moment(given.get("reference_time"), "reference_time") or now,
        top_k=whole(_top_k(given, hits), "top_k", 1, MOST_HITS),
        filters=_of_records(_narrowed(read_filters(given.get("filters")), given)),
        as_of=moment(given.get("as_of"), "as_of"),
        known_at=moment(given.get("known_at"), "known_at"),
        explain=bool(explain),
        options=_step_options(given),
    )


def _top_k(given: Mapping[str, Any], hits: int) -> object:
    if "top_k" in given and "limit" in given and given["top_k"] != given["limit"]:
        raise InputError("top_k and limit mean the same and differ; give one of them")
    return given.get("top_k", given.get("limit", hits))


def _narrowed(filters: Filters, given: Mapping[str, Any]) -> Filters:
    """The filters with the session and agent that were given beside them."""
    session = agreed(**{name: given.get(name) for name in ("session_id", "run_id", "conversation_id")})
    agent = optional(given.get("agent_id"), "agent_id")
    return replace(
        filters,
        session_id=_once("session_id", session, filters.session_id),
        agent_id=_once("agent_id", agent, filters.agent_id),
    )


def _once(name: str, beside: str | None, inside: str | None) -> str | None:
    if beside is not None and inside not in (None, beside):
        raise InputError(f"{name} is {shown(beside)}, and in filters it is {shown(inside)}; give it once")
    return beside if beside is not None else inside


def _step_options(given: Mapping[str, Any]) -> StepOptions:
    """Those that were given, each of the type and in the range with which StepOptions declares it."""
    checked = {name: _step_option(given[name], name, _DECLARED[name]) for name in _DECLARED if name in given}
    return cast(StepOptions, checked)


def _step_option(value: object, name: str, declared: Any) -> object:
    declared_as, *checks = get_args(declared) if get_origin(declared) is Annotated else (declared,)
    kinds = tuple(kind for kind in get_args(declared_as) or (declared_as,) if kind is not NoneType)
    between = next((check for check in checks if isinstance(check, Between)), None)
    if between is None:
        if not isinstance(value, kinds):
            wanted = " or ".join(kind.__name__ for kind in kinds)
            raise InputError(f"{name} is {shown(value)}; give {wanted}")
        return value
    if kinds == (int,):
        return whole(value, name, int(between.least), int(between.most))
    return _number(value, name, between)


def _of_records(filters: Filters) -> Filters:
    if TURN in filters.type:
        raise InputError("filters: search shows records with their turns; only get_all lists the type 'turn'")
    return filters


def _query(value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"the query is {shown(value)}; give a string, such as 'Where does Ana live?'")
    text = well_formed(value, "the query").strip()
    if not text:
        raise InputError("the query is empty; ask something, such as 'Where does Ana live?'")
    asked = asked_of(text)
    if asked != text:
        _logger.warning(
            "the query has %d characters; what it asks is searched for, in %d: %s",
            len(text),
            len(asked),
            shown(asked),
        )
    return asked


def _number(value: object, name: str, between: Between) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not between.least <= value <= between.most:  # type: ignore[operator]
        wanted = f"a number from {between.least:g} to {between.most:g}, such as {between.such:g}"
        raise InputError(f"{name} is {shown(value)}; give {wanted}")
    return float(value)  # type: ignore[arg-type]
