"""One user's graph into a file that another store can read."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import IO, BinaryIO

from graphmem.errors import InputError, NotFound
from graphmem.model.portable import Edge, ExportResult, Manifest, Node
from graphmem.model.progress import Progress
from graphmem.ports import Clock
from graphmem.store import portable as store
from graphmem.store.executor import Executor
from graphmem.store.forgetting import census
from graphmem.transfer import portable_file as form


@dataclass(slots=True)
class _Body:
    """Lines on their way into a file of their own, counted and summed."""

    file: IO[bytes]
    nodes: Counter[str] = field(default_factory=Counter)
    edges: Counter[str] = field(default_factory=Counter)
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    def node(self, node: Node) -> None:
        self.nodes[node.label] += 1
        self._write(form.node_line(node))

    def edge(self, edge: Edge) -> None:
        self.edges[edge.type] += 1
        self._write(form.edge_line(edge))

    def _write(self, line: bytes) -> None:
        self.digest.update(line)
        self.file.write(line)


@dataclass(frozen=True, slots=True)
class Export:
    """Writes one user's nodes and edges, page by page, with a manifest in front (see transfer.portable_file).

    A file under a path appears when it is whole, or not at all. What is added while it runs may be in it or
    not. embedder, dimensions: of the store's vectors.
    """

    executor: Executor
    clock: Clock
    embedder: str
    dimensions: int

    async def __call__(
        self, scope: str, target: Path | BinaryIO, *, embeddings: bool, progress: Progress | None = None
    ) -> ExportResult:
        """embeddings: with the vectors. Raises NotFound for an unknown user, InputError for a bad target."""
        total = sum((await census(self.executor, scope)).values())
        if not total:
            raise NotFound(f"nothing is stored for user {scope!r}, so there is nothing to export")
        with _kept_near(target) as file:
            body = _Body(file)
            async for node in store.nodes(self.executor, scope, vectors=embeddings):
                body.node(node)
                if progress and body.nodes.total() % store.PAGE == 0:
                    progress(min(body.nodes.total(), total), total)
            async for edge in store.edges(self.executor, scope):
                body.edge(edge)
            if progress:
                progress(total, total)
            manifest = await self._manifest(scope, body, embeddings)
            return await asyncio.to_thread(_finished, target, manifest, body)

    async def _manifest(self, scope: str, body: _Body, embeddings: bool) -> Manifest:
        (row,) = await self.executor.read("admin/store")
        return Manifest(
            format=form.FORMAT,
            graphmem=version("graphmem"),
            schema=str(row["schema_version"]),
            embedder=self.embedder,
            dimensions=self.dimensions,
            embeddings=embeddings,
            user=scope,
            exported_at=self.clock.now(),
            nodes=dict(sorted(body.nodes.items())),
            edges=dict(sorted(body.edges.items())),
            sha256=body.digest.hexdigest(),
        )


@contextmanager
def _kept_near(target: Path | BinaryIO) -> Iterator[IO[bytes]]:
    """A nameless file on the same disk as the target, which vanishes with its handle."""
    folder = target.absolute().parent if isinstance(target, Path) else None
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            yield file
    except OSError as error:
        where = target if isinstance(target, Path) else "the file"
        raise InputError(f"{where} cannot be written: {error.strerror or error}") from error


def _finished(target: Path | BinaryIO, manifest: Manifest, body: _Body) -> ExportResult:
    head = form.manifest_line(manifest)
    size = len(head) + body.file.tell()
    body.file.seek(0)
    if not isinstance(target, Path):
        target.write(head)
        shutil.copyfileobj(body.file, target)
        return ExportResult(None, manifest, size)
    _replaced(target, head, body)
    return ExportResult(target, manifest, size)


def _replaced(target: Path, head: bytes, body: _Body) -> None:
    """Put the whole file in the target's place in one step."""
    handle, name = tempfile.mkstemp(
        dir=target.absolute().parent, prefix=f".{target.name}.", suffix=".partial"
    )
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(head)
            shutil.copyfileobj(body.file, file)
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
