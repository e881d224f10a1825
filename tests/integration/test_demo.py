"""The demo on the real server: its sample, its answers, its statements."""

from __future__ import annotations

from collections.abc import Iterator

import neo4j
import pytest
from typer.testing import CliRunner, Result

from graphmem import Memory
from graphmem.cli import app
from graphmem.cli.demo import DemoQuery, demo_queries
from graphmem.importers.sample import sample_questions
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture(scope="module")
def demo(store: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Result]]:
    """The demo run twice."""
    home = tmp_path_factory.mktemp("demo-home")
    (home / "cache").symlink_to(store.cache, target_is_directory=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NEO4J_URI", store.uri)
        patch.setenv("NEO4J_USERNAME", store.username)
        patch.setenv("NEO4J_PASSWORD", store.password)
        patch.setenv("GRAPHMEM_HOME", str(home))
        yield [CliRunner().invoke(app, ["demo"], catch_exceptions=False) for _ in range(2)]


def test_it_remembers_the_sample_once(demo: list[Result]) -> None:
    first, second = demo
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert ": 168 turns of 10 sessions, " in first.stdout
    assert ": 0 turns (168 more were known) of 10 sessions, 0 segments, 0 memories." in second.stdout


def test_it_asks_six_questions_and_proves_each_answer(demo: list[Result]) -> None:
    parts = demo[0].stdout.split("\nQuestion ")[1:]
    assert [part.split(": ", 1)[0] for part in parts] == ["1", "2", "3", "4", "5", "6"]
    for part in parts:
        hits = part.split("\nThe graph")[0].splitlines()[1:]
        assert [line[:3] for line in hits if line[:2] in ("1.", "2.", "3.")] == ["1. ", "2. ", "3. "]
        assert any(", session s" in line for line in hits)


def test_it_ends_with_what_to_try_next(demo: list[Result], store: RunningServer) -> None:
    ending = demo[0].stdout.split("\nThe graph\n")[1]
    assert store.uri in ending
    assert store.password not in demo[0].stdout
    assert all(query.text in ending for query in demo_queries())
    assert "graphmem add YOUR-CHAT.json --user YOU" in ending


def test_the_proof_is_among_the_first_hits(demo: list[Result], store: RunningServer) -> None:
    proved = []
    with Memory(store.uri, (store.username, store.password), cache=store.cache) as memory:
        for each in sample_questions():
            found = memory.search(each.question, user_id="demo", top_k=3)
            cited = {citation.message_id for hit in found for citation in hit.citations}
            proved.append((each.question, bool(cited & set(each.evidence))))
    assert [question for question, is_proved in proved if not is_proved] == []


@pytest.mark.parametrize("query", demo_queries(), ids=lambda query: query.title)
def test_its_statements_show_a_picture(demo: list[Result], store: RunningServer, query: DemoQuery) -> None:
    """As Browser runs them: without any parameter, in the server's default language."""
    auth = (store.username, store.password)
    with neo4j.GraphDatabase.driver(store.uri, auth=auth) as driver:
        records, _, _ = driver.execute_query(query.text, database_=store.database)
    nodes = {node for record in records for node in record["path"].nodes}
    assert len(nodes) >= 20
    assert {node["scope"] for node in nodes} == {"demo"}
