"""Summaries and tiers are kept up in the background of who adds, and adding does not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.errors import LLMError
from graphmem.model.prompt import Prompt
from graphmem.testing import FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.forget.conftest import said
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


def opened(store: RunningServer, quiet: float | None, **options: Any) -> AsyncMemory:
    auth = (store.username, store.password)
    embedder = FakeEmbedder(384, id="fake:maintenance")
    return AsyncMemory(store.uri, auth, embedder=embedder, write={"quiet_seconds": quiet}, **options)


async def added(memory: AsyncMemory, user: str) -> None:
    texts = [f"I spent {n + 2} hours in the garden of my aunt." for n in range(6)]
    await memory.add(said(*texts), user_id=user, session_id="s1", flush=True)


async def test_what_was_added_is_summed_up_when_it_is_quiet(store: RunningServer) -> None:
    user, model = f"user-{uuid4()}", FakeLLM({"summarise": {"summary": "Anna gardens."}})
    async with opened(store, 0.0, encoder="local", planner="rules", belief="rules", llm=model) as memory:
        await added(memory, user)
        running = (await memory.open()).writing.maintenance._task
        assert running is not None
        await asyncio.wait_for(running, 60)
        assert (await memory.tree(user)).stale == 0
        assert [each.text for each in await memory.tree(user) if not each.is_leaf] == ["Anna gardens."]
        assert [each.purpose for each in model.prompts] == ["summarise"]
        assert not await memory.consolidate(user_id=user)


async def test_a_model_that_fails_is_asked_again_later(store: RunningServer) -> None:
    user, replies = f"user-{uuid4()}", [LLMError("it is down"), {"summary": "Anna gardens."}]

    def script(prompt: Prompt, output: object) -> Any:
        reply = replies.pop(0)
        if isinstance(reply, LLMError):
            raise reply
        return reply

    async with opened(
        store, 0.0, encoder="local", planner="rules", belief="rules", llm=FakeLLM(script)
    ) as memory:
        maintenance = (await memory.open()).writing.maintenance
        maintenance.retry = 0.05
        await added(memory, user)
        assert maintenance._task is not None
        await asyncio.wait_for(maintenance._task, 60)
        assert [each.text for each in await memory.tree(user) if not each.is_leaf] == ["Anna gardens."]
        assert (await memory.tree(user)).stale == 0


async def test_switched_off_or_closed_before_it_stays_marked(store: RunningServer) -> None:
    for quiet in (None, 60.0):
        user = f"user-{uuid4()}"
        async with opened(store, quiet) as memory:
            await added(memory, user)
        async with opened(store, None) as memory:
            assert (await memory.tree(user)).stale == 1
            assert (await memory.consolidate(user_id=user)).tree.written == 1
