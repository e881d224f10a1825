"""Refusals as servers word them: which of them say that a request is too long, or its answer's limit too large."""

from __future__ import annotations

from typing import Any

import httpx2
import openai
import pytest

from graphmem.adapters.endpoint_refusals import Lowered, is_too_long, lowered, words_of

TOO_LONG: list[tuple[str, int, Any]] = [
    (
        "OpenAI",
        400,
        {
            "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9011 tokens. "
            "Please reduce the length of the messages.",
            "type": "invalid_request_error",
            "param": "messages",
            "code": "context_length_exceeded",
        },
    ),
    ("OpenAI, configured", 400, {"message": "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 301000 tokens."}),
    ("OpenAI, window", 400, {"message": "Your input exceeds the context window of this model. Please adjust your input and try again."}),
    ("OpenAI, string", 400, {"message": "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1200000 instead.", "code": "string_above_max_length"}),
    ("OpenAI, code alone", 400, {"message": "?", "code": "context_length_exceeded"}),
    ("OpenAI, per request", 400, {"message": "Requested 319487 tokens, max 300000 tokens per request", "type": "max_tokens_per_request"}),
    ("OpenAI, a minute's tokens", 429, {"message": "Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 35012. The input or output tokens must be reduced in order to run successfully.", "type": "tokens", "code": "rate_limit_exceeded"}),
    ("OpenAI, reasoning", 400, {"message": "Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens."}),
    ("Azure", 400, {"message": "This model's maximum context length is 16385 tokens, however you requested 17000 tokens (16800 in your prompt; 200 for the completion). Please reduce your prompt; or completion length.", "code": None}),
    ("vLLM", 400, {"object": "error", "message": "This model's maximum context length is 4096 tokens. However, you requested 5300 tokens (5204 in the messages, 96 in the completion). Please reduce the length of the messages or completion.", "type": "BadRequestError", "code": 400}),
    ("vLLM, prompt", 400, {"message": "The decoder prompt (length 5012) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens."}),
    ("TGI", 422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 4096 `max_new_tokens`"),
    ("TGI, inputs", 422, "Input validation error: `inputs` must have less than 1024 tokens. Given: 1873"),
    ("TEI", 413, {"message": "Input validation error: `inputs` must have less than 512 tokens. Given: 628", "type": "Validation"}),
    ("llama.cpp", 400, {"code": 400, "message": "the request exceeds the available context size. try increasing the context size or enable context shift", "type": "exceed_context_size_error"}),
    ("llama.cpp, embeddings", 500, {"code": 500, "message": "input is too large to process. increase the physical batch size", "type": "server_error"}),
    ("Ollama", 400, "the input length exceeds the context length"),
    ("Ollama, chat", 400, "prompt too long; exceeded max context length by 312 tokens"),
    ("LM Studio", 400, "Trying to keep the first 6345 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input"),
    ("LM Studio, while answering", 400, "Reached context length of 4096 tokens with model (arch: qwen3) that does not currently support mid-generation context overflow. Try reloading with a larger context length or shortening the prompt/chat."),
    ("Anthropic", 400, {"type": "invalid_request_error", "message": "prompt is too long: 208310 tokens > 200000 maximum"}),
    ("Anthropic, bytes", 413, {"type": "request_too_large", "message": "Request exceeds the maximum size"}),
    ("Bedrock", 400, {"message": "Input is too long for requested model."}),
    ("Bedrock, tokens", 400, {"message": "Too many input tokens. Max input tokens: 8192, request input token count: 10041"}),
    ("Bedrock, embeddings", 400, {"message": "Malformed input request: expected maxLength: 2048, actual: 2211, please reformat your input and try again."}),
    ("Gemini", 400, {"code": 400, "message": "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).", "status": "INVALID_ARGUMENT"}),
    ("Gemini, payload", 400, {"code": 400, "message": "Request payload size exceeds the limit: 20971520 bytes.", "status": "INVALID_ARGUMENT"}),
    ("Groq", 413, {"message": "Request too large for model `x` in organization `o` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 7012, please reduce your message size and try again.", "type": "tokens", "code": "rate_limit_exceeded"}),
    ("Groq, context", 400, {"message": "Please reduce the length of the messages or completion.", "type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded"}),
    ("Mistral", 400, {"object": "error", "message": "Prompt contains 40011 tokens and 0 draft tokens, too large for model with 32768 maximum context length", "type": "invalid_request_prompt", "code": "3051"}),
    ("Moonshot", 400, {"message": "Invalid request: Your request exceeded model token limit: 8192", "type": "invalid_request_error"}),
    ("DashScope", 400, {"message": "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]", "type": "invalid_request_error", "code": "invalid_parameter_error"}),
    ("OpenRouter", 400, {"code": 400, "message": "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens (145904 of text input, 4096 in the output). Please reduce the length of either one."}),
    ("OpenRouter, of its provider", 400, {"code": 400, "message": "Provider returned error", "metadata": {"raw": '{"error":{"message":"prompt is too long: 208310 tokens > 200000 maximum"}}', "provider_name": "Anthropic"}}),
    ("Cohere", 400, {"message": "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5020. Try using a shorter prompt."}),
    ("xAI", 400, "This model's maximum prompt length is 131072 but the request contains 150012 tokens."),
    ("Zhipu", 400, {"code": "1261", "message": "Prompt exceeds max length"}),
    ("Zhipu, Chinese", 400, {"code": "1261", "message": "输入长度超过模型的最大上下文"}),
    ("a proxy", 413, "<html><head><title>413 Request Entity Too Large</title></head></html>"),
    ("a proxy without a word", 413, ""),
]  # fmt: skip

NOT_TOO_LONG: list[tuple[str, int, Any]] = [
    ("a rate limit", 429, {"message": "Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29800, Requested 1500. Please try again in 2.6s.", "code": "rate_limit_exceeded"}),
    ("a rate limit with another status", 400, {"message": "You have exceeded the token rate limit of your current pricing tier."}),
    ("a minute's tokens with another status", 400, {"message": "Tokens per minute limit exceeded, maximum 6000"}),
    ("a quota", 400, {"message": "You exceeded your current quota, maximum tokens used up. Please check your plan and billing details."}),
    ("a bad key", 401, {"message": "Incorrect API key provided", "code": "invalid_api_key"}),
    ("an expired token", 400, {"message": "The access token has exceeded its maximum lifetime"}),
    ("an unknown model", 400, {"message": "invalid model: the context length of 'x' exceeds nothing", "code": "invalid_model"}),
    ("a model that is not there", 400, {"message": "The model `long-context-max` does not exist"}),
    ("an invalid schema", 400, {"message": "Invalid schema for response_format 'EncodedSegment': In context=('properties', 'text'), 'maxLength' is not permitted.", "code": "invalid_json_schema"}),
    ("a schema that is too deep", 400, {"message": "The JSON schema exceeds the maximum nesting; the total length of its names is limited."}),
    ("an unsupported parameter", 400, {"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "code": "unsupported_parameter"}),
    ("a temperature", 400, {"message": "temperature must be less than or equal to 2"}),
    ("a list of stop words", 400, {"message": "Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 5 instead."}),
    ("a filter", 400, {"message": "The response was filtered due to the prompt triggering the content management policy.", "code": "content_filter"}),
    ("an overloaded server", 503, {"message": "The engine is currently overloaded, maximum context cache reached"}),
    ("a bare refusal", 400, {"message": "Bad Request"}),
]  # fmt: skip


def refused(status: int, error: Any) -> openai.APIStatusError:
    response = httpx2.Response(status, request=httpx2.Request("POST", "http://localhost/v1/chat/completions"))
    return openai.APIStatusError("refused", response=response, body=error)


@pytest.mark.parametrize(("status", "error"), [each[1:] for each in TOO_LONG], ids=[e[0] for e in TOO_LONG])
def test_a_request_that_is_too_long_is_known_by_the_kind_of_words(status: int, error: Any) -> None:
    assert is_too_long(refused(status, error))


@pytest.mark.parametrize(
    ("status", "error"), [each[1:] for each in NOT_TOO_LONG], ids=[each[0] for each in NOT_TOO_LONG]
)
def test_what_speaks_of_limits_otherwise_does_not_count(status: int, error: Any) -> None:
    assert not is_too_long(refused(status, error))


@pytest.mark.parametrize(
    ("status", "error", "limit"),
    [
        (400, "max_tokens is too large: 4096. This model supports at most 2000 completion tokens, whereas you provided 4096.", Lowered(2000, lasting=True)),
        (400, "max_tokens: 4096 > 2048, which is the maximum allowed number of output tokens for claude-x", Lowered(2048, lasting=True)),
        (400, "Invalid max_tokens value, the valid range of max_tokens is [1, 1024]", Lowered(1024, lasting=True)),
        (400, "<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 2000]", Lowered(2000, lasting=True)),
        (400, "The maximum tokens you requested exceeds the model limit of 2048. Try again with a maximum tokens value that is lower than 2048.", Lowered(2048, lasting=True)),
        (400, "`max_tokens` must be less than or equal to `1000`, the maximum value for `max_tokens` is less than the `context_window` for this model", Lowered(1000, lasting=False)),
        (400, "Unable to submit request because it has a maxOutputTokens value of 4096 but the supported range is from 1 (inclusive) to 2049 (exclusive).", Lowered(2049, lasting=True)),
        (400, "max_new_tokens must be no more than allowed by the maximum of this deployment", Lowered(2048, lasting=True)),
        (402, "This request requires more credits, or fewer max_tokens. You requested up to 4096 tokens, but can only afford 1200.", Lowered(1200, lasting=False)),
        (400, "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 900 input tokens (4096 > 4096 - 900).", Lowered(3196, lasting=False)),
        (400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (904 in the messages, 4096 in the completion).", Lowered(3192, lasting=False)),
        (400, "input length and `max_tokens` exceed context limit: 188240 + 4096 > 190000, decrease input length or `max_tokens` and try again", Lowered(1760, lasting=False)),
        (422, "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 1000 `inputs` tokens and 4096 `max_new_tokens`", Lowered(3097, lasting=False)),
        (400, "This model's maximum context length is 4096 tokens. However, you requested 4096 output tokens and your prompt contains at least 1 input tokens, for a total of at least 4097 tokens.", Lowered(2048, lasting=False)),
        (422, "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 4096 `max_new_tokens`", None),
        (400, "prompt is too long: 208310 tokens > 200000 maximum", None),
        (400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", None),
        (400, "Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.", None),
        (429, "max_tokens is too large for now", None),
        (400, "Range of max_tokens should be [1, 100]", None),
    ],
)  # fmt: skip
def test_the_answers_limit_is_lowered_to_what_the_server_names_else_halved(
    status: int, error: str, limit: Lowered | None
) -> None:
    assert lowered(refused(status, {"message": error}), 4096) == limit


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "a\n b"}}, "a b"),
        ({"error": "a"}, "a"),
        ({"detail": [{"msg": "x", "input": "secret"}, {"msg": "y"}]}, "x; y"),
        (
            {"message": "Provider returned error", "metadata": {"raw": "boom"}},
            "Provider returned error: boom",
        ),
        (
            {"message": "Provider returned error", "metadata": {"raw": {"error": {"message": "boom"}}}},
            "Provider returned error: boom",
        ),
        ({"message": "boom", "metadata": {"raw": '{"message": "boom"}'}}, "boom"),
        ("<html>", "<html>"),
        ({}, ""),
        (None, ""),
    ],
)
def test_a_servers_words_are_found_in_any_of_the_usual_forms(body: object, words: str) -> None:
    assert words_of(body) == words
