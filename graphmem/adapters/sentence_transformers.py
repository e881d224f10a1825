"""Any sentence-transformers model, for those who installed that extra (it brings torch)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from threading import Lock
from typing import Any

from graphmem.adapters.vectors import checked
from graphmem.errors import ConfigError, EmbedderError
from graphmem.ports.embedder import Matrix

_BATCH = 32


class SentenceTransformersEmbedder:
    """Implements ports.Embedder with a local model, read at the first call in a worker thread.

    model: a folder, or a name on the Hugging Face hub. query, document: prefixes for models whose
    configuration does not name their prompts. Raises ConfigError when the extra is not installed.
    """

    def __init__(self, model: str, *, device: str | None = None, query: str = "", document: str = "") -> None:
        if find_spec("sentence_transformers") is None:
            raise ConfigError(
                f"Embedder sentence-transformers:{model} needs an extra that is not installed: "
                "pip install 'graphmem[sentence-transformers]'."
            )
        self._model = model
        self._device = device
        self._prefixes = {"query": query, "document": document}
        self._dimensions = 0
        self._loaded: Any = None
        self._lock = Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="graphmem-sentence-transformers")

    @property
    def id(self) -> str:
        """The model's name."""
        return f"sentence-transformers:{self._model}"

    @property
    def dimensions(self) -> int:
        """Length of the vectors; 0 before the first call."""
        return self._dimensions

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder."""
        if kind not in self._prefixes:
            raise ValueError(f'kind must be "document" or "query", not {kind!r}')
        loop = asyncio.get_running_loop()
        rows: list[Any] = []
        for at in range(0, len(texts), _BATCH):  # batch by batch: a query waits for one at most
            batch = [self._prefixes[kind] + text for text in texts[at : at + _BATCH]]
            rows.extend(await loop.run_in_executor(self._pool, self._encode, batch, kind))
        matrix = checked(rows, count=len(texts), dimensions=self._dimensions, model=self.id)
        self._dimensions = self._dimensions or matrix.shape[1]
        return matrix

    async def aclose(self) -> None:
        """End the worker thread; no call may follow."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _encode(self, texts: list[str], kind: str) -> Sequence[Any]:
        model = self._opened()
        try:
            prompt = kind if kind in (getattr(model, "prompts", None) or {}) else None
            rows: Sequence[Any] = model.encode(
                texts, prompt_name=prompt, show_progress_bar=False, convert_to_numpy=True
            )
        except Exception as error:  # torch raises what it likes
            raise EmbedderError(f"Embedder {self.id} failed on a batch of texts: {error}") from error
        return rows

    def _opened(self) -> Any:
        with self._lock:
            if self._loaded is None:
                from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - an extra, slow to import

                try:
                    self._loaded = SentenceTransformer(self._model, device=self._device)
                except Exception as error:
                    raise EmbedderError(
                        f"Embedder {self.id} cannot be loaded: {error}. "
                        "Check the name; the first use needs the network, or name a local folder."
                    ) from error
            return self._loaded
