"""The boundary formula, against values worked out by hand."""

from __future__ import annotations

import pytest

from graphmem.extract.boundary import BoundaryModel, Signals, count, robust_z, usual

MODEL = BoundaryModel(minimum=400, target=600, maximum=800)


@pytest.mark.parametrize(
    ("tokens", "pressure"),
    [
        (0, -1.30),
        (279, -1.30),
        (280, -0.80),
        (340, -0.40),
        (400, 0.45),
        (500, 1.175),
        (600, 1.90),
        (700, 2.35),
        (800, 3.00),
        (5000, 3.00),
    ],
)
def test_length(tokens: int, pressure: float) -> None:
    assert MODEL.length(tokens) == pytest.approx(pressure)


@pytest.mark.parametrize(
    ("units", "pressure"), [(1, -0.85), (2, -0.15), (3, 0.15), (4, 0.30), (5, 0.45), (9, 1.0), (50, 1.0)]
)
def test_count(units: int, pressure: float) -> None:
    assert count(units) == pytest.approx(pressure)


def test_a_surprise_among_few_says_nothing() -> None:
    assert robust_z(0.9, [0.1, 0.2, 0.3, 0.4]) == 0.0


def test_a_surprise_is_measured_in_robust_deviations() -> None:
    # median .3, median absolute deviation .1
    assert robust_z(0.4, [0.1, 0.2, 0.3, 0.4, 0.5]) == pytest.approx(0.6745, abs=1e-4)


@pytest.mark.parametrize(("surprise", "z"), [(0.9, 4.0), (0.0, -2.0), (0.5, 0.0)])
def test_equal_surprises_have_no_spread(surprise: float, z: float) -> None:
    assert robust_z(surprise, [0.5] * 5) == z


@pytest.mark.parametrize(
    ("signals", "chance"),
    [
        (Signals(1.0, (), 0.1754, 400, 4), 0.8430),  # −1.10 + 1.1607 + 1.125 + 0.405 + 0.09
        (Signals(0.7, (), 0.0, 500, 5), 0.5231),  # −1.10 + 0 + 0 + 1.0575 + 0.135
        (Signals(0.89, (), 0.03, 100, 1), 0.1611),  # −1.10 + 0.65 + 0.225 − 1.17 − 0.255
        (Signals(0.89, (), 0.03, 100, 1, announced=True), 0.3658),  # the one before, and 1.10
        (Signals(0.06, (0.5,) * 5, 0.0, 400, 3), 0.2253),  # −1.10 − 0.585 (z) + 0.405 + 0.045
    ],
)
def test_probability(signals: Signals, chance: float) -> None:
    assert MODEL(signals) == pytest.approx(chance, abs=1e-4)


def test_what_is_usual_is_learnt_from_the_session() -> None:
    assert usual(()) == pytest.approx(0.70)
    assert usual((0.2,) * 10) == pytest.approx(0.45)


def test_the_same_surprise_says_less_where_surprises_are_usual() -> None:
    lively = MODEL(Signals(0.85, (0.8,) * 4, 0.0, 400, 4))
    calm = MODEL(Signals(0.85, (0.2,) * 4, 0.0, 400, 4))
    assert lively < 0.5 < calm


def test_equal_sizes_leave_no_gap_in_the_length_signal() -> None:
    model = BoundaryModel(minimum=10, target=10, maximum=10)
    assert [model.length(tokens) for tokens in (6, 7, 9, 10)] == pytest.approx(
        [-1.3, -0.8, -0.2667, 3.0], abs=1e-4
    )
