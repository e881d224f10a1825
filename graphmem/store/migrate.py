"""The schema: numbered files under `migrations/`, applied once each, by whoever comes first.

What was applied is kept in the graph as the neo4j-migrations tool keeps it, so that its users can read it:
(:__Neo4jMigration {version: 'BASELINE'})-[:MIGRATED_TO {at, in, by, connectedAs}]->(:__Neo4jMigration
{version, description, type, source, checksum}) -> …, with `migrationTarget` "graphmem", which keeps it apart
from a chain of the database's owner.
"""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from importlib.metadata import version as package_version
from importlib.resources import files
from typing import Any

from neo4j import AsyncSession, AsyncTransaction, Query
from neo4j.exceptions import Forbidden, Neo4jError

from graphmem.errors import ConfigError, GraphMemError, SchemaOutOfDate, ServerUnavailable
from graphmem.store.executor import Executor, translated
from graphmem.store.preflight import Server, preflight
from graphmem.store.statements import statements
from graphmem.store.store_node import StoreInfo, check_store

__all__ = [
    "Migration",
    "MigrationStatus",
    "Server",
    "State",
    "StoreInfo",
    "apply",
    "await_indexes",
    "check_store",
    "migrations",
    "missing",
    "parse",
    "preflight",
    "status",
]

_FILE = re.compile(r"V(\d+)__(\w+)\.cypher")
_END = re.compile(r";[ \t]*(?:\r?\n|\Z)")
_INDEX_SECONDS = 300
_STEP_SECONDS = 600
_LOCK_SECONDS = 1800
_LOCK_TIMEOUT = "Neo.ClientError.Transaction.LockAcquisitionTimeout"


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: `version` "0001", `source` its name, `steps` its statements in order."""

    version: str
    description: str
    source: str
    steps: tuple[str, ...]

    @property
    def checksum(self) -> str:
        """CRC-32 of the statements, comments before them included, as neo4j-migrations computes it."""
        return str(zlib.crc32("".join(self.steps).encode("utf-8")))


class State(StrEnum):
    """How a migration stands in a database."""

    APPLIED = "applied"
    PENDING = "pending"
    EDITED = "edited"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MigrationStatus:
    """edited: its file changed after it was applied; unknown: in the database, not in this version."""

    version: str
    description: str
    source: str
    state: State
    applied_at: datetime | None = None


@cache
def migrations() -> tuple[Migration, ...]:
    """Every migration that this version knows, in order."""
    entries = sorted(files("graphmem.migrations").iterdir(), key=lambda entry: entry.name)
    return tuple(
        parse(entry.name, entry.read_text(encoding="utf-8"))
        for entry in entries
        if entry.name.endswith(".cypher")
    )


def parse(name: str, source: str) -> Migration:
    """Read one file. A statement ends with a semicolon at the end of a line.

    Raises SchemaOutOfDate when the name is not V<number>__<words>.cypher or no statement is in it.
    """
    match = _FILE.fullmatch(name)
    steps = tuple(step for step in (part.strip() for part in _END.split(source)) if step)
    if not match or not steps:
        raise SchemaOutOfDate(
            f"migrations/{name}: not a migration; expected V0001__what.cypher with statements"
        )
    return Migration(match[1], match[2].replace("_", " "), name, steps)


async def status(executor: Executor) -> tuple[MigrationStatus, ...]:
    """How every migration stands, in order of version; one read, changes nothing."""
    applied = {row["version"]: row for row in await executor.read("admin/applied_migrations")}
    known = [_standing(migration, applied.get(migration.version)) for migration in migrations()]
    versions = {migration.version for migration in migrations()}
    unknown = [
        MigrationStatus(
            row["version"], row["description"] or "", row["source"] or "", State.UNKNOWN, _at(row)
        )
        for row in applied.values()
        if row["version"] not in versions
    ]
    return tuple(sorted(known + unknown, key=lambda item: item.version))


async def apply(executor: Executor, *, dimensions: int, quantization: str = "NONE") -> tuple[Migration, ...]:
    """Bring the database to this version's schema; returns what was applied now, () if nothing was missing.

    Safe in any number of processes at once: one works, the others wait for it. When it returns, every index
    is online. dimensions: of the embedder's vectors. quantization: NONE, SCALAR or BINARY (4.2 ms and recall
    0.993 instead of 5.0 ms and 1.000 with SCALAR, 100,000 vectors; BINARY loses an eighth).
    Raises SchemaOutOfDate when an applied file was edited or the database comes from a newer version,
    ConfigError when the user may not change the schema, ServerUnavailable when Neo4j fails.
    """
    if not missing(await status(executor)):
        return ()
    with _rights(executor):
        await executor.write("admin/migration_lock_constraint")
        async with _lock(executor):
            await executor.write("admin/migration_version_constraint")
            return await _apply_missing(executor, {"dimensions": dimensions, "quantization": quantization})


def missing(states: Sequence[MigrationStatus]) -> tuple[str, ...]:
    """Versions still to be applied. Raises SchemaOutOfDate where they cannot be."""
    for item in states:
        if item.state is State.EDITED:
            raise SchemaOutOfDate(
                f"migrations/{item.source} was edited after it was applied to this database: restore the "
                "file (applied migrations never change) and write a new one for the difference"
            )
        if item.state is State.UNKNOWN:
            raise SchemaOutOfDate(
                f"this database was made by a newer graphmem (it has migration {item.version} "
                f"{item.description!r}, this version ends at {migrations()[-1].version}): upgrade graphmem"
            )
    return tuple(item.version for item in states if item.state is State.PENDING)


def _standing(migration: Migration, row: Mapping[str, Any] | None) -> MigrationStatus:
    state = State.PENDING
    if row is not None:
        state = State.APPLIED if row["checksum"] == migration.checksum else State.EDITED
    return MigrationStatus(
        migration.version, migration.description, migration.source, state, _at(row) if row else None
    )


def _at(row: Mapping[str, Any]) -> datetime | None:
    value = row["at"]
    return value.to_native() if value is not None else None


async def _apply_missing(executor: Executor, parameters: Mapping[str, Any]) -> tuple[Migration, ...]:
    states = await status(executor)
    versions = missing(states)
    done = [migration for migration in migrations() if migration.version in versions]
    users = await executor.read("admin/current_user") if done else []
    previous = next((s.version for s in reversed(states) if s.state is State.APPLIED), "BASELINE")
    for migration in done:
        started = time.monotonic()
        for step in migration.steps:
            await _run(executor, f"CYPHER 25\n{step}", parameters, _STEP_SECONDS)
        await await_indexes(executor)
        await _record(executor, migration, previous, started, users[0]["user"] if users else "")
        previous = migration.version
    return tuple(done)


async def _record(
    executor: Executor, migration: Migration, previous: str, started: float, connected_as: str
) -> None:
    await executor.write(
        "admin/record_migration",
        previous=previous,
        version=migration.version,
        description=migration.description,
        source=migration.source,
        checksum=migration.checksum,
        milliseconds=round((time.monotonic() - started) * 1000),
        by=f"graphmem {package_version('graphmem')}",
        connected_as=connected_as,
    )
    await executor.write("admin/stamp_schema_version", version=migration.version)


async def await_indexes(executor: Executor, seconds: int = _INDEX_SECONDS) -> None:
    """Wait until every index is online. Raises ServerUnavailable when one fails or time runs out."""
    await _run(executor, statements()["admin/await_indexes"].text, {"seconds": seconds}, seconds + 30)


async def _run(executor: Executor, text: str, parameters: Mapping[str, Any], seconds: float) -> None:
    """Run a statement that may outlast the server's own time limit: an index on a full store takes long."""
    with translated():
        async with executor.driver.session(database=executor.database) as session:
            result = await session.run(Query(text, timeout=seconds), dict(parameters))
            await result.consume()


