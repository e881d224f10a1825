"""Requests that an endpoint finds too large, over real HTTP: halved, cut, and the size that works remembered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from graphmem.adapters.openai_embedder import OpenAIEmbedder
from graphmem.adapters.rerank_endpoint import RerankEndpoint
from graphmem.errors import ConfigError, EmbedderError, RerankerError
from tests.endpoint import Endpoint, Request, Response, serving


def vectors(texts: list[str]) -> Response:
    """Each tells the number that its text begins with."""
    rows = [{"index": i, "embedding": [float(text.split()[0]), 1.0]} for i, text in enumerate(texts)]
    return Response(body={"data": rows})


def refusing(
    refused: Callable[[list[str]], bool], status: int, error: Any, name: str = "input"
) -> Callable[[Request], Response]:
    headers = {"retry-after-ms": "1"}

    def answer(request: Request) -> Response:
        texts = request.body[name]
        if refused(texts):
            return Response(status, {"error": error}, headers=headers)
        return (
            vectors(texts) if name == "input" else Response(body={"scores": [float(len(t)) for t in texts]})
        )

    return answer


@asynccontextmanager
async def embedding(endpoint: Endpoint, **options: Any) -> AsyncIterator[OpenAIEmbedder]:
    embedder = OpenAIEmbedder("m", base_url=f"{endpoint.url}/v1", **{"retries": 0, **options})
    try:
        yield embedder
    finally:
        await embedder.aclose()


def sizes(endpoint: Endpoint, name: str = "input") -> list[int]:
    return [len(request.body[name]) for request in endpoint.asked]


TEXTS = [f"{i} is a number" for i in range(1, 31)]


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, {"message": "<400> InternalError.Algo.InvalidParameter: Value error, batch size is invalid, it should not be larger than 10.: input.contents"}),
        (413, {"message": "batch size 30 > maximum allowed batch size 10", "type": "Validation"}),
        (422, "Input should have at most 10 items"),
        (400, {"message": "Invalid 'input': array too long. Expected an array with maximum length 10, but got an array with length 30 instead."}),
        (500, {"message": "input (3000 tokens) is too large to process. increase the physical batch size", "type": "server_error"}),
    ],
)  # fmt: skip
async def test_a_batch_that_is_refused_is_halved(status: int, error: Any) -> None:
    with serving(refusing(lambda texts: len(texts) > 10, status, error)) as endpoint:
        async with embedding(endpoint) as embedder:
            found = await embedder.embed(TEXTS)
    assert sizes(endpoint) == [30, 15, 8, 7, 8, 7]
    ratios = found[:, 0] / found[:, 1]
    assert ratios.round(3).tolist() == [float(i) for i in range(1, 31)]


async def test_the_size_that_works_is_remembered() -> None:
    with serving(refusing(lambda texts: len(texts) > 10, 400, "too many")) as endpoint:
        async with embedding(endpoint) as embedder:
            await embedder.embed(TEXTS)
            first = len(endpoint.asked)
            await embedder.embed(TEXTS)
        assert sorted(sizes(endpoint)[first:]) == [6, 8, 8, 8]


async def test_the_setting_names_the_size() -> None:
    with serving(lambda request: vectors(request.body["input"])) as endpoint:
        async with embedding(endpoint, batch=12) as embedder:
            await embedder.embed(TEXTS)
    assert sorted(sizes(endpoint)) == [6, 12, 12]


async def test_a_text_that_is_too_long_is_cut_and_makes_no_batch_smaller() -> None:
    def too_long(texts: list[str]) -> bool:
        return any(len(text) > 1500 for text in texts)

    texts = [*TEXTS[:3], "4 " + "a" * 9000, *TEXTS[4:8]]
    error = {"message": "`inputs` must have less than 512 tokens. Given: 3002", "type": "Validation"}
    with serving(refusing(too_long, 413, error)) as endpoint:
        async with embedding(endpoint) as embedder:
            found = await embedder.embed(texts)
            await embedder.embed(TEXTS)
    assert (found[:, 0] / found[:, 1]).round(3).tolist() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert max(len(text) for request in endpoint.asked[:-1] for text in request.body["input"]) == 9002
    assert sizes(endpoint)[-1] == 30


async def test_a_text_is_cut_by_halves() -> None:
    with serving(refusing(lambda texts: len(texts[0]) > 300, 422, "too long")) as endpoint:
        async with embedding(endpoint) as embedder:
            await embedder.embed(["1 " + "a" * 1998])
    assert [len(request.body["input"][0]) for request in endpoint.asked] == [2000, 1000, 500, 250]


async def test_a_text_that_is_refused_in_every_length_is_told() -> None:
    with serving(refusing(lambda texts: any("bad" in t for t in texts), 400, "forbidden words")) as endpoint:
        async with embedding(endpoint) as embedder:
            with pytest.raises(EmbedderError, match="a single text cut short: forbidden words"):
                await embedder.embed(["1 " + "bad " * 100])
    assert [len(request.body["input"][0]) for request in endpoint.asked] == [402, 201, 100, 50, 25]


@pytest.mark.parametrize(
    ("status", "error", "raised"),
    [
        (400, {"message": "This model does not support dimensions = 7"}, EmbedderError),
        (400, {"message": "invalid model", "code": "model_not_found"}, ConfigError),
        (401, {"message": "bad key"}, ConfigError),
        (404, {"message": "no such model"}, ConfigError),
        (429, {"message": "slow down"}, EmbedderError),
        (500, {"message": "out of order"}, EmbedderError),
    ],
)
async def test_what_is_no_matter_of_size_is_not_halved(
    status: int, error: Any, raised: type[Exception]
) -> None:
    with serving(refusing(lambda _: True, status, error)) as endpoint:
        async with embedding(endpoint) as embedder:
            with pytest.raises(raised):
                await embedder.embed(TEXTS)
    assert sizes(endpoint) == [30]


async def test_candidates_of_a_reranker_are_halved_too() -> None:
    error = {"message": "batch size 50 > maximum allowed batch size 32"}
    with serving(refusing(lambda texts: len(texts) > 32, 413, error, "documents")) as endpoint:
        reranker = RerankEndpoint(endpoint.url, retries=0)
        scores = await reranker.scores("q", ["a" * (i + 1) for i in range(50)])
        await reranker.scores("q", ["a"] * 50)
        await reranker.aclose()
    assert scores == [float(i + 1) for i in range(50)]
    assert sorted(sizes(endpoint, "documents")) == [25, 25, 25, 25, 50]


async def test_a_candidate_that_is_too_long_is_cut() -> None:
    error = {"message": "`inputs` must have less than 512 tokens"}
    with serving(
        refusing(lambda texts: any(len(t) > 3000 for t in texts), 413, error, "documents")
    ) as endpoint:
        reranker = RerankEndpoint(endpoint.url, retries=0)
        assert await reranker.scores("q", ["a" * 5000, "b"]) == [2500.0, 1.0]
        await reranker.aclose()


async def test_a_reranker_that_refuses_everything_is_told() -> None:
    with serving(
        refusing(lambda _: True, 400, {"message": "top_n is out of range"}, "documents")
    ) as endpoint:
        reranker = RerankEndpoint(endpoint.url, retries=0)
        with pytest.raises(RerankerError, match="top_n is out of range"):
            await reranker.scores("q", ["a", "b"])
        await reranker.aclose()
