"""Rerank endpoints in the forms in use, over real HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import SecretStr

from graphmem.adapters.rerank_endpoint import RerankEndpoint
from graphmem.errors import ConfigError, RerankerError
from graphmem.settings import RerankerSettings
from tests.endpoint import Endpoint, Request, Response, serving

TEXTS = ["a dog", "a grey cat", ""]


async def scored(endpoint: Endpoint, texts: list[str] = TEXTS, **options: Any) -> list[float]:
    reranker = RerankEndpoint(f"{endpoint.url}/v1/rerank", "m", api_key="secret", **options)
    try:
        return list(await reranker.scores("Which cat?\ud83d", texts))
    finally:
        await reranker.aclose()


FORMS = {
    "Jina": {
        "model": "m",
        "usage": {"total_tokens": 9},
        "results": [
            {"index": 1, "relevance_score": 0.9, "document": {"text": "a grey cat"}},
            {"index": 0, "relevance_score": 0.25, "document": {"text": "a dog"}},
            {"index": 2, "relevance_score": 0, "document": {"text": "."}},
        ],
    },
    "Cohere": {
        "id": "x",
        "results": [
            {"index": 1, "relevance_score": 0.9},
            {"index": 0, "relevance_score": 0.25},
            {"index": 2, "relevance_score": 0.0},
        ],
        "meta": {"billed_units": {"search_units": 1}},
    },
    "vLLM scores": {
        "object": "list",
        "data": [
            {"index": 0, "object": "score", "score": 0.25},
            {"index": 1, "object": "score", "score": 0.9},
            {"index": 2, "object": "score", "score": 0.0},
        ],
    },
    "a bare list": [{"index": 1, "score": 0.9}, {"index": 0, "score": 0.25}, {"index": 2, "score": 0.0}],
    "scores alone": {"scores": [0.25, 0.9, 0.0]},
}


@pytest.mark.parametrize("form", FORMS)
async def test_scores_come_back_in_the_order_of_the_texts(form: str) -> None:
    with serving(lambda _: Response(body=FORMS[form])) as endpoint:
        assert await scored(endpoint) == [0.25, 0.9, 0.0]

    (request,) = endpoint.asked
    assert request.path.endswith("/v1/rerank")
    assert request.headers["authorization"] == "Bearer secret"
    assert request.body == {
        "query": "Which cat?\ufffd",
        "documents": ["a dog", "a grey cat", "."],
        "top_n": 3,
        "model": "m",
    }


async def test_many_texts_go_in_several_requests() -> None:
    def lengths(request: Request) -> Response:
        rows = [
            {"index": place, "relevance_score": float(len(text))}
            for place, text in enumerate(request.body["documents"])
        ]
        return Response(body={"results": rows[::-1]})

    texts = ["x" * (1 + n % 7) for n in range(600)]
    with serving(lengths) as endpoint:
        assert await scored(endpoint, texts) == [float(len(text)) for text in texts]
    assert sorted(len(each.body["documents"]) for each in endpoint.asked) == [88, 256, 256]


async def test_a_text_is_sent_only_as_far_as_a_reranker_reads() -> None:
    with serving(lambda request: Response(body={"scores": [1.0]})) as endpoint:
        await scored(endpoint, ["x" * 20_000])
    assert [len(text) for text in endpoint.asked[0].body["documents"]] == [8000]


async def test_no_texts_are_no_request() -> None:
    with serving(lambda _: Response(500)) as endpoint:
        assert await scored(endpoint, []) == []
    assert endpoint.asked == []


@pytest.mark.parametrize(
    "body",
    [
        {"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": 1}]},
        {"results": [{"index": n, "relevance_score": 1} for n in (1, 2, 3)]},
        {"results": [{"index": 0, "relevance_score": "high"}] * 3},
        {"scores": [1.0, float("nan"), 0.5]},
        {"scores": [True, False, True]},
        {"results": None},
        {},
        [],
        "ok",
        b"<html>hello</html>",
    ],
)
async def test_an_answer_without_a_score_for_each_text_is_an_error(body: Any) -> None:
    with (
        serving(lambda _: Response(body=body)) as endpoint,
        pytest.raises(RerankerError, match=r"Reranker rerank:m at .*/v1/rerank"),
    ):
        await scored(endpoint)


@pytest.mark.parametrize(
    ("response", "error", "told"),
    [
        (Response(401, {"message": "bad"}), ConfigError, "Check GRAPHMEM_RERANKER_API_KEY"),
        (
            Response(404, {"detail": "model not found"}),
            ConfigError,
            "model not found.*Check GRAPHMEM_RERANKER",
        ),
        (Response(422, {"message": "too many"}), RerankerError, "status 422: too many"),
        (Response(503, b"busy"), RerankerError, "status 503"),
        (Response(delay=20), RerankerError, "did not answer in time"),
    ],
)
async def test_what_goes_wrong_is_told(response: Response, error: type[Exception], told: str) -> None:
    with serving(lambda _: response) as endpoint, pytest.raises(error, match=told):
        await scored(endpoint, retries=0, timeout=0.2)


async def test_a_rate_limit_is_tried_again() -> None:
    left = iter([Response(429, {}, headers={"retry-after-ms": "1"})])
    with serving(lambda _: next(left, Response(body=FORMS["Cohere"]))) as endpoint:
        assert await scored(endpoint) == [0.25, 0.9, 0.0]
        assert len(endpoint.asked) == 2


async def test_settings_name_the_address_and_the_model_in_one() -> None:
    with serving(lambda _: Response(body={"scores": [1.0]})) as endpoint:
        address = f"{endpoint.url}/rerank#BAAI/bge-reranker-v2-m3"
        reranker = RerankEndpoint.of(RerankerSettings(name=address, api_key=SecretStr("k")))
        await reranker.scores("q", ["a"])
        await reranker.aclose()
    assert reranker.id == "rerank:BAAI/bge-reranker-v2-m3"
    assert endpoint.asked[0].path.endswith("/rerank")
    assert endpoint.asked[0].body["model"] == "BAAI/bge-reranker-v2-m3"
    assert endpoint.asked[0].headers["authorization"] == "Bearer k"


async def test_an_endpoint_with_one_model_is_not_told_which() -> None:
    with serving(lambda _: Response(body={"scores": [1.0]})) as endpoint:
        reranker = RerankEndpoint.of(RerankerSettings(name=f"{endpoint.url}/rerank"))
        await reranker.scores("q", ["a"])
        await reranker.aclose()
    assert reranker.id == f"rerank:{endpoint.url}/rerank"
    assert "model" not in endpoint.asked[0].body
