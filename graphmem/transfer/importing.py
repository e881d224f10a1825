"""A file of one user into this store: checked whole before anything is stored, harmless a second time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from graphmem.errors import Conflict, DimensionMismatch
from graphmem.model.portable import Edge, ImportResult, Manifest, Node
from graphmem.model.progress import Progress
from graphmem.store import portable as store
from graphmem.store.executor import Executor
from graphmem.store.forgetting import census
from graphmem.transfer import portable_file as form
from graphmem.write.pipeline import WritePath
from graphmem.write.timing import Stopwatch

T = TypeVar("T")
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Import:
    """Brings a file's graph into an empty or a filled store.

    Nodes and edges that are there stay as they are, but that the newer of two statements takes the other's
    place, and that two trees of summaries are grouped anew. A file that gives a place of a session to
    another turn than the store is refused. Vectors that the file lacks are made anew. Broken off,
    the next call goes on. embedder: of this store's vectors.
    """

    executor: Executor
    writing: WritePath
    embedder: str
    dimensions: int

    async def __call__(
        self, path: Path, *, user: str | None, reembed: bool, progress: Progress | None = None
    ) -> ImportResult:
        """user: whose it becomes, the file's own user by default. reembed: leave the file's vectors out.

        Raises InputError for a file that cannot be read or is not whole, DimensionMismatch for vectors of
        another embedder, Conflict for what contradicts the store.
        """
        manifest = await asyncio.to_thread(form.examine, path)
        vectors = self._vectors(manifest, path, reembed)
        scope = user or manifest.user
        if await store.known(self.executor, scope):
            raise Conflict(f"user {scope!r} is being forgotten; forget the user once more to end it")
        await self._compatible(scope, path)
        before = await census(self.executor, scope)
        await self._store(scope, path, manifest, vectors, progress)
        after = await census(self.executor, scope)
        added = {label: count for label in after if (count := after[label] - before.get(label, 0))}
        embedded, missing, reason = await self._embed(scope)
        if before.get("Summary") and added.get("Summary"):
            await self.writing.tree.rebuild(scope)  # two trees have become one
        if before.get("Record"):
            await self._compare(scope, path)
        return ImportResult(
            user=scope,
            manifest=manifest,
            added=added,
            known=sum(manifest.nodes.values()) - sum(added.values()),
            embedded=embedded,
            unembedded=missing,
            unembedded_reason=reason,
        )

    def _vectors(self, manifest: Manifest, path: Path, reembed: bool) -> bool:
        """Whether the file's vectors are taken."""
        if not manifest.embeddings or reembed:
            return False
        if (manifest.embedder, manifest.dimensions) != (self.embedder, self.dimensions):
            raise DimensionMismatch(
                f"{path} holds vectors of {manifest.embedder} ({manifest.dimensions} dimensions), this store "
                f"those of {self.embedder} ({self.dimensions} dimensions): import it with reembed=True "
                "(--reembed), which makes them anew, or into a store of that embedder"
            )
        return True

    async def _compatible(self, scope: str, path: Path) -> None:
        """Raise Conflict when a session went on differently here than in the file."""
        for batch in _batches(node for node in form.lines(path) if _placed(node)):
            found = await store.clash(
                self.executor, scope, [each for each in batch if isinstance(each, Node)]
            )
            if found:
                raise Conflict(
                    f"session {found['session_uid']!r} of user {scope!r} went on differently here than in "
                    f"{path}: they have another {found['what']} at position {found['position']}. Delete the "
                    "session here first, or import the file for another user; nothing was stored"
                )

    async def _store(
        self, scope: str, path: Path, manifest: Manifest, vectors: bool, progress: Progress | None
    ) -> None:
        done = 0
        for batch in _batches(form.lines(path)):
            nodes = [each for each in batch if isinstance(each, Node)]
            edges = [each for each in batch if isinstance(each, Edge)]
            if nodes:
                await store.land(self.executor, scope, nodes, was=manifest.user, vectors=vectors)
            if edges:
                await store.tie(self.executor, scope, edges)
            done += len(batch)
            if progress:
                progress(done, manifest.lines)

    async def _compare(self, scope: str, path: Path) -> None:
        """The file's statements with those that were there; among themselves they are compared already."""
        settle = self.writing.encode.settle
        if settle is None:
            return
        nodes = (each for each in form.lines(path) if isinstance(each, Node))
        for uids in _batches(each.uid for each in nodes if each.label == "Record"):
            await settle.again(scope, uids)

    async def _embed(self, scope: str) -> tuple[int, int, str]:
        """Vectors for all that has none: how many were made, how many turns lack theirs, and why."""
        embedded, missing, reason = await self.writing.embed_all(scope, Stopwatch())
        nodes = await self.writing.records(scope) + await self.writing.evidence(scope)
        embedded += nodes.made + await self.writing.tree.mend(scope)
        return embedded, missing, reason or nodes.reason


def _placed(line: Node | Edge) -> bool:
    return isinstance(line, Node) and line.label in ("Turn", "Segment")


def _batches(lines: Iterator[T]) -> Iterator[list[T]]:
    while batch := list(islice(lines, _BATCH)):
        yield batch
