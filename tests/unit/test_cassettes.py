"""Cassettes replay what is written, and fail for what is not (tests/cassettes/README.md)."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.errors import ConfigError
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens
from tests.cassettes import replaying


class Colours(BaseModel):
    colours: list[str]


def prompt(user: str) -> Prompt:
    return Prompt("plan", "plan/1", "You name colours.", user)


async def test_exchanges_are_replayed_through_the_real_adapter() -> None:
    with replaying("colours") as cassette:
        llm = OpenAILLM("m", base_url=cassette.base_url, retries=0)
        assert await llm.structured(prompt("Which colours?"), Colours) == Colours(colours=["red"])
        assert [piece async for piece in llm.stream(prompt("Tell me."))] == ["It is ", "red."]
        with pytest.raises(ConfigError, match="refused the key"):
            await llm.structured(prompt("Which secrets?"), Colours)
        await llm.aclose()
    assert llm.ledger.usage().total == Tokens(calls=3, input=89, output=17)
    assert len(cassette.asked) == 4


async def test_a_request_that_is_not_written_fails() -> None:
    with (
        pytest.raises(AssertionError, match=r"colours\.json holds no exchange"),
        replaying("colours", all_used=False) as cassette,
    ):
        llm = OpenAILLM("m", base_url=cassette.base_url, retries=0)
        with pytest.raises(ConfigError, match="the cassette holds no exchange for this"):
            await llm.structured(prompt("How many?"), Colours)
        await llm.aclose()


def test_an_exchange_that_is_not_asked_for_fails_unless_allowed() -> None:
    with pytest.raises(AssertionError, match="were not asked for"), replaying("colours"):
        pass
    with replaying("colours", all_used=False):
        pass
