"""Any sentence-transformers model, for those who installed that extra (it brings torch)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from graphmem.adapters.local_model import LocalModel
from graphmem.adapters.vectors import checked
from graphmem.errors import EmbedderError
from graphmem.ports.embedder import Matrix


class SentenceTransformersEmbedder:
    """Implements ports.Embedder with a local model, read at the first call in a worker thread.

    model: a folder, or a name on the Hugging Face hub. query, document: prefixes for models whose
    configuration does not name their prompts. Raises ConfigError when the extra is not installed.
    """

    def __init__(self, model: str, *, device: str | None = None, query: str = "", document: str = "") -> None:
        self._name = model
        self._model = LocalModel(
            f"Embedder {self.id}", "SentenceTransformer", model, device=device, error=EmbedderError
        )
        self._prefixes = {"query": query, "document": document}
        self._dimensions = 0

    @property
    def id(self) -> str:
        """The model's name."""
        return f"sentence-transformers:{self._name}"

    @property
    def dimensions(self) -> int:
        """Length of the vectors; 0 before the first call."""
        return self._dimensions

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder."""
        if kind not in self._prefixes:
            raise ValueError(f'kind must be "document" or "query", not {kind!r}')
        prefixed = [self._prefixes[kind] + text for text in texts]
        rows = await self._model.each(partial(_encoded, kind), prefixed)
        matrix = checked(rows, count=len(texts), dimensions=self._dimensions, model=self.id)
        self._dimensions = self._dimensions or matrix.shape[1]
        return matrix

    async def aclose(self) -> None:
        """End the worker thread; no call may follow."""
        self._model.close()


def _encoded(kind: str, model: Any, texts: Sequence[str]) -> Sequence[Any]:
    prompt = kind if kind in (getattr(model, "prompts", None) or {}) else None
    rows: Sequence[Any] = model.encode(
        texts, prompt_name=prompt, show_progress_bar=False, convert_to_numpy=True
    )
    return rows
