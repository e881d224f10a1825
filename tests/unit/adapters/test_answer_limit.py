"""How many tokens an answer may have, over real HTTP: a setting, and lowered where a server refuses so many."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphmem.adapters.ledger import Ledger
from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.errors import OutputTruncated
from graphmem.extract.encode_llm import LLMEncoder
from graphmem.model.prompt import Prompt
from graphmem.model.turn import Turn
from graphmem.settings import LLMSettings
from tests.endpoint import Endpoint, Request, Response, chunks, completion, serving
from tests.unit.adapters.test_openai_llm import RED, Colours, opened, refusal

PROMPT = Prompt("encode", "encode/1", "You name colours.", "Which?", max_tokens=4096)


def limit_of(request: Request) -> int:
    body = request.body
    return int(body.get("max_tokens") or body.get("max_completion_tokens") or 0)


def allowing(
    most: int, words: str, status: int = 400, answer: Response = RED
) -> Callable[[Request], Response]:
    """Refuses to allow an answer more than so many tokens, in these words."""

    def answered(request: Request) -> Response:
        limit = limit_of(request)
        return refusal(words.format(limit=limit), status) if limit > most else answer

    return answered


async def limits(endpoint: Endpoint, calls: int = 1) -> list[int]:
    """Of the requests of so many calls, each by a client of its own."""
    for _ in range(calls):
        async with opened(endpoint, retries=0) as llm:
            assert await llm.structured(PROMPT, Colours) == Colours(colours=["red"])
    return [limit_of(request) for request in endpoint.asked]


@pytest.mark.parametrize(
    ("most", "status", "words", "sent"),
    [
        (2000, 400, "max_tokens is too large: {limit}. This model supports at most 2000 completion tokens", [4096, 2000, 2000]),
        (1024, 400, "Range of max_tokens should be [1, 1024]", [4096, 1024, 1024]),
        (1024, 422, "max_new_tokens exceeds what is allowed", [4096, 2048, 1024, 1024]),
        (2048, 400, "The maximum tokens you requested exceeds the model limit of 2048.", [4096, 2048, 2048]),
    ],
)  # fmt: skip
async def test_a_limit_that_the_model_refuses_is_lowered_and_remembered(
    most: int, status: int, words: str, sent: list[int]
) -> None:
    with serving(allowing(most, words, status)) as endpoint:
        assert await limits(endpoint, calls=2) == sent


async def test_the_room_beside_one_prompt_is_not_remembered() -> None:
    words = "This model's maximum context length is 4096 tokens. However, you requested {limit} tokens for the answer (904 in the messages)."
    with serving(allowing(3192, words)) as endpoint:
        assert await limits(endpoint, calls=2) == [4096, 3192, 4096, 3192]


async def test_a_server_that_refuses_the_room_it_names_is_asked_for_half() -> None:
    words = "'max_tokens' or 'max_completion_tokens' is too large: {limit}. This model's maximum context length is 4096 tokens and your request has 900 input tokens ({limit} > 4096 - 900)."
    with serving(allowing(2048, words)) as endpoint:
        assert await limits(endpoint) == [4096, 3196, 1598]


async def test_the_shape_is_still_asked_for_and_no_other_name_is_tried() -> None:
    words = "'max_tokens' or 'max_completion_tokens' is too large: {limit}."
    with serving(allowing(2048, words)) as endpoint:
        await limits(endpoint)
    assert [sorted(request.body) for request in endpoint.asked] == [
        ["max_tokens", "messages", "model", "response_format", "temperature"]
    ] * 2


async def test_a_limit_is_not_lowered_for_ever() -> None:
    words = "max_tokens is too large: the context holds less"
    with serving(allowing(0, words)) as endpoint:
        async with opened(endpoint, retries=0) as llm:
            with pytest.raises(OutputTruncated):
                await llm.structured(PROMPT, Colours)
    assert [limit_of(request) for request in endpoint.asked] == [4096, 2048, 1024, 512, 256]


async def test_a_stream_is_allowed_less_as_well() -> None:
    words = "max_tokens must be less than or equal to 1000"
    with serving(allowing(1000, words, answer=Response(events=chunks("red")))) as endpoint:
        async with opened(endpoint, retries=0) as llm:
            assert [piece async for piece in llm.stream(PROMPT)] == ["red"]
    assert [limit_of(request) for request in endpoint.asked] == [4096, 1000]


async def test_the_setting_is_the_most_that_any_prompt_is_allowed() -> None:
    with serving(lambda _: RED) as endpoint:
        settings = LLMSettings(model="m", base_url=f"{endpoint.url}/v1", max_tokens=600, thinking=50)
        llm = OpenAILLM.of(settings, Ledger())
        await llm.structured(PROMPT, Colours)
        await llm.structured(Prompt("plan", "plan/1", "a", "b", max_tokens=100), Colours)
        await llm.aclose()
    assert [limit_of(request) for request in endpoint.asked] == [650, 150]


async def test_a_segment_is_not_split_for_a_limit_of_its_answer() -> None:
    records = completion('{"records": [{"text": "Ana moved to Lyon.", "evidence_turns": [0]}], "note": ""}')
    words = "max_tokens is too large: {limit}. This model supports at most 512 completion tokens"
    turns = [
        Turn(f"t{i}", "s", i, "user", "Ana", f"I moved to Lyon in May, said {i}. " * 9, None)
        for i in range(4)
    ]
    with serving(allowing(512, words, answer=Response(body=records))) as endpoint:
        async with opened(endpoint, retries=0) as llm:
            encoding = await LLMEncoder(llm).encode(turns)
    assert [limit_of(request) for request in endpoint.asked] == [4096, 512]
    assert [record.text for record in encoding.records] == ["Ana moved to Lyon."]
    assert "answers cut off" not in encoding.mended
