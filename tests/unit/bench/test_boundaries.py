"""F1, Pk and WindowDiff against values counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.bench.boundaries import Divided, agreement, pk, window, window_diff


@pytest.mark.parametrize(
    ("gold", "units", "k"), [((), 10, 5), ((5,), 10, 2), ((3, 6), 12, 2), ((10,), 20, 5), ((1,), 2, 2)]
)
def test_the_window_is_half_a_mean_segment(gold: tuple[int, ...], units: int, k: int) -> None:
    assert window(gold, units) == k


# Eight units, a true boundary before unit 4, so the window is 2 and the pairs are (0, 2) … (5, 7). The pairs
# that cross the boundary are (2, 4) and (3, 5).
@pytest.mark.parametrize(
    ("found", "wrong_pk", "wrong_diff"),
    [
        ((4,), 0, 0),
        ((), 2, 2),  # the two crossing pairs are missed
        ((5,), 2, 2),  # (2, 4) is missed, (4, 6) is too much; (3, 5) is right
        ((4, 5), 1, 2),  # (4, 6) is too much; (3, 5) has one boundary too many, which Pk does not see
        ((1, 2, 3, 4, 5, 6, 7), 4, 6),
    ],
)
def test_window_measures(found: tuple[int, ...], wrong_pk: int, wrong_diff: int) -> None:
    assert pk((4,), found, 8) == pytest.approx(wrong_pk / 6)
    assert window_diff((4,), found, 8) == pytest.approx(wrong_diff / 6)


def test_a_text_shorter_than_the_window_has_nothing_to_miss() -> None:
    assert pk((1,), (), 2) == 0.0
    assert window_diff((1,), (), 2) == 0.0


def test_boundaries_are_counted_together_and_windows_averaged() -> None:
    measured = agreement([Divided(8, (4,), (4,)), Divided(8, (4,), (5,)), Divided(4, (), (1, 2))])
    assert (measured.precision, measured.recall) == (1 / 4, 1 / 2)
    assert measured.f1 == pytest.approx(1 / 3)
    assert measured.pk == pytest.approx((0 + 2 / 6 + 1) / 3)
    assert measured.units_per_segment == pytest.approx(20 / 7)


def test_nothing_to_find_and_nothing_found_agree() -> None:
    assert agreement([Divided(5, (), ())]).f1 == 1.0


def test_nothing_at_all_cannot_be_measured() -> None:
    with pytest.raises(ValueError, match="no text"):
        agreement([])


@given(st.sets(st.integers(1, 29)), st.sets(st.integers(1, 29)))
def test_window_diff_is_never_milder_than_pk(gold: set[int], found: set[int]) -> None:
    assert 0 <= pk(gold, found, 30) <= window_diff(gold, found, 30) <= 1


@given(st.sets(st.integers(1, 29)))
def test_the_gold_agrees_with_itself(gold: set[int]) -> None:
    assert pk(gold, gold, 30) == window_diff(gold, gold, 30) == 0
