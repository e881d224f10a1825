"""Errors inside of a success, over real HTTP: waited for and tried again like the status they stand for."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from graphmem.adapters.endpoint_disguise import status_of
from graphmem.adapters.openai_embedder import OpenAIEmbedder
from graphmem.adapters.rerank_endpoint import RerankEndpoint
from graphmem.errors import ConfigError, EmbedderError, LLMError, OutputTruncated, RerankerError
from tests.endpoint import Request, Response, chunks, completion, serving
from tests.unit.adapters.test_openai_llm import RED, Colours, asked, refusal, streamed

SOON = {"retry-after-ms": "1"}
VECTOR = Response(body={"data": [{"index": 0, "embedding": [1.0, 0.0]}]})


def inside(error: Any, **body: Any) -> Response:
    return Response(200, {"error": error, **body}, headers=SOON)


def once(first: Response, then: Response) -> Callable[[Request], Response]:
    """First this, then always that."""
    replies = [first]
    return lambda _: replies.pop() if replies else then


@pytest.mark.parametrize(
    "first",
    [
        inside({"message": "Upstream error: worker limit reached", "code": 429}),
        inside({"message": "Provider returned error", "code": 502, "metadata": {"raw": "boom"}}),
        inside({"message": "Too many requests", "type": "rate_limit_error"}),
        inside({"code": "503", "message": "overloaded"}),
        inside("Internal server error"),
        inside({"message": "x", "code": 500}, choices=[]),
        Response(200, {"choices": []}, headers=SOON),
        Response(200, {"id": "x", "choices": None, "usage": None}, headers=SOON),
        Response(200, {"choices": [{"error": {"code": 502, "message": "x"}, "message": {}}]}, headers=SOON),
        Response(
            200, {"code": "Throttling.RateQuota", "message": "Requests rate limit exceeded"}, headers=SOON
        ),
        Response(200, {"base_resp": {"status_code": 1002, "status_msg": "rate limit"}}, headers=SOON),
        Response(200, [{"error": {"code": 503, "message": "The model is overloaded."}}], headers=SOON),
        Response(200, b"", headers=SOON),
        Response(200, b"", headers={**SOON, "Content-Type": "text/html"}),
        Response(200, {"error": "overloaded"}, headers={**SOON, "Content-Type": "text/plain; charset=utf-8"}),
        Response(200, b"\n\n\n", headers=SOON),
        Response(400, {"error": {"code": 503, "message": "upstream is down"}}, headers=SOON),
        Response(400, {"error": {"code": "429", "message": "slow down"}}, headers=SOON),
    ],
)
async def test_an_error_that_passes_is_tried_again(first: Response) -> None:
    with serving(once(first, RED)) as endpoint:
        assert await asked(endpoint, retries=1) == Colours(colours=["red"])
        assert len(endpoint.asked) == 2


@pytest.mark.parametrize(
    ("response", "error", "told"),
    [
        (
            inside({"message": "Provider returned error", "code": 429, "metadata": {"raw": "m is busy"}}),
            LLMError,
            r"limits the rate.*several tries: Provider returned error: m is busy\. Wait",
        ),
        (
            inside({"message": "the worker died", "code": 502}),
            LLMError,
            "status 200: the worker died. Try again",
        ),
        (Response(200, {"choices": []}, headers=SOON), LLMError, "status 200: no choices.*Try again later"),
        (inside({"message": "No auth credentials found", "code": 401}), ConfigError, "refused the key"),
        (inside({"message": "no such model: m", "code": 404}), ConfigError, "GRAPHMEM_LLM_MODEL"),
        (
            inside({"message": "prompt is too long: 9000 tokens > 8192 maximum"}),
            OutputTruncated,
            "Ask for less",
        ),
    ],
)
async def test_what_stays_is_told_in_the_servers_words(
    response: Response, error: type[Exception], told: str
) -> None:
    with serving(lambda _: response) as endpoint, pytest.raises(error, match=told) as raised:
        await asked(endpoint, retries=1)
    assert "base URL" not in str(raised.value)


async def test_an_error_that_does_not_pass_is_not_tried_again() -> None:
    with serving(lambda _: inside({"message": "gone for good", "code": 410})) as endpoint:
        with pytest.raises(LLMError, match="gone for good"):
            await asked(endpoint, retries=3)
        assert len(endpoint.asked) == 1


async def test_a_refusal_inside_of_a_success_is_answered_like_any_refusal() -> None:
    first = inside({"message": "response_format is not supported", "code": 400})
    with serving(once(first, RED)) as endpoint:
        assert await asked(endpoint, retries=0) == Colours(colours=["red"])
    assert endpoint.asked[1].body["response_format"] == {"type": "json_object"}


async def test_a_refusal_stays_one_whatever_its_words_sound_like() -> None:
    with serving(lambda _: refusal("internal rate of the upstream is invalid")) as endpoint:
        with pytest.raises(LLMError, match="status 400: internal rate"):
            await asked(endpoint, retries=3)
        assert len(endpoint.asked) == 3  # one for each way of asking for the shape, none of them twice


async def test_an_error_instead_of_vectors_is_tried_again() -> None:
    for first in (inside({"message": "busy", "code": 429}), Response(200, {"data": []}, headers=SOON)):
        with serving(once(first, VECTOR)) as endpoint:
            embedder = OpenAIEmbedder("m", base_url=f"{endpoint.url}/v1", retries=1)
            assert (await embedder.embed(["a"])).tolist() == [[1.0, 0.0]]
            await embedder.aclose()


async def test_an_error_instead_of_vectors_that_stays_is_told() -> None:
    with serving(lambda _: inside({"message": "the GPU is lost", "code": 500})) as endpoint:
        embedder = OpenAIEmbedder("m", base_url=f"{endpoint.url}/v1", retries=1)
        with pytest.raises(EmbedderError, match="the GPU is lost"):
            await embedder.embed(["a"])
        await embedder.aclose()


async def test_an_error_instead_of_scores_is_tried_again_and_told() -> None:
    with serving(once(inside("overloaded"), Response(body={"scores": [0.5]}))) as endpoint:
        reranker = RerankEndpoint(endpoint.url, retries=1)
        assert await reranker.scores("q", ["a"]) == [0.5]
        await reranker.aclose()
    with serving(lambda _: inside({"message": "out of memory", "code": 500})) as endpoint:
        reranker = RerankEndpoint(endpoint.url, retries=0)
        with pytest.raises(RerankerError, match="out of memory"):
            await reranker.scores("q", ["a"])
        await reranker.aclose()


STREAM = Response(events=chunks("It ", "is red."))


@pytest.mark.parametrize(
    "first",
    [
        Response(events=[{"error": {"code": 502, "message": "x"}, "choices": []}]),
        Response(events=[{"error": {"message": "rate limit reached"}}]),
        Response(events=["[DONE]"]),
        inside({"message": "busy", "code": 429}),
    ],
)
async def test_a_stream_that_begins_with_an_error_is_begun_again(first: Response) -> None:
    with serving(once(first, STREAM)) as endpoint:
        assert await streamed(endpoint, retries=1) == ["It ", "is red."]
        assert len(endpoint.asked) == 2


async def test_a_stream_that_begins_with_a_lasting_error_is_told() -> None:
    first = Response(events=[{"error": {"code": 400, "message": "prompt is too long for the context"}}])
    with serving(lambda _: first) as endpoint:
        with pytest.raises(OutputTruncated, match="prompt is too long"):
            await streamed(endpoint, retries=2)
        assert len(endpoint.asked) == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (completion("x"), None),
        ({"data": [{"index": 0, "embedding": [1]}], "error": None}, None),
        ({"results": []}, None),
        ([0.5], None),
        ({"hello": "world"}, None),
        ("text", None),
        ({"error": {"message": "Incorrect API key provided"}}, 401),
        ({"error": {"message": "The model `x` does not exist"}}, 404),
        ({"error": {"message": "Invalid schema for response_format"}}, 400),
        ({"error": {"message": "Insufficient quota"}}, 429),
        ({"error": {"message": "something"}}, 502),
        ({"object": "error", "message": "CUDA error", "code": 50001}, 502),
    ],
)
def test_a_body_stands_for_a_status(body: Any, status: int | None) -> None:
    assert status_of(json.dumps(body).encode()) == status
