"""Eight writers of one user at once: no duplicate, no gap, no deadlock error."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, Conversation, Message
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

WRITERS = 8
CALLS = 5
SAYINGS = (
    "I moved to Lyon last month with Carla.",
    "Carla works at the museum on Mondays.",
    "We always drink green tea in the morning.",
    "Do you remember the concert in Berlin?",
)


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    embedder = FakeEmbedder(384, id="fake:writing")
    sizes = {"minimum": 20, "target": 30, "maximum": 60}
    async with AsyncMemory(store.uri, auth, embedder=embedder, segmenter=sizes) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


def call(writer: int, number: int) -> list[dict[str, Any]]:
    return [
        {"content": text, "name": "Ana", "id": f"{writer}-{number}-{i}", "timestamp": "2026-05-03T10:00:00Z"}
        for i, text in enumerate(SAYINGS)
    ]


async def rows(memory: AsyncMemory, text: str, user: str) -> list[dict[str, Any]]:
    return await (await memory.open()).executor.raw(f"CYPHER 25 {text}", {"user": user})


async def write(memory: AsyncMemory, user: str, session: str, writer: int) -> None:
    for number in range(CALLS):
        result = await memory.add(call(writer, number), user_id=user, session_id=session)
        assert (result.turns_added, result.unembedded, result.failed_segments) == (4, 0, ())


async def whole(memory: AsyncMemory, user: str) -> None:
    """Every turn once, placed, chained, embedded, covered by exactly one encoded segment."""
    turns = await rows(
        memory,
        "MATCH (t:Turn {scope: $user}) RETURN t.session_uid AS session, t.position AS position, "
        "COUNT { (t)-[:NEXT]->() } AS next, COUNT { (t)<-[:COVERS]-() } AS covers, "
        "t:Unembedded AS unembedded, COUNT { (t)-[:HAS_PASSAGE]->() } AS passages, t.passage_count AS expected "
        "ORDER BY session, position",
        user,
    )
    for session in {turn["session"] for turn in turns}:
        of = [turn for turn in turns if turn["session"] == session]
        assert [turn["position"] for turn in of] == list(range(len(of)))
        assert [turn["next"] for turn in of] == [1] * (len(of) - 1) + [0]
    assert all(turn["covers"] == 1 and not turn["unembedded"] for turn in turns)
    assert all(turn["passages"] == turn["expected"] for turn in turns)
    segments = await rows(
        memory,
        "MATCH (s:Segment {scope: $user}) RETURN s.session_uid AS session, s.position AS position, "
        "s.status AS status ORDER BY session, position",
        user,
    )
    assert {segment["status"] for segment in segments} == {"encoded"}
    for session in {segment["session"] for segment in segments}:
        places = [segment["position"] for segment in segments if segment["session"] == session]
        assert places == list(range(len(places)))
    loose = "MATCH (r:Record {scope: $user}) WHERE NOT (r)-[:EVIDENCED_BY]->(:Turn) RETURN count(r) AS loose"
    assert (await rows(memory, loose, user))[0]["loose"] == 0


async def test_eight_writers_on_one_session(memory: AsyncMemory, user: str) -> None:
    await asyncio.gather(*(write(memory, user, "s1", writer) for writer in range(WRITERS)))
    await memory.consolidate(user_id=user)

    assert (await memory.stats(user_id=user)).nodes["turns"] == WRITERS * CALLS * len(SAYINGS)
    await whole(memory, user)


async def test_eight_writers_on_eight_sessions_of_one_user(memory: AsyncMemory, user: str) -> None:
    await asyncio.gather(*(write(memory, user, f"s{writer}", writer) for writer in range(WRITERS)))
    await memory.consolidate(user_id=user)

    assert (await memory.stats(user_id=user)).nodes["turns"] == WRITERS * CALLS * len(SAYINGS)
    await whole(memory, user)
    entities = "MATCH (e:Entity {scope: $user}) RETURN e.key AS key, count(*) AS times ORDER BY key"
    assert {row["times"] for row in await rows(memory, entities, user)} == {1}


async def test_eight_writers_of_the_same_messages_store_them_once(memory: AsyncMemory, user: str) -> None:
    results = await asyncio.gather(
        *(memory.add(call(0, 0), user_id=user, session_id="s1", flush=True) for _ in range(WRITERS))
    )
    await memory.consolidate(user_id=user)

    assert sum(result.turns_added for result in results) == len(SAYINGS)
    assert len({result.turn_ids for result in results}) == 1
    await whole(memory, user)


async def test_many_conversations_side_by_side(memory: AsyncMemory, user: str) -> None:
    def conversations() -> Iterator[Conversation]:
        for number in range(12):
            messages = tuple(
                Message("user", text, name="Ana", id=f"{number}-{i}") for i, text in enumerate(SAYINGS)
            )
            yield Conversation(f"s{number % 6}", messages)

    seen: list[int] = []
    result = await memory.add_many(
        conversations(), user_id=user, progress=lambda sums: seen.append(sums.conversations)
    )

    assert (result.conversations, result.turns_added, result.complete) == (12, 48, True)
    assert seen == list(range(1, 13))
    await whole(memory, user)


async def test_a_refused_conversation_is_named_and_the_others_go_on(memory: AsyncMemory, user: str) -> None:
    first = Conversation("s1", (Message("user", "I moved to Lyon.", id="m1"),))
    other = Conversation("s1", (Message("user", "I moved to Rome.", id="m1"),))
    last = Conversation("s2", (Message("user", "Carla lives in Rome.", id="m1"),))

    result = await memory.add_many([first, other, last], user_id=user)

    assert result.turns_added == 2
    ((refused),) = result.failed_conversations
    assert refused.session_id == "s1"
    assert "another text" in refused.reason
