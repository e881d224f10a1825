"""The store's mean vector: shipped with a known embedder, else estimated from the first turns and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from graphmem.extract.centre import Centring
from graphmem.model.segment import Vector
from graphmem.store.executor import Executor
from graphmem.store.store_node import check_store

ENOUGH = 300


@dataclass(slots=True)
class StoreCentre:
    """Gives the centring of this store; learns it where nobody knows it yet.

    Until ENOUGH turns were seen the mean is zero, and centred cosines are raw ones. Whichever process
    learns the mean first writes it to the Store node, and the others take it from there when they start.
    """

    executor: Executor
    embedder_id: str
    dimensions: int
    mean: Vector | None
    _sum: Vector = field(init=False)
    _seen: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._sum = np.zeros(self.dimensions, dtype=np.float64)

    @property
    def centring(self) -> Centring:
        """The present one."""
        if self.mean is None:
            return Centring(np.zeros(self.dimensions, dtype=np.float32))
        return Centring(self.mean)

    async def observe(self, vectors: Sequence[Vector]) -> None:
        """Learn from vectors of turns, as long as the mean is unknown."""
        if self.mean is not None or not vectors:
            return
        self._sum = self._sum + np.sum(vectors, axis=0)
        self._seen += len(vectors)
        if self._seen >= ENOUGH:
            mean = self._sum / self._seen
            info = await check_store(self.executor, self.embedder_id, self.dimensions, mean.tolist())
            self.mean = np.asarray(info.mean, dtype=np.float32)
