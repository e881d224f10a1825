"""An empty store in the shared server: tests with another embedder would be refused by the one before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j import Driver, GraphDatabase

from tests.conftest import RunningServer

_DATA = "MATCH (n) WHERE NOT n:__Neo4jMigration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"


@contextmanager
def emptied(server: RunningServer) -> Iterator[RunningServer]:
    """The server without any user's data and without an embedder's claim, before and after."""
    auth = (server.username, server.password)
    with GraphDatabase.driver(server.uri, auth=auth, notifications_min_severity="OFF") as driver:
        _empty(driver, server.database)
        yield server
        _empty(driver, server.database)


def _empty(driver: Driver, database: str) -> None:
    with driver.session(database=database) as session:
        session.run(_DATA).consume()
