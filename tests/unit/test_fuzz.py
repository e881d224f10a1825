"""What a property test found becomes a regression test that can be pasted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.fuzz import as_regression, files

_SETTINGS = settings(derandomize=True, database=None, print_blob=True, max_examples=50)


@_SETTINGS
@given(text=st.text("ab"), numbers=st.lists(st.integers(0, 9), min_size=1))
def broken(server: str, text: str, numbers: list[int]) -> None:
    assert numbers[0] < 3


@_SETTINGS
@given(data=st.data())
def broken_by_a_draw(data: st.DataObject) -> None:
    assert data.draw(st.integers(0, 9)) < 3


@_SETTINGS
@example(text="b")
@given(text=st.just("a"))
def broken_by_an_old_example(text: str) -> None:
    assert text == "a"


def notes(test: Callable[..., Any], *arguments: Any) -> str:
    with pytest.raises(AssertionError) as raised:
        test(*arguments)
    return "\n".join(raised.value.__notes__)


def test_the_smallest_case_is_an_example_without_the_fixtures() -> None:
    regression = as_regression(notes(broken, "a server"), frozenset({"server"}))
    assert regression == "@example(\n    text='',  # or any other generated value\n    numbers=[3],\n)"


def test_an_old_example_that_fails_again_is_one_too() -> None:
    assert as_regression(notes(broken_by_an_old_example), frozenset()) == "@example(\n    text='b',\n)"


def test_an_interactive_draw_is_repeated_by_its_blob() -> None:
    assert as_regression(notes(broken_by_a_draw), frozenset()).startswith("@reproduce_failure('")


def test_a_failure_that_hypothesis_did_not_find_gives_nothing() -> None:
    assert as_regression("", frozenset()) == ""


def test_the_store_is_asked_only_where_it_is_wanted() -> None:
    wide, quick = files(store=True), files(store=False)
    assert [name for name in wide if name not in quick] == [name for name in wide if "integration" in name]
    assert len(quick) > 20
