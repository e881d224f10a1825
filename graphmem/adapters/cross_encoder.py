"""Any sentence-transformers cross-encoder, for those who installed that extra (it brings torch)."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from threading import Lock
from typing import Any

from graphmem.errors import ConfigError, RerankerError

_BATCH = 32


class CrossEncoderReranker:
    """Implements ports.Reranker with a local model, read at the first call in a worker thread.

    model: a folder, or a name on the Hugging Face hub. Raises ConfigError when the extra is not installed.
    """

    def __init__(self, model: str, *, device: str | None = None) -> None:
        if find_spec("sentence_transformers") is None:
            raise ConfigError(
                f"Reranker sentence-transformers:{model} needs an extra that is not installed: "
                "pip install 'graphmem[sentence-transformers]'."
            )
        self._model = model
        self._device = device
        self._loaded: Any = None
        self._lock = Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="graphmem-cross-encoder")

    @property
    def id(self) -> str:
        """The model's name."""
        return f"sentence-transformers:{self._model}"

    async def scores(self, question: str, texts: Sequence[str], *, scope: str = "") -> Sequence[float]:
        """See ports.Reranker."""
        loop = asyncio.get_running_loop()
        found: list[float] = []
        for at in range(0, len(texts), _BATCH):  # batch by batch: another question waits for one at most
            pairs = [(question, text) for text in texts[at : at + _BATCH]]
            found.extend(await loop.run_in_executor(self._pool, self._scored, pairs))
        return found

    async def aclose(self) -> None:
        """End the worker thread; no call may follow."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _scored(self, pairs: list[tuple[str, str]]) -> list[float]:
        model = self._opened()
        try:
            found = [float(score) for score in model.predict(pairs, show_progress_bar=False)]
        except Exception as error:  # torch raises what it likes
            raise RerankerError(f"Reranker {self.id} failed on a batch of texts: {error}") from error
        if len(found) != len(pairs) or not all(map(math.isfinite, found)):
            raise RerankerError(
                f"Reranker {self.id} gave {len(found)} scores for {len(pairs)} texts, or some that are no "
                "numbers. Use a cross-encoder that gives one score for a pair."
            )
        return found

    def _opened(self) -> Any:
        with self._lock:
            if self._loaded is None:
                from sentence_transformers import CrossEncoder  # noqa: PLC0415 - an extra, slow to import

                try:
                    self._loaded = CrossEncoder(self._model, device=self._device)
                except Exception as error:
                    raise RerankerError(
                        f"Reranker {self.id} cannot be loaded: {error}. "
                        "Check the name; the first use needs the network, or name a local folder."
                    ) from error
            return self._loaded
