"""The loader's checks of statement files, and that the files speak the graph's vocabulary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import graphmem
from graphmem.store.statements import StatementError, parse, statements

GOOD = """\
// Turns of a user.
// params: scope, limit
// mode: read
MATCH (t:Turn {scope: $scope}) RETURN t LIMIT $limit
"""


def test_a_statement_is_its_header_and_its_text() -> None:
    statement = parse("turns/list", GOOD)

    assert statement.purpose == "Turns of a user."
    assert statement.parameters == {"scope", "limit"}
    assert statement.mode == "read"
    assert statement.text == "CYPHER 25\nMATCH (t:Turn {scope: $scope}) RETURN t LIMIT $limit\n"


@pytest.mark.parametrize(
    ("change", "to", "message"),
    [
        ("scope, limit", "scope", r"turns/list\.cypher: declares \['scope'\], uses \['limit', 'scope'\]"),
        ("scope, limit", "scope, limit, x", r"declares \['limit', 'scope', 'x'\], uses \['limit', 'scope'\]"),
        ("// mode: read\n", "", "must say a purpose and mode"),
        ("mode: read", "mode: both", "must say a purpose and mode"),
        ("// Turns of a user.\n", "", "must say a purpose and mode"),
    ],
)
def test_a_header_that_contradicts_the_body_is_refused(change: str, to: str, message: str) -> None:
    with pytest.raises(StatementError, match=message):
        parse("turns/list", GOOD.replace(change, to))


def test_a_statement_outside_admin_binds_the_scope() -> None:
    text = "// Everything.\n// params:\n// mode: read\nMATCH (t:Turn) RETURN t\n"

    assert parse("admin/all", text).parameters == frozenset()
    with pytest.raises(StatementError, match=r"does not bind \$scope"):
        parse("turns/all", text)


def test_a_scope_in_a_comment_or_a_string_does_not_count() -> None:
    text = "// All.\n// params:\n// mode: read\nMATCH (t) // $scope\nWHERE t.text = '$scope' RETURN t\n"
    with pytest.raises(StatementError, match=r"does not bind \$scope"):
        parse("turns/all", text)


def test_given_parameters_are_exactly_the_declared_ones() -> None:
    statement = parse("turns/list", GOOD)

    statement.check({"scope": "ana", "limit": 1})
    with pytest.raises(StatementError, match=r"missing parameters \['limit'\], unknown \['top'\]"):
        statement.check({"scope": "ana", "top": 1})


def test_every_file_loads() -> None:
    assert {"admin/store", "admin/applied_migrations"} <= statements().keys()


def test_every_statement_is_run_by_some_line() -> None:
    """By its whole name, or by its folder and a name that a table of that code holds: f"check/{name}"."""
    sources = [path.read_text(encoding="utf-8") for path in Path(graphmem.__file__).parent.rglob("*.py")]
    words = {word for source in sources for word in re.findall(r"\"([\w/{.\[\]]+)[\"}]", source)}

    def run(name: str) -> bool:
        folder, last = name.split("/")
        made = any(word.startswith(f"{folder}/{{") for word in words)
        return name in words or (made and (last in words or last.removesuffix("_bounded") in words))

    assert [name for name in statements() if not run(name)] == []
