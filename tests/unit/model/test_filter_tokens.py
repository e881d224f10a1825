"""Filter tokens: stable, one Lucene token each, out of reach of stemmers."""

import re

import pytest

from graphmem.model.filter_tokens import KINDS, token, tokens


def test_a_token_is_stable_across_processes() -> None:
    assert token("scope", "anna") == "kd04474cc4b844a8c0"


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_is_one_letter_and_hex_that_ends_in_a_digit(kind: str) -> None:
    for number in range(200):
        assert re.fullmatch(r"[a-z][0-9a-f]{16}0", token(kind, f"value {number}"))


def test_the_same_value_of_two_kinds_gives_two_tokens() -> None:
    assert token("session", "x") != token("scope", "x")


def test_an_unknown_kind_is_an_error() -> None:
    with pytest.raises(KeyError):
        token("colour", "x")


def test_tokens_skip_what_is_empty_and_repeat_nothing() -> None:
    text = tokens(scope="u", type="fact", months=("2023-05", "2023-05"), tags=("cats", ""))
    assert text.split(" ") == [
        token("scope", "u"),
        token("type", "fact"),
        token("month", "2023-05"),
        token("tag", "cats"),
    ]
