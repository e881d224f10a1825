"""Cypher statements: one per file under `cypher/`, checked when they are loaded.

A file starts with comment lines: what it does, then `params:` (names, comma separated) and `mode:`
(read or write). Nothing is ever formatted into a statement; the loader only puts `CYPHER 25` in front,
since a server's default language may be older.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from graphmem.errors import GraphMemError

_PARAMETER = re.compile(r"\$([a-z_][a-z0-9_]*)", re.IGNORECASE)
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|//[^\n]*")


class StatementError(GraphMemError):
    """A statement file contradicts its own header; a defect of graphmem, found at load."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A named statement: `name` is its path without suffix ("turns/add"), `mode` read or write."""

    name: str
    purpose: str
    parameters: frozenset[str]
    mode: str
    text: str

    def check(self, given: Mapping[str, object]) -> None:
        """Raise StatementError unless exactly the declared parameters are given."""
        if given.keys() != self.parameters:
            missing = sorted(self.parameters - given.keys())
            extra = sorted(given.keys() - self.parameters)
            raise StatementError(f"{self.name}.cypher: missing parameters {missing}, unknown {extra}")


@cache
def statements() -> Mapping[str, Statement]:
    """Every statement by name. Raises StatementError naming the file that is wrong."""
    found: dict[str, Statement] = {}
    for path, entry in _walk(files("graphmem.cypher"), ""):
        name = path.removesuffix(".cypher")
        found[name] = parse(name, entry.read_text(encoding="utf-8"))
    return found


def parse(name: str, source: str) -> Statement:
    """Check one file's header against its body."""
    header, body = _split(source)
    fields = {k: v for k, v in (_field(line) for line in header) if k}
    purpose = " ".join(line for line in header if not _field(line)[0])
    declared = frozenset(p.strip() for p in fields.get("params", "").split(",") if p.strip())
    used = frozenset(_PARAMETER.findall(_QUOTED.sub("", body)))
    if not purpose or fields.get("mode") not in ("read", "write"):
        raise StatementError(f"{name}.cypher: the header must say a purpose and mode: read or write")
    if declared != used:
        raise StatementError(f"{name}.cypher: declares {sorted(declared)}, uses {sorted(used)}")
    if "scope" not in used and not name.startswith("admin/"):
        raise StatementError(f"{name}.cypher: does not bind $scope; only admin/ may read across users")
    return Statement(name, purpose, used, fields["mode"], f"CYPHER 25\n{body.strip()}\n")


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir() and not entry.name.startswith((".", "__")):
            found += _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".cypher"):
            found.append((prefix + entry.name, entry))
    return found


def _split(source: str) -> tuple[list[str], str]:
    lines = source.splitlines()
    count = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return [line.removeprefix("//").strip() for line in lines[:count]], "\n".join(lines[count:])


def _field(line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    return (key, value.strip()) if colon and key in ("params", "mode") else ("", "")
