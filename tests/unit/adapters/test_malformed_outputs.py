"""What servers and models really send, over real HTTP: each ends in a valid value or in a typed error.

../../fixtures/malformed_outputs.jsonl has a case a line: the replies to the question and to its corrective retry,
and the value or the error with words of its message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from graphmem import errors
from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.model.prompt import Prompt
from tests.endpoint import Request, Response, completion, serving

PATH = Path(__file__).parents[2] / "fixtures" / "malformed_outputs.jsonl"
CASES = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
PROMPT = Prompt("encode", "encode/1", "Write records.", "0 Ann: I have a grey cat.", max_tokens=512)


class Record(BaseModel):
    type: Literal["fact", "event"]
    text: str
    tags: list[str]
    turns: list[int]
    when: str | None


class Records(BaseModel):
    records: list[Record]
    note: str = ""


def sent(reply: dict[str, Any]) -> Response:
    if "html" in reply:
        return Response(body=reply["html"].encode(), headers={"Content-Type": "text/html"})
    if "body" in reply:
        return Response(body=reply["body"])
    message = {name: value for name, value in reply.items() if name not in ("content", "finish_reason")}
    return Response(body=completion(reply["content"], finish=reply.get("finish_reason", "stop"), **message))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
async def test_a_malformed_output_ends_in_a_value_or_a_typed_error(case: dict[str, Any]) -> None:
    replies = [sent(reply) for reply in case["replies"]]

    def answer(request: Request) -> Response:
        return replies.pop(0)

    with serving(answer) as endpoint:
        llm = OpenAILLM("m", base_url=f"{endpoint.url}/v1", retries=0)
        try:
            if "value" in case:
                answered = await llm.structured(PROMPT, Records)
                assert answered.model_dump() == case["value"]
            else:
                with pytest.raises(errors.LLMError) as raised:
                    await llm.structured(PROMPT, Records)
                assert type(raised.value) is getattr(errors, case["error"])
                assert case["says"] in str(raised.value)
        finally:
            await llm.aclose()
    assert replies == []  # every reply was asked for: no retry is missing, and the endpoint saw none too many
    assert len(endpoint.asked) == len(case["replies"])


def test_there_are_at_least_thirty_cases() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 30
