"""The one `Store` node: whose vectors this database holds. Another embedder's never mix with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.errors import DimensionMismatch, SchemaOutOfDate
from graphmem.store.executor import Executor, Row
from graphmem.store.vocabulary import VECTOR_INDEXES


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What the Store node says.

    schema_version: of the last migration. mean: the vector subtracted before a cosine is held against a
    threshold, one float per dimension; None while unknown.
    """

    schema_version: str
    embedder: str
    dimensions: int
    mean: tuple[float, ...] | None


async def check_store(
    executor: Executor, embedder_id: str, dimensions: int, mean: Sequence[float] | None
) -> StoreInfo:
    """Claim an empty store for this embedder, or check that it is the one that filled it.

    mean: kept when the store has none yet; afterwards the stored one counts. One read once all is written.
    Raises DimensionMismatch for another embedder or dimension, SchemaOutOfDate without migrations.
    """
    if mean is not None and len(mean) != dimensions:
        raise DimensionMismatch(
            f"the mean vector of {embedder_id} has {len(mean)} dimensions, its vectors have {dimensions}"
        )
    found = await executor.read("admin/store")
    if not found or (found[0]["mean"] is None and mean is not None):
        version = await _check_indexes(executor, embedder_id, dimensions) if not found else ""
        if found:
            _same(found[0], embedder_id, dimensions)
        found = await executor.write(
            "admin/claim_store",
            schema_version=version,
            embedder=embedder_id,
            dimensions=dimensions,
            mean=list(mean) if mean is not None else None,
        )
    return _same(found[0], embedder_id, dimensions)


async def _check_indexes(executor: Executor, embedder_id: str, dimensions: int) -> str:
    applied = await executor.read("admin/applied_migrations")
    if not applied:
        raise SchemaOutOfDate("this database has no schema yet: run `graphmem migrate apply`")
    ours = {index.name for index in VECTOR_INDEXES}
    for row in await executor.read("admin/indexes"):
        if row["name"] in ours:
            built = row["options"]["indexConfig"]["vector.dimensions"]
            if built != dimensions:
                raise DimensionMismatch(_message("another embedder", built, embedder_id, dimensions))
    return str(applied[-1]["version"])


def _same(row: Row, embedder_id: str, dimensions: int) -> StoreInfo:
    if (row["embedder"], row["dimensions"]) != (embedder_id, dimensions):
        raise DimensionMismatch(_message(row["embedder"], row["dimensions"], embedder_id, dimensions))
    mean = tuple(row["mean"]) if row["mean"] is not None else None
    return StoreInfo(row["schema_version"], row["embedder"], row["dimensions"], mean)


def _message(held: str, held_dimensions: int, embedder_id: str, dimensions: int) -> str:
    return (
        f"this store was made for vectors of {held} ({held_dimensions} dimensions), the embedder is now "
        f"{embedder_id} ({dimensions} dimensions): set GRAPHMEM_EMBEDDER back to it, use another store "
        "(GRAPHMEM_HOME or NEO4J_DATABASE), or start anew with `graphmem db wipe`"
    )
