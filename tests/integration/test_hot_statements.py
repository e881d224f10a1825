"""What a search runs, profiled as it really ran: by indexes, and no dearer for other users' turns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from neo4j import Driver, GraphDatabase

from graphmem import AsyncMemory
from graphmem.store.executor import Executor
from graphmem.store.statements import statements
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

HOT = {
    "search/speakers",
    "search/passages",
    "search/contexts",
    "search/context_text",
    "search/records",
    "search/time",
    "search/candidates",
    "search/cards",
}
WORDS = ("bike", "river", "garden", "train", "sister", "window", "budget", "piano")
Call = tuple[str, dict[str, Any]]


def messages(count: int) -> list[dict[str, Any]]:
    start = datetime(2026, 5, 4, 9, tzinfo=UTC)
    return [
        {
            "role": "user",
            "name": "Anna",
            "content": f"I saw the {WORDS[n % 8]} near the {WORDS[(n * 3 + 1) % 8]} number {n}.",
            "id": f"m{n}",
            "timestamp": start + timedelta(minutes=n),
        }
        for n in range(count)
    ]


async def searched(server: RunningServer, calls: list[Call], monkeypatch: pytest.MonkeyPatch) -> None:
    """Fill the store with a small user and a big one, and record what a search of the small one runs."""
    auth = (server.username, server.password)
    async with AsyncMemory(server.uri, auth, embedder=FakeEmbedder(384, id="fake:hot")) as memory:
        await memory.add(messages(12), user_id="small", session_id="s", flush=True)
        await memory.add(messages(150), user_id="big", session_id="s", flush=True)
        read = Executor.read

        async def recording(self: Executor, name: str, /, **parameters: Any) -> Any:
            calls.append((name, parameters))
            return await read(self, name, **parameters)

        monkeypatch.setattr(Executor, "read", recording)
        assert await memory.search("What did Anna see near the river in May 2026?", user_id="small")


@pytest.fixture(scope="module")
def hot(neo4j_server: RunningServer) -> Iterator[tuple[Driver, str, dict[str, dict[str, Any]]]]:
    calls: list[Call] = []
    with emptied(neo4j_server), pytest.MonkeyPatch.context() as monkeypatch:
        asyncio.run(searched(neo4j_server, calls, monkeypatch))
        auth = (neo4j_server.username, neo4j_server.password)
        with GraphDatabase.driver(neo4j_server.uri, auth=auth) as driver:
            yield driver, neo4j_server.database, dict(calls)


def operators(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", []):
        yield from operators(child)


def profiled(
    hot: tuple[Driver, str, dict[str, dict[str, Any]]], name: str, **instead: Any
) -> list[dict[str, Any]]:
    driver, database, calls = hot
    text = statements()[name].text.replace("CYPHER 25\n", "CYPHER 25 PROFILE\n", 1)
    with driver.session(database=database) as session:
        summary = session.run(text, {**calls[name], **instead}).consume()
    assert summary.profile is not None
    return list(operators(summary.profile))


def test_a_search_runs_the_hot_statements_only(hot: tuple[Driver, str, dict[str, dict[str, Any]]]) -> None:
    assert set(hot[2]) == HOT


@pytest.mark.parametrize("name", sorted(HOT))
def test_a_hot_statement_reads_by_index(
    hot: tuple[Driver, str, dict[str, dict[str, Any]]], name: str
) -> None:
    plan = profiled(hot, name)
    kinds = {node["operatorType"].split("@")[0] for node in plan}
    assert not kinds & {"AllNodesScan", "NodeByLabelScan", "CartesianProduct", "NodeIndexScan"}
    by_index = {kind for kind in kinds if "Index" in kind}
    assert by_index or name == "search/context_text"  # full text is a procedure of its own
    # The big user's 150 turns, with some 450 nodes, would show in the rows.
    assert max(node.get("rows", 0) for node in plan) <= 120


def test_a_wide_window_is_read_up_to_the_limit_only(
    hot: tuple[Driver, str, dict[str, dict[str, Any]]],
) -> None:
    whole = {"day_from": "0001-01-01", "day_to": "9999-12-31", "month_from": "0001-01", "month_to": "9999-12"}
    (query,) = hot[2]["search/time"]["queries"]
    said = {"said_from": datetime(1, 1, 1, tzinfo=UTC), "said_to": datetime(9999, 1, 1, tzinfo=UTC)}
    wide = {**query, **whole, "year_from": "0001", "year_to": "9999", **said}
    plan = profiled(hot, "search/time", scope="big", queries=[wide], limit=10, years=10)
    # The big user has 150 turns with a record each, all on one day: 10 of a day, 10 of a month, 10 said.
    assert max(node.get("rows", 0) for node in plan) <= 40
