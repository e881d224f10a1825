"""Where leaves go: the form of the tree, whatever comes in."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.extract.centre import unit
from graphmem.manage.grove import grouped
from graphmem.manage.tree import GrowingTree, Shape, mean, parted
from graphmem.model.tree import ROOT, Span, TreeNode

SMALL = Shape(fan_out=4, least=2)


class Graph:
    """What the store does with changes: nodes by uid, deepened before they are written."""

    def __init__(self) -> None:
        self.nodes = {ROOT: TreeNode(ROOT, "", 0, False, 0, 0, None)}
        self.loads = 0
        self._names = itertools.count()

    async def children(self, parent: str) -> Sequence[TreeNode]:
        self.loads += 1
        return [node for node in self.nodes.values() if node.parent_uid == parent]

    async def add(self, uid: str, vector: np.ndarray, shape: Shape) -> None:
        await self.add_all({uid: vector}, shape)

    async def add_all(self, leaves: dict[str, np.ndarray], shape: Shape) -> None:
        tree = GrowingTree.of(
            self.nodes[ROOT], shape, unit, self.children, lambda: f"inner{next(self._names)}"
        )
        for uid, vector in leaves.items():
            await tree.plant(leaf(uid, vector))
        change = tree.change()
        for above in change.deepened:
            self.sink(above)
        self.nodes |= {node.uid: node for node in change.nodes}

    def sink(self, above: str) -> None:
        for node in [each for each in self.nodes.values() if each.parent_uid == above]:
            self.nodes[node.uid] = TreeNode(
                node.uid, node.parent_uid, node.depth + 1, node.is_leaf, node.child_count,
                node.leaf_count, node.vector, node.span,
            )  # fmt: skip
            self.sink(node.uid)


def leaf(uid: str, vector: np.ndarray) -> TreeNode:
    return TreeNode(uid, "", -1, True, 0, 1, unit(np.asarray(vector, dtype=np.float32)))


def sound(nodes: dict[str, TreeNode], shape: Shape) -> None:
    """Every node is under its parent, counts and means follow from the children, no node is too full."""
    for node in nodes.values():
        below = [each for each in nodes.values() if each.parent_uid == node.uid]
        assert node.child_count == len(below) <= shape.fan_out
        if node.uid != ROOT:
            assert node.depth == nodes[node.parent_uid].depth + 1
        if node.is_leaf:
            assert (node.leaf_count, below) == (1, [])
        elif node.leaf_count:
            assert node.leaf_count == sum(each.leaf_count for each in below)
            wanted = mean((each.vector, each.leaf_count) for each in below)
            assert node.vector is not None and wanted is not None
            np.testing.assert_allclose(node.vector, wanted, atol=1e-4)


def spread(count: int, seed: int, groups: int = 5) -> np.ndarray:
    random = np.random.default_rng(seed)
    middles = random.normal(size=(groups, 8))
    return np.asarray(middles[random.integers(groups, size=count)] + random.normal(size=(count, 8)) * 0.6)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 120), st.integers(0, 10_000), st.integers(1, 8))
async def test_the_tree_stays_sound_whatever_comes(count: int, seed: int, groups: int) -> None:
    graph = Graph()
    for number, vector in enumerate(spread(count, seed, groups)):
        await graph.add(f"leaf{number}", vector, SMALL)

    sound(graph.nodes, SMALL)
    assert sum(node.is_leaf for node in graph.nodes.values()) == graph.nodes[ROOT].leaf_count == count


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=5), st.integers(0, 10_000))
async def test_several_at_once_leave_it_as_sound(pages: list[int], seed: int) -> None:
    graph, numbers = Graph(), itertools.count()
    for page in pages:
        vectors = spread(page, seed + page)
        await graph.add_all({f"leaf{next(numbers)}": vector for vector in vectors}, SMALL)

    sound(graph.nodes, SMALL)
    assert graph.nodes[ROOT].leaf_count == sum(pages)


async def test_a_thousand_leaves_make_a_shallow_tree_read_in_few_steps() -> None:
    graph = Graph()
    for number, vector in enumerate(spread(1000, 3, 40)):
        before = graph.loads
        await graph.add(f"leaf{number}", vector, Shape())
    sound(graph.nodes, Shape())
    assert max(node.depth for node in graph.nodes.values()) == 3
    assert graph.loads - before <= 4


async def test_equal_leaves_are_no_trouble() -> None:
    graph = Graph()
    for number in range(100):
        await graph.add(f"leaf{number}", np.ones(8), SMALL)
    sound(graph.nodes, SMALL)


async def test_a_leaf_walks_into_what_it_is_like_and_opens_a_branch_where_nothing_is() -> None:
    graph = Graph()
    for number, vector in enumerate([[1, 0, 0], [1, 0.1, 0], [0, 1, 0], [0.1, 1, 0], [1, 0, 0.1]]):
        await graph.add(f"leaf{number}", np.asarray(vector), SMALL)
    inner = {
        n.uid: [c.uid for c in graph.nodes.values() if c.parent_uid == n.uid] for n in graph.nodes.values()
    }
    assert sorted(inner[child] for child in inner[ROOT]) == [["leaf0", "leaf1", "leaf4"], ["leaf2", "leaf3"]]

    await graph.add("like", np.asarray([0.9, 0.05, 0]), SMALL)
    await graph.add("unlike", np.asarray([0, 0, 1]), SMALL)
    assert graph.nodes["like"].parent_uid == graph.nodes["leaf0"].parent_uid
    assert graph.nodes["unlike"].parent_uid == ROOT


def test_the_threshold_grows_with_depth() -> None:
    assert [round(Shape().threshold(depth), 3) for depth in (1, 4, 15)] == [0.414, 0.457, 0.659]


def test_a_part_has_its_least_share_even_of_one_far_row() -> None:
    rows = unit(np.asarray([[1, 0]] * 9 + [[0, 1]], dtype=np.float32))
    first, second = parted(rows, 3)
    assert sorted((len(first), len(second))) == [3, 7]
    assert sorted(first + second) == list(range(10))
    assert parted(rows, 3) == (first, second)


@pytest.mark.parametrize("count", [1, 4, 5, 17, 300])
def test_a_tree_built_anew_is_sound(count: int) -> None:
    leaves = [leaf(f"leaf{n:03}", vector) for n, vector in enumerate(spread(count, 1))]
    names = itertools.count()
    root = TreeNode(ROOT, "", 0, False, 0, 0, None)

    made = grouped(root, leaves, SMALL, unit, lambda: f"inner{next(names)}")

    nodes = {node.uid: node for node in made}
    sound(nodes, SMALL)
    assert len(nodes) == len(made)
    assert sorted(uid for uid, node in nodes.items() if node.is_leaf) == [each.uid for each in leaves]


def test_spans_meet() -> None:
    assert Span() | Span() == Span()
