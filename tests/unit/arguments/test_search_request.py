from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.arguments.search_request import _DECLARED, _step_options, search_request
from graphmem.errors import InputError
from graphmem.model.hit import Filters

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def request(query: object = "Where?", **options: Any):
    return search_request(query, scope="ana", now=NOW, **options)


def test_defaults() -> None:
    found = request("  Where does Ana live? ")
    assert found.query == "Where does Ana live?"
    assert found.scope == "ana"
    assert found.reference_time == NOW
    assert (found.top_k, found.options, found.explain) == (10, {}, False)
    assert found.filters == Filters() and not found.filters


def test_options_of_steps_are_kept_where_they_were_given() -> None:
    assert request(threshold=1, window=0).options == {"threshold": 1.0, "window": 0}
    assert request(threshold=None).options == {}


def test_an_option_without_a_range_is_checked_by_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_DECLARED, "verbatim", bool | None)
    assert _step_options({"verbatim": True}) == {"verbatim": True}
    with pytest.raises(InputError, match="verbatim is 'yes'; give bool"):
        _step_options({"verbatim": "yes"})


def test_times_are_moments() -> None:
    found = request(as_of="2024-02-29", known_at="2025-01-01T00:00:00+02:00", reference_time="2020-01-01")
    assert found.as_of == datetime(2024, 2, 29, tzinfo=UTC)
    assert found.known_at is not None and found.known_at.isoformat() == "2025-01-01T00:00:00+02:00"
    assert found.reference_time == datetime(2020, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"query": ""}, "the query is empty"),
        ({"query": None}, "the query is"),
        ({"query": "\ud83d"}, "the query"),
        ({"top_k": 0}, "top_k"),
        ({"top_k": 1001}, "top_k"),
        ({"top_k": "ten"}, "top_k"),
        ({"top_k": True}, "top_k"),
        ({"window": -1}, "window"),
        ({"window": 21}, "window"),
        ({"threshold": float("nan")}, "threshold"),
        ({"threshold": 2}, "threshold"),
        ({"threshold": "high"}, "threshold"),
        ({"as_of": "the day after"}, "as_of"),
        ({"known_at": "2023-02-30"}, "known_at"),
        ({"filters": {"colour": "red"}}, "colour"),
        ({"filters": ["type"]}, "filters"),
        ({"filters": {"type": "turn"}}, "get_all"),
    ],
)
def test_what_cannot_be_used_is_named(options: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError, match=named):
        request(**options)


def test_limit_and_ids_beside_the_filters_are_other_names() -> None:
    found = request(limit=3, run_id=" s1 ", agent_id="bot", filters={"type": "fact"})
    assert found.top_k == 3
    assert (found.filters.session_id, found.filters.agent_id, found.filters.type) == ("s1", "bot", ("fact",))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"limit": 3, "top_k": 4}, "top_k and limit mean the same and differ"),
        ({"session_id": "a", "run_id": "b"}, "session_id and run_id name different sessions"),
        ({"session_id": "a", "filters": {"session_id": "b"}}, "session_id is 'a', and in filters it is 'b'"),
        ({"session_id": "x" * 513}, "session_id has 513 characters"),
        ({"filters": {"session_id": "x" * 513}}, "filters.session_id has 513 characters"),
    ],
)
def test_what_contradicts_itself_is_refused(options: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError, match=named):
        request(**options)
