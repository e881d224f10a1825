"""Migrations on a real server of their own, emptied before every test."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from neo4j import AsyncGraphDatabase

from graphmem.errors import ConfigError, DimensionMismatch, SchemaOutOfDate
from graphmem.localserver import ServerAddress, ServerOptions, ensure_running, stop
from graphmem.store import migrate
from graphmem.store.executor import Executor
from graphmem.store.migrate import State, apply, check_store, migrations, preflight, status
from graphmem.store.statements import Statement, statements
from graphmem.store.vocabulary import CONSTRAINTS, FULLTEXT_INDEXES, INDEXES, RANGE_INDEXES, VECTOR_INDEXES
from tests.integration.store.schema_words import constraints

pytestmark = pytest.mark.integration

VERSIONS = [migration.version for migration in migrations()]
_CHILD = """
import asyncio, os, sys
from neo4j import AsyncGraphDatabase
from graphmem.store import migrate
from graphmem.store.executor import Executor

async def main(uri, user, password, database, dies_at):
    record = migrate._record
    async def dying(executor, migration, *rest):
        if migration.version == dies_at:
            os.kill(os.getpid(), 9)
        await record(executor, migration, *rest)
    migrate._record = dying
    options = {"auth": (user, password), "notifications_min_severity": "OFF"}
    async with AsyncGraphDatabase.driver(uri, **options) as driver:
        sys.stdout.write(str(len(await migrate.apply(Executor(driver, database), dimensions=384))))

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory, download_cache: Path) -> Iterator[ServerAddress]:
    home = tmp_path_factory.mktemp("migrated-home")
    try:
        yield ensure_running(
            home, cache=download_cache, environ=os.environ, options=ServerOptions(heap_initial="256m")
        )
    finally:
        stop(home)


@pytest.fixture
async def executor(own_server: ServerAddress) -> AsyncIterator[Executor]:
    """A database without a schema."""
    auth = (own_server.username, own_server.password)
    async with AsyncGraphDatabase.driver(
        own_server.uri, auth=auth, notifications_min_severity="OFF"
    ) as driver:
        executor = Executor(driver, own_server.database)
        await _empty(executor)
        yield executor


async def _empty(executor: Executor) -> None:
    await executor.raw("MATCH (n) DETACH DELETE n")
    for row in await constraints(executor):
        await executor.raw("DROP CONSTRAINT $name", {"name": row["name"]})
    for row in await executor.read("admin/indexes"):
        await executor.raw("DROP INDEX $name", {"name": row["name"]})


