"""Nothing but finite unit vectors of the right size passes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from graphmem.adapters.vectors import checked, known_mean
from graphmem.errors import EmbedderError


def test_rows_become_unit_vectors() -> None:
    matrix = checked([[3, 4], [0, -2]], count=2, dimensions=2, model="m")
    assert matrix.tolist() == [[np.float32(0.6), np.float32(0.8)], [0, -1]]
    assert matrix.dtype == np.float32


def test_no_texts_give_an_empty_matrix_of_the_known_width() -> None:
    assert checked([], count=0, dimensions=7, model="m").shape == (0, 7)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 0]], r"shape \(1, 2\) for 2 texts"),
        ([1, 2], r"shape \(2,\) for 2 texts"),
        ([[1, 0], [0, 0]], r"zero vector \(text 1 of 2\)"),
        ([[float("nan"), 0], [1, 0]], r"not finite \(text 0 of 2\)"),
        ([[1, 0], [float("inf"), 0]], r"not finite \(text 1 of 2\)"),
        ([[1, None], [1, 0]], "not finite"),
        ([[1, 0], [1]], "unequal length"),
        ([["x", 0], [1, 0]], "no number"),
        ([[1, 0, 0], [1, 0, 0]], "3 dimensions instead of 2"),
        ([[], []], "0 dimensions instead of 2"),
    ],
)
def test_what_is_unusable_is_refused_by_name(rows: object, message: str) -> None:
    with pytest.raises(EmbedderError, match=message) as caught:
        checked(rows, count=2, dimensions=2, model="the-model")  # type: ignore[arg-type]
    assert "the-model" in str(caught.value)


def test_the_width_may_be_unknown_but_not_nothing() -> None:
    assert checked([[1, 0, 0]], count=1, dimensions=0, model="m").shape == (1, 3)
    with pytest.raises(EmbedderError, match="0 dimensions instead of some"):
        checked([[]], count=1, dimensions=0, model="m")


@given(arrays(np.float64, (2, 3), elements=st.floats(-1e300, 1e300).filter(bool)))
def test_length_is_one_however_large_or_small(rows: np.ndarray) -> None:
    matrix = checked(rows, count=2, dimensions=3, model="m")
    assert np.linalg.norm(matrix.astype(np.float64), axis=1) == pytest.approx([1.0, 1.0], abs=1e-6)


def test_the_local_model_ships_with_its_mean() -> None:
    mean = known_mean("local:e5-small-v2-q@0.36.2")
    assert mean is not None
    assert mean.shape == (384,)
    assert mean.dtype == np.float32
    # The mean of unit vectors is this long only when they crowd together, which is why there is one.
    assert float(np.linalg.norm(mean)) == pytest.approx(0.9004, abs=1e-4)


def test_other_models_have_none() -> None:
    assert known_mean("openai:text-embedding-3-small") is None
