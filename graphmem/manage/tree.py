"""Where a leaf goes in the summary tree, and how the tree keeps its form.

After MemTree and the tree with tiers of "Memory in the LLM Era" (experiment 6, appendix C). As there, a leaf
walks down from the root to the most similar child while their centred cosine passes a threshold that grows
with depth, and becomes a child where none passes. Ours, since walking on to a leaf and pairing up with it
makes chains (a mean depth of 12 at 268 leaves): leaves are paired up by nothing but room. A node that is full
sends a leaf on to its most similar inner child whatever the threshold says, and where there is no inner child
the node is parted in two, as in a B-tree. Depth grows with the logarithm of the leaves, fan-out is bounded.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from graphmem.model.segment import Vector
from graphmem.model.tree import Span, TreeChange, TreeNode
from graphmem.ports.embedder import Matrix

Centred = Callable[[Matrix], Matrix]
"""Vectors to unit vectors with the embedder's mean taken off."""
Load = Callable[[str], Awaitable[Sequence[TreeNode]]]
"""The children of an inner node."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The tree's constants. base, slope, scale: of MemTree's threshold, base · exp(slope · depth / scale).

    fan_out: children of a node at most; least: children of the smaller part when a node is parted.
    """

    base: float = 0.4
    slope: float = 0.5
    scale: int = 15
    fan_out: int = 16
    least: int = 6

    def threshold(self, depth: int) -> float:
        """The centred cosine that a child at this depth must have to be walked into."""
        return self.base * math.exp(self.slope * depth / self.scale)


@dataclass(slots=True, eq=False)
class _Node:
    """depth: as the graph has it; -1 for a new node. children: None until they are read."""

    uid: str
    parent: _Node | None
    depth: int
    is_leaf: bool
    child_count: int
    leaf_count: int
    vector: Vector | None
    span: Span
    children: list[_Node] | None = None


@dataclass(slots=True)
class GrowingTree:
    """The part of a tree that a rewrite reads, changed in memory; `change` tells what is to be written.

    load: reads an inner node's children; fresh: makes the uid of a new inner node.
    """

    shape: Shape
    centred: Centred
    load: Load
    fresh: Callable[[], str]
    root: _Node
    _touched: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls, root: TreeNode, shape: Shape, centred: Centred, load: Load, fresh: Callable[[], str]
    ) -> GrowingTree:
        """root: as it stands in the graph, locked."""
        return cls(shape, centred, load, fresh, _known(root, None))

    async def plant(self, leaf: TreeNode) -> None:
        """Put a new leaf into its place, where its parent and depth follow; several one after the other."""
        await self._place(self.root, _known(leaf, None))

    def change(self) -> TreeChange:
        """All nodes that differ from the graph, parents first. Depths follow from the places; below a node
        whose children were not read, the graph moves what it has.
        """
        rows, deepened = list[TreeNode](), list[str]()
        depth, level = 0, [self.root]
        while level:
            for node in sorted(level, key=lambda node: node.uid):
                if node.uid in self._touched or node.depth != depth:
                    rows.append(_row(node, depth))
                if node.children is None and node.child_count:
                    deepened += [node.uid] * (depth - node.depth)
            depth, level = depth + 1, [child for node in level for child in node.children or ()]
        return TreeChange(tuple(rows), tuple(deepened))

    async def _children(self, node: _Node) -> list[_Node]:
        if node.children is None:
            rows = await self.load(node.uid) if node.child_count else ()
            node.children = [_known(row, node) for row in rows]
        return node.children

    async def _place(self, at: _Node, leaf: _Node) -> None:
        for depth in itertools.count(_levels(at) + 1):
            children = await self._children(at)
            inner = [child for child in children if not child.is_leaf]
            if not inner:
                break
            cosines = self._cosines([leaf], inner)[0]
            best = int(np.argmax(cosines))
            passes = cosines[best] > self.shape.threshold(depth)
            if not passes and len(children) < self.shape.fan_out:
                break
            at = inner[best]
        self._attach(at, leaf)
        await self._make_room(at)

    async def _make_room(self, at: _Node) -> None:
        while len(children := await self._children(at)) > self.shape.fan_out:
            inner = [child for child in children if not child.is_leaf]
            loose = [child for child in children if child.is_leaf]
            if inner and loose:
                await self._send_down(loose, inner)
                return
            at = self._part(at, children)

    async def _send_down(self, loose: Sequence[_Node], inner: Sequence[_Node]) -> None:
        """The loose leaf that is most like an inner sibling goes under it."""
        cosines = self._cosines(loose, inner)
        row, column = divmod(int(np.argmax(cosines)), len(inner))
        self._detach(loose[row])
        await self._place(inner[column], loose[row])

    def _cosines(self, ones: Sequence[_Node], others: Sequence[_Node]) -> Matrix:
        """One row for each of `ones`, centred; -1 where a vector is missing."""
        every = directions([each.vector for each in (*ones, *others)], self.centred)
        cosines: Matrix = every[: len(ones)] @ every[len(ones) :].T
        cosines[[each.vector is None for each in ones], :] = -1.0
        cosines[:, [each.vector is None for each in others]] = -1.0
        return cosines

    def _part(self, node: _Node, children: Sequence[_Node]) -> _Node:
        """Part a node in two; the node that got one more child by it. The root keeps its place above both."""
        children = list(children)
        vectors = directions([child.vector for child in children], self.centred)
        first, second = parted(vectors, self.shape.least)
        if node.parent is None:
            for part in (first, second):
                self._gather(self._new(node), [children[i] for i in part])
            node.children = [child for child in node.children or () if child not in children]
            self._measure(node)
            return node
        sibling = self._new(node.parent)
        self._gather(node, [children[i] for i in first])
        self._gather(sibling, [children[i] for i in second])
        self._measure(node.parent)
        return node.parent

    def _new(self, parent: _Node) -> _Node:
        node = _Node(self.fresh(), parent, -1, False, 0, 0, None, Span(), [])
        assert parent.children is not None  # it is parted, so its children were read
        parent.children.append(node)
        return node

    def _gather(self, parent: _Node, children: list[_Node]) -> None:
        parent.children = children
        for child in children:
            if child.parent is not parent:
                child.parent = parent
                self._touch(child)
        self._measure(parent)

    def _attach(self, parent: _Node, leaf: _Node) -> None:
        assert parent.children is not None  # _place has read them
        parent.children.append(leaf)
        leaf.parent = parent
        self._touch(leaf)
        self._count(parent, leaf, 1)

    def _detach(self, leaf: _Node) -> None:
        parent = leaf.parent
        assert parent is not None and parent.children is not None  # it was among its siblings
        parent.children.remove(leaf)
        self._count(parent, leaf, -1)

    def _count(self, parent: _Node, leaf: _Node, sign: int) -> None:
        """A leaf more or less in all nodes from its parent to the root."""
        parent.child_count += sign
        above: _Node | None = parent
        while above:
            total = above.leaf_count + sign
            if leaf.vector is not None and (above.vector is not None or above.leaf_count == 0):
                held = 0 if above.vector is None else above.vector * above.leaf_count
                above.vector = ((held + sign * leaf.vector) / max(total, 1)).astype(np.float32)
            above.leaf_count = total
            above.span |= leaf.span
            self._touch(above)
            above = above.parent

    def _measure(self, node: _Node) -> None:
        """Everything that follows from a node's children."""
        children = node.children or []
        node.child_count = len(children)
        node.leaf_count = sum(child.leaf_count for child in children)
        node.vector = mean([(child.vector, child.leaf_count) for child in children])
        node.span = spanned(children)
        self._touch(node)

    def _touch(self, node: _Node) -> None:
        self._touched.add(node.uid)


