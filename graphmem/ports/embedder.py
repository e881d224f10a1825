"""Texts to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


class Embedder(Protocol):
    """Maps texts to unit vectors. Implementations batch, and never block the event loop.

    id: names model and weights ("local:e5-small-v2-q@0.36.2"); it is stored and checked.
    dimensions: length of every vector; 0 until known (an endpoint tells it with its first answer).
    """

    @property
    def id(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """Unit vectors, shape (len(texts), dimensions), float32; kind is "document" or "query".

        Raises EmbedderError when a vector is zero, non-finite or of the wrong size, or the model fails.
        """
        ...
