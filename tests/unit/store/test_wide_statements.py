"""The statements that speak of every label and every relationship leave none out."""

from __future__ import annotations

import re

import pytest

from graphmem.store.portable import ORDER, PATTERNS
from graphmem.store.statements import statements
from graphmem.store.vocabulary import NODES, STORE

ALL = sorted(set(NODES) - {STORE})


def labels(name: str) -> list[str]:
    """Labels whose nodes of this user a statement asks for."""
    return sorted(set(re.findall(r"\(\w*:(\w+) \{scope: \$scope", statements()[name].text)))


def test_nodes_are_written_in_an_order_that_knows_all_labels() -> None:
    assert sorted(ORDER) == ALL


@pytest.mark.parametrize(
    "name", ["forget/census", "portable/nodes", "portable/land", "check/edges_to_others"]
)
def test_a_statement_knows_all_labels(name: str) -> None:
    assert labels(name) == ALL


def test_forgetting_takes_all_labels_but_the_user_who_goes_last() -> None:
    assert labels("forget/nodes") == [label for label in ALL if label != "Scope"]


def test_edges_are_read_from_every_label_that_starts_one() -> None:
    assert labels("portable/edges") == sorted({start for start, _, _ in PATTERNS})


def test_every_relationship_can_come_in() -> None:
    text = statements()["portable/tie"].text
    blocks = re.findall(
        r"UNWIND \$edges\.(\w+) AS row\s+MATCH \(start:(\w+) [^)]*\)\s+MATCH \(end:(\w+) [^)]*\)\s+"
        r"(?:WHERE [^\n]+\n\s+)?MERGE \(start\)-\[\w*:(\w+)\]->\(end\)",
        text,
    )
    assert [(start, type, end) for _, start, end, type in blocks] == list(PATTERNS)
    assert [name for name, *_ in blocks] == ["_".join(pattern) for pattern in PATTERNS]
