"""No dead weight in the graph: every word of the vocabulary is written and read by some statement.

The statements that copy, count, remove or look over whatever a user has speak of every label: they are neither
a writer nor a reader here. Second labels (Fact, Entity, ShortTerm, …) are for the eye and for `graphmem.ogm`; they
are written from the tables of the vocabulary, which a test of the records holds.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from graphmem.store import ogm, records
from graphmem.store.statements import statements
from graphmem.store.vocabulary import INDEXES, MARKS, NODES, RELATIONSHIPS, TYPES

WIDE = ("forget/census", "forget/nodes", "check/edges_to_others")
TOLD = {
    "created_at": "when a user or the store began",
    "boundary_probability": "how sure the segmenter was of a segment's end",
}
"""Properties that people read, in Neo4j Browser or through `graphmem.ogm`, and no statement."""

_CLAUSE = re.compile(r"\b(MERGE|CREATE)\b")
_SET = re.compile(r"\.(\w+) =(?!=)")


@cache
def bodies() -> tuple[tuple[str, str], ...]:
    """Mode and text of the statements that speak of some words only."""
    return tuple(
        (statement.mode, statement.text)
        for name, statement in statements().items()
        if not name.startswith("portable/") and name not in WIDE
    )


@cache
def clauses() -> tuple[tuple[bool, str], ...]:
    """Lines of those statements, and whether what stands in a pattern of the line is written by it."""
    return tuple(
        (mode == "write" and bool(_CLAUSE.search(line)), line)
        for mode, text in bodies()
        for line in text.splitlines()
    )


def found(pattern: str, *, written: bool) -> bool:
    return any(writes == written and re.search(pattern, line) for writes, line in clauses())


@pytest.mark.parametrize("label", sorted(NODES))
def test_nodes_of_a_label_are_written_and_read(label: str) -> None:
    pattern = rf"\(\w*:{label}\b"
    assert (found(pattern, written=True), found(pattern, written=False)) == (True, True)


@pytest.mark.parametrize("label", sorted(MARKS))
def test_a_mark_is_set_looked_for_and_removed(label: str) -> None:
    texts = [text for _, text in bodies()]
    assert any(re.search(rf"(?:SET|,) *\w+:{label}\b|CREATE .*:{label}\b", text) for text in texts)
    assert any(re.search(rf"MATCH \(\w+[\w:]*:{label}\b", text) for text in texts)
    assert any(re.search(rf"REMOVE \w+:{label}\b", text) for text in texts)


@pytest.mark.parametrize("type_", sorted(TYPES))
def test_relationships_of_a_type_are_written_and_read(type_: str) -> None:
    written = rf"(?:MERGE|CREATE) \(\w*[^()]*\)<?-\[\w*:{type_}\b"
    read = rf"\[\w*:(?:\w+\|)*{type_}\b"
    assert (found(written, written=True), found(read, written=False)) == (True, True)


def properties() -> list[str]:
    words = {name for names in NODES.values() for name in names}
    return sorted(words | {name for tie in RELATIONSHIPS for name in tie.properties})


@pytest.mark.parametrize("name", properties())
def test_a_property_is_written(name: str) -> None:
    """By a SET, in a new node, as a vector, or among the properties of a record's row."""
    rows = Path(records.__file__).read_text(encoding="utf-8")
    forms = (rf"\.{name} =(?!=)", rf"\b{name}: [$\w]", rf"VectorProperty\(\w+, '{name}'")
    written = any(re.search(form, text) for mode, text in bodies() if mode == "write" for form in forms)
    assert written or f'"{name}": ' in rows


@pytest.mark.parametrize("name", [name for name in properties() if name not in TOLD])
def test_a_property_is_read(name: str) -> None:
    """By a statement, through an index, or with all that a record has (`record {.*}`)."""
    indexed = {each for index in INDEXES for each in (*index.properties, *index.filters)}
    lines = [_SET.sub(" ", text) for _, text in bodies()]
    named = any(re.search(rf"(?<!row)(?<!properties)\.{name}\b", line) for line in lines)
    assert named or name in indexed | NODES["Record"]


@pytest.mark.parametrize("name", TOLD)
def test_what_is_there_for_people_is_read_by_no_statement_and_declared_for_them(name: str) -> None:
    lines = [_SET.sub(" ", text) for _, text in bodies()]
    assert not any(re.search(rf"(?<!row)\.{name}\b", re.sub(r"REMOVE [^\n]+", "", line)) for line in lines)
    assert any(hasattr(getattr(ogm, each), name) for each in ogm.__all__)
