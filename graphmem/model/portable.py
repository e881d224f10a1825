"""One user's graph on its way out of a store or into one: nodes and edges as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Node:
    """A node. label: its first label, which names its kind; more: its other labels.

    properties: plain values, moments aware and UTC, vectors as lists of floats; without `scope`.
    """

    label: str
    uid: str
    more: tuple[str, ...]
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edge:
    """A relationship; its ends are (label, uid)."""

    type: str
    start: tuple[str, str]
    end: tuple[str, str]
    properties: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a file of one user holds.

    format: version of the file's form. graphmem, schema: versions of what wrote it. embedder, dimensions: of
    the vectors in the store it comes from; embeddings: whether these vectors are in the file. nodes, edges:
    counts by label and by type. sha256: of everything after the manifest's line.
    """

    format: int
    graphmem: str
    schema: str
    embedder: str
    dimensions: int
    embeddings: bool
    user: str
    exported_at: datetime
    nodes: Mapping[str, int]
    edges: Mapping[str, int]
    sha256: str

    @property
    def lines(self) -> int:
        """How many lines follow the manifest's."""
        return sum(self.nodes.values()) + sum(self.edges.values())


@dataclass(frozen=True, slots=True)
class ExportResult:
    """What was written. path: None where it went into an open file."""

    path: Path | None
    manifest: Manifest
    bytes: int

    def __len__(self) -> int:
        return self.manifest.lines


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came in. user: whose it is now. added: new nodes by label; known: nodes that were there.

    embedded: nodes whose vectors were made anew; unembedded: turns that still lack them, since the embedder
    failed with `unembedded_reason`; `consolidate` tries again.
    """

    user: str
    manifest: Manifest
    added: Mapping[str, int] = field(default_factory=dict)
    known: int = 0
    embedded: int = 0
    unembedded: int = 0
    unembedded_reason: str = ""

    @property
    def complete(self) -> bool:
        """True when everything has its vector."""
        return not self.unembedded

    def __len__(self) -> int:
        return sum(self.added.values())

    def __bool__(self) -> bool:
        return bool(self.added)
