"""What holds for every language model: the fake one, the real adapter, and a real model behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Literal

import pytest
from pydantic import BaseModel

from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.errors import LLMError, OutputTruncated
from graphmem.model.prompt import Prompt
from graphmem.testing import FakeLLM
from tests.endpoint import Request, Response, chunks, completion, serving
from tests.tiny_model import tiny_model

PROMPT = Prompt("judge", "judge/1", "You answer.", "Is blood red or blue? \ud83d", max_tokens=60, scope="ann")
CUT = replace(PROMPT, max_tokens=2)
ANSWER = '{"colour": "red", "sure": true}'


class Verdict(BaseModel):
    colour: Literal["red", "blue"]
    sure: bool


def answering(request: Request) -> Response:
    length = request.body["max_tokens"] * 4
    text, finish = (ANSWER, "stop") if len(ANSWER) <= length else (ANSWER[:length], "length")
    if request.body.get("stream"):
        return Response(events=chunks(*text.split(" "), finish=finish))
    return Response(body=completion(text, finish=finish))


def scripted(prompt: Prompt, output: type[BaseModel] | None) -> str:
    return ANSWER[: prompt.max_tokens * 4]


@pytest.fixture(params=["fake", "endpoint", pytest.param("tiny", marks=pytest.mark.integration)])
async def llm(request: pytest.FixtureRequest) -> AsyncIterator[OpenAILLM | FakeLLM]:
    match request.param:
        case "fake":
            yield FakeLLM(scripted)
        case "endpoint":
            with serving(answering) as endpoint:
                made = OpenAILLM("m", base_url=endpoint.url, retries=0)
                yield made
                await made.aclose()
        case _:
            with tiny_model(request.getfixturevalue("download_cache")) as url:
                made = OpenAILLM("tiny", base_url=url, retries=0)
                yield made
                await made.aclose()


async def test_an_answer_has_the_shape_that_was_asked_for(llm: OpenAILLM | FakeLLM) -> None:
    answer = await llm.structured(PROMPT, Verdict)
    assert type(answer) is Verdict
    assert answer.colour in ("red", "blue")


async def test_a_stream_is_made_of_pieces_with_text(llm: OpenAILLM | FakeLLM) -> None:
    pieces: list[str] = []
    try:
        async for piece in llm.stream(PROMPT):
            pieces.append(piece)  # noqa: PERF401 - what came before the end counts
    except OutputTruncated:  # a chatty model
        pass
    assert len(pieces) > 1
    assert all(pieces)


async def test_an_answer_that_is_cut_off_is_told(llm: OpenAILLM | FakeLLM) -> None:
    with pytest.raises(OutputTruncated):
        await llm.structured(CUT, Verdict)


async def test_every_call_is_counted_by_purpose_and_by_user(llm: OpenAILLM | FakeLLM) -> None:
    with llm.ledger.recording() as recording:
        await asyncio.gather(llm.structured(PROMPT, Verdict), llm.structured(PROMPT, Verdict))
    assert list(recording.usage.purposes) == ["judge"]
    assert recording.usage.total.calls == 2
    assert recording.usage.total.input > 0
    assert recording.usage.total.output > 0
    assert llm.ledger.usage("ann") == recording.usage
    assert llm.ledger.usage("bob").total.calls == 0


async def test_nothing_is_sent_beyond_the_budget(llm: OpenAILLM | FakeLLM) -> None:
    with llm.ledger.recording(budget=50) as recording, pytest.raises(LLMError, match="budget of 50 tokens"):
        await llm.structured(PROMPT, Verdict)
    assert recording.calls == []


async def test_it_has_a_name(llm: OpenAILLM | FakeLLM) -> None:
    assert ":" in llm.id
