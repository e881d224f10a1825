"""The summary tree: statements under `cypher/tree`, in and out of our values."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from graphmem.model.change import OPEN_END, UNKNOWN
from graphmem.model.segment import Vector
from graphmem.model.tree import ROOT, Span, Statement, SummaryText, Tree, TreeChange, TreeItem, TreeNode
from graphmem.ports.embedder import Matrix
from graphmem.store.executor import Executor, Row, Transaction
from graphmem.store.times import shown, stored

Children = Awaitable[Sequence[TreeNode]]


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """What the leaf of a segment is made of. contexts, passages: raw vectors, one a row; statements: its
    believed records, or its passages where it never had a record.
    """

    segment_uid: str
    contexts: Matrix
    passages: Matrix
    statements: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Stale:
    """A node whose words are old. summarised_leaves: under it when these were made, 0 when it has none."""

    uid: str
    is_leaf: bool
    leaf_count: int
    summarised_leaves: int
    depth: int


@dataclass(frozen=True, slots=True, eq=False)
class Below:
    """What an inner node sums up. texts: of its children, by time; statements: those that they quote.

    vector: of the node. missing: children without words.
    """

    uid: str
    leaf_count: int
    vector: Vector | None
    texts: tuple[str, ...]
    statements: tuple[Statement, ...]
    missing: int


async def root(tx: Transaction, scope: str, now: datetime) -> TreeNode | None:
    """The user's root, locked; None when the user is gone or being forgotten."""
    rows = await tx.run("tree/root", scope=scope, uid=ROOT, now=now, unknown=UNKNOWN)
    return _node(rows[0]) if rows else None


async def children(tx: Transaction, scope: str, parent_uid: str) -> list[TreeNode]:
    """The children of an inner node."""
    return [_node(row) for row in await tx.run("tree/children", scope=scope, parent_uid=parent_uid)]


async def write(tx: Transaction, scope: str, change: TreeChange, now: datetime) -> None:
    """Write what a rewrite changed; the root is locked by the same transaction."""
    if change.deepened:
        await tx.run("tree/deepen", scope=scope, uids=list(change.deepened))
    rows = [_row(node) for node in change.nodes]
    await tx.run("tree/write", scope=scope, nodes=rows, now=now)


async def plant(tx: Transaction, scope: str, texts: Mapping[str, SummaryText]) -> None:
    """Tie leaves that were written to their segments, with what they say. texts: by segment."""
    rows = [
        {"uid": text.uid, "segment_uid": segment, "text": text.text, "quotes": list(text.quotes)}
        for segment, text in sorted(texts.items())
    ]
    await tx.run("tree/plant", scope=scope, leaves=rows)


async def leafless(executor: Executor, scope: str, uids: Sequence[str] | None) -> list[str]:
    """Encoded segments without a leaf, of those named or of all."""
    named = None if uids is None else sorted(set(uids))
    return [row["uid"] for row in await executor.read("tree/leafless", scope=scope, uids=named)]


async def leafless_in(tx: Transaction, scope: str, uids: Sequence[str]) -> list[str]:
    """Those of them that are so still, inside a transaction."""
    return [row["uid"] for row in await tx.run("tree/leafless", scope=scope, uids=list(uids))]


async def material(tx: Transaction, scope: str, uids: Sequence[str]) -> list[Material]:
    """What the leaves of these segments are made of; segments that are not encoded, or gone, are left out."""
    rows = await tx.run("tree/material", scope=scope, uids=list(uids), open_end=OPEN_END, unknown=UNKNOWN)
    return [_material(row) for row in rows]


async def tell(tx: Transaction, scope: str, texts: Sequence[SummaryText]) -> int:
    """Write what nodes say; how many of them there still are."""
    rows = [
        {"uid": each.uid, "text": each.text, "quotes": list(each.quotes), "leaf_count": each.leaf_count}
        for each in sorted(texts, key=lambda each: each.uid)
    ]
    return len(await tx.run("tree/tell", scope=scope, texts=rows))


async def stale(executor: Executor, scope: str) -> list[Stale]:
    """Nodes whose words are old, deepest first."""
    rows = await executor.read("tree/stale", scope=scope)
    return [
        Stale(row["uid"], row["is_leaf"], row["leaf_count"], row["summarised_leaves"], row["depth"])
        for row in rows
    ]