@asynccontextmanager
async def _lock(executor: Executor) -> AsyncIterator[None]:
    """Hold the migration lock: an open transaction on the lock node, rolled back in the end."""
    with translated():
        async with executor.driver.session(database=executor.database) as session:
            transaction = await _take(session)
            try:
                yield
            finally:
                await transaction.close()


async def _take(session: AsyncSession) -> AsyncTransaction:
    text = statements()["admin/take_migration_lock"].text
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        transaction = await session.begin_transaction(timeout=_LOCK_SECONDS)
        try:
            await (await transaction.run(text)).consume()
            return transaction
        except Neo4jError as error:
            await transaction.close()
            if not (error.is_retryable() or error.code == _LOCK_TIMEOUT):
                raise
            if time.monotonic() > deadline:
                raise ServerUnavailable(
                    f"another process has been migrating this database for {_LOCK_SECONDS} s: wait for it, "
                    "or stop it and run `graphmem migrate apply`"
                ) from error


@contextmanager
def _rights(executor: Executor) -> Iterator[None]:
    try:
        yield
    except GraphMemError as error:
        if not isinstance(error.__cause__, Forbidden):
            raise
        raise ConfigError(
            f"the Neo4j user may not change the schema of database {executor.database!r}: grant it "
            "CREATE and DROP on indexes and constraints, CREATE NEW NODE LABEL, TYPE and PROPERTY NAME, "
            "and read and write, or let an administrator run `graphmem migrate apply`"
        ) from error
