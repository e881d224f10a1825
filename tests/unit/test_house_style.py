"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = sorted((*ROOT.glob("graphmem/**/*.py"), *ROOT.glob("api/**/*.py")))
MODULES = [str(path.relative_to(ROOT)) for path in LIBRARY]
N = TypeVar("N", bound=ast.AST)
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
_CYPHER = re.compile(
    r"\b(MATCH|MERGE|CREATE) ?\(|\bUNWIND \$|\bDETACH DELETE\b|\bCALL (\{|\(|dbm?s?\.)|\bRETURN [a-z]"
    r"|\bSHOW (INDEX|CONSTRAINT|DATABASE|CURRENT|SETTING)|\b(CREATE|DROP) [A-Z ]*(INDEX|CONSTRAINT) \w"
)
_VERSION = re.compile(r"## \[(Unreleased|\d+\.\d+\.\d+)\](?: - \d{4}-\d{2}-\d{2})?")
_SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"))


def nodes(kind: type[N], *, but: tuple[str, ...] = ()) -> Iterator[tuple[str, N]]:
    """Every node of a kind with its module, except in the modules whose path begins as one of `but`."""
    for module in MODULES:
        if not module.startswith(but):
            yield from ((module, node) for node in ast.walk(tree(module)) if isinstance(node, kind))


def test_a_function_has_at_most_50_lines() -> None:
    functions = [*nodes(ast.FunctionDef), *nodes(ast.AsyncFunctionDef)]
    assert [
        f"{module}: {function.name}: {lines}"
        for module, function in functions
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > 50
    ] == []


FACADE = "graphmem/memory.py"
"""Signatures and contracts of every verb: a list that is read by looking up, not from top to bottom."""


def test_a_module_has_at_most_400_lines() -> None:
    lines = {module: len((ROOT / module).read_text(encoding="utf-8").splitlines()) for module in MODULES}
    assert {module: n for module, n in lines.items() if n > (700 if module == FACADE else 400)} == {}


def test_a_module_is_named_for_what_it_does() -> None:
    parts = {part for module in MODULES for part in Path(module).with_suffix("").parts}
    assert {part for part in parts if FORBIDDEN_NAMES & set(part.split("_"))} == set()


def test_cypher_lives_in_its_own_files() -> None:
    prose = {id(node.value) for _, node in nodes(ast.Expr)}  # docstrings
    assert [
        (module, node.lineno, node.value)
        for module, node in nodes(ast.Constant)
        if isinstance(node.value, str) and id(node) not in prose and _CYPHER.search(node.value)
    ] == []


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n) RETURN n",
        "MERGE (n:Turn {uid: 1})",
        "UNWIND $rows AS row",
        "RETURN turn.text",
        "CALL db.awaitIndexes(300)",
        "CALL dbms.components()",
        "SHOW INDEXES",
        "DROP INDEX turn_text",
        "CREATE VECTOR INDEX x",
    ],
)
def test_cypher_is_recognised(text: str) -> None:
    assert _CYPHER.search(text)


def test_the_library_does_not_print() -> None:
    assert [
        (module, node.lineno)
        for module, node in nodes(ast.Call, but=("graphmem/cli/",))
        if isinstance(node.func, ast.Name) and node.func.id == "print"
    ] == []


def test_only_the_edges_read_the_environment() -> None:
    assert [
        (module, node.lineno)
        for module, node in nodes(ast.Attribute, but=("graphmem/bootstrap", "graphmem/cli/"))
        if isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in {("os", "environ"), ("os", "getenv")}
    ] == []


def test_the_changelog_keeps_its_form() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    headings = [line for line in lines if line.startswith("## ")]

    assert lines[0] == "# Changelog"
    assert headings
    assert [line for line in headings if not _VERSION.fullmatch(line)] == []
    assert {line.removeprefix("### ") for line in lines if line.startswith("### ")} <= _SECTIONS
