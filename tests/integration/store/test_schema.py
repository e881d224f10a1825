"""The live database, the vocabulary, full text, vectors and neomodel, held together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from neo4j import AsyncGraphDatabase
from neomodel import db

from graphmem import ogm
from graphmem.errors import ServerUnavailable
from graphmem.model import filter_tokens
from graphmem.store.executor import Executor
from graphmem.store.migrate import apply
from graphmem.store.vocabulary import (
    CONSTRAINTS,
    FULLTEXT_INDEXES,
    INDEXES,
    LABELS,
    NODES,
    RELATIONSHIPS,
    TYPES,
    VECTOR_INDEXES,
    Index,
)
from tests.conftest import RunningServer
from tests.integration.store.schema_words import constraints

pytestmark = pytest.mark.integration

DIMENSIONS = 384


@pytest.fixture
async def executor(neo4j_server: RunningServer) -> AsyncIterator[Executor]:
    auth = (neo4j_server.username, neo4j_server.password)
    async with AsyncGraphDatabase.driver(
        neo4j_server.uri, auth=auth, notifications_min_severity="OFF"
    ) as driver:
        executor = Executor(driver, neo4j_server.database)
        await apply(executor, dimensions=DIMENSIONS)
        yield executor


@pytest.fixture
def scope() -> str:
    return f"schema-{uuid4()}"


def unit(axis: int) -> list[float]:
    return [1.0 if i == axis else 0.0 for i in range(DIMENSIONS)]


def by_name(indexes: list[Index]) -> list[Index]:
    return sorted(indexes, key=lambda index: index.name)


async def test_the_live_constraints_are_the_vocabularys(executor: Executor) -> None:
    rows = await constraints(executor)
    live = [
        Index(row["name"], "UNIQUENESS", row["labels"][0], tuple(row["properties"]))
        for row in rows
        if row["labels"][0] in LABELS
    ]

    assert by_name(live) == by_name(list(CONSTRAINTS))
    assert {row["type"] for row in rows} == {"NODE_PROPERTY_UNIQUENESS"}


async def test_the_live_indexes_are_the_vocabularys(executor: Executor) -> None:
    of_constraints = {row["name"] for row in await constraints(executor)}
    rows = [row for row in await executor.read("admin/indexes") if row["name"] not in of_constraints]

    assert by_name([_live(row) for row in rows]) == by_name(list(INDEXES))
    assert {(row["state"], row["percent"]) for row in rows} == {("ONLINE", 100.0)}


def _live(row: dict[str, Any]) -> Index:
    properties = tuple(row["properties"])
    keys, filters = (properties[:1], properties[1:]) if row["type"] == "VECTOR" else (properties, ())
    return Index(row["name"], row["type"], row["labels"][0], keys, filters)


async def test_vector_indexes_measure_cosine_without_quantization(executor: Executor) -> None:
    rows = {row["name"]: row["options"]["indexConfig"] for row in await executor.read("admin/indexes")}

    found = {
        (
            rows[index.name]["vector.dimensions"],
            rows[index.name]["vector.similarity_function"],
            rows[index.name]["vector.quantization.type"],
        )
        for index in VECTOR_INDEXES
    }
    assert found == {(384, "COSINE", "NONE")}


async def test_fulltext_indexes_stem_and_are_consistent_at_once(executor: Executor) -> None:
    rows = {row["name"]: row["options"]["indexConfig"] for row in await executor.read("admin/indexes")}

    found = {
        (
            rows[index.name]["fulltext.analyzer"],
            rows[index.name]["fulltext.eventually_consistent"],
        )
        for index in FULLTEXT_INDEXES
    }
    assert found == {("english", False)}


async def test_text_is_found_by_its_stem_and_only_under_its_users_token(
    executor: Executor, scope: str
) -> None:
    for owner in (scope, f"{scope}-other"):
        await executor.raw(
            "CREATE (:Turn {scope: $scope, uid: 't', context: $text, filter_tokens: $tokens})",
            {
                "scope": owner,
                "text": "Ana was visiting the support groups",
                "tokens": filter_tokens.tokens(scope=owner, session="s1", months=["2023-05"]),
            },
        )

    token = filter_tokens.token("scope", scope)
    month = filter_tokens.token("month", "2023-05")
    words = "(supports group visit)"

    async def found(query: str) -> list[str]:
        rows = await executor.raw(
            "CALL db.index.fulltext.queryNodes('turn_text', $query, {limit: 10}) YIELD node, score "
            "WHERE score > 0 RETURN node.scope AS scope",
            {"query": query},
        )
        return [row["scope"] for row in rows]

    assert await found(f"+filter_tokens:{token}^0 +filter_tokens:{month}^0 +context:{words}") == [scope]
    assert await found(f"+filter_tokens:{token}^0 +context:(mountain)") == []
    assert await found(f"+filter_tokens:{token[:-1]}^0 +context:{words}") == []


async def test_a_vector_search_filters_inside_the_index(executor: Executor, scope: str) -> None:
    for owner, axis in ((scope, 1), (f"{scope}-other", 0)):
        await executor.raw(
            "CREATE (p:Passage {scope: $scope, uid: 'p', session_uid: 's', agent_id: '', "
            "said_at: datetime('2023-05-07T10:00:00Z')}) "
            "WITH p CALL db.create.setNodeVectorProperty(p, 'embedding', $vector)",
            {"scope": owner, "vector": unit(axis)},
        )

    rows = await executor.raw(
        "CYPHER 25 MATCH (p:Passage) SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector "
        "WHERE p.scope = $scope AND p.said_at >= $after LIMIT 1) SCORE AS score "
        "RETURN p.scope AS scope, score",
        {"vector": unit(0), "scope": scope, "after": datetime(2023, 1, 1, tzinfo=UTC)},
    )
    assert rows == [{"scope": scope, "score": 0.5}]


async def test_a_users_second_node_of_one_uid_is_refused_for_every_label(
    executor: Executor, scope: str
) -> None:
    for label in (label for label in NODES if label not in ("Store", "Scope")):
        text = "CREATE (:$($label) {scope: $scope, uid: '1'}), (:$($label) {scope: $other, uid: '1'})"
        await executor.raw(f"CYPHER 25 {text}", {"label": label, "scope": scope, "other": f"{scope}-2"})
        with pytest.raises(ServerUnavailable, match="already exists"):
            await executor.raw(f"CYPHER 25 {text}", {"label": label, "scope": scope, "other": f"{scope}-3"})


async def test_nodes_in_the_database_have_labels_and_properties_of_the_vocabulary(
    executor: Executor,
) -> None:
    rows = await executor.raw(
        "CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName "
        "RETURN nodeLabels AS labels, propertyName AS property"
    )
    strange = [
        (row["labels"], row["property"])
        for row in rows
        if not any(label.startswith("__") for label in row["labels"]) and not _known(row)
    ]
    assert strange == []


def _known(row: dict[str, Any]) -> bool:
    words = {word for label in row["labels"] for word in NODES.get(label, ())}
    return set(row["labels"]) <= LABELS and (row["property"] is None or row["property"] in words)


async def test_relationships_in_the_database_are_of_the_vocabulary(executor: Executor) -> None:
    rows = await executor.raw(
        "MATCH (a)-[r]->(b) UNWIND CASE size(keys(r)) WHEN 0 THEN [''] ELSE keys(r) END AS property "
        "WITH DISTINCT labels(a) AS starts, type(r) AS type, labels(b) AS ends, property "
        "WHERE type <> 'MIGRATED_TO' RETURN starts, type, ends, property"
    )
    assert [row for row in rows if not _tied(row)] == []


def _tied(row: dict[str, Any]) -> bool:
    return row["type"] in TYPES and any(
        tie.type == row["type"]
        and set(tie.starts) & set(row["starts"])
        and set(tie.ends) & set(row["ends"])
        and (not row["property"] or row["property"] in tie.properties)
        for tie in RELATIONSHIPS
    )


async def test_neomodel_reads_the_graph_by_its_declarations(
    executor: Executor, neo4j_server: RunningServer, scope: str
) -> None:
    await executor.raw(
        """CREATE (s:Session {scope: $scope, uid: 's'})-[:HAS_TURN]->(t:Turn:Unembedded {scope: $scope,
             uid: 't', text: 'I moved to Lyon', position: 0, said_at: datetime('2026-05-03T10:00:00Z')})
           CREATE (t)<-[:EVIDENCED_BY]-(r:Record:Fact:MidTerm {scope: $scope, uid: 'r', type: 'fact',
             text: 'Ana moved to Lyon.', tags: ['moving'], tier: 'mid'})
           CREATE (r)-[:MENTIONS]->(:Evidence:Entity {scope: $scope, uid: 'e', name: 'Lyon', kind: 'entity'})
           CREATE (r)-[:SUPERSEDES {at: datetime('2026-05-04T00:00:00Z'), reason: 'corrected'}]->
             (:Record:Fact {scope: $scope, uid: 'old', type: 'fact', text: 'Ana lives in Nice.'})""",
        {"scope": scope},
    )

    assert await asyncio.to_thread(_read_with_neomodel, neo4j_server, scope) == {
        "facts": ["Ana lives in Nice.", "Ana moved to Lyon."],
        "class": "Fact",
        "tags": ["moving"],
        "said": "2026-05-03T10:00:00+00:00",
        "sessions": ["s"],
        "entities": ["Entity Lyon"],
        "reasons": ["corrected"],
        "resolved": "Turn",
    }


def _read_with_neomodel(server: RunningServer, scope: str) -> dict[str, Any]:
    with ogm.connected(server.uri, (server.username, server.password), server.database):
        facts = ogm.Fact.nodes.filter(scope=scope).order_by("text").all()
        record = ogm.Record.nodes.get(scope=scope, uid="r")
        (turn,) = record.turns.all()
        (old,) = record.supersedes.all()
        rows, _ = db.cypher_query(
            "MATCH (t:Turn {scope: $scope}) RETURN t", {"scope": scope}, resolve_objects=True
        )
        return {
            "facts": [fact.text for fact in facts],
            "class": type(record).__name__,
            "tags": record.tags,
            "said": turn.said_at.isoformat(),
            "sessions": [session.uid for session in turn.session.all()],
            "entities": [f"{type(e).__name__} {e.name}" for e in record.entities.all()],
            "reasons": [record.supersedes.relationship(old).reason],
            "resolved": type(rows[0][0]).__name__,
        }
