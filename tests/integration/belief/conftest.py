"""A store of its own, and people who tell at known times what changes in their lives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, StoredMemory
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied


@pytest.fixture
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    opened = AsyncMemory(
        store.uri, (store.username, store.password), embedder=FakeEmbedder(384, id="fake:belief")
    )
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


async def tell(memory: AsyncMemory, user: str, day: str, *texts: str, speaker: str = "Ana") -> None:
    """A conversation of one day, whose session is called by it."""
    messages = [
        {
            "role": "user",
            "name": speaker,
            "content": text,
            "id": f"m{n}",
            "timestamp": f"{day}T10:{n:02}:00+00:00",
        }
        for n, text in enumerate(texts)
    ]
    await memory.add(messages, user_id=user, session_id=day, flush=True)


async def believed(memory: AsyncMemory, user: str) -> dict[str, StoredMemory]:
    """What is believed now, by its words."""
    return {each.memory: each for each in await memory.get_all(user_id=user)}
