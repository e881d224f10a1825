"""A text that an endpoint refuses keeps no other one out: over real HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from graphmem.adapters.openai_embedder import OpenAIEmbedder
from graphmem.errors import ConfigError
from graphmem.extract.embed import EmbedTexts, EmbedTurns
from graphmem.model.draft import PendingTurn
from tests.endpoint import Endpoint, Request, Response, serving

Refusal = Callable[[list[str]], Response | None]


def answering(refusal: Refusal) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        texts = request.body["input"]
        rows = [{"index": i, "embedding": [float(len(text)), 1.0]} for i, text in enumerate(texts)]
        return refusal(texts) or Response(body={"data": rows})

    return answer


def forbidding(*words: str) -> Refusal:
    """Whatever its length, no text with one of these words."""
    error = {"error": {"message": f"it holds {' or '.join(words)}"}}
    return lambda texts: Response(400, error) if any(w in t for w in words for t in texts) else None


@asynccontextmanager
async def embedding(endpoint: Endpoint) -> AsyncIterator[EmbedTexts]:
    embedder = OpenAIEmbedder("m", base_url=f"{endpoint.url}/v1", retries=0)
    try:
        yield EmbedTexts(embedder)
    finally:
        await embedder.aclose()


def turn(number: int, text: str, context: str = "") -> PendingTurn:
    return PendingTurn(f"t{number}", "s", "Ana", text, context or text, passages_missing=True)


async def test_all_texts_are_embedded_in_one_call() -> None:
    with serving(answering(lambda _: None)) as endpoint:
        async with embedding(endpoint) as embed:
            found = await embed(["a", "b"])
    assert [found.tried(0), found.tried(1), found.refused, found.failure] == [True, True, {}, ""]
    assert len(endpoint.asked) == 1


async def test_nothing_is_asked_for_nothing() -> None:
    with serving(answering(lambda _: None)) as endpoint:
        async with embedding(endpoint) as embed:
            assert list((await embed([])).vectors) == []
    assert endpoint.asked == []


@pytest.mark.parametrize("bad", [{0}, {3}, {6}, {1, 2}, {0, 6}, {0, 1, 2, 3, 4, 5}])
async def test_only_the_refused_texts_have_no_vector(bad: set[int]) -> None:
    texts = [f"bad {i}" if i in bad else f"good {i}" for i in range(7)]
    with serving(answering(forbidding("bad"))) as endpoint:
        async with embedding(endpoint) as embed:
            found = await embed(texts)
    assert {i for i, vector in enumerate(found.vectors) if vector is None} == bad
    assert set(found.refused) == bad
    assert all("it holds bad" in reason for reason in found.refused.values())
    assert found.failure == ""


async def test_an_embedder_that_takes_nothing_refuses_no_text() -> None:
    with serving(answering(lambda _: Response(503, {"error": {"message": "down"}}))) as endpoint:
        async with embedding(endpoint) as embed:
            found = await embed([f"text {i}" for i in range(100)])
    assert (found.refused, [found.tried(i) for i in range(100)]) == ({}, [False] * 100)
    assert "down" in found.failure
    assert len(endpoint.asked) == 2  # all of them, and a harmless one


async def test_what_was_embedded_before_the_embedder_went_down_is_kept() -> None:
    calls = 0

    def failing(texts: list[str]) -> Response | None:
        nonlocal calls
        calls += 1
        # the whole is refused, a harmless text and the first half are taken, then nothing more
        return Response(503, {"error": {"message": "down"}}) if calls in (1, 4, 5) else None

    with serving(answering(failing)) as endpoint:
        async with embedding(endpoint) as embed:
            found = await embed(["a", "b", "c", "d"])
    assert [found.tried(i) for i in range(4)] == [True, True, False, False]
    assert "down" in found.failure


async def test_a_wrong_key_is_raised() -> None:
    with serving(answering(lambda _: Response(401, {"error": {"message": "no"}}))) as endpoint:
        async with embedding(endpoint) as embed:
            with pytest.raises(ConfigError):
                await embed(["a"])


async def test_a_refused_turn_keeps_the_reason_and_the_others_their_vectors() -> None:
    turns = [turn(0, "I moved."), turn(1, "This is forbidden."), turn(2, "I sing.")]
    with serving(answering(forbidding("forbidden"))) as endpoint:
        async with embedding(endpoint) as embed:
            made, failure = await EmbedTurns(embed)(turns)
    assert failure == ""
    assert [each.turn.uid for each in made] == ["t0", "t1", "t2"]
    assert [each.passages is None for each in made] == [False, True, False]
    assert [each.context_vector is None for each in made] == [False, True, False]
    assert ["forbidden" in each.refused for each in made] == [False, True, False]


async def test_a_turn_whose_context_alone_is_refused_has_its_passages() -> None:
    with serving(answering(forbidding("forbidden"))) as endpoint:
        async with embedding(endpoint) as embed:
            (made,), _ = await EmbedTurns(embed)([turn(0, "I moved.", "forbidden I moved.")])
    assert made.context_vector is None
    assert made.passages is not None
    assert len(made.passage_vectors) == len(made.passages) == 1
    assert "forbidden" in made.refused


async def test_turns_that_were_not_tried_are_left_out() -> None:
    with serving(answering(lambda _: Response(503, {"error": {"message": "down"}}))) as endpoint:
        async with embedding(endpoint) as embed:
            made, failure = await EmbedTurns(embed)([turn(0, "I moved.")])
    assert made == ()
    assert "down" in failure
