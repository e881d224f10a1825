"""Public fakes of the ports: deterministic, no network, no models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

import numpy as np

from graphmem.errors import EmbedderError
from graphmem.ports.embedder import Matrix

__all__ = ["FakeClock", "FakeEmbedder"]

_WORD = re.compile(r"\w+")


class FakeEmbedder:
    """Unit vectors of hashed words: texts that share words are similar, the same text is identical.

    fail: raise EmbedderError on every call, as an embedder out of order does; it may be set at any time.
    calls: every (texts, kind) that was asked for, in order.
    """

    def __init__(self, dimensions: int = 64, *, fail: bool = False, id: str = "fake:hashed-words") -> None:
        self.id = id
        self.dimensions = dimensions
        self.fail = fail
        self.calls: list[tuple[tuple[str, ...], str]] = []

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder."""
        self.calls.append((tuple(texts), kind))
        if self.fail:
            raise EmbedderError(f"Embedder {self.id} was told to fail; set fail = False to have vectors.")
        rows = [self._vector(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), dtype=np.float32)

    def _vector(self, text: str) -> Matrix:
        total = np.zeros(self.dimensions)
        for word in _WORD.findall(text.casefold()) or [text]:
            seed = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            total += np.random.default_rng(int.from_bytes(seed, "big")).standard_normal(self.dimensions)
        return (total / np.linalg.norm(total)).astype(np.float32)


class FakeClock:
    """Stands still until it is moved."""

    def __init__(self, start: datetime = datetime(2024, 1, 1, tzinfo=UTC)) -> None:
        if start.tzinfo is None:
            raise ValueError("FakeClock needs an aware start time")
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """See ports.Clock."""
        return self._now

    def advance(self, step: timedelta) -> datetime:
        """Move by step and return the new time."""
        self._now += step
        return self._now
