"""The language model port against a real model behind llama.cpp's server: the wiring, not the wisdom."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.errors import LLMError, OutputTruncated
from graphmem.model.prompt import Prompt
from graphmem.prompts.aggregate import Aggregate
from graphmem.prompts.answer import AnswerOutput
from graphmem.prompts.construct import ConstructOutput
from graphmem.prompts.distil import Traits
from graphmem.prompts.encode import EncodedSegment
from graphmem.prompts.plan import PlannedQuestion
from graphmem.prompts.rerank import Order
from graphmem.prompts.supersede import Pairs

pytestmark = pytest.mark.integration

SHAPES = (
    Aggregate,
    AnswerOutput,
    ConstructOutput,
    EncodedSegment,
    Order,
    Pairs,
    PlannedQuestion,
    Traits,
)


class Verdict(BaseModel):
    colour: Literal["red", "blue"]
    sure: bool


class Essay(BaseModel):
    text: str


def prompt(user: str = "Is blood red or blue?", **options: Any) -> Prompt:
    return Prompt("judge", "judge/1", "You answer questions about colours.", user, **options)


@asynccontextmanager
async def opened(url: str, **options: Any) -> AsyncIterator[OpenAILLM]:
    llm = OpenAILLM("tiny", base_url=url, retries=0, **options)
    try:
        yield llm
    finally:
        await llm.aclose()


async def test_the_server_keeps_its_model_to_the_schema(tiny_url: str) -> None:
    async with opened(tiny_url) as llm:
        verdict = await llm.structured(prompt(max_tokens=60), Verdict)
        (call,) = llm.ledger.calls
    assert verdict.colour in ("red", "blue")
    assert call.tokens.input > 20
    assert 5 <= call.tokens.output <= 60
    assert call.tokens.estimated == 0


@pytest.mark.parametrize("output", SHAPES)
async def test_the_server_takes_every_shape_that_graphmem_asks_for(
    tiny_url: str, output: type[BaseModel], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="graphmem")
    async with opened(tiny_url) as llm:
        with pytest.raises(OutputTruncated):
            await llm.structured(prompt(max_tokens=3), output)
    assert [each.message for each in caplog.records if "refused" in each.message] == []


async def test_several_questions_run_side_by_side(tiny_url: str) -> None:
    async with opened(tiny_url, concurrency=2) as llm:
        asked = (
            llm.structured(prompt(f"Is blood red or blue? {n}", max_tokens=60), Verdict) for n in range(4)
        )
        assert len(await asyncio.gather(*asked)) == 4
        assert llm.ledger.usage().total.calls == 4


async def test_an_answer_longer_than_allowed_is_truncated(tiny_url: str) -> None:
    async with opened(tiny_url) as llm:
        with pytest.raises(OutputTruncated, match="cut off after 8 tokens"):
            await llm.structured(prompt("Write about the sea.", max_tokens=8), Essay)


async def test_a_prompt_longer_than_the_context_is_truncated_too(tiny_url: str) -> None:
    async with opened(tiny_url) as llm:
        with pytest.raises(OutputTruncated, match="cannot hold the prompt"):
            await llm.structured(prompt("the sea " * 3000, max_tokens=8), Verdict)


async def test_a_stream_arrives_in_pieces_with_its_usage(tiny_url: str) -> None:
    async with opened(tiny_url) as llm:
        pieces: list[str] = []
        with pytest.raises(OutputTruncated):
            async for piece in llm.stream(prompt("Write about the sea.", max_tokens=12)):
                pieces.append(piece)  # noqa: PERF401 - what came before the end counts
        (call,) = llm.ledger.calls
    assert len(pieces) > 3
    assert "".join(pieces).strip()
    assert (call.tokens.output, call.tokens.estimated) == (12, 0)


async def test_a_model_that_is_too_slow_is_given_up(tiny_url: str) -> None:
    async with opened(tiny_url, timeout=0.05) as llm:
        with pytest.raises(LLMError, match="did not answer in time"):
            await llm.structured(prompt("Write about the sea.", max_tokens=1000), Essay)