async def child(server: ServerAddress, dies_at: str = "") -> tuple[int, str]:
    """Another process that migrates; its exit status and how many migrations it applied."""
    process = await asyncio.create_subprocess_exec(
        *(
            sys.executable,
            "-c",
            _CHILD,
            server.uri,
            server.username,
            server.password,
            server.database,
            dies_at,
        ),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    return process.returncode or 0, out.decode()


async def test_applying_brings_every_migration_and_applying_again_none(executor: Executor) -> None:
    first = await apply(executor, dimensions=384)
    second = await apply(executor, dimensions=384)

    assert [migration.version for migration in first] == VERSIONS
    assert second == ()


async def _made_by_0006(executor: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store as the version before V0007 left it: 2,500 closed versions, more than two batches."""
    with monkeypatch.context() as earlier:
        earlier.setattr(migrate, "migrations", lambda: migrations()[:6])
        await apply(executor, dimensions=384)
    await executor.raw(
        "UNWIND range(1, 2500) AS n "
        "CREATE (:Record {scope: 'ana', uid: 'copy' + n})-[:CLOSES]->(:Record {scope: 'ana', uid: 'old' + n})"
    )
    await executor.raw(
        "MATCH (newer:Record {scope: 'ana', uid: 'old1'}), (older:Record {scope: 'ana', uid: 'old2'}) "
        "CREATE (newer)-[:SPARES {at: datetime('2026-05-03T10:00:00Z'), reason: 'corrected'}]->(older) "
        "CREATE (:Summary {scope: 'ana', uid: 's', text: 'A walk.', filter_tokens: 's1', told: 3}) "
        "CREATE (:Relation {scope: 'ana', uid: 'r'}), (:Relation {scope: 'ana', uid: 'q'}) "
        "CREATE (:Shop {name: 'corner'})-[:CLOSES {at: 18}]->(:Day {scope: 'ana', uid: '2026-05-03'})"
    )


_EDGES = (
    "MATCH (a)-[edge]->(b) WHERE a.scope IS NOT NULL OR a:Shop "
    "RETURN type(edge) AS type, count(*) AS count, collect(DISTINCT properties(edge)) AS properties ORDER BY type"
)


async def test_a_store_of_0006_keeps_its_edges_under_their_new_names(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _made_by_0006(executor, monkeypatch)

    done = await apply(executor, dimensions=384)

    assert [migration.version for migration in done] == ["0007", "0008"]
    rows = await executor.raw(_EDGES)
    assert [(row["type"], row["count"]) for row in rows] == [
        ("CLOSED_VERSION_OF", 2500),
        ("CLOSES", 1),  # the shop's, which is not graphmem's
        ("REVOKED_SUPERSESSION", 1),
    ]
    (revoked,) = rows[2]["properties"]
    assert (revoked["at"].iso_format(), revoked["reason"]) == (
        "2026-05-03T10:00:00.000000000+00:00",
        "corrected",
    )
    assert rows[1]["properties"] == [{"at": 18}]
    ends = "MATCH (a)-[:CLOSED_VERSION_OF]->(b) WHERE substring(a.uid, 4) <> substring(b.uid, 3) RETURN count(*) AS n"
    assert await executor.raw(ends) == [{"n": 0}]


async def test_of_a_store_of_0006_the_schema_goes_and_the_data_stay(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _made_by_0006(executor, monkeypatch)
    before = await _schema(executor)

    await apply(executor, dimensions=384)

    assert sorted(before - await _schema(executor)) == [
        "community_identity", "job_by_lease", "job_by_status", "job_identity", "passage_by_turn",
        "profile_by_attribute", "record_by_event", "record_by_type", "relation_by_time", "relation_identity",
        "segment_by_lease", "session_by_start", "summary_text",
    ]  # fmt: skip
    assert await executor.raw("MATCH (n:Relation) RETURN n.uid AS uid ORDER BY uid") == [
        {"uid": "q"},
        {"uid": "r"},
    ]
    (summary,) = await executor.raw("MATCH (n:Summary) RETURN properties(n) AS properties")
    assert summary["properties"] == {
        "scope": "ana",
        "uid": "s",
        "text": "A walk.",
        "summarised_leaves": 3,
    }


async def _schema(executor: Executor) -> set[str]:
    rows = [*await constraints(executor), *await executor.read("admin/indexes")]
    return {row["name"] for row in rows}


async def test_0007_goes_on_where_it_was_broken_off(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _made_by_0006(executor, monkeypatch)
    steps = migrations()[6].steps
    await executor.raw("MATCH (a:Record)-[old:CLOSES]->(b) WITH a, old, b LIMIT 1000 "
        "CREATE (a)-[:CLOSED_VERSION_OF]->(b) DELETE old")  # fmt: skip
    for step in steps[:4]:
        await executor.raw(f"CYPHER 25\n{step}")

    await apply(executor, dimensions=384)

    rows = await executor.raw(_EDGES)
    assert [(row["type"], row["count"]) for row in rows] == [
        ("CLOSED_VERSION_OF", 2500),
        ("CLOSES", 1),
        ("REVOKED_SUPERSESSION", 1),
    ]


async def test_an_index_is_online_when_applying_returns(executor: Executor) -> None:
    await apply(executor, dimensions=384)

    states = {row["state"] for row in await executor.read("admin/indexes")}
    assert states == {"ONLINE"}


async def test_status_tells_what_is_pending_and_when_the_rest_was_applied(executor: Executor) -> None:
    before = await status(executor)
    await apply(executor, dimensions=384)
    after = await status(executor)

    assert [(item.version, item.state, item.applied_at) for item in before] == [
        (version, State.PENDING, None) for version in VERSIONS
    ]
    assert [(item.version, item.state) for item in after] == [
        (version, State.APPLIED) for version in VERSIONS
    ]
    assert all(item.applied_at and item.applied_at.tzinfo for item in after)


async def test_the_chain_is_the_one_of_neo4j_migrations(executor: Executor) -> None:
    await apply(executor, dimensions=384)

    (chain,) = await executor.raw(
        "MATCH path = (:__Neo4jMigration {version: 'BASELINE'})-[:MIGRATED_TO*]->(last) "
        "WHERE NOT (last)-[:MIGRATED_TO]->() RETURN [n IN nodes(path) | n.version] AS versions, "
        "properties(nodes(path)[1]) AS node, keys(relationships(path)[0]) AS edge"
    )
    assert chain["versions"] == ["BASELINE", *VERSIONS]
    assert chain["node"] == {
        "version": "0001",
        "description": "constraints",
        "type": "CYPHER",
        "repeatable": False,
        "source": "V0001__constraints.cypher",
        "checksum": migrations()[0].checksum,
        "migrationTarget": "graphmem",
    }
    assert sorted(chain["edge"]) == ["at", "by", "connectedAs", "in"]


async def test_another_chain_in_the_same_database_is_left_alone(executor: Executor) -> None:
    await executor.raw(
        "CREATE (:__Neo4jMigration {version: 'BASELINE'})"
        "-[:MIGRATED_TO]->(:__Neo4jMigration {version: '0042'})"
    )

    await apply(executor, dimensions=384)

    assert [item.version for item in await status(executor)] == VERSIONS


async def test_nothing_but_the_chain_is_left_in_the_graph(executor: Executor) -> None:
    await apply(executor, dimensions=384)

    found = await executor.raw("MATCH (n) RETURN labels(n) AS labels, count(*) AS count")
    assert found == [{"labels": ["__Neo4jMigration"], "count": len(VERSIONS) + 1}]


async def test_eight_processes_at_once_apply_each_migration_once(
    executor: Executor, own_server: ServerAddress
) -> None:
    ends = await asyncio.gather(*(child(own_server) for _ in range(8)))

    assert sorted(ends) == sorted([(0, "0")] * 7 + [(0, str(len(VERSIONS)))])
    (row,) = await executor.raw("MATCH (:__Neo4jMigration)-[r:MIGRATED_TO]->() RETURN count(r) AS edges")
    assert row["edges"] == len(VERSIONS)


async def test_every_index_is_used_by_the_plan_of_some_statement(executor: Executor) -> None:
    """A constraint's index, too: MERGE and lookups by identity use it. Full text is asked for by name."""
    await apply(executor, dimensions=384)
    by_words = {(index.label, index.properties): index.name for index in CONSTRAINTS + RANGE_INDEXES}
    used: dict[str, str] = {}
    for name, statement in statements().items():
        for index in VECTOR_INDEXES + FULLTEXT_INDEXES:
            if re.search(rf"VECTOR INDEX {index.name} |queryNodes\('{index.name}'", statement.text):
                used[index.name] = name
        for details in await _details(executor, statement):
            for label, words in re.findall(r"\w+:(\w+)\(([\w, ]+)\)", details):
                if index_name := by_words.get((label, tuple(words.split(", ")))):
                    used[index_name] = name

    sys.stdout.write("".join(f"{index:24} {name}\n" for index, name in sorted(used.items())))
    assert sorted({index.name for index in CONSTRAINTS + INDEXES} - set(used)) == []


async def _details(executor: Executor, statement: Statement) -> list[str]:
    """What the operators of a statement's plan work on."""
    text = statement.text.replace("CYPHER 25\n", "CYPHER 25 EXPLAIN\n", 1)
    async with executor.driver.session(database=executor.database) as session:
        result = await session.run(text, dict.fromkeys(statement.parameters))
        plan = (await result.consume()).plan
    waiting, found = [plan] if plan else [], []
    while waiting:
        node = waiting.pop()
        found.append(node["args"].get("Details", ""))
        waiting += node.get("children", [])
    return found


async def test_a_process_that_dies_between_two_migrations_blocks_nobody(
    executor: Executor, own_server: ServerAddress
) -> None:
    died = await child(own_server, dies_at="0003")
    halfway = [item.version for item in await status(executor) if item.state is State.APPLIED]

    done = await asyncio.wait_for(apply(executor, dimensions=384), timeout=60)

    assert died == (-9, "")
    assert halfway == ["0001", "0002"]
    assert [migration.version for migration in done] == VERSIONS[2:]


async def test_who_comes_second_waits_for_the_lock(executor: Executor) -> None:
    await executor.write("admin/migration_lock_constraint")
    async with executor.driver.session(database=executor.database) as session:
        holder = await session.begin_transaction()
        await (await holder.run(statements()["admin/take_migration_lock"].text)).consume()

        waiting = asyncio.create_task(apply(executor, dimensions=384))
        finished, _ = await asyncio.wait({waiting}, timeout=1.5)
        await holder.close()

    assert finished == set()
    assert [migration.version for migration in await waiting] == VERSIONS


async def test_an_edited_file_is_refused_by_name(executor: Executor) -> None:
    await apply(executor, dimensions=384)
    await executor.raw("MATCH (m:__Neo4jMigration {version: '0002'}) SET m.checksum = '1'")

    with pytest.raises(SchemaOutOfDate, match=r"V0002__range_indexes\.cypher was edited"):
        await apply(executor, dimensions=384)
    assert [item.version for item in await status(executor) if item.state is State.EDITED] == ["0002"]


async def test_a_database_of_a_newer_version_is_refused(executor: Executor) -> None:
    await apply(executor, dimensions=384)
    await executor.raw(
        "CREATE (:__Neo4jMigration {version: '9000', description: 'later', migrationTarget: 'graphmem'})"
    )

    with pytest.raises(SchemaOutOfDate, match="made by a newer graphmem"):
        await apply(executor, dimensions=384)


async def test_dimensions_and_quantization_reach_the_vector_indexes(executor: Executor) -> None:
    await apply(executor, dimensions=96, quantization="SCALAR")

    rows = [
        row["options"]["indexConfig"]
        for row in await executor.read("admin/indexes")
        if row["type"] == "VECTOR"
    ]
    settings = {(row["vector.dimensions"], row["vector.quantization.type"]) for row in rows}
    assert (len(rows), settings) == (5, {(96, "SCALAR")})


async def test_the_first_embedder_claims_the_store_and_its_mean_stays(executor: Executor) -> None:
    await apply(executor, dimensions=2)

    unknown = await check_store(executor, "tiny", 2, None)
    told = await check_store(executor, "tiny", 2, [0.5, 0.25])
    later = await check_store(executor, "tiny", 2, [0.0, 1.0])

    assert (unknown.embedder, unknown.dimensions, unknown.mean) == ("tiny", 2, None)
    assert unknown.schema_version == VERSIONS[-1]
    assert told.mean == later.mean == (0.5, 0.25)


@pytest.mark.parametrize(("embedder", "dimensions"), [("other", 2), ("tiny", 3)])
async def test_another_embedder_is_refused_with_both_names(
    executor: Executor, embedder: str, dimensions: int
) -> None:
    await apply(executor, dimensions=2)
    await check_store(executor, "tiny", 2, None)

    message = rf"of tiny \(2 dimensions\).*now {embedder} \({dimensions} dimensions\).*graphmem db wipe"
    with pytest.raises(DimensionMismatch, match=message):
        await check_store(executor, embedder, dimensions, None)


async def test_of_two_embedders_at_once_one_claims_the_store(executor: Executor) -> None:
    await apply(executor, dimensions=2)

    claims = await asyncio.gather(
        *(check_store(executor, name, 2, None) for name in ("a", "b") * 4), return_exceptions=True
    )
    refused = [claim for claim in claims if isinstance(claim, DimensionMismatch)]
    assert len(refused) == 4
    assert len({claim.embedder for claim in claims if not isinstance(claim, BaseException)}) == 1


async def test_an_unclaimed_store_with_other_indexes_is_refused(executor: Executor) -> None:
    await apply(executor, dimensions=3)

    with pytest.raises(DimensionMismatch, match="another embedder"):
        await check_store(executor, "tiny", 2, None)
    assert await executor.read("admin/store") == []


async def test_a_mean_of_another_length_is_refused(executor: Executor) -> None:
    with pytest.raises(DimensionMismatch, match="mean vector of tiny has 3 dimensions"):
        await check_store(executor, "tiny", 2, [0.1, 0.2, 0.3])


async def test_a_store_without_a_schema_says_so(executor: Executor) -> None:
    with pytest.raises(SchemaOutOfDate, match="graphmem migrate apply"):
        await check_store(executor, "tiny", 2, None)


async def test_the_managed_server_passes_the_preflight(executor: Executor) -> None:
    server = await preflight(executor)

    assert (server.version, server.edition) == ("2026.09.0", "community")


async def test_a_missing_database_is_named(executor: Executor) -> None:
    with pytest.raises(ConfigError, match=r"no database 'nowhere'.*NEO4J_DATABASE"):
        await preflight(Executor(executor.driver, "nowhere"))
