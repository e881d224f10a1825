"""e5-small-v2 on the CPU through ONNX Runtime: the embedder that needs no key and no network."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.adapters.vectors import checked
from graphmem.errors import ConfigError, EmbedderError
from graphmem.ports.embedder import Matrix

_CHUNK = 8


@dataclass(frozen=True, slots=True)
class OnnxModel:
    """What must be known of a sentence encoder besides its weights (mean pooling over the tokens).

    query, document: prefixes it was trained with. max_tokens: longer texts are cut there.
    """

    id: str
    weights: str
    tokenizer: str
    dimensions: int
    query: str = ""
    document: str = ""
    max_tokens: int = 512


E5_SMALL_V2 = OnnxModel(
    id="local:e5-small-v2-q@0.36.2",
    weights="e5-small-v2-q.onnx",
    tokenizer="e5-small-v2-q-tokenizer.json",
    dimensions=384,
    query="query: ",
    document="passage: ",
)


class OnnxEmbedder:
    """Implements ports.Embedder with a quantized ONNX model; safe for many tasks and threads at once.

    The weights are read at the first call, in a worker thread. Every text runs by itself, on one core,
    as many at a time as there are threads: this model's quantization scales with everything in a batch, so
    in batches the same text would get vectors that differ (cosine .993 to .999) with its company, and
    padding and shared work cost more than batches save. Queries have threads of their own and never
    wait behind documents; the last 1,024 of them are remembered.
    """

    def __init__(
        self,
        folder: Path,
        *,
        model: OnnxModel = E5_SMALL_V2,
        threads: int | None = None,
        remembered: int = 1024,
    ) -> None:
        self._folder = folder
        self._model = model
        self._threads = threads or _available_cores()
        self._remembered = remembered
        self._queries: OrderedDict[str, Matrix] = OrderedDict()
        self._lock = Lock()
        self._loaded: tuple[Any, Any] | None = None
        self._document_pool = ThreadPoolExecutor(self._threads, thread_name_prefix="graphmem-documents")
        self._query_pool = ThreadPoolExecutor(self._threads, thread_name_prefix="graphmem-queries")

    @classmethod
    def load(cls, folder: Path, *, threads: int | None = None) -> OnnxEmbedder:
        """The e5-small-v2 in a folder that holds its two files; threads: default, one per available core.

        Raises ConfigError when a file is missing; a damaged one raises EmbedderError at the first call.
        """
        for name in (E5_SMALL_V2.weights, E5_SMALL_V2.tokenizer):
            if not (folder / name).is_file():
                raise ConfigError(
                    f"The local embedder's file {name} is not in {folder}. "
                    "`graphmem doctor --fix` downloads it; GRAPHMEM_EMBEDDER names another embedder."
                )
        return cls(folder, threads=threads)

    @property
    def id(self) -> str:
        """Model, weights and their version."""
        return self._model.id

    @property
    def dimensions(self) -> int:
        """384 for e5-small-v2."""
        return self._model.dimensions

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder. Raises ValueError for a kind that is neither "document" nor "query"."""
        if kind not in ("document", "query"):
            raise ValueError(f'kind must be "document" or "query", not {kind!r}')
        rows = await (self._embed_queries(texts) if kind == "query" else self._embed_documents(texts))
        return checked(rows, count=len(texts), dimensions=self.dimensions, model=self.id)

    async def aclose(self) -> None:
        """End the worker threads once their present text is done; no call may follow."""
        self._document_pool.shutdown(wait=False, cancel_futures=True)
        self._query_pool.shutdown(wait=False, cancel_futures=True)

    async def _embed_documents(self, texts: Sequence[str]) -> list[Matrix]:
        loop = asyncio.get_running_loop()
        prefixed = [self._model.document + text for text in texts]
        chunks = [prefixed[at : at + _CHUNK] for at in range(0, len(prefixed), _CHUNK)]
        rows: list[list[Matrix]] = [[] for _ in chunks]
        waiting = iter(enumerate(chunks))

        async def work() -> None:
            for at, chunk in waiting:
                rows[at] = await loop.run_in_executor(self._document_pool, self._run, chunk)

        try:
            async with asyncio.TaskGroup() as group:
                # A few chunks are handed over at a time: a long import leaves the threads to others too.
                for _ in range(min(self._threads + 1, len(chunks))):
                    group.create_task(work())
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from errors.exceptions[0].__cause__
        return [row for chunk_rows in rows for row in chunk_rows]

    async def _embed_queries(self, texts: Sequence[str]) -> list[Matrix]:
        known = {text: self._recalled(text) for text in texts}
        new = [text for text, row in known.items() if row is None]
        if new:
            loop = asyncio.get_running_loop()
            jobs = [
                loop.run_in_executor(self._query_pool, self._run, [self._model.query + text]) for text in new
            ]
            for text, rows in zip(new, await asyncio.gather(*jobs), strict=True):
                known[text] = rows[0]
                self._remember(text, rows[0])
        return [row for row in (known[text] for text in texts) if row is not None]

    def _recalled(self, text: str) -> Matrix | None:
        with self._lock:
            if text in self._queries:
                self._queries.move_to_end(text)
            return self._queries.get(text)

    def _remember(self, text: str, row: Matrix) -> None:
        with self._lock:
            self._queries[text] = row
            while len(self._queries) > self._remembered:
                self._queries.popitem(last=False)

    def _run(self, prefixed: Sequence[str]) -> list[Matrix]:
        tokenizer, session = self._model_files()
        try:
            return [self._pooled(tokenizer, session, text) for text in prefixed]
        except Exception as error:  # the runtime raises its own classes, and they change between versions
            raise EmbedderError(f"Embedder {self.id} failed on a text: {error}") from error

    def _pooled(self, tokenizer: Any, session: Any, text: str) -> Matrix:
        # A lone surrogate cannot be encoded; it becomes a question mark.
        encoding = tokenizer.encode(text.encode("utf-8", "replace").decode("utf-8"))
        ids: NDArray[np.int64] = np.array([encoding.ids], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean: Matrix = session.run(None, inputs)[0][0].mean(axis=0)
        return mean

    def _model_files(self) -> tuple[Any, Any]:
        with self._lock:
            if self._loaded is None:
                self._loaded = _opened(self._folder, self._model)
            return self._loaded


def _opened(folder: Path, model: OnnxModel) -> tuple[Any, Any]:
    import onnxruntime  # noqa: PLC0415 - reading it takes a while, and other embedders do not need it
    from tokenizers import Tokenizer  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        tokenizer = Tokenizer.from_file(str(folder / model.tokenizer))
        tokenizer.enable_truncation(model.max_tokens)
        tokenizer.no_padding()
        session = onnxruntime.InferenceSession(
            str(folder / model.weights), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise EmbedderError(
            f"Embedder {model.id} cannot read its files in {folder}: {error}. "
            "Delete that folder; its files are downloaded again."
        ) from error
    return tokenizer, session


def _available_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
