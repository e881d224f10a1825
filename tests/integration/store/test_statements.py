"""Every statement file on the real server: it is valid, speaks the vocabulary and plans well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from neo4j import Driver, GraphDatabase

from graphmem.store.statements import statements
from graphmem.store.vocabulary import MARKS
from tests.conftest import RunningServer
from tests.integration.store.schema_words import know_the_vocabulary, migrate

pytestmark = pytest.mark.integration

_RESULT_ONLY = {"00000", "00001", "02000"}
_ONE_ROW = {
    "Argument",
    "NodeUniqueIndexSeek",
    "NodeUniqueIndexSeek(Locking)",
    "EagerAggregation",
    "MergeUniqueNode",
}
_SERVER_COMMANDS = {"admin/current_user"}  # planned by the server outside the runtime: no plan to look at


@pytest.fixture(scope="module")
def driver(neo4j_server: RunningServer) -> Iterator[Driver]:
    """The real server, with the schema and every word of the vocabulary known to it."""
    migrate(neo4j_server)
    auth = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.uri, auth=auth) as driver:
        know_the_vocabulary(driver, neo4j_server.database)
        yield driver


def operators(plan: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield plan["operatorType"].split("@")[0], plan
    for child in plan.get("children", []):
        yield from operators(child)


def scans(plan: dict[str, Any]) -> list[str]:
    """Reads of a whole label or database; a label that marks work to do is small."""
    found = []
    for operator, node in operators(plan):
        details = node["args"].get("Details", "")
        marked = any(f":{mark}" in details for mark in MARKS)
        if operator == "AllNodesScan" or (operator.endswith("NodeByLabelScan") and not marked):
            found.append(f"{operator} {details}")
    return found


def products(plan: dict[str, Any]) -> list[str]:
    """Cartesian products of which no side has at most one row."""
    return [
        node["args"].get("Details", "CartesianProduct")
        for operator, node in operators(plan)
        if operator == "CartesianProduct" and not any(_single(child) for child in node["children"])
    ]


def _single(plan: dict[str, Any]) -> bool:
    operator = plan["operatorType"].split("@")[0]
    if operator in _ONE_ROW:
        return True
    return operator in {"CacheProperties", "Projection", "Filter"} and _single(plan["children"][0])


@pytest.mark.parametrize("name", sorted(statements()))
def test_a_statement_is_valid_knows_its_words_and_uses_indexes(
    driver: Driver, neo4j_server: RunningServer, name: str
) -> None:
    statement = statements()[name]
    text = statement.text.replace("CYPHER 25\n", "CYPHER 25 EXPLAIN\n", 1)

    with driver.session(database=neo4j_server.database) as session:
        summary = session.run(text, dict.fromkeys(statement.parameters)).consume()

    remarks = [s.status_description for s in summary.gql_status_objects if s.gql_status not in _RESULT_ONLY]
    assert remarks == []
    if name not in _SERVER_COMMANDS:
        assert summary.plan is not None
        assert (scans(summary.plan), products(summary.plan)) == ([], [])
