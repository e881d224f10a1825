"""Any sentence-transformers cross-encoder, for those who installed that extra (it brings torch)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from graphmem.adapters.local_model import LocalModel
from graphmem.errors import RerankerError


class CrossEncoderReranker:
    """Implements ports.Reranker with a local model, read at the first call in a worker thread.

    model: a folder, or a name on the Hugging Face hub. Raises ConfigError when the extra is not installed.
    """

    def __init__(self, model: str, *, device: str | None = None) -> None:
        self._name = model
        self._model = LocalModel(
            f"Reranker {self.id}", "CrossEncoder", model, device=device, error=RerankerError
        )

    @property
    def id(self) -> str:
        """The model's name."""
        return f"sentence-transformers:{self._name}"

    async def scores(self, question: str, texts: Sequence[str], *, scope: str = "") -> Sequence[float]:
        """See ports.Reranker."""
        found = await self._model.each(_scored, [(question, text) for text in texts])
        if len(found) != len(texts) or not all(map(math.isfinite, found)):
            raise RerankerError(
                f"Reranker {self.id} gave {len(found)} scores for {len(texts)} texts, or some that are no "
                "numbers. Use a cross-encoder that gives one score for a pair."
            )
        return found

    async def aclose(self) -> None:
        """End the worker thread; no call may follow."""
        self._model.close()


def _scored(model: Any, pairs: Sequence[tuple[str, str]]) -> list[float]:
    return [float(score) for score in model.predict(pairs, show_progress_bar=False)]
