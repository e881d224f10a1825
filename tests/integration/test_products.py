"""Memories of other products come in as what they are: found, dated, filtered, and the same a second time."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, StoredMemory
from graphmem.importers import read
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied
from tests.integration.whole_store import graph
from tests.unit.importers.test_products import GRAPH, ITEMS, MEM0

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=FakeEmbedder(384, id="fake:products")) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


async def brought(memory: AsyncMemory, user: str, document: Any, tmp_path: Path) -> dict[str, StoredMemory]:
    path = tmp_path / "export.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    done = await memory.add_many(read(path), user_id=user)
    assert done.complete
    return {each.memory: each for each in await memory.get_all(user_id=user)}


async def test_mem0_memories_are_found_word_for_word(memory: AsyncMemory, user: str, tmp_path: Path) -> None:
    kept = await brought(memory, user, MEM0, tmp_path)

    tennis = kept["Ana plays tennis"]
    assert {"sports", "health"} < set(tennis.tags)
    assert tennis.entities == ("Ana",)
    assert (tennis.agent_id, tennis.session_id) == ("coach", "r1")
    assert tennis.valid_from == datetime(2026, 6, 1, 16, tzinfo=UTC)
    assert kept["Ana has a visa until July"].valid_to == datetime(2026, 7, 1, tzinfo=UTC)
    hit = (await memory.search("Which sport does Ana play?", user_id=user, filters={"tags": ["sports"]}))[0]
    assert (hit.memory, hit.citations[0].text) == ("Ana plays tennis", "Ana plays tennis")
    assert hit.metadata["mem0_id"] == "m1"
    found = await memory.get_all(user_id=user, filters={"entity": "city club"})
    assert [each.memory for each in found] == ["ana plays at city club"]


async def test_the_same_export_twice_and_encoding_again_change_nothing(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    for document in (MEM0, GRAPH, ITEMS):
        await brought(memory, user, document, tmp_path)
    first = await memory.get_all(user_id=user)

    for document in (MEM0, GRAPH, ITEMS):
        await brought(memory, user, document, tmp_path)
    assert (await memory.get_all(user_id=user)).items == first.items
    again = await memory.consolidate(user_id=user, reencode=True)

    assert again.records_superseded == 0
    assert (await memory.get_all(user_id=user)).items == first.items
    assert (await memory.check(user)).problems == ()
    copy = f"copy-{user}"
    await memory.export(user, tmp_path / "out", embeddings=True)
    await memory.import_(tmp_path / "out", user_id=copy)
    assert graph(store, copy) == graph(store, user)


async def test_facts_of_graphiti_keep_what_was_true_and_what_was_known(
    memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    kept = await brought(memory, user, GRAPH, tmp_path)
    assert "Ana lives in Lyon" not in kept  # it had expired before it came in

    async def known(**when: datetime) -> list[str]:
        found = await memory.search("Where does Ana live?", user_id=user, top_k=50, **when)
        return [hit.memory for hit in found if hit.memory == "Ana lives in Lyon" and hit.type != "turn"]

    may, july = datetime(2026, 5, 10, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)
    assert await known(known_at=may) == ["Ana lives in Lyon"]
    assert await known(known_at=may, as_of=may) == ["Ana lives in Lyon"]
    assert await known(known_at=may, as_of=july) == []
    assert await known(known_at=july) == []
    spoken = [each.memory for each in await memory.get_all(user_id=user, filters={"type": "turn"})]
    assert {"I moved to Lyon.", "When was that?"} < set(spoken)


async def test_a_statement_is_deleted_like_anything_that_was_said(
    memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    kept = await brought(memory, user, ITEMS, tmp_path)
    turn = kept["Ana prefers dark mode"].citations[0].turn_id
    await memory.delete(turn, user_id=user)
    left = await memory.get_all(user_id=user)
    assert [each.memory for each in left] == ["subject: Ana; predicate: owns; object: a boat"]
    assert (await memory.check(user)).problems == ()
