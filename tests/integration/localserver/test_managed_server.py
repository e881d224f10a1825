"""The managed server as a whole: real jars, real Java, real Neo4j."""

from __future__ import annotations

import os

import neo4j
import pytest

from graphmem.localserver import ensure_running, status
from tests.conftest import RunningServer

pytestmark = pytest.mark.integration


def query(server: RunningServer, text: str, **values: object) -> list[list[object]]:
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.username, server.password)) as driver:
        records, _, _ = driver.execute_query(text, values, database_=server.database)
        return [record.values() for record in records]


def test_it_answers_cypher_25_with_its_own_password(neo4j_server: RunningServer) -> None:
    kernel = "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel' RETURN versions, edition"
    assert query(neo4j_server, kernel) == [[["2026.09.0"], "community"]]


def test_a_second_call_finds_the_running_server(neo4j_server: RunningServer) -> None:
    before = status(neo4j_server.home, cache=neo4j_server.cache)
    address = ensure_running(neo4j_server.home, cache=neo4j_server.cache, environ=os.environ)
    after = status(neo4j_server.home, cache=neo4j_server.cache)
    assert address.uri == neo4j_server.uri
    assert (before.state, after.state) == ("running", "running")
    assert before.pid == after.pid
