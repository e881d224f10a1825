"""The summary tree kept up: leaves planted, vectors made again, summaries written, the whole built anew."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np

from graphmem.errors import LLMError
from graphmem.extract.centre import unit
from graphmem.manage.grove import grouped
from graphmem.manage.summarise import Aggregated, CentralStatements
from graphmem.manage.tree import GrowingTree, Shape, mean, spanned
from graphmem.model.identity import uid
from graphmem.model.progress import Progress
from graphmem.model.segment import Vector
from graphmem.model.tree import SummaryText, TreeChange, TreeNode, TreeWork
from graphmem.ports import Clock
from graphmem.ports.llm import LLM
from graphmem.store import tree as store
from graphmem.store.executor import Executor, Transaction
from graphmem.store.tree import Below, Material, Stale
from graphmem.together import together
from graphmem.write.centre import StoreCentre
from graphmem.write.intake import fresh_uid

_logger = logging.getLogger(__name__)

LEAF_CHARACTERS = 480
INNER_CHARACTERS = 640
_PAGE = 32


@dataclass(slots=True)
class _Told:
    """What a model made of nodes, by their uid and the words that it was given."""

    texts: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    calls: int = 0


@dataclass(frozen=True, slots=True)
class GrowTree:
    """Keeps the tree of one user at a time. Leaves are planted some at once, in one transaction that holds
    the root's lock.

    A leaf's vector is the mean of its turns' context vectors and of its passages' vectors, an inner node's
    the mean of its leaves': no embedder is asked, and what a model writes changes no place. A leaf always
    quotes records, which a model wrote where there is one. llm: sums up inner nodes; None quotes statements.
    growth: a model sums up a node again when it has this many times the leaves, so that it is asked less
    than once in two segments; quoting is done whenever a node is stale.
    """

    executor: Executor
    clock: Clock
    centre: StoreCentre
    llm: LLM | None = None
    shape: Shape = field(default_factory=Shape)
    growth: float = 2.0
    concurrency: int = 4

    async def plant(self, scope: str, segments: Sequence[str] | None = None) -> int:
        """A leaf for each encoded segment that has none, of those named or of all; how many were planted.

        Segments whose turns have no vectors yet are left for later.
        """
        missing = await store.leafless(self.executor, scope, segments)
        pages = [missing[at : at + _PAGE] for at in range(0, len(missing), _PAGE)]
        return sum([await self._plant(scope, page) for page in pages])

    async def _plant(self, scope: str, segments: Sequence[str]) -> int:
        """Some segments in one transaction. Everything is read while the root is locked, as a deletion locks
        it: no leaf is made of words that are going.
        """

        async def work(tx: Transaction) -> int:
            root = await store.root(tx, scope, self.clock.now())
            ripe = await store.leafless_in(tx, scope, segments) if root else []
            if root is None or not ripe:
                return 0
            tree = GrowingTree.of(root, self.shape, self._centred, self._loader(tx, scope), fresh_uid)
            texts: dict[str, SummaryText] = {}
            for material in await store.material(tx, scope, ripe):
                vector = leaf_vector(material)
                if vector is not None:
                    text = texts[material.segment_uid] = self._leaf_text(material)
                    await tree.plant(TreeNode(text.uid, "", -1, True, 0, 1, vector, material.span))
            if texts:
                await store.write(tx, scope, tree.change(), self.clock.now())
                await store.plant(tx, scope, texts)
            return len(texts)

        return await self.executor.transaction(work)

    def _loader(self, tx: Transaction, scope: str) -> Callable[[str], store.Children]:
        return lambda parent_uid: store.children(tx, scope, parent_uid)

    def _centred(self, vectors: Vector) -> Vector:
        return self.centre.centring(vectors)

    def _leaf_text(self, material: Material) -> SummaryText:
        quote = CentralStatements(self._centred)
        text, quotes = quote(material.statements, None, LEAF_CHARACTERS)
        return SummaryText(uid("leaf", material.segment_uid), text, quotes, 1)

    async def mend(self, scope: str) -> int:
        """Make vectors again where they were taken away; how many. Those of unembedded turns wait."""
        hollow = await store.hollow(self.executor, scope)
        leaves = [each for each, is_leaf in hollow if is_leaf]
        made = 0
        for at in range(0, len(leaves), _PAGE):
            made += await self._mend_leaves(scope, leaves[at : at + _PAGE])
        for inner in (each for each, is_leaf in hollow if not is_leaf):
            made += await self._mend_inner(scope, inner)
        return made

    async def _mend_leaves(self, scope: str, leaves: Sequence[str]) -> int:
        async def work(tx: Transaction) -> int:
            material = await self._material(tx, scope, leaves)
            made = {
                uid("leaf", each.segment_uid): (vector, each.span)
                for each in material
                if (vector := leaf_vector(each)) is not None
            }
            return await store.remake(tx, scope, made)

        return await self.executor.transaction(work)

    async def _material(self, tx: Transaction, scope: str, leaves: Sequence[str]) -> list[Material]:
        """What leaves are made of, once the root is locked; nothing of a user who is being forgotten."""
        if not leaves or await store.root(tx, scope, self.clock.now()) is None:
            return []
        return await store.material(tx, scope, await store.segments_of(tx, scope, leaves))

    async def _mend_inner(self, scope: str, node: str) -> int:
        async def work(tx: Transaction) -> int:
            if await store.root(tx, scope, self.clock.now()) is None:
                return 0
            below = await store.children(tx, scope, node)
            vector = mean((child.vector, child.leaf_count) for child in below)
            if vector is None:
                return 0
            return await store.remake(tx, scope, {node: (vector, spanned(below))})

        return await self.executor.transaction(work)

    async def summarise(self, scope: str, progress: Progress | None = None) -> TreeWork:
        """Write what stale nodes say, deepest first. A node that fails stays stale, with those above it."""
        due = [each for each in await store.stale(self.executor, scope) if self._due(each)]
        work = TreeWork()
        for _, level in groupby(due, key=lambda each: each.depth):
            nodes = list(level)
            for at in range(0, len(nodes), _PAGE):
                work += await self._tell(scope, nodes[at : at + _PAGE])
                if progress:
                    progress(work.written + sum(work.failed.values()), len(due))
        return work

    def _due(self, node: Stale) -> bool:
        quoted = node.is_leaf or self.llm is None
        grown = node.leaf_count >= self.growth * node.summarised_leaves
        return quoted or not node.summarised_leaves or grown

    async def _tell(self, scope: str, nodes: Sequence[Stale]) -> TreeWork:
        """Read, sum up and write while the root is locked. A model is asked before, and what it made of words
        that have changed since is dropped: the node stays stale.
        """
        leaves = [each.uid for each in nodes if each.is_leaf]
        inner = [each.uid for each in nodes if not each.is_leaf]
        told = await self._asked(scope, inner) if self.llm and inner else _Told()

        async def work(tx: Transaction) -> int:
            texts = [self._leaf_text(each) for each in await self._material(tx, scope, leaves)]
            if inner and await store.root(tx, scope, self.clock.now()):
                found = [self._inner_text(each, told) for each in await store.below(tx, scope, inner)]
                texts += [text for text in found if text]
            return await store.tell(tx, scope, texts) if texts else 0

        written = await self.executor.transaction(work)
        return TreeWork(written=written, calls=told.calls, failed=dict(told.failed))

    async def _asked(self, scope: str, inner: Sequence[str]) -> _Told:
        """What a model makes of inner nodes, several at once."""
        assert self.llm is not None  # _tell asks only then
        aggregated, told, places = Aggregated(self.llm), _Told(), asyncio.Semaphore(self.concurrency)

        async def one(below: Below) -> None:
            async with places:
                told.calls += 1
                try:
                    told.texts[below.uid, below.texts] = await aggregated(below.texts, scope=scope)
                except LLMError as error:
                    _logger.warning("summary %s was not written: %s", below.uid, error)
                    told.failed[str(error)] += 1

        found = await self.executor.transaction(lambda tx: store.below(tx, scope, inner))
        await together(one(each) for each in found if each.texts)
        return told

    def _inner_text(self, below: Below, told: _Told) -> SummaryText | None:
        quote = CentralStatements(self._centred)
        text, quotes = quote(below.statements, below.vector, INNER_CHARACTERS)
        if self.llm is not None and below.texts:
            if (below.uid, below.texts) not in told.texts:
                return None
            text = told.texts[below.uid, below.texts]
        return SummaryText(below.uid, text, quotes, below.leaf_count)

    async def maintain(self, scope: str, progress: Progress | None = None) -> TreeWork:
        """Plant what is missing, mend what is hollow, write what is stale."""
        planted = await self.plant(scope)
        mended = await self.mend(scope)
        return replace(await self.summarise(scope, progress), planted=planted, mended=mended)

    async def rebuild(self, scope: str) -> int:
        """Build the inner nodes anew over the leaves, in one transaction; how many leaves there are.

        What leaves say stays; inner nodes say nothing until `summarise`.
        """

        async def work(tx: Transaction) -> int:
            root = await store.root(tx, scope, self.clock.now())
            if root is None:
                return 0
            leaves = await store.leaves(tx, scope)
            await store.fell(tx, scope)
            change = TreeChange(grouped(root, leaves, self.shape, self._centred, fresh_uid))
            await store.write(tx, scope, change, self.clock.now())
            return len(leaves)

        return await self.executor.transaction(work)


def leaf_vector(material: Material) -> Vector | None:
    """Of unit length: contexts tell what it is about, passages what is said in it; None without either."""
    parts = [unit(each.mean(axis=0)) for each in (material.contexts, material.passages) if len(each)]
    if not parts:
        return None
    vector: Vector = unit(np.sum(parts, axis=0))
    return vector
