"""Verbs called through their table, with requests and results that went through JSON."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from pydantic import TypeAdapter

from graphmem import AsyncMemory
from graphmem.testing import FakeEmbedder
from graphmem.verbs import VERBS
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration


async def called(memory: AsyncMemory, name: str, **arguments: Any) -> Any:
    """The result of a verb, written to JSON and read back as its type."""
    verb = VERBS[name]
    request = TypeAdapter(verb.request).validate_python(arguments)
    outgoing = TypeAdapter(verb.request).dump_json(request)
    result = await verb.call(memory, TypeAdapter(verb.request).validate_json(outgoing))
    written = TypeAdapter(verb.result).dump_json(result)
    read = TypeAdapter(verb.result).validate_json(written)
    assert TypeAdapter(verb.result).dump_json(read) == written
    return read


async def test_verbs_run_from_their_table(neo4j_server: RunningServer) -> None:
    auth, user = (neo4j_server.username, neo4j_server.password), f"user-{uuid4()}"
    message = {"content": "I moved to Lyon with Robert.", "name": "Ana", "timestamp": "2026-05-03T10:00:00Z"}
    with emptied(neo4j_server):
        async with AsyncMemory(neo4j_server.uri, auth, embedder=FakeEmbedder(384, id="fake:verbs")) as memory:
            added = await called(memory, "add", messages=[message], user_id=user, flush=True)
            found = await called(memory, "search", query="Lyon", user_id=user, explain=True, top_k=1)
            answer = await called(memory, "ask", question="Where did Ana move to?", user_id=user)
            listed = await called(memory, "get_all", user_id=user, filters={"type": ["event"]})
            record = await called(memory, "get", id=listed.items[0].id, user_id=user)
            history = await called(memory, "history", id=record.id, user_id=user)
            entities = await called(memory, "entities.list", user_id=user)
            done = await called(memory, "consolidate", user_id=user)
            tree = await called(memory, "tree", user_id=user)
            checked = await called(memory, "check", user_id=user)
            counted = await called(memory, "stats", user_id=user)
            gone = await called(memory, "forget_user", user_id=user)

    assert (added.turns_added, added.segments_closed) == (1, 1)
    assert [hit.citations[0].text for hit in found] == ["I moved to Lyon with Robert."]
    assert found[0].explanation.channels[0].rank == 1
    assert [citation.text for citation in answer.citations] == ["I moved to Lyon with Robert."]
    assert record.citations[0].speaker == "Ana"
    assert [version.memory.id for version in history] == [record.id]
    assert "Lyon" in [entity.name for entity in entities]
    assert (done.problems, checked.problems) == ((), ())
    assert [item.is_leaf for item in tree.items] == [False, True]
    assert counted.nodes["turns"] == 1
    assert gone.removed["Turn"] == 1
