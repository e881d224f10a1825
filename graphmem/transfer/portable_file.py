"""The portable file of one user: JSON Lines, a manifest first, then nodes, then edges.

A moment is {"$time": "2026-05-03T10:00:00+00:00"}, a vector {"$f32": base64 of little-endian float32}; all
else is plain JSON. The manifest carries counts and the SHA-256 of all that follows, so that a file that was
cut off or touched is refused before anything is stored.

Form 1 had other names for two relationships and a property, and filter tokens on summaries. It is read, too.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from graphmem.errors import InputError
from graphmem.model.portable import Edge, Manifest, Node
from graphmem.store.portable import PATTERNS
from graphmem.store.vocabulary import LABELS, NODES, STORE, VECTORS

FORMAT: Final = 2
_READABLE: Final = (1, FORMAT)
_KIND: Final = "graphmem-user"
_FORMER_TYPES: Final = {"CLOSES": "CLOSED_VERSION_OF", "SPARES": "REVOKED_SUPERSESSION"}
"""Relationships of form 1 by the names that they have today."""
_FORMER_PROPERTIES: Final[Mapping[str, Mapping[str, str | None]]] = {
    "Summary": {"told": "summarised_leaves", "filter_tokens": None}
}
"""Properties of form 1 by the names that they have today, by label; None where nothing reads them now."""


def manifest_line(manifest: Manifest) -> bytes:
    """The first line of a file."""
    fields = dataclasses.asdict(manifest) | {"exported_at": manifest.exported_at.isoformat()}
    return _line({"kind": _KIND, **fields})


def node_line(node: Node) -> bytes:
    """A node as a line."""
    plain = {name: _plain(name, value) for name, value in sorted(node.properties.items())}
    return _line({"node": node.label, "uid": node.uid, "more": sorted(node.more), "properties": plain})


def edge_line(edge: Edge) -> bytes:
    """An edge as a line."""
    plain = {name: _plain(name, value) for name, value in sorted(edge.properties.items())}
    return _line({"edge": edge.type, "from": list(edge.start), "to": list(edge.end), "properties": plain})


def _line(value: Mapping[str, Any]) -> bytes:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return {"$time": value.isoformat()}
    if name in VECTORS and isinstance(value, list):
        return {"$f32": base64.b64encode(np.asarray(value, dtype="<f4").tobytes()).decode()}
    return value


def lines(path: Path) -> Iterator[Node | Edge]:
    """Nodes and edges of a file, as they are consumed. Raises InputError naming the line that is wrong."""
    with _opened(path) as file:
        file.readline()
        for number, line in enumerate(file, 2):
            yield _read(line, f"{path}, line {number}")


def examine(path: Path) -> Manifest:
    """Read a file through. Raises InputError unless it is whole: the checksum, every line, the counts."""
    digest = hashlib.sha256()
    nodes: Counter[str] = Counter()
    edges: Counter[str] = Counter()
    with _opened(path) as file:
        manifest = _manifest(file.readline(), path)
        for number, line in enumerate(file, 2):
            digest.update(line)
            read = _read(line, f"{path}, line {number}")
            if isinstance(read, Node):
                nodes[read.label] += 1
            else:
                edges[read.type] += 1
    if (dict(manifest.nodes), dict(manifest.edges)) != (dict(nodes), dict(edges)):
        found = nodes.total() + edges.total()
        raise InputError(
            f"{path} is not whole: its manifest tells of {manifest.lines} lines, {found} follow. Export again"
        )
    if digest.hexdigest() != manifest.sha256:
        raise InputError(f"{path} was changed since it was written: its checksum differs. Export again")
    return manifest


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error


def _manifest(line: bytes, path: Path) -> Manifest:
    try:
        fields = json.loads(line)
        if fields.pop("kind") != _KIND:
            raise ValueError("another kind")
        version = fields["format"]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{path} is not an export of graphmem: its first line is no manifest") from error
    if version not in _READABLE:
        raise InputError(
            f"{path} has form {version}, this version reads forms 1 to {FORMAT}: import it with graphmem "
            f"{fields.get('graphmem', 'of another version')}"
        )
    try:
        edges = {_FORMER_TYPES.get(name, name): count for name, count in fields["edges"].items()}
        exported_at = datetime.fromisoformat(fields["exported_at"])
        return Manifest(**fields | {"edges": edges, "exported_at": exported_at})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"the manifest of {path} lacks something: {error}. Export again") from error


def _read(line: bytes, place: str) -> Node | Edge:
    try:
        found = json.loads(line.decode("utf-8", "surrogatepass"))
        properties = {name: _value(value) for name, value in found["properties"].items()}
        if "node" in found:
            return _node(found, properties, place)
        return _edge(found, properties, place)
    except InputError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        if isinstance(error, json.JSONDecodeError) and not line.endswith(b"\n"):
            raise InputError(f"{place} ends half-way: the file was cut off. Copy it again") from error
        raise InputError(f"{place} cannot be read: {error}") from error


def _node(found: Mapping[str, Any], properties: dict[str, Any], place: str) -> Node:
    label, more = _known(found["node"], place), tuple(found["more"])
    former = _FORMER_PROPERTIES.get(label, {})
    properties = {
        today: value for name, value in properties.items() if (today := former.get(name, name)) is not None
    }
    unknown = [*(name for name in more if name not in LABELS), *(set(properties) - NODES[label])]
    if unknown or "scope" in properties:
        raise InputError(f"{place}: {label} cannot have {(unknown or ['scope'])[0]!r}")
    return Node(label, str(found["uid"]), more, properties)


def _edge(found: Mapping[str, Any], properties: dict[str, Any], place: str) -> Edge:
    start, end = (_end(found[side], place) for side in ("from", "to"))
    type_ = str(found["edge"])
    pattern = (start[0], _FORMER_TYPES.get(type_, type_), end[0])
    if pattern not in PATTERNS:
        raise InputError(
            f"{place}: the relationship ({pattern[0]})-[{pattern[1]}]->({pattern[2]}) is unknown"
        )
    return Edge(pattern[1], start, end, properties)


def _end(value: Any, place: str) -> tuple[str, str]:
    label, uid = value
    return _known(label, place), str(uid)


def _known(label: object, place: str) -> str:
    if not isinstance(label, str) or label not in NODES or label == STORE:
        raise InputError(f"{place}: nodes of the kind {label!r} are unknown")
    return label


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        if "$time" in value:
            moment = datetime.fromisoformat(value["$time"])
            if moment.utcoffset() is None:
                raise ValueError(f"the time {value['$time']} has no offset")
            return moment
        return np.frombuffer(base64.b64decode(value["$f32"], validate=True), dtype="<f4").tolist()
    return value
