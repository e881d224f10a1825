"""Evidence nodes and their vectors: statements under `cypher/evidence`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.change import OPEN_END
from graphmem.model.segment import Vector
from graphmem.store.executor import Executor


@dataclass(frozen=True, slots=True)
class Unembedded:
    """An evidence node without a vector. beside: names of its neighbours; texts: its statements."""

    uid: str
    kind: str
    key: str
    name: str
    beside: tuple[str, ...]
    texts: tuple[str, ...]


async def unembedded(
    executor: Executor, scope: str, uids: Sequence[str] | None, after: str, limit: int, texts: int
) -> list[Unembedded]:
    """Those after a uid, in its order. uids: only these. texts: most statements and names of each."""
    rows = await executor.read(
        "evidence/unembedded",
        scope=scope, uids=None if uids is None else list(uids), after=after, limit=limit, texts=texts,
        open_end=OPEN_END,
    )  # fmt: skip
    return [
        Unembedded(
            row["uid"], row["kind"], row["key"], row["name"], tuple(row["beside"]), tuple(row["texts"])
        )
        for row in rows
    ]


async def embed(executor: Executor, scope: str, vectors: Mapping[str, Vector]) -> int:
    """Write vectors by uid; how many nodes still had none."""
    rows = [{"uid": uid, "embedding": vectors[uid].tolist()} for uid in sorted(vectors)]
    (row,) = await executor.write("evidence/embed", scope=scope, nodes=rows)
    return int(row["nodes"])
