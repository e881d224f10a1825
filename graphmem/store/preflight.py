"""Is this server one that graphmem can work on? Asked once per start, before the schema is touched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from neo4j.exceptions import Neo4jError

from graphmem.errors import ConfigError, ServerUnavailable
from graphmem.store.executor import Executor, Row

MINIMUM = (2026, 6)
_MINIMUM_TEXT = "2026.06"
_WITHDRAWN = {(2026, 8, 0)}
_VERSION = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?")


@dataclass(frozen=True, slots=True)
class Server:
    """version: as the server says it ("2026.09.0"); edition: community, enterprise; cypher: ("5", "25")."""

    version: str
    edition: str
    cypher: tuple[str, ...]


async def preflight(executor: Executor) -> Server:
    """Check version, database and that it may be written; two reads.

    Raises ConfigError when the server is older than 2026.06, is the withdrawn 2026.08.0, or has no such
    database; ServerUnavailable when the database is offline or read-only.
    """
    with _database_missing(executor.database):
        server = judged(await executor.read("admin/components"))
    states = await executor.read("admin/database_state", database=executor.database)
    check_state(executor.database, states)
    return server


def judged(components: Sequence[Row]) -> Server:
    """The server behind the rows of `admin/components`; raises ConfigError when it will not do.

    Aura reports the same number for every release ("5.27-aura"), so there Cypher 25 decides.
    """
    kernel = next(row for row in components if row["name"] == "Neo4j Kernel")
    cypher = tuple(version for row in components if row["name"] == "Cypher" for version in row["versions"])
    server = Server(kernel["versions"][0], kernel["edition"], cypher)
    if server.version.endswith("-aura"):
        if "25" not in server.cypher:
            raise ConfigError(f"this Aura instance ({server.version}) does not speak Cypher 25: upgrade it")
        return server
    check_version(server.version)
    return server


def check_version(version: str) -> None:
    """Raise ConfigError unless graphmem works on this version of Neo4j."""
    match = _VERSION.match(version)
    number = tuple(int(part) for part in match.groups(default="0")) if match else (0, 0, 0)
    if number[:2] < MINIMUM:
        raise ConfigError(
            f"Neo4j {version} is too old: graphmem needs {_MINIMUM_TEXT} or newer (filters inside vector "
            "search, quantization types). Upgrade it, or unset NEO4J_URI to use the local server"
        )
    if number in _WITHDRAWN:
        raise ConfigError(
            f"Neo4j {version} was withdrawn by its makers: use another release from {_MINIMUM_TEXT} on"
        )


def check_state(database: str, states: Sequence[Row]) -> None:
    """Raise ServerUnavailable unless some member serves the database and lets it be written.

    states: rows of `admin/database_state`, one per cluster member; none for an alias, which is let through.
    """
    if not states:
        return
    if not any(row["status"] == "online" for row in states):
        found = ", ".join(sorted({row["status"] for row in states}))
        raise ServerUnavailable(f"database {database!r} is {found}: bring it online, or check NEO4J_DATABASE")
    if not any(row["access"] == "read-write" for row in states):
        raise ServerUnavailable(
            f"database {database!r} is read-only: graphmem writes to it; check NEO4J_DATABASE"
        )


@contextmanager
def _database_missing(database: str) -> Iterator[None]:
    try:
        yield
    except ServerUnavailable as error:
        cause = error.__cause__
        if isinstance(cause, Neo4jError) and "DatabaseNotFound" in (cause.code or ""):
            raise ConfigError(
                f"the server has no database {database!r}: create it, or set NEO4J_DATABASE to one it has"
            ) from error
        raise
