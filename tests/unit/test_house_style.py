"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = sorted((*ROOT.glob("graphmem/**/*.py"), *ROOT.glob("api/**/*.py")))
MODULES = [str(path.relative_to(ROOT)) for path in LIBRARY]
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
_CYPHER = re.compile(
    r"\b(MATCH|MERGE|CREATE) ?\(|\bUNWIND \$|\bDETACH DELETE\b|\bCALL (\{|\(|dbm?s?\.)|\bRETURN [a-z]"
    r"|\bSHOW (INDEX|CONSTRAINT|DATABASE|CURRENT|SETTING)|\b(CREATE|DROP) [A-Z ]*(INDEX|CONSTRAINT) \w"
)
_VERSION = re.compile(r"## \[(Unreleased|\d+\.\d+\.\d+)\](?: - \d{4}-\d{2}-\d{2})?")
_SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def functions(module: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("module", MODULES)
def test_a_function_has_at_most_50_lines(module: str) -> None:
    long = [
        f"{function.name}: {lines}"
        for function in functions(module)
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > 50
    ]
    assert long == []


FACADE = "graphmem/memory.py"
"""Signatures and contracts of every verb: a list that is read by looking up, not from top to bottom."""


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_at_most_400_lines(module: str) -> None:
    most = 700 if module == FACADE else 400
    assert len((ROOT / module).read_text(encoding="utf-8").splitlines()) <= most


def test_a_module_is_named_for_what_it_does() -> None:
    parts = {part for module in MODULES for part in Path(module).with_suffix("").parts}
    assert {part for part in parts if FORBIDDEN_NAMES & set(part.split("_"))} == set()


def strings(module: str) -> Iterator[tuple[int, str]]:
    """Every string but the docstrings."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


@pytest.mark.parametrize("module", MODULES)
def test_cypher_lives_in_its_own_files(module: str) -> None:
    assert [(line, text) for line, text in strings(module) if _CYPHER.search(text)] == []


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


@pytest.mark.parametrize("module", [m for m in MODULES if not m.startswith("graphmem/cli/")])
def test_the_library_does_not_print(module: str) -> None:
    calls = [
        node.lineno
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert calls == []


@pytest.mark.parametrize(
    "module", [m for m in MODULES if not m.startswith(("graphmem/bootstrap", "graphmem/cli/"))]
)
def test_only_the_edges_read_the_environment(module: str) -> None:
    reads = [
        node.lineno
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in {("os", "environ"), ("os", "getenv")}
    ]
    assert reads == []


def test_the_changelog_keeps_its_form() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    headings = [line for line in lines if line.startswith("## ")]

    assert lines[0] == "# Changelog"
    assert headings
    assert [line for line in headings if not _VERSION.fullmatch(line)] == []
    assert {line.removeprefix("### ") for line in lines if line.startswith("### ")} <= _SECTIONS
