"""What the README and the pages of docs/ give a reader to paste, on the real server."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j import Driver, GraphDatabase

from tests.conftest import RunningServer
from tests.integration.store.schema_words import know_the_vocabulary, migrate

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
CYPHER = [
    (page.name, block)
    for page in (ROOT / "README.md", *sorted(DOCS.glob("**/*.md")))
    for block in re.findall(r"```cypher\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.fixture(scope="module")
def driver(neo4j_server: RunningServer) -> Iterator[Driver]:
    migrate(neo4j_server)
    auth = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.uri, auth=auth) as driver:
        know_the_vocabulary(driver, neo4j_server.database)
        _story(driver, neo4j_server.database)
        yield driver


def _story(driver: Driver, database: str) -> None:
    """A statement with its evidence, for the user whom the page speaks of."""
    driver.execute_query(
        """MERGE (r:Record:Fact {scope: 'ana', uid: 'docs-record'})
           SET r.text = 'Ana moved to Lyon.', r.recorded_at = datetime('2026-05-03T10:00:00Z')
           MERGE (t:Turn {scope: 'ana', uid: 'docs-turn'}) SET t.speaker = 'Ana', t.text = 'I moved to Lyon.',
             t.filter_tokens = 'k0123456789abcdef0'
           MERGE (e:Evidence:Entity {scope: 'ana', uid: 'docs-lyon'}) SET e.key = 'lyon', e.name = 'Lyon'
           MERGE (r)-[:EVIDENCED_BY]->(t) MERGE (r)-[:MENTIONS]->(e)""",
        database_=database,
    )


@pytest.mark.parametrize(("page", "text"), CYPHER, ids=[f"{page}-{i}" for i, (page, _) in enumerate(CYPHER)])
def test_a_query_to_paste_runs_and_knows_its_words(
    driver: Driver, neo4j_server: RunningServer, page: str, text: str
) -> None:
    with driver.session(database=neo4j_server.database) as session:
        summary = session.run(f"CYPHER 25 {text}").consume()

    remarks = [
        remark.status_description
        for remark in summary.gql_status_objects
        if remark.gql_status not in {"00000", "00001", "02000"}
    ]
    assert remarks == []


def test_the_python_example_prints_what_it_finds(driver: Driver, neo4j_server: RunningServer) -> None:
    (example,) = re.findall(
        r"```python\n(.*?)```", (DOCS / "graph.md").read_text(encoding="utf-8"), re.DOTALL
    )
    code = example.replace("bolt://127.0.0.1:7687", neo4j_server.uri).replace(
        '"password"', repr(neo4j_server.password)
    )

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/graph.md", "exec"), {})

    assert printed.getvalue().splitlines() == [
        "Fact Ana moved to Lyon. ['Ana: I moved to Lyon.']",
        "['Ana moved to Lyon.']",
    ]
