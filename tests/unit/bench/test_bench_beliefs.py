"""Stories with a change are counted apart from those without, beside what needs no rule at all."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from graphmem.bench.beliefs import BeliefReport, Outcome, Shares, Story, always, never, shares, table
from graphmem.model.turn import Turn


def story(retired: Mapping[int, str], turns: int = 2) -> Story:
    said = tuple(
        Turn(f"t{n}", f"s{n}", n, "user", "Ana", "x", datetime(2024, 1, 1 + n, tzinfo=UTC), "")
        for n in range(turns)
    )
    return Story(1, "moves", said, retired, 0)


CHANGE, NONE = story({0: "ended"}), story({})
OUTCOMES = (
    Outcome(CHANGE, {}, (), (), ()),
    Outcome(CHANGE, {}, (1,), (), ()),  # found, and one more went
    Outcome(CHANGE, {}, (), (0,), ()),
    Outcome(CHANGE, {}, (), (), (0,)),  # for another reason
    Outcome(NONE, {}, (), (), ()),
    Outcome(NONE, {}, (0, 1), (), ()),
)


def test_changes_and_the_other_stories_have_shares_of_their_own() -> None:
    assert shares(OUTCOMES) == Shares(changes=4, found=2, others=2, left_alone=1, wrong=3)


def test_nothing_ever_changes_leaves_all_alone_and_finds_nothing() -> None:
    assert shares([never(CHANGE), never(NONE)]) == Shares(1, 0, 1, 1, 0)


def test_the_last_turn_ends_all_finds_the_change_and_leaves_nothing_alone() -> None:
    assert shares([always(CHANGE), always(NONE)]) == Shares(1, 1, 1, 0, 1)


def test_the_last_turn_is_never_ended_by_that() -> None:
    assert always(story({2: "ended"}, 3)).missed == (2,)


def test_the_table_shows_both_shares_and_both_base_rates() -> None:
    text = table(BeliefReport(OUTCOMES, 0.001)).splitlines()

    assert text[1] == "moves                                       4  0.500       2       0.500      3"
    assert text[-6] == "all                                         4  0.500       2       0.500      3"
    assert text[-5] == "base rate: nothing ever changes             4  0.000       2       1.000      0"
    assert text[-4] == "base rate: the last turn ends all           4  1.000       2       0.000      2"
    assert text[-3] == "2 of 6 stories are told right."
    assert text[-2] == "2 would be if nothing ever changed."
