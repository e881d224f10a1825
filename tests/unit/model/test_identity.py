"""Identities: stable for ever, and different for different parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.model.identity import uid


def test_a_uid_never_changes() -> None:
    assert uid("user", "session", "1") == "bcdce7d9763d582b7f035116c94205ef"


def test_a_separator_in_a_part_does_not_move_the_border() -> None:
    assert len({uid("a\x1fb", "c"), uid("a", "b\x1fc"), uid("a\x1e1b", "c"), uid("a", "b", "c")}) == 4


def test_lone_surrogates_are_parts_like_others() -> None:
    assert uid("\ud800") != uid("\ud801")


def test_a_uid_needs_a_part() -> None:
    with pytest.raises(ValueError, match="at least one part"):
        uid()


parts = st.lists(st.text(st.sampled_from("a0\x1e\x1f"), max_size=4), min_size=1, max_size=3)


@given(parts, parts)
def test_different_parts_have_different_uids(one: list[str], other: list[str]) -> None:
    assert (uid(*one) == uid(*other)) == (one == other)