def directions(vectors: Sequence[Vector | None], centred: Centred) -> Matrix:
    """Centred unit vectors, one a row; zero where there is none."""
    size = next((len(vector) for vector in vectors if vector is not None), 1)
    zero = np.zeros(size, dtype=np.float32)
    rows = [zero if vector is None else centred(unit(vector)) for vector in vectors]
    made: Matrix = np.stack(rows)
    return made


def unit(vector: Vector) -> Vector:
    """Scaled to unit length."""
    scaled: Vector = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return scaled


def mean(parts: Iterable[tuple[Vector | None, int]]) -> Vector | None:
    """The mean vector of leaves, from means of some of them and how many these are; None of none."""
    held = [(vector, count) for vector, count in parts if vector is not None and count]
    if not held:
        return None
    total = sum(count for _, count in held)
    summed = np.sum([vector * count for vector, count in held], axis=0)
    result: Vector = (summed / total).astype(np.float32)
    return result


def spanned(nodes: Iterable[_Node | TreeNode]) -> Span:
    """From the first to the last of all."""
    span = Span()
    for node in nodes:
        span |= node.span
    return span


def parted(vectors: Matrix, least: int) -> tuple[list[int], list[int]]:
    """Two groups of rows by 2-means, each of at least `least` rows where there are twice as many.

    vectors: unit, shape (count, dimensions), count ≥ 2. The same vectors always give the same groups: the
    first centre is the row farthest from the mean, the second the row farthest from the first.
    """
    least = min(least, len(vectors) // 2)
    first = vectors[int(np.argmin(vectors @ vectors.mean(axis=0)))]
    second = vectors[int(np.argmin(vectors @ first))]
    leaning = vectors @ (second - first)
    for _ in range(10):
        order = np.argsort(leaning, kind="stable")
        cut = min(max(int((leaning <= 0).sum()), least), len(vectors) - least)
        before, after = order[:cut], order[cut:]
        moved = vectors @ (vectors[after].mean(axis=0) - vectors[before].mean(axis=0))
        if np.array_equal(np.argsort(moved, kind="stable"), order):
            break
        leaning = moved - moved[np.concatenate([before, after])].mean()
    return sorted(map(int, before)), sorted(map(int, after))


def _levels(node: _Node) -> int:
    """How many nodes stand above."""
    return 0 if node.parent is None else 1 + _levels(node.parent)


def _known(node: TreeNode, parent: _Node | None) -> _Node:
    return _Node(
        node.uid,
        parent,
        node.depth,
        node.is_leaf,
        node.child_count,
        node.leaf_count,
        node.vector,
        node.span,
    )


def _row(node: _Node, depth: int) -> TreeNode:
    return TreeNode(
        node.uid,
        "" if node.parent is None else node.parent.uid,
        depth,
        node.is_leaf,
        node.child_count,
        node.leaf_count,
        node.vector,
        node.span,
    )
