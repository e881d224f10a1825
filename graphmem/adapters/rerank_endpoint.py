"""Scores from any endpoint that reranks over HTTP, as Jina, Cohere and vLLM do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from urllib.parse import urldefrag

from graphmem.adapters.endpoint_batches import Batches
from graphmem.adapters.endpoint_client import opened
from graphmem.adapters.endpoint_errors import Endpoint
from graphmem.adapters.llm_values import plain
from graphmem.errors import RerankerError
from graphmem.settings import RerankerSettings
from graphmem.together import together

LONGEST = 8000
"""Characters of a text that are sent; what a reranker reads of it is less."""
_BATCH = 256
_AT_ONCE = 4


class RerankEndpoint:
    """Implements ports.Reranker over HTTP; failed requests are tried again, as Retry-After asks.

    url: the whole address, such as https://api.cohere.com/v2/rerank. model: "" where the server has only one.
    Answers may hold `results` or `data` (or be that list) of index and relevance_score or score, in any
    order, or the numbers alone as `scores`. A request holds at most 256 texts, of 8,000
    characters each, and less where the endpoint refuses so much; four run at once.
    """

    def __init__(
        self,
        url: str,
        model: str = "",
        *,
        api_key: str | None = None,
        retries: int = 3,
        timeout: float = 30.0,
    ) -> None:
        self._url = url
        self._model = model
        name = "GRAPHMEM_RERANKER"
        self._endpoint = Endpoint(
            f"Reranker {self.id}", url, RerankerError, key=f"{name}_API_KEY", model=name, address=name
        )
        self._batches = Batches(_BATCH)
        self._client = opened(self._endpoint, api_key, url, max_retries=retries, timeout=timeout)

    @classmethod
    def of(cls, settings: RerankerSettings) -> RerankEndpoint:
        """The endpoint that the settings name, URL#MODEL."""
        url, model = urldefrag(settings.name)
        key = settings.api_key.get_secret_value() if settings.api_key else None
        return cls(url, model, api_key=key, retries=settings.retries, timeout=settings.timeout)

    @property
    def id(self) -> str:
        """The model's name, or the address where none is named."""
        return f"rerank:{self._model or self._url}"

    async def scores(self, question: str, texts: Sequence[str], *, scope: str = "") -> Sequence[float]:
        """See ports.Reranker. Raises ConfigError when the endpoint refuses the key or knows no such model."""
        sent, most = [_sendable(text) for text in texts], self._batches.most
        batches = [sent[at : at + most] for at in range(0, len(sent), most)]
        found: list[float] = []
        ask = partial(self._request, question)
        try:
            for at in range(0, len(batches), _AT_ONCE):
                several = (self._batches(batch, ask) for batch in batches[at : at + _AT_ONCE])
                for answer in await together(several):
                    found.extend(answer)
        except RerankerError:
            raise
        except Exception as error:  # the client lets errors of its HTTP library through
            raise self._endpoint.translated(error) from error
        return found

    async def aclose(self) -> None:
        """Close the connections; no call may follow."""
        await self._client.close()

    async def _request(self, question: str, texts: Sequence[str]) -> list[float]:
        body: dict[str, object] = {
            "query": _sendable(question),
            "documents": list(texts),
            "top_n": len(texts),
        }
        if self._model:
            body["model"] = self._model
        answer = await self._client.post(self._url, cast_to=object, body=body)
        scores = dict(_scored(answer))
        if sorted(scores) != list(range(len(texts))):
            raise RerankerError(
                f"{self._endpoint.where} gave usable scores to {len(scores)} of {len(texts)} texts, or "
                "numbered them wrongly. Check that the address is that of a rerank endpoint, as Jina, Cohere "
                "and vLLM have."
            )
        return [scores[place] for place in range(len(texts))]


def _sendable(text: str) -> str:
    """Not empty, without halves of surrogate pairs, no longer than rerankers read: servers refuse these."""
    return plain(text).strip()[:LONGEST] or "."


def _scored(answer: object) -> Iterator[tuple[int, float]]:
    """Every place with a finite score, in whichever form the answer tells it."""
    rows = answer
    if isinstance(answer, Mapping):
        rows = next((answer[name] for name in ("results", "data", "scores") if name in answer), None)
    for place, row in enumerate(rows if isinstance(rows, list) else []):
        named = isinstance(row, Mapping)
        index = row.get("index") if named else place
        score = row.get("relevance_score", row.get("score")) if named else row
        number = isinstance(score, int | float) and not isinstance(score, bool)
        if isinstance(index, int) and number and math.isfinite(score):
            yield index, float(score)
