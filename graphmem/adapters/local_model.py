"""A model of the sentence-transformers extra (it brings torch), read once and asked in its own thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, TypeVar

from graphmem.errors import ConfigError, ModelError

_BATCH = 32
T = TypeVar("T")
R = TypeVar("R")


class LocalModel:
    """what: for messages, such as "Embedder sentence-transformers:m". model: a folder, or a name on the hub.

    Raises ConfigError when the extra is not installed.
    """

    def __init__(
        self,
        what: str,
        kind: Literal["SentenceTransformer", "CrossEncoder"],
        model: str,
        *,
        device: str | None,
        error: type[ModelError],
    ) -> None:
        if find_spec("sentence_transformers") is None:
            raise ConfigError(
                f"{what} needs an extra that is not installed: pip install 'graphmem[sentence-transformers]'."
            )
        self._what = what
        self._kind = kind
        self._model = model
        self._device = device
        self._error = error
        self._loaded: Any = None  # touched by the one worker thread only
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=f"graphmem-{kind}")

    async def each(self, ask: Callable[[Any, Sequence[T]], Sequence[R]], items: Sequence[T]) -> list[R]:
        """What `ask` gets from the model for the items, batch by batch: another call waits for one at most.

        Raises the error given when the model cannot be loaded, and for whatever torch raises.
        """
        loop = asyncio.get_running_loop()
        found: list[R] = []
        for at in range(0, len(items), _BATCH):
            batch = items[at : at + _BATCH]
            found.extend(await loop.run_in_executor(self._pool, self._asked, ask, batch))
        return found

    def close(self) -> None:
        """End the worker thread; no call may follow."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _asked(self, ask: Callable[[Any, Sequence[T]], Sequence[R]], batch: Sequence[T]) -> Sequence[R]:
        model = self._opened()
        try:
            return ask(model, batch)
        except Exception as error:  # torch raises what it likes
            raise self._error(f"{self._what} failed on a batch of texts: {error}") from error

    def _opened(self) -> Any:
        if self._loaded is None:
            made = getattr(import_module("sentence_transformers"), self._kind)  # slow to import
            try:
                self._loaded = made(self._model, device=self._device)
            except Exception as error:
                raise self._error(
                    f"{self._what} cannot be loaded: {error}. "
                    "Check the name; the first use needs the network, or name a local folder."
                ) from error
        return self._loaded
