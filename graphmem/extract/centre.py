"""Centred cosines: what every threshold of the papers needs with embedders whose cosines crowd together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Centring:
    """Subtract an embedder's mean vector from unit vectors and make them unit vectors again.

    The papers' constants were set with MiniLM. Raw cosines of e5 lie near .9 even for unrelated turns;
    centred ones spread like MiniLM's. Thresholds use centred vectors, rankings raw ones.

    mean: shape (dimensions,). Vectors come as (dimensions,) or (count, dimensions); a vector that equals
    the mean has no direction and becomes zero (cosine 0 to everything).
    """

    mean: Matrix

    def __call__(self, matrix: Matrix) -> Matrix:
        return unit(matrix - self.mean)


def estimate(matrix: Matrix) -> Matrix:
    """The mean of unit vectors, shape (count, dimensions), for an embedder that comes without one.

    A few hundred turns are enough. Raises ValueError when there is no vector.
    """
    if matrix.ndim != 2 or not len(matrix):
        raise ValueError("the mean vector needs a matrix with at least one row")
    mean: Matrix = matrix.mean(axis=0, dtype=np.float64).astype(np.float32)
    return mean


def unit(matrix: Matrix) -> Matrix:
    """Rows scaled to unit length; rows shorter than 1e-6 become zero."""
    lengths = np.linalg.norm(matrix, axis=-1, keepdims=True)
    scaled: Matrix = np.where(lengths < 1e-6, 0.0, matrix / np.maximum(lengths, 1e-6)).astype(np.float32)
    return scaled
