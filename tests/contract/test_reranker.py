"""What holds for every reranker: the fake one and the real ones."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator

import pytest

from graphmem.adapters.rerank_endpoint import RerankEndpoint
from graphmem.ports import Reranker
from graphmem.retrieve.rerank_llm import ListwiseReranker
from graphmem.testing import FakeLLM, FakeReranker
from tests.endpoint import Request, Response, serving

TEXTS = ["The train to Ghent was late.", "", "   ", "猫", "Ann adopted a grey cat.", "🙂\ud800", "x" * 5000]


def shared(question: str, text: str) -> int:
    return len(set(re.findall(r"\w+", question.lower())) & set(re.findall(r"\w+", text.lower())))


def ranked(request: Request) -> Response:
    rows = [
        {"index": place, "relevance_score": shared(request.body["query"], text)}
        for place, text in enumerate(request.body["documents"])
    ]
    return Response(body={"results": sorted(rows, key=lambda row: -row["relevance_score"])})


def listed(prompt: object, _: object) -> dict[str, list[int]]:
    question, *passages = str(getattr(prompt, "user", "")).split("<passage")
    found = [(shared(question, each), int(re.findall(r'id="(\d+)"', each)[0])) for each in passages]
    return {"ids": [number for _, number in sorted(found, key=lambda each: -each[0])]}


@pytest.fixture(params=["fake", "endpoint", "llm"])
async def reranker(request: pytest.FixtureRequest) -> AsyncIterator[Reranker]:
    match request.param:
        case "fake":
            yield FakeReranker()
        case "llm":
            yield ListwiseReranker(FakeLLM(listed))
        case _:
            with serving(ranked) as endpoint:
                made = RerankEndpoint(f"{endpoint.url}/rerank")
                yield made
                await made.aclose()


async def test_every_text_has_a_finite_score_and_the_relevant_one_the_highest(reranker: Reranker) -> None:
    scores = await reranker.scores("Which cat has Ann adopted?", TEXTS, scope="ann")
    assert len(scores) == len(TEXTS)
    assert all(isinstance(each, float) and math.isfinite(each) for each in scores)
    assert max(range(len(TEXTS)), key=lambda place: scores[place]) == 4


async def test_no_texts_have_no_scores(reranker: Reranker) -> None:
    assert list(await reranker.scores("q", [])) == []


async def test_it_has_a_name(reranker: Reranker) -> None:
    assert ":" in reranker.id
