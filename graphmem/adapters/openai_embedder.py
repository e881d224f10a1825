"""Vectors from any endpoint that speaks OpenAI's embeddings API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import openai

from graphmem.adapters.endpoint_batches import Batches
from graphmem.adapters.endpoint_client import OPENAI_URL, opened
from graphmem.adapters.endpoint_errors import Endpoint, brief
from graphmem.adapters.endpoint_refusals import unknown_model
from graphmem.adapters.vectors import checked
from graphmem.errors import ConfigError, EmbedderError, ModelError
from graphmem.ports.embedder import Matrix
from graphmem.together import together

# About 8,000 tokens: three bytes are a CJK character or most of an English token.
_BATCH_BYTES = 24_000
_AT_ONCE = 4


class OpenAIEmbedder:
    """Implements ports.Embedder over HTTP; failed requests are tried again, as Retry-After asks.

    dimensions: sent when given, for models that can shorten their vectors; 0 is reported until the first
    answer when not given. query, document: prefixes for models that were trained with some. A request holds
    at most `batch` texts and about 8,000 tokens; a longer text is cut there, and both are lowered where the
    endpoint refuses so much. Four requests run at once.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        dimensions: int | None = None,
        query: str = "",
        document: str = "",
        retries: int = 5,
        timeout: float = 60.0,
        batch: int = 256,
    ) -> None:
        self._model = model
        self._requested = dimensions
        self._dimensions = dimensions or 0
        self._batches = Batches(batch)
        self._prefixes = {"query": query, "document": document}
        self._endpoint = Endpoint(
            f"Embedder {self.id}",
            base_url or OPENAI_URL,
            EmbedderError,
            key="OPENAI_API_KEY",
            model="GRAPHMEM_EMBEDDER",
            address="OPENAI_BASE_URL",
        )
        self._client = opened(self._endpoint, api_key, base_url, max_retries=retries, timeout=timeout)

    @property
    def id(self) -> str:
        """The model's name; where it is served from is no part of it."""
        return f"openai:{self._model}"

    @property
    def dimensions(self) -> int:
        """Length of the vectors; 0 before the first answer when none was asked for."""
        return self._dimensions

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder. Raises ConfigError when the endpoint refuses the key or knows no such model."""
        if kind not in self._prefixes:
            raise ValueError(f'kind must be "document" or "query", not {kind!r}')
        fitting = [_fitting(self._prefixes[kind] + text) for text in texts]
        batches = list(_batches(fitting, self._batches.most))
        rows: list[Any] = []
        try:
            for at in range(0, len(batches), _AT_ONCE):
                several = (self._batches(batch, self._request) for batch in batches[at : at + _AT_ONCE])
                for answer in await together(several):
                    rows.extend(answer)
        except openai.OpenAIError as error:
            raise self._translated(error) from error
        matrix = checked(rows, count=len(texts), dimensions=self._dimensions, model=self.id)
        self._dimensions = self._dimensions or matrix.shape[1]
        return matrix

    async def aclose(self) -> None:
        """Close the connections; no call may follow."""
        await self._client.close()

    async def _request(self, texts: Sequence[str]) -> list[Any]:
        asked: dict[str, Any] = {"dimensions": self._requested} if self._requested else {}
        try:
            answer = await self._client.embeddings.create(
                model=self._model, input=list(texts), encoding_format="float", **asked
            )
            data = sorted(answer.data or [], key=lambda item: item.index)
            places, rows = [item.index for item in data], [item.embedding for item in data]
        except (AttributeError, TypeError, ValueError) as error:
            raise EmbedderError(
                f"{self._endpoint.where} answered something else than embeddings. "
                "Check that the base URL is that of an OpenAI-compatible API; it usually ends in /v1."
            ) from error
        if places != list(range(len(texts))):
            raise EmbedderError(
                f"{self._endpoint.where} returned {len(rows)} vectors for {len(texts)} texts, "
                "or numbered them wrongly; nothing was stored from it. Try again, or use another endpoint."
            )
        return rows

    def _translated(self, error: openai.OpenAIError) -> ConfigError | ModelError:
        where = self._endpoint.where
        match error:
            case openai.RateLimitError():
                return EmbedderError(
                    f"{where} still limits the rate or the quota after several tries: {brief(error)}. "
                    "Wait and run `graphmem consolidate`, or raise the limit."
                )
            case openai.APITimeoutError():
                return EmbedderError(
                    f"{where} cannot be reached: {brief(error)}. Check the address and that it runs."
                )
            case openai.APIStatusError(status_code=400 | 413 | 422) if not unknown_model(error):
                return EmbedderError(
                    f"{where} refused the request, also with a single text cut short: {brief(error)}. "
                    "Check model and dimensions."
                )
            case _:
                return self._endpoint.translated(error)


def _fitting(text: str) -> str:
    """The text as an endpoint takes it: not empty, no lone surrogates, not too long."""
    return text.encode("utf-8", "replace")[:_BATCH_BYTES].decode("utf-8", "ignore") or " "


def _batches(texts: Sequence[str], most: int) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        length = len(text.encode("utf-8"))
        if batch and (len(batch) == most or size + length > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += length
    if batch:
        yield batch
