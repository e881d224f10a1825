"""An embedder that can be measured: how long it was asked, and what for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter

from graphmem.adapters.onnx_embedder import OnnxEmbedder
from graphmem.localserver import Report, fetch_model
from graphmem.named_models import make_embedder
from graphmem.ports.embedder import Embedder, Matrix
from graphmem.settings import Settings


class MeteredEmbedder:
    """Passes everything on and notes it. query_seconds: since it was last set to zero, by who measures."""

    def __init__(self, inner: Embedder) -> None:
        self.inner = inner
        self.query_seconds = 0.0
        self._documents: list[str] = []

    @property
    def id(self) -> str:
        """The id of the embedder that is measured."""
        return self.inner.id

    @property
    def dimensions(self) -> int:
        """The dimensions of the embedder that is measured."""
        return self.inner.dimensions

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder."""
        if kind == "document":
            self._documents += texts
            return await self.inner.embed(texts, kind=kind)
        started = perf_counter()
        try:
            return await self.inner.embed(texts, kind=kind)
        finally:
            self.query_seconds += perf_counter() - started

    def taken(self) -> list[str]:
        """The documents embedded since it was last asked; they are forgotten here."""
        documents, self._documents = self._documents, []
        return documents

    async def alone(self, texts: Sequence[str]) -> float:
        """Seconds that the embedder needs for these documents when nothing else is done, in one call."""
        started = perf_counter()
        if texts:
            await self.inner.embed(texts)
        return perf_counter() - started

    async def aclose(self) -> None:
        """End what the measured embedder keeps running, if it has anything."""
        if isinstance(self.inner, OnnxEmbedder):
            await self.inner.aclose()


async def metered(settings: Settings, progress: Report) -> MeteredEmbedder:
    """The embedder of the settings, measured. The local one remembers no question: each is embedded anew."""
    if settings.embedder.name != "local":
        return MeteredEmbedder(await make_embedder(settings, progress=progress))
    cache = settings.server.cache or settings.server.home / "cache"
    folder = await asyncio.to_thread(fetch_model, cache, progress)
    return MeteredEmbedder(OnnxEmbedder(folder, threads=settings.embedder.threads, remembered=0))
