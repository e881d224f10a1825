"""A real database with the schema, to which every word of the vocabulary is known."""

from __future__ import annotations

import asyncio

from neo4j import AsyncGraphDatabase, Driver

from graphmem.store.executor import Executor, Row
from graphmem.store.migrate import apply
from graphmem.store.vocabulary import LABELS, NODES, RELATIONSHIPS, TYPES
from tests.conftest import RunningServer


def migrate(server: RunningServer) -> None:
    """Bring the test run's server to the schema."""
    asyncio.run(_migrate(server))


async def _migrate(server: RunningServer) -> None:
    auth = (server.username, server.password)
    async with AsyncGraphDatabase.driver(server.uri, auth=auth, notifications_min_severity="OFF") as driver:
        await apply(Executor(driver, server.database), dimensions=384)


async def constraints(executor: Executor) -> list[Row]:
    """Every constraint with what it covers."""
    return await executor.raw(
        "SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties "
        "RETURN name, type, labelsOrTypes AS labels, properties ORDER BY name"
    )


def know_the_vocabulary(driver: Driver, database: str) -> None:
    """A name that the server then calls unknown is one that the vocabulary lacks."""
    properties = {p for words in NODES.values() for p in words} | {
        p for t in RELATIONSHIPS for p in t.properties
    }
    for procedure, names in (
        ("createLabel", LABELS),
        ("createRelationshipType", TYPES),
        ("createProperty", properties),
    ):
        text = f"UNWIND $names AS name CALL db.{procedure}(name) RETURN count(*)"
        driver.execute_query(text, {"names": sorted(names)}, database_=database)
