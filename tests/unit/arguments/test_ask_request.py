"""What `ask` takes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.arguments.ask_request import ask_request
from graphmem.errors import InputError
from graphmem.model.answer import AskRequest, Policy

NOW = datetime(2026, 9, 13, tzinfo=UTC)


def asked(question: object = "Where does Ana live?", **options: Any) -> AskRequest:
    return ask_request(question, scope="ana", now=NOW, **options)


def test_the_defaults() -> None:
    request = asked()
    assert (request.token_budget, request.policy, request.construct) == (1500, Policy.ABSTAIN, False)
    assert (request.search.top_k, request.search.options["window"], request.search.reference_time) == (
        20,
        2,
        NOW,
    )


def test_construction_reads_more_candidates_unless_told_otherwise() -> None:
    assert asked(construct=True).search.top_k == 50
    assert asked(construct=True, top_k=7).search.top_k == 7


def test_construction_has_no_search_read_what_it_reads_itself() -> None:
    assert asked(construct=True).search.options["window"] == 0
    assert asked(construct=True, window=3).search.options["window"] == 0
    with pytest.raises(InputError, match="window is 21"):
        asked(construct=True, window=21)


def test_options_of_search_are_handed_on() -> None:
    request = asked(policy="best_effort", filters={"session_id": "s1"}, window=0, reference_time="2026-05-01")
    assert request.policy is Policy.BEST_EFFORT
    assert (request.search.filters.session_id, request.search.options["window"]) == ("s1", 0)
    assert request.search.reference_time == datetime(2026, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"token_budget": 0}, "token_budget is 0 (int); give a whole number of tokens, such as 1500"),
        ({"token_budget": True}, "token_budget is True (bool); give a whole number of tokens, such as 1500"),
        ({"policy": "guess"}, "policy is 'guess'; there are abstain and best_effort"),
        ({"policy": None}, "policy is None (NoneType); there are abstain and best_effort"),
        ({"top_k": 0}, "top_k is 0 (int); give a whole number from 1 to 1000"),
        ({"question": "  "}, "the query is empty; ask something, such as 'Where does Ana live?'"),
    ],
)
def test_what_cannot_be_used_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        asked(**options)
    assert str(error.value) == message
