"""A whole summary tree over given leaves, from the top down."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from graphmem.manage.tree import Centred, Shape, directions, mean, parted, spanned
from graphmem.model.tree import TreeNode

_FILL = 0.75
"""How full nodes are at first, so that the next leaves find room."""


def grouped(
    root: TreeNode, leaves: Sequence[TreeNode], shape: Shape, centred: Centred, fresh: Callable[[], str]
) -> tuple[TreeNode, ...]:
    """All nodes of a tree over the leaves, parents first: by 2-means, the largest group parted first, until
    there are as many groups as a level needs, and the same inside each group.
    """
    return tuple(_Grove(shape, centred, fresh).under(root, tuple(leaves)))


@dataclass(frozen=True, slots=True)
class _Grove:
    shape: Shape
    centred: Centred
    fresh: Callable[[], str]

    def under(self, node: TreeNode, leaves: tuple[TreeNode, ...]) -> list[TreeNode]:
        if len(leaves) <= self.shape.fan_out:
            children = [replace(leaf, parent_uid=node.uid, depth=node.depth + 1) for leaf in leaves]
            return [_measured(node, children, leaves), *children]
        heads, rows = [], list[TreeNode]()
        for group in self._groups(leaves):
            if len(group) == 1:
                heads.append(replace(group[0], parent_uid=node.uid, depth=node.depth + 1))
                rows.append(heads[-1])
                continue
            head = TreeNode(self.fresh(), node.uid, node.depth + 1, False, 0, 0, None)
            made = self.under(head, group)
            heads.append(made[0])
            rows += made
        return [_measured(node, heads, leaves), *rows]

    def _groups(self, leaves: tuple[TreeNode, ...]) -> list[tuple[TreeNode, ...]]:
        width = self.shape.fan_out * _FILL
        levels = math.ceil(math.log(len(leaves)) / math.log(width))
        wanted = min(self.shape.fan_out, math.ceil(len(leaves) / width ** (levels - 1)))
        groups = [leaves]
        while len(groups) < max(wanted, 2):
            largest = groups.pop(max(range(len(groups)), key=lambda i: len(groups[i])))
            first, second = parted(
                directions([leaf.vector for leaf in largest], self.centred), self.shape.least
            )
            groups += [tuple(largest[i] for i in first), tuple(largest[i] for i in second)]
        return groups


def _measured(node: TreeNode, children: Sequence[TreeNode], leaves: Sequence[TreeNode]) -> TreeNode:
    return replace(
        node,
        child_count=len(children),
        leaf_count=len(leaves),
        vector=mean((leaf.vector, 1) for leaf in leaves),
        span=spanned(leaves),
    )
