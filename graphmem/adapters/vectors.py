"""The last check before a vector may reach the graph, and the mean vectors of known embedders."""

from __future__ import annotations

from importlib.resources import as_file, files

import numpy as np
from numpy.typing import ArrayLike

from graphmem.errors import EmbedderError
from graphmem.ports.embedder import Matrix

# Each is the plain mean of the unit vectors of all 1,446 passages ("passage: speaker: sentence", a caption
# appended to its turn as " [shares …]") of LoCoMo's first conversation, every passage embedded by itself.
_MEANS = {"local:e5-small-v2-q@0.36.2": "e5-small-v2-q.npy"}


def known_mean(embedder_id: str) -> Matrix | None:
    """The mean vector that ships for this embedder (not of unit length); None when there is none."""
    name = _MEANS.get(embedder_id)
    if name is None:
        return None
    with as_file(files("graphmem.adapters") / "means" / name) as path:
        mean: Matrix = np.load(path, allow_pickle=False)
    return mean


def checked(rows: ArrayLike, *, count: int, dimensions: int, model: str) -> Matrix:
    """Unit vectors of the rows, shape (count, dimensions), float32.

    dimensions: expected length, 0 when not known yet. model: named in the message. Raises EmbedderError
    when the number of rows or their length is wrong, or a row is zero, not finite or not numbers.
    """
    try:
        matrix = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise _refused(model, "vectors of unequal length, or something that is no number") from error
    if count == 0:
        return np.zeros((0, dimensions), dtype=np.float32)
    if matrix.ndim != 2 or matrix.shape[0] != count:
        raise _refused(model, f"an array of shape {matrix.shape} for {count} texts")
    if matrix.shape[1] == 0 or dimensions not in (0, matrix.shape[1]):
        raise _refused(model, f"vectors of {matrix.shape[1]} dimensions instead of {dimensions or 'some'}")
    bad = np.flatnonzero(~np.isfinite(matrix).all(axis=1))
    if bad.size:
        raise _refused(model, f"a vector that is not finite (text {bad[0]} of {count})")
    # Scaled by the largest entry first, so that tiny or huge vectors keep their direction.
    peaks = np.abs(matrix).max(axis=1, keepdims=True)
    bad = np.flatnonzero(peaks == 0)
    if bad.size:
        raise _refused(model, f"a zero vector (text {bad[0]} of {count})")
    scaled = matrix / peaks
    unit: Matrix = (scaled / np.linalg.norm(scaled, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _refused(model: str, what: str) -> EmbedderError:
    return EmbedderError(
        f"Embedder {model} returned {what}; nothing was stored from it. "
        "Check that it is an embedding model and that its configured dimensions are right."
    )