async def segments_of(tx: Transaction, scope: str, leaves: Sequence[str]) -> list[str]:
    """The segments of leaves that are there."""
    rows = await tx.run("tree/segments", scope=scope, uids=sorted(leaves))
    return [row["segment_uid"] for row in rows]


async def below(tx: Transaction, scope: str, uids: Sequence[str]) -> list[Below]:
    """What inner nodes sum up."""
    rows = await tx.run("tree/below", scope=scope, uids=sorted(uids))
    return [_below(row) for row in rows]


async def hollow(executor: Executor, scope: str) -> list[tuple[str, bool]]:
    """Nodes without a vector, deepest first, and whether each is a leaf."""
    rows = await executor.read("tree/hollow", scope=scope)
    return [(row["uid"], row["is_leaf"]) for row in rows]


async def remake(tx: Transaction, scope: str, made: Mapping[str, tuple[Vector, Span]]) -> int:
    """Give nodes their vectors and times again; how many of them there still are."""
    rows = [
        {"uid": uid, "vector": vector.tolist(), "from": stored(span.start), "to": stored(span.end)}
        for uid, (vector, span) in sorted(made.items())
    ]
    return len(await tx.run("tree/remake", scope=scope, nodes=rows))


async def leaves(tx: Transaction, scope: str) -> list[TreeNode]:
    """All leaves of a user with their vectors."""
    return [_node(row) for row in await tx.run("tree/leaves", scope=scope)]


async def fell(tx: Transaction, scope: str) -> int:
    """Delete all inner nodes but the root; the leaves lose their parents. How many went."""
    (row,) = await tx.run("tree/fell", scope=scope, root=ROOT)
    return int(row["removed"])


async def shown_tree(executor: Executor, scope: str, depth: int, limit: int) -> Tree:
    """The nodes down to a depth, at most `limit` of them, with the measures of the whole tree."""
    (row,) = await executor.read("tree/measures", scope=scope)
    rows = await executor.read("tree/nodes", scope=scope, depth=depth, limit=limit)
    return Tree(
        tuple(_item(each) for each in rows),
        row["leaves"],
        row["inner"],
        row["depth"] or 0,
        row["fan_out"] or 0,
        row["stale"],
    )


def _node(row: Row) -> TreeNode:
    vector = row["vector"]
    return TreeNode(
        row["uid"],
        row["parent_uid"],
        row["depth"],
        row["is_leaf"],
        row["child_count"],
        row["leaf_count"],
        None if vector is None else np.asarray(vector, dtype=np.float32),
        Span(shown(row["from"]), shown(row["to"])),
    )


def _row(node: TreeNode) -> Row:
    return {
        "uid": node.uid,
        "parent_uid": node.parent_uid,
        "depth": node.depth,
        "is_leaf": node.is_leaf,
        "child_count": node.child_count,
        "leaf_count": node.leaf_count,
        "vector": None if node.vector is None else node.vector.tolist(),
        "from": stored(node.span.start),
        "to": stored(node.span.end),
    }


def _material(row: Row) -> Material:
    (first, last) = row["times"][0] if row["times"] else (None, None)
    return Material(
        row["uid"],
        np.asarray(row["contexts"], dtype=np.float32),
        np.asarray([each["vector"] for each in row["passages"]], dtype=np.float32),
        _statements(row["passages"] if row["bare"] else row["records"]),
        Span(shown(first), shown(last)),
    )


def _statements(rows: Sequence[Row]) -> tuple[Statement, ...]:
    return tuple(
        Statement(
            each["uid"],
            each["text"],
            shown(each["said_at"], each["offset"]),
            np.asarray(each["vector"], dtype=np.float32),
        )
        for each in rows
    )


def _below(row: Row) -> Below:
    vector = row["vector"]
    return Below(
        row["uid"],
        row["leaf_count"],
        None if vector is None else np.asarray(vector, dtype=np.float32),
        tuple(row["texts"]),
        _statements(row["records"]),
        row["missing"],
    )


def _item(row: Row) -> TreeItem:
    return TreeItem(
        id=row["uid"],
        parent_id=row["parent_uid"],
        depth=row["depth"],
        is_leaf=row["is_leaf"],
        leaf_count=row["leaf_count"],
        child_count=row["child_count"],
        text=row["text"],
        stale=row["stale"],
        tier=row["tier"],
        start=shown(row["from"]),
        end=shown(row["to"]),
        segment_id=row["segment_uid"],
        session_id=row["session_uid"],
    )
