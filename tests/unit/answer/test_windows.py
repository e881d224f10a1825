"""Windows and their parts (LazyMem, section 3.2)."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.answer.windows import Windows
from graphmem.model.hit import Citation
from tests.unit.answer.memories import turn


def positions(turns: list[Citation], candidates: list[int]) -> list[list[int]]:
    chosen = [turns[n] for n in candidates]
    around = {
        each.turn_id: [t for t in turns if t.session_id == each.session_id and t is not each]
        for each in chosen
    }
    return [[each.position for each in window] for window in Windows()(chosen, around)]


@pytest.fixture
def turns() -> list[Citation]:
    return [turn(f"{n}", "…", f"2026-05-01T10:{n:02}") for n in range(30)]


def test_windows_merge_where_the_gap_is_at_most_twice_the_width(turns: list[Citation]) -> None:
    assert positions(turns, [10]) == [[8, 9, 10, 11, 12]]
    assert positions(turns, [14, 10]) == [[8, 9, 10, 11, 12, 13, 14, 15, 16]]
    assert positions(turns, [10, 15]) == [[8, 9, 10, 11, 12], [13, 14, 15, 16, 17]]
    assert positions(turns, [0, 29]) == [[0, 1, 2], [27, 28, 29]]


def test_no_window_crosses_a_session() -> None:
    first = [turn(f"a{n}", "…", f"2026-05-02T10:{n:02}", session="a") for n in range(4)]
    other = [turn(f"b{n}", "…", f"2026-05-01T10:{n:02}", session="b") for n in range(4)]
    around = {each.turn_id: first for each in first} | {each.turn_id: other for each in other}
    windows = Windows()([first[3], other[0]], around)
    assert [[each.turn_id for each in window] for window in windows] == [
        ["b0", "b1", "b2"],
        ["a1", "a2", "a3"],
    ]


@given(st.integers(1, 60))
def test_a_window_is_read_in_as_few_parts_as_cover_it(length: int) -> None:
    window = [turn(str(n), "…") for n in range(length)]
    parts = Windows().parts(window)
    assert len(parts) == max(1, math.ceil((length - 1) / 7))
    assert all(1 <= len(part) <= 8 for part in parts)
    assert [part[0].position for part in parts] == [7 * n for n in range(len(parts))]
    assert {each.position for part in parts for each in part} == set(range(length))
    assert all(one[-1] == other[0] for one, other in pairwise(parts))
