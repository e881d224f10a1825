"""What is handed to `search`, checked and brought into one shape."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Unpack

from graphmem.arguments.filters import TURN
from graphmem.arguments.filters import filters as read_filters
from graphmem.arguments.moments import moment
from graphmem.arguments.options import SearchOptions, refuse_unknown
from graphmem.arguments.text import shown, well_formed, whole
from graphmem.errors import InputError
from graphmem.model.hit import Filters, SearchRequest

MOST_HITS = 1000
LONGEST_QUERY = 10_000
WIDEST_WINDOW = 20


def search_request(
    query: object, *, scope: str, now: datetime, explain: bool = False, **options: Unpack[SearchOptions]
) -> SearchRequest:
    """A request. Times are moments (`moments.moment`), naive ones UTC; reference_time is now unless given.

    Raises InputError naming the argument that cannot be used, and TypeError for one that does not exist.
    """
    refuse_unknown(options, SearchOptions, "search")
    given: Mapping[str, Any] = {name: value for name, value in options.items() if value is not None}
    return SearchRequest(
        scope=scope,
        query=_query(query),
        reference_time=moment(given.get("reference_time"), "reference_time") or now,
        top_k=whole(given.get("top_k", 10), "top_k", 1, MOST_HITS),
        threshold=_threshold(given.get("threshold")),
        filters=_of_records(read_filters(given.get("filters"))),
        as_of=moment(given.get("as_of"), "as_of"),
        known_at=moment(given.get("known_at"), "known_at"),
        explain=bool(explain),
        window=whole(given.get("window", 0), "window", 0, WIDEST_WINDOW),
    )


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
    if len(text) > LONGEST_QUERY:
        raise InputError(f"the query has {len(text)} characters; at most {LONGEST_QUERY} can be asked")
    return text


def _threshold(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"threshold is {shown(value)}; give a number from -1 to 1, such as 0.3")
    if not -1.0 <= value <= 1.0:
        raise InputError(f"threshold is {value}; cosines go from -1 to 1, try 0.3")
    return float(value)
