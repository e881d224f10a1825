"""A store of its own, two users who speak of the same things, and words that only one of them says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied

START = datetime(2026, 5, 4, 9, tzinfo=UTC)


def said(*texts: str, start: datetime = START, speaker: str = "Anna") -> list[dict[str, Any]]:
    """Messages a minute apart, with ids m0, m1, …"""
    return [
        {
            "role": "user",
            "name": speaker,
            "content": text,
            "id": f"m{number}",
            "timestamp": start + timedelta(minutes=number),
        }
        for number, text in enumerate(texts)
    ]


@pytest.fixture
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    small = {"minimum": 10, "target": 25, "maximum": 60}
    opened = AsyncMemory(store.uri, auth, embedder=FakeEmbedder(384, id="fake:forgetting"), segmenter=small)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"
