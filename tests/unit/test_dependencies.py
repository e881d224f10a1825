"""What is installed with graphmem is used by it: no dependency, and no pin, that nothing needs."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

UNIMPORTED = {
    "neo4j-rust-ext": "the Neo4j driver decodes rows with it where it is installed",
}
"""Dependencies that no line of graphmem imports, and why they are there."""

TOOLS = {
    "import-linter": "lint-imports checks the layers",
    "mypy": "checks the types",
    "pytest-asyncio": "a plugin of pytest: runs coroutines as tests",
    "pytest-xdist": "a plugin of pytest: runs tests in parallel",
    "ruff": "checks and formats the code",
}
"""Dependencies of development that no test imports, and what runs them."""


def imported(*folders: str) -> set[str]:
    """Top-level modules that some line of these folders imports, by a statement or by import_module."""
    found: set[str] = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
                found |= {arg.value.split(".")[0] for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def modules(distribution: str) -> set[str]:
    """Modules that a distribution brings; one that is not installed is taken to bring its own name."""
    name = canonicalize_name(distribution)
    brought = metadata.packages_distributions().items()
    found = {module for module, owners in brought if name in map(canonicalize_name, owners)}
    return found or {name.replace("-", "_")}


def unused(lines: list[str], folders: tuple[str, ...], known: dict[str, str]) -> list[str]:
    used = imported(*folders)
    names = [canonicalize_name(Requirement(line).name) for line in lines]
    return [name for name in names if name not in known and not modules(name) & used]


def test_every_dependency_is_imported_or_says_why_it_is_there() -> None:
    lines = [*PROJECT["dependencies"], *EXTRAS["plot"], *EXTRAS["sentence-transformers"]]
    assert unused(lines, ("graphmem", "api"), UNIMPORTED) == []


def test_every_dependency_of_development_is_imported_or_is_a_tool() -> None:
    assert unused(EXTRAS["dev"], ("graphmem", "api", "tests"), TOOLS) == []


def test_what_no_line_imports_is_still_a_dependency() -> None:
    names = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    assert set(UNIMPORTED) - names == set()


def needed(lines: list[str]) -> Iterator[str]:
    """The distributions that requirements bring here, and those that these bring in turn."""
    waiting, seen = [Requirement(line) for line in lines], set()
    while waiting:
        requirement = waiting.pop()
        key = (canonicalize_name(requirement.name), frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        yield key[0]
        try:
            following = metadata.requires(requirement.name) or []
        except metadata.PackageNotFoundError:
            continue
        extras = requirement.extras or {""}
        waiting += [
            each
            for each in map(Requirement, following)
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras)
        ]


def test_every_pin_is_needed() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pins = {canonicalize_name(line.split("==")[0]) for line in text.splitlines() if "==" in line}
    wanted = set(needed([*PROJECT["dependencies"], *EXTRAS["plot"], *EXTRAS["dev"]]))
    assert sorted(pins - wanted) == []
