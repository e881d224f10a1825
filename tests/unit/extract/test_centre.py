"""Centring: crowded cosines spread, and a vector without direction does no harm."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.extract.centre import Centring, estimate

CROWDED = np.float32([[0.96, 0.28, 0.0], [0.96, -0.28, 0.0], [0.96, 0.0, 0.28]])


def test_vectors_lose_the_mean_and_stay_unit() -> None:
    centred = Centring(np.float32([0.96, 0.0, 0.0]))(CROWDED)
    assert centred == pytest.approx(np.array([[0, 1, 0], [0, -1, 0], [0, 0, 1]]), abs=1e-6)
    assert centred.dtype == np.float32


def test_a_single_vector_keeps_its_shape() -> None:
    assert Centring(np.float32([0.96, 0.0, 0.0]))(CROWDED[0]).tolist() == [0.0, 1.0, 0.0]


def test_the_mean_itself_has_no_direction() -> None:
    assert Centring(CROWDED[0])(CROWDED[0]).tolist() == [0.0, 0.0, 0.0]


def test_the_mean_is_estimated() -> None:
    assert estimate(CROWDED[:2]) == pytest.approx([0.96, 0.0, 0.0])


@pytest.mark.parametrize("rows", [np.zeros((0, 3), np.float32), np.zeros(3, np.float32)])
def test_no_mean_of_nothing(rows: np.ndarray) -> None:
    with pytest.raises(ValueError, match="at least one row"):
        estimate(rows)
