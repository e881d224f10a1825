"""The token estimate: golden counts, and cuts that agree with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract import tokens


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        (" \n\t", 0),
        ("cat", 1),
        ("eighteen", 1),
        ("nineteens", 2),
        ("Don't stop!", 5),
        ("snake_case_name", 2),
        ("2024-05-01", 5),
        ("猫が好き", 4),
        ("한국어", 3),
        ("abc猫def", 3),
        ("Straße", 1),
        ("👍🏽", 2),
        ("...", 3),
    ],
)
def test_count(text: str, number: int) -> None:
    assert tokens.count(text) == number


def test_spans_are_character_offsets() -> None:
    assert tokens.spans("Hi, 猫!") == ((0, 2), (2, 3), (4, 5), (5, 6))


@pytest.mark.parametrize(
    ("n", "start", "end"),
    [
        (0, "", ""),
        (1, "  one", "three  "),
        (2, "  one two", "two three  "),
        (3, "  one two three  ", "  one two three  "),
    ],
)
def test_first_and_last_cut_at_tokens(n: int, start: str, end: str) -> None:
    assert tokens.first("  one two three  ", n) == start
    assert tokens.last("  one two three  ", n) == end


@given(st.text(), st.integers(-1, 20))
def test_cuts_hold_the_tokens_asked_for(text: str, n: int) -> None:
    wanted = max(0, min(n, tokens.count(text)))
    head, tail = tokens.first(text, n), tokens.last(text, n)
    assert text.startswith(head)
    assert text.endswith(tail)
    assert (tokens.count(head), tokens.count(tail)) == (wanted, wanted)
