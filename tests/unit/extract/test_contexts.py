"""Contexts: bounded shares on each side, and the turns that an appended one changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract import contexts
from graphmem.model.turn import Turn


@pytest.fixture
def _far_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the shares of tokens bound a context."""
    monkeypatch.setattr(contexts, "REACH", 128)


def words(name: str, number: int) -> str:
    return " ".join([name] * number)


def turns(*lengths: int) -> list[Turn]:
    return [Turn(f"t{i}", "s", i, "user", "Al", words("w", length), None) for i, length in enumerate(lengths)]


@pytest.mark.usefixtures("_far_reach")
def test_a_turn_stands_between_its_neighbours() -> None:
    assert (
        contexts.build(["A: one", "B: two"], "A: three", ["B: four"]) == "A: one\nB: two\nA: three\nB: four"
    )


def test_a_turn_may_stand_alone() -> None:
    assert contexts.build([], "A: one", []) == "A: one"


def test_a_long_turn_leaves_its_neighbours_what_it_does_not_need() -> None:
    built = contexts.build([words("b", 100)], words("own", 400), [words("c", 100)])
    assert built.split("\n") == [words("b", 40), words("own", 400), words("c", 40)]


def test_a_turn_that_fills_the_window_stands_alone() -> None:
    assert contexts.build([words("b", 9)], words("own", 500), [words("c", 9)]) == words("own", 480)


@pytest.mark.usefixtures("_far_reach")
def test_long_neighbours_are_cut_on_the_far_side() -> None:
    built = contexts.build(
        [words("a", 50), words("b", 100)], words("own", 200), [words("c", 100), words("d", 50), words("e", 9)]
    )
    assert built.split("\n") == [
        words("a", 28),
        words("b", 100),
        words("own", 200),
        words("c", 100),
        words("d", 28),
    ]


@pytest.mark.usefixtures("_far_reach")
def test_neighbours_that_fill_the_share_exactly_end_it() -> None:
    assert contexts.build([words("a", 9), words("b", 128)], "x", [words("c", 128), "d"]).split("\n") == [
        words("b", 128),
        "x",
        words("c", 128),
    ]


def test_a_window_has_lines_with_speakers() -> None:
    assert contexts.window(turns(1, 2, 3), 1) == "Al: w\nAl: w w\nAl: w w w"


@pytest.mark.usefixtures("_far_reach")
def test_affected_turns_have_room_after_them() -> None:
    # A line has two tokens more than its text ("Al", ":"): 100 + 28 tokens follow the second turn.
    assert contexts.affected(turns(5, 5, 98, 26)) == 2
    assert contexts.affected(turns(5, 5, 98, 25)) == 3
    assert contexts.affected(turns(5)) == 1
    assert contexts.affected([]) == 0


@given(st.lists(st.integers(0, 150), min_size=1, max_size=12), st.integers(0, 150))
def test_exactly_the_affected_turns_change(lengths: list[int], new: int) -> None:
    before, after = turns(*lengths), turns(*lengths, new)
    changed = [i for i in range(len(before)) if contexts.window(before, i) != contexts.window(after, i)]
    affected = contexts.affected(before)
    assert changed == list(range(len(before) - affected, len(before)))


def test_turns_out_of_reach_change_nothing() -> None:
    many = turns(*[1] * 400)
    assert contexts.window(many, 200) == contexts.window(many[200 - 128 : 200 + 129], 128)
