"""One user's nodes and edges, page by page out and in: statements under `cypher/portable`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Final

from graphmem.model.filter_tokens import token
from graphmem.model.portable import Edge, Node
from graphmem.model.segment import Vector
from graphmem.store.executor import Executor, Row
from graphmem.store.vocabulary import EVIDENCE_LABELS, NODES, RELATIONSHIPS, STORE

ORDER: Final = (
    "Scope", "Session", "Turn", "Passage", "Segment", "Edit", "Evidence", "Alias", "Day", "Month", "Year",
    "Record", "Summary", "Profile",
)  # fmt: skip
"""Labels in the order in which nodes are written: what others hang on comes first."""
PAGE: Final = 500
_STARTS: Final = {"Scope": 1, "Session": 1}
"""Nodes whose edges are read at a time, where each may have very many."""
_BASE = {label: label for label in NODES} | dict.fromkeys(EVIDENCE_LABELS.values(), "Evidence")
PATTERNS: Final = tuple(
    dict.fromkeys((_BASE[s], r.type, _BASE[e]) for r in RELATIONSHIPS for s in r.starts for e in r.ends)
)
"""(label, type, label) of every relationship, by the labels that carry the identity."""
_LEASES = ("owner", "lease_until")


async def nodes(executor: Executor, scope: str, *, vectors: bool) -> AsyncIterator[Node]:
    """All nodes of a user, by label and uid."""
    for label in ORDER:
        after = ""
        while True:
            page = await executor.read(
                "portable/nodes", scope=scope, label=label, after=after, limit=PAGE, vectors=vectors
            )
            for row in page:
                yield _node(label, row)
            if len(page) < PAGE:
                break
            after = page[-1]["uid"]


def _node(label: str, row: Row) -> Node:
    properties = {name: _native(value) for name, value in row["properties"].items() if value is not None}
    del properties["scope"]
    return Node(label, row["uid"], tuple(name for name in row["labels"] if name != label), properties)


def _native(value: Any) -> Any:
    return value.to_native() if hasattr(value, "to_native") else value


async def edges(executor: Executor, scope: str) -> AsyncIterator[Edge]:
    """All relationships of a user, by the label and uid of their start; what is not graphmem's stays out."""
    labels = [label for label in NODES if label != STORE]
    for label in ORDER:
        if label not in {start for start, _, _ in PATTERNS}:
            continue
        limit, after = _STARTS.get(label, PAGE), ""
        while True:
            starts: set[str] = set()
            async for row in executor.stream(
                "portable/edges", scope=scope, label=label, labels=labels, after=after, limit=limit
            ):
                starts.add(row["start"])
                after = row["start"]
                if (label, row["type"], row["end_label"]) in PATTERNS:
                    yield _edge(label, row)
            if len(starts) < limit:
                break


def _edge(label: str, row: Row) -> Edge:
    properties = {name: _native(value) for name, value in row["properties"].items()}
    return Edge(row["type"], (label, row["start"]), (row["end_label"], row["end"]), properties)


async def known(executor: Executor, scope: str) -> bool | None:
    """Whether the user is being forgotten; None when there is no such user."""
    rows = await executor.read("portable/user", scope=scope)
    return bool(rows[0]["forgetting"]) if rows else None


async def clash(executor: Executor, scope: str, batch: Sequence[Node]) -> Row | None:
    """A place that the store has given to another turn or segment than the file."""
    rows = await executor.read(
        "portable/clashes",
        scope=scope,
        turns=[_place(node) for node in batch if node.label == "Turn"],
        segments=[_place(node) for node in batch if node.label == "Segment"],
    )
    return rows[0] if rows else None


def _place(node: Node) -> Row:
    at = node.properties
    return {"uid": node.uid, "session_uid": at["session_uid"], "position": at["position"]}


async def land(executor: Executor, scope: str, batch: Sequence[Node], *, was: str, vectors: bool) -> None:
    """Write nodes. was: the scope they come from; vectors: keep those of the file."""
    rows: dict[str, list[Row]] = {label: [] for label in ORDER}
    for node in sorted(batch, key=lambda node: node.uid):
        rows[node.label].append(_row(node, scope, was, vectors))
    await executor.write("portable/land", scope=scope, nodes=rows)


def _row(node: Node, scope: str, was: str, vectors: bool) -> Row:
    properties = dict(node.properties)
    vector = properties.pop("context_embedding" if node.label == "Turn" else "embedding", None)
    more = set(node.more)
    if node.label == "Scope":
        properties |= {"uid": scope}
        properties.pop("forgetting_at", None)
    if node.label == "Turn" and not vectors:
        properties.pop("passage_count", None)
        properties.pop("embedding_error", None)
        more.add("Unembedded")
    if properties.get("status") == "encoding":
        properties = {name: value for name, value in properties.items() if name not in _LEASES}
        properties["status"] = "closed"
    if "filter_tokens" in properties:
        properties["filter_tokens"] = properties["filter_tokens"].replace(
            token("scope", was), token("scope", scope)
        )
    return {
        "uid": scope if node.label == "Scope" else node.uid,
        "labels": sorted(more),
        "properties": properties,
        "vector": vector if vectors else None,
    }


async def tie(executor: Executor, scope: str, batch: Iterable[Edge]) -> None:
    """Write edges between nodes that are there."""
    rows: dict[str, list[Row]] = {"_".join(pattern): [] for pattern in PATTERNS}
    for edge in sorted(batch, key=lambda edge: (edge.start, edge.end)):
        rows[f"{edge.start[0]}_{edge.type}_{edge.end[0]}"].append(
            {"start": edge.start[1], "end": edge.end[1], "properties": dict(edge.properties)}
        )
    await executor.write("portable/tie", scope=scope, edges=rows)


async def unembedded(executor: Executor, scope: str, after: str, limit: int) -> dict[str, str]:
    """Texts by uid of records without a vector."""
    rows = await executor.read("portable/unembedded", scope=scope, after=after, limit=limit)
    return {row["uid"]: row["text"] for row in rows}


async def embed(executor: Executor, scope: str, vectors: Mapping[str, Vector]) -> None:
    """Write vectors of records by uid."""
    rows = [{"uid": uid, "vector": vectors[uid].tolist()} for uid in sorted(vectors)]
    await executor.write("portable/embed", scope=scope, records=rows)
