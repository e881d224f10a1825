"""The turn that says an identifier itself comes before its neighbours."""

from __future__ import annotations

from graphmem.retrieve.exact import exact_first
from tests.unit.retrieve.test_select import card, scored, uids

RANKED = [scored("a", 1.0), scored("b", 0.9), scored("c", 0.8)]
CARDS = {
    "a": card("a", "We hit a duplicate key error."),
    "b": card("b", "The log says E11000 in orders_v2."),
    "c": card("c", "E11000 again, E110001 too."),
}


def test_whoever_says_it_is_first() -> None:
    assert uids(exact_first(["e11000"], RANKED, CARDS)) == ["b", "c", "a"]


def test_more_identifiers_count_more() -> None:
    assert uids(exact_first(["E110001", "E11000"], RANKED, CARDS)) == ["c", "b", "a"]


def test_without_identifiers_the_order_stays() -> None:
    assert exact_first([], RANKED, CARDS) == tuple(RANKED)


def test_what_raised_a_turn_is_told() -> None:
    first = exact_first(["orders_v2"], RANKED, CARDS)[0]
    assert (first.score, first.factors) == (1.9, {"exact": 1.0})


def test_a_turn_without_a_card_stays_where_it_is() -> None:
    assert uids(exact_first(["E11000"], RANKED, {})) == ["a", "b", "c"]
