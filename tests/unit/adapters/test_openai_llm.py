"""The OpenAI-compatible language model against a real HTTP server that misbehaves on demand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from pydantic import BaseModel

from graphmem.adapters.ledger import Ledger
from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.errors import ConfigError, LLMError, OutputInvalid, OutputTruncated
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens
from graphmem.settings import LLMSettings
from tests.endpoint import Endpoint, Request, Response, chunks, completion, serving


class Colours(BaseModel):
    colours: list[str]


PROMPT = Prompt("plan", "plan/1", "You name colours.", "Which?", max_tokens=50, scope="ann")
RED = Response(body=completion('{"colours": ["red"]}', usage={"prompt_tokens": 11, "completion_tokens": 3}))
SHAPE = {
    "type": "json_schema",
    "json_schema": {
        "name": "Colours",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"colours": {"type": "array", "items": {"type": "string"}}},
            "additionalProperties": False,
            "required": ["colours"],
        },
    },
}


def refusal(message: str, status: int = 400, **fields: Any) -> Response:
    return Response(status, {"error": {"message": message, **fields}})


@contextmanager
def replies(*given: Response) -> Iterator[Endpoint]:
    """These, one after the other, then RED."""
    left = iter(given)
    with serving(lambda _: next(left, RED)) as endpoint:
        yield endpoint


@asynccontextmanager
async def opened(endpoint: Endpoint, **options: Any) -> AsyncIterator[OpenAILLM]:
    llm = OpenAILLM("m", **{"base_url": f"{endpoint.url}/v1", "api_key": "secret", **options})
    try:
        yield llm
    finally:
        await llm.aclose()


async def asked(endpoint: Endpoint, **options: Any) -> Colours:
    async with opened(endpoint, **options) as llm:
        return await llm.structured(PROMPT, Colours)


async def streamed(endpoint: Endpoint, prompt: Prompt = PROMPT, **options: Any) -> list[str]:
    async with opened(endpoint, **options) as llm:
        return [piece async for piece in llm.stream(prompt)]


async def test_it_asks_for_the_shape_by_its_schema() -> None:
    with replies() as endpoint:
        assert await asked(endpoint) == Colours(colours=["red"])

    (request,) = endpoint.asked
    assert request.path.endswith("/v1/chat/completions")
    assert request.headers["authorization"] == "Bearer secret"
    assert request.body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "You name colours."},
            {"role": "user", "content": "Which?"},
        ],
        "max_tokens": 50,
        "temperature": 0.0,
        "response_format": SHAPE,
    }


async def test_halves_of_surrogate_pairs_do_not_reach_the_server() -> None:
    with replies() as endpoint:
        async with opened(endpoint) as llm:
            await llm.structured(Prompt("plan", "plan/1", "a\ud83d", "\ud83d\ude42 b\udc00\x00"), Colours)
    assert [each["content"] for each in endpoint.asked[0].body["messages"]] == ["a\ufffd", "🙂 b\ufffd"]


async def test_a_useless_answer_is_corrected_once_with_the_reason() -> None:
    with replies(Response(body=completion('{"colors": "red"}'))) as endpoint:
        assert await asked(endpoint) == Colours(colours=["red"])

    told = endpoint.asked[1].body["messages"]
    assert [each["role"] for each in told] == ["system", "user", "assistant", "user"]
    assert told[2]["content"] == '{"colors": "red"}'
    assert "no JSON object with the fields asked for" in told[3]["content"]
    assert '"required": ["colours"]' in told[3]["content"]


async def test_two_useless_answers_end_in_an_error_that_names_the_cause() -> None:
    bad = Response(body=completion('{"colours": [{"name": "red"}]}'))
    with replies(bad, bad) as endpoint:
        with pytest.raises(
            OutputInvalid, match=r"'plan' in two tries.*colours\.0: Input should be a valid str"
        ):
            await asked(endpoint)
        assert len(endpoint.asked) == 2


MODES = [{"type": "json_schema"}, {"type": "json_object"}, None]


def mode_of(request: Request) -> object:
    shape = request.body.get("response_format")
    return shape and {"type": shape["type"]}


@pytest.mark.parametrize(
    ("refusals", "modes"),
    [
        ([refusal("This response_format type is unavailable now")], MODES[:2]),
        ([refusal("response_format is not supported", 422), refusal("unknown field")], MODES),
        ([refusal("json_schema: not implemented", 501)], MODES[:2]),
        ([refusal("No endpoints found that can handle the requested parameters.", 404)], MODES[:2]),
        ([refusal("failed to parse grammar", 500), refusal("Bad Request")], MODES),
    ],
)
async def test_a_simpler_way_is_found_once_and_remembered(
    refusals: list[Response], modes: list[object]
) -> None:
    with replies(*refusals) as endpoint:
        assert await asked(endpoint, retries=0) == Colours(colours=["red"])
        assert list(map(mode_of, endpoint.asked)) == modes
        assert await asked(endpoint, retries=0) == Colours(colours=["red"])  # another client, the same model
        assert list(map(mode_of, endpoint.asked)) == [*modes, modes[-1]]

    system = endpoint.asked[-1].body["messages"][0]["content"]
    assert system.startswith("You name colours.\n\nAnswer with one JSON object")


async def test_what_calls_side_by_side_find_out_is_put_together() -> None:
    def picky(request: Request) -> Response:
        if request.body.get("stream_options"):
            return refusal("unknown field stream_options")
        if "response_format" in request.body:
            return refusal("unknown field response_format")
        return Response(events=chunks("x")) if request.body.get("stream") else RED

    with serving(picky) as endpoint:
        for _ in range(2):
            await asyncio.gather(asked(endpoint), streamed(endpoint), asked(endpoint))
    assert len(endpoint.asked) == 3 + 2 + 3 + 3


async def test_a_refusal_that_no_simpler_way_avoids_is_told_and_nothing_is_remembered() -> None:
    with replies(*[refusal("the moon is full")] * 3) as endpoint:
        with pytest.raises(LLMError, match="status 400: the moon is full"):
            await asked(endpoint)
        await asked(endpoint)
    assert mode_of(endpoint.asked[3]) == {"type": "json_schema"}


@pytest.mark.parametrize(
    ("told", "changed"),
    [
        (
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            {"max_tokens": None, "max_completion_tokens": 50},
        ),
        ("Unsupported value: 'temperature' does not support 0.0", {"temperature": None}),
        (
            "System role not supported",
            {"messages": [{"role": "user", "content": "You name colours.\n\nWhich?"}]},
        ),
    ],
)
async def test_what_a_model_does_not_take_is_left_out_from_then_on(
    told: str, changed: dict[str, Any]
) -> None:
    with replies(refusal(told)) as endpoint:
        await asked(endpoint)
        await asked(endpoint)
    for request in endpoint.asked[1:]:
        assert {name: request.body.get(name) for name in changed} == changed
        assert request.body["response_format"] == SHAPE
    assert len(endpoint.asked) == 3


async def test_a_refusal_that_repeats_the_request_does_not_mislead() -> None:
    wrong = {
        "loc": ["body", "response_format"],
        "msg": "Extra inputs are not permitted",
        "input": "temperature",
    }
    with replies(Response(422, {"detail": [wrong]})) as endpoint:
        await asked(endpoint)
    assert mode_of(endpoint.asked[1]) == {"type": "json_object"}
    assert endpoint.asked[1].body["temperature"] == 0.0


async def test_thoughts_have_room_of_their_own() -> None:
    with replies(Response(body=completion("", finish="length"))) as endpoint:
        with pytest.raises(OutputTruncated, match="cut off after 1050 tokens"):
            await asked(endpoint, thinking=1000)
        assert endpoint.asked[0].body["max_tokens"] == 1050


async def test_a_context_that_is_full_is_told_apart_from_the_limit() -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 4}
    cut = Response(body=completion('{"col', finish="length", usage=usage))
    told = r"after 4 tokens .*; 50 were allowed, so .* context was full"
    with replies(cut) as endpoint, pytest.raises(OutputTruncated, match=told):
        await asked(endpoint)


@pytest.mark.parametrize(
    ("response", "error", "told"),
    [
        (refusal("bad key", 401), ConfigError, "refused the key .401.. Check OPENAI_API_KEY"),
        (refusal("not yours", 403), ConfigError, "refused the key .403."),
        (refusal("model 'm' not found, try pulling it", 404), ConfigError, "model 'm' not found"),
        (refusal("invalid model ID"), ConfigError, "Check GRAPHMEM_LLM_MODEL"),
        (refusal("?", code="model_not_found"), ConfigError, "Check GRAPHMEM_LLM_MODEL"),
        (refusal("This model's maximum context length is 4096 tokens"), OutputTruncated, "longer context"),
        (refusal("?", code="context_length_exceeded"), OutputTruncated, "Ask for less"),
        (refusal("?", type="exceed_context_size_error"), OutputTruncated, "Ask for less"),
        (refusal("?", code="content_filter"), LLMError, "a content filter stopped the prompt"),
        (refusal("gone", 410), LLMError, "failed with status 410: gone"),
        (Response(400, b"<html>Bad Request</html>"), LLMError, "status 400"),
        (Response(body=b"null"), LLMError, "something else than a chat completion"),
    ],
)
async def test_what_goes_wrong_is_told(response: Response, error: type[Exception], told: str) -> None:
    with serving(lambda _: response) as endpoint:
        with pytest.raises(error, match=told) as raised:
            await asked(endpoint, retries=0)
        assert type(raised.value) is error


async def test_a_server_that_is_not_there_is_told() -> None:
    with serving(lambda _: RED) as endpoint:
        pass
    with pytest.raises(LLMError, match=r"cannot be reached: .*Check OPENAI_BASE_URL"):
        await asked(endpoint, retries=0)


async def test_a_server_that_does_not_answer_is_asked_again_and_told() -> None:
    with serving(lambda _: Response(delay=20)) as endpoint:
        with pytest.raises(LLMError, match="did not answer in time"):
            await asked(endpoint, retries=1, timeout=0.4)
        assert len(endpoint.asked) == 2


async def test_a_connection_that_breaks_is_asked_again() -> None:
    with replies(Response(body=completion("x"), broken=True)) as endpoint:
        assert await asked(endpoint, retries=1) == Colours(colours=["red"])
        assert len(endpoint.asked) == 2


async def test_a_rate_limit_is_waited_for_as_long_as_the_server_says() -> None:
    limited = Response(429, {"error": {"message": "slow down"}}, headers={"Retry-After": "1"})
    with replies(limited) as endpoint:
        began = time.monotonic()
        assert await asked(endpoint, retries=1) == Colours(colours=["red"])
        assert time.monotonic() - began >= 1.0  # without the header it would have been half a second at most


async def test_a_rate_limit_that_stays_is_told() -> None:
    limited = Response(429, {"error": {"message": "no quota"}}, headers={"retry-after-ms": "1"})
    with serving(lambda _: limited) as endpoint:
        with pytest.raises(LLMError, match="after several tries: no quota"):
            await asked(endpoint, retries=2)
        assert len(endpoint.asked) == 3


@pytest.mark.parametrize("status", [500, 502, 503, 529])
async def test_a_server_error_is_tried_again(status: int) -> None:
    with replies(Response(status, {"error": "x"}, headers={"retry-after-ms": "1"})) as endpoint:
        assert await asked(endpoint, retries=1) == Colours(colours=["red"])
        assert len(endpoint.asked) == 2


async def test_so_many_calls_run_at_once_and_no_more() -> None:
    with serving(lambda _: Response(body=RED.body, delay=0.2)) as endpoint:
        async with opened(endpoint, concurrency=3) as llm:
            await asyncio.gather(*(llm.structured(PROMPT, Colours) for _ in range(9)))
        assert endpoint.most == 3


async def test_every_call_is_in_the_ledger() -> None:
    ledger = Ledger()
    useless = Response(body=completion("?", usage={"prompt_tokens": 7, "completion_tokens": 1}))
    with replies(useless) as endpoint:
        async with opened(endpoint, ledger=ledger) as llm:
            with ledger.recording() as recording:
                await llm.structured(PROMPT, Colours)
    assert recording.usage.purposes == {"plan": Tokens(2, 18, 4)}
    assert ledger.usage("ann") == recording.usage
    assert [call.model for call in ledger.calls] == ["openai:m", "openai:m"]


async def test_tokens_that_the_server_does_not_tell_are_estimated() -> None:
    with replies(Response(body=completion('{"colours": []}'))) as endpoint:
        async with opened(endpoint) as llm:
            await llm.structured(PROMPT, Colours)
            spent = llm.ledger.usage().total
    assert (spent.calls, spent.output, spent.estimated) == (1, 4, 1)
    assert spent.input > 6


async def test_a_call_beyond_the_budget_is_not_sent() -> None:
    ledger = Ledger(budget=300)
    with replies() as endpoint:
        async with opened(endpoint, ledger=ledger) as llm:
            with ledger.recording(), pytest.raises(LLMError, match="budget of 300 tokens"):
                for _ in range(100):
                    await llm.structured(PROMPT, Colours)
        assert 1 <= len(endpoint.asked) <= 20


async def test_calls_under_way_count_towards_the_budget() -> None:
    ledger = Ledger(budget=300)
    with serving(lambda _: Response(body=RED.body, delay=0.05)) as endpoint:
        async with opened(endpoint, ledger=ledger) as llm:
            with ledger.recording():
                calls = (llm.structured(PROMPT, Colours) for _ in range(8))
                ended = await asyncio.gather(*calls, return_exceptions=True)
        assert len(endpoint.asked) == 2
    assert sum(isinstance(each, LLMError) for each in ended) == 6


async def test_a_stream_comes_piece_by_piece_and_is_counted() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 2}
    with serving(lambda _: Response(events=chunks("It ", "is red.", usage=usage))) as endpoint:
        async with opened(endpoint) as llm:
            with llm.ledger.recording() as recording:
                stream = llm.stream(PROMPT)
            assert [piece async for piece in stream] == ["It ", "is red."]
    assert recording.usage.purposes == {"plan": Tokens(1, 9, 2)}
    assert endpoint.asked[0].body["stream_options"] == {"include_usage": True}
    assert "response_format" not in endpoint.asked[0].body


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (("<thi", "nk>Red? Or", " blue?</th", "ink>\n\n", "Red", "."), ["Red", "."]),
        (("\n", "<", "3 red"), ["<3 red"]),
        (("a <think> b",), ["a <think> b"]),
        (("<th",), ["<th"]),
        (("Red \ud83d", "\udd34!"), ["Red ", "🔴!"]),
        (("Red \ud83d",), ["Red ", "\ufffd"]),
        (("nul\x00l",), ["null"]),
    ],
)
async def test_a_stream_shows_no_thoughts_and_no_halves(pieces: tuple[str, ...], shown: list[str]) -> None:
    with serving(lambda _: Response(events=chunks(*pieces))) as endpoint:
        assert await streamed(endpoint) == shown


async def test_a_stream_without_usage_is_estimated() -> None:
    with serving(lambda _: Response(events=chunks("12345678"))) as endpoint:
        async with opened(endpoint) as llm:
            assert [piece async for piece in llm.stream(PROMPT)] == ["12345678"]
            assert llm.ledger.usage().total == Tokens(1, 6, 2, estimated=1)


async def test_a_server_without_stream_options_is_asked_without() -> None:
    with replies(
        refusal("Unknown parameter: stream_options"), *[Response(events=chunks("x"))] * 2
    ) as endpoint:
        assert await streamed(endpoint) == ["x"]
        assert await streamed(endpoint) == ["x"]
        await asked(endpoint)  # the shape is still asked for
    assert ["stream_options" in each.body for each in endpoint.asked] == [True, False, False, False]
    assert endpoint.asked[3].body["response_format"] == SHAPE


@pytest.mark.parametrize(
    ("response", "error", "told"),
    [
        (Response(events=chunks("Re", finish="length")), OutputTruncated, "cut off after 50 tokens"),
        (Response(events=chunks("Re", finish="content_filter")), LLMError, "content filter"),
        (Response(events=chunks("Re", finish=None), broken=True), LLMError, "broke off"),
        (Response(events=[*chunks("Re", finish=None), {"error": {"message": "boom"}}]), LLMError, "boom"),
        (Response(events=[*chunks("Re", finish=None), "{not json"]), LLMError, "broke off"),
    ],
)
async def test_a_stream_that_ends_badly_raises_after_what_came(
    response: Response, error: type[Exception], told: str
) -> None:
    seen: list[str] = []
    with serving(lambda _: response) as endpoint:
        async with opened(endpoint, retries=0) as llm:
            with pytest.raises(error, match=told):
                async for piece in llm.stream(PROMPT):
                    seen.append(piece)  # noqa: PERF401 - what came before the end counts
            assert llm.ledger.usage().total.calls == 1
    assert seen == ["Re"]


@pytest.mark.parametrize(
    ("response", "error"),
    [
        (Response(events=chunks("<think>only</think>")), OutputInvalid),
        (Response(events=chunks()), OutputInvalid),
        (refusal("no", 401), ConfigError),
        (refusal("gone", 410), LLMError),
    ],
)
async def test_a_stream_without_text_is_an_error(response: Response, error: type[Exception]) -> None:
    with serving(lambda _: response) as endpoint, pytest.raises(error):
        await streamed(endpoint, retries=0)


async def test_a_stream_that_nobody_reads_to_its_end_gives_its_place_back() -> None:
    with serving(lambda _: Response(events=chunks("a ", "b ", "c"))) as endpoint:
        async with opened(endpoint, concurrency=1) as llm:
            for _ in range(3):
                stream = llm.stream(PROMPT)
                assert await anext(stream) == "a "
                await stream.aclose()  # type: ignore[attr-defined]
            assert llm.ledger.usage().total.calls == 3


@pytest.mark.parametrize("options", [{}, {"api_version": "2024-10-21", "api_key": "k"}])
def test_a_key_or_an_address_is_needed(options: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        OpenAILLM("m", **options)


@pytest.mark.parametrize(("url", "key"), [("localhost:11434/v1", "k"), ("http://localhost/v1", "clé")])
def test_an_address_or_a_key_that_cannot_be_sent_is_told(url: str, key: str) -> None:
    with pytest.raises(ConfigError, match="OPENAI_BASE_URL begins with http"):
        OpenAILLM("m", base_url=url, api_key=key)


async def test_a_line_break_behind_the_key_does_no_harm() -> None:
    with replies() as endpoint:
        await asked(endpoint, api_key="secret\n")
    assert endpoint.asked[0].headers["authorization"] == "Bearer secret"


async def test_azure_is_asked_for_a_deployment_and_a_version() -> None:
    with replies() as endpoint:
        settings = LLMSettings(model="m", api_key="k", base_url=endpoint.url, api_version="2024-10-21")
        llm = OpenAILLM.of(settings, Ledger())
        assert await llm.structured(PROMPT, Colours) == Colours(colours=["red"])
        await llm.aclose()
    (request,) = endpoint.asked
    assert request.path.endswith("/openai/deployments/m/chat/completions?api-version=2024-10-21")
    assert request.headers["api-key"] == "k"


async def test_it_is_named_for_its_model() -> None:
    llm = OpenAILLM.of(LLMSettings(model="openai:gpt-x", base_url="http://localhost/v1"), Ledger())
    assert llm.id == "openai:gpt-x"
    await llm.aclose()
