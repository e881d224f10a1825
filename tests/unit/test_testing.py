"""The fakes do what the real ones promise (see also tests/contract)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from pydantic import BaseModel

from graphmem.adapters.ledger import Ledger
from graphmem.errors import (
    ConfigError,
    EmbedderError,
    LLMError,
    OutputInvalid,
    OutputTruncated,
    RerankerError,
)
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens, Usage
from graphmem.testing import FakeClock, FakeEmbedder, FakeLLM, FakeReranker


async def test_the_embedder_fails_when_told_to() -> None:
    embedder = FakeEmbedder(fail=True)
    with pytest.raises(EmbedderError, match="told to fail"):
        await embedder.embed(["a"])
    embedder.fail = False
    assert (await embedder.embed(["a"])).shape == (1, 64)


async def test_the_embedder_remembers_its_calls() -> None:
    embedder = FakeEmbedder()
    await embedder.embed(["a"], kind="query")
    assert embedder.calls == [(("a",), "query")]


def test_the_clock_stands_still_until_moved() -> None:
    clock = FakeClock(datetime(2024, 5, 1, 14, tzinfo=timezone(timedelta(hours=2))))
    assert clock.now() == datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert clock.now().utcoffset() == timedelta(0)
    assert clock.advance(timedelta(minutes=5)) == clock.now() == datetime(2024, 5, 1, 12, 5, tzinfo=UTC)


def test_the_clock_needs_an_aware_time() -> None:
    with pytest.raises(ValueError, match="aware"):
        FakeClock(datetime(2024, 5, 1))


class Colours(BaseModel):
    colours: list[str]


def prompt(purpose: str = "plan", **changes: Any) -> Prompt:
    return Prompt(**{"purpose": purpose, "version": "v/1", "system": "S" * 7, "user": "U" * 8, **changes})


async def test_the_model_answers_by_purpose_in_order_and_remembers_what_it_was_asked() -> None:
    llm = FakeLLM({"plan": [{"colours": ["red"]}, Colours(colours=["blue"])], "judge": {"colours": []}})

    assert await llm.structured(prompt(), Colours) == Colours(colours=["red"])
    assert await llm.structured(prompt(), Colours) == Colours(colours=["blue"])
    assert await llm.structured(prompt("judge"), Colours) == Colours(colours=[])
    assert await llm.structured(prompt("judge"), Colours) == Colours(colours=[])
    with pytest.raises(LLMError, match="no answer left for 'plan'"):
        await llm.structured(prompt(), Colours)
    assert [each.purpose for each in llm.prompts] == ["plan", "plan", "judge", "judge", "plan"]


async def test_the_model_answers_by_a_function_and_repairs_texts_as_a_real_one() -> None:
    llm = FakeLLM(lambda asked, output: f"```json\n{{'colours': ['{asked.user}'],}}\n```")
    assert await llm.structured(prompt(user="grey"), Colours) == Colours(colours=["grey"])


@pytest.mark.parametrize(
    ("answer", "error"),
    [("no idea", OutputInvalid), ('{"colours": ["re', OutputTruncated), (ConfigError("no key"), ConfigError)],
)
async def test_the_model_fails_when_told_to(answer: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        await FakeLLM({"plan": answer}).structured(prompt(), Colours)


async def test_the_model_streams_words_or_pieces_and_breaks_off() -> None:
    llm = FakeLLM({"answer": ["one two\nthree", ("pie", "ces", LLMError("gone"))]})

    assert [piece async for piece in llm.stream(prompt("answer"))] == ["one ", "two\n", "three"]
    seen = []
    with pytest.raises(LLMError, match="gone"):
        async for piece in llm.stream(prompt("answer")):
            seen.append(piece)  # noqa: PERF401 - what came before the end counts
    assert seen == ["pie", "ces"]


async def test_the_model_counts_what_it_is_asked() -> None:
    llm = FakeLLM({"plan": {"colours": []}})
    await llm.structured(prompt(scope="ann"), Colours)
    assert llm.ledger.usage("ann") == Usage({"plan": Tokens(calls=1, input=4, output=4)})
    assert llm.ledger.usage("bob") == Usage()


async def test_the_model_heeds_a_budget() -> None:
    llm = FakeLLM({"plan": {"colours": []}}, ledger=Ledger(budget=20))
    with pytest.raises(LLMError, match="budget of 20 tokens"):
        await llm.structured(prompt(max_tokens=17), Colours)
    assert llm.prompts == []


async def test_the_reranker_prefers_shared_words_and_fails_when_told_to() -> None:
    reranker = FakeReranker()
    assert await reranker.scores("Which cat?", ["a dog", "the CAT", ""]) == [0.0, 1.0, 0.0]
    reranker.fail = True
    with pytest.raises(RerankerError, match="told to fail"):
        await reranker.scores("a", ["a"])
    assert reranker.calls == [("Which cat?", ("a dog", "the CAT", "")), ("a", ("a",))]
