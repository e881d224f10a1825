"""The vocabulary agrees with itself, with the model and with the migration files."""

from __future__ import annotations

import re

from graphmem.model.record import RecordType
from graphmem.store.migrate import migrations
from graphmem.store.vocabulary import (
    CONSTRAINTS,
    EVIDENCE_LABELS,
    INDEXES,
    LABELS,
    MARKS,
    NODES,
    RECORD_LABELS,
    RELATIONSHIPS,
    STORE,
    TYPES,
    VECTOR_INDEXES,
    Index,
)

_CREATE = re.compile(
    r"CREATE\s+(CONSTRAINT|VECTOR INDEX|FULLTEXT INDEX|INDEX)\s+(\w+)\s+IF NOT EXISTS\s+FOR\s+\(n:(\w+)\)\s+"
    r"(?:REQUIRE|ON EACH|ON)\s+[\[(]?([^\])]+?)[\])]?(?:\s+IS UNIQUE|\s+WITH\s+\[([^\]]+)\]|\s+OPTIONS|\s*$)"
)
_DROP = re.compile(r"DROP (?:CONSTRAINT|INDEX) (\w+) IF EXISTS")
_KINDS = {
    "CONSTRAINT": "UNIQUENESS",
    "INDEX": "RANGE",
    "VECTOR INDEX": "VECTOR",
    "FULLTEXT INDEX": "FULLTEXT",
}


def bare(step: str) -> str:
    return "\n".join(line for line in step.splitlines() if not line.startswith("//")).strip()


def declared(text: str) -> Index:
    found = _CREATE.match(text)
    assert found, f"not read by this test: {text}"
    kind, name, label, properties, filters = found.groups()
    return Index(name, _KINDS[kind], label, _names(properties), _names(filters or ""))


def _names(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"n\.(\w+)", text))


def test_the_migrations_leave_exactly_the_named_indexes_and_constraints() -> None:
    left: dict[str, Index] = {}
    for step in (bare(step) for migration in migrations() for step in migration.steps):
        if step.startswith("CREATE"):
            index = declared(step)
            left[index.name] = index
        elif dropped := _DROP.fullmatch(step):
            del left[dropped[1]]
        else:
            assert "IN TRANSACTIONS OF 1000 ROWS" in step

    assert sorted(left.values(), key=lambda i: i.name) == sorted(CONSTRAINTS + INDEXES, key=lambda i: i.name)


def test_every_node_but_store_belongs_to_a_scope() -> None:
    assert [label for label, words in NODES.items() if not {"scope", "uid"} <= words] == [STORE]


def test_every_label_has_one_constraint() -> None:
    assert sorted(constraint.label for constraint in CONSTRAINTS) == sorted(NODES)


def test_indexes_cover_properties_that_their_label_has() -> None:
    words = dict(NODES) | {mark: NODES[label] for mark, labels in MARKS.items() for label in labels}
    wrong = [
        index.name
        for index in CONSTRAINTS + INDEXES
        if not {*index.properties, *index.filters} <= words[index.label]
    ]
    assert wrong == []


def test_a_hot_property_is_in_no_index() -> None:
    hot = {"visits", "interactions", "last_used_at"}
    assert [index.name for index in INDEXES if hot & {*index.properties, *index.filters}] == []


def test_every_vector_search_can_filter_by_scope() -> None:
    assert [index.name for index in VECTOR_INDEXES if index.filters[0] != "scope"] == []


def test_relationships_tie_known_labels() -> None:
    ends = {label for tie in RELATIONSHIPS for label in (*tie.starts, *tie.ends)}
    assert ends - LABELS == set()


def test_styles_of_names() -> None:
    assert [label for label in LABELS if not re.fullmatch(r"([A-Z][a-z]+)+", label)] == []
    assert [type_ for type_ in TYPES if not re.fullmatch(r"[A-Z]+(_[A-Z]+)*", type_)] == []
    words = {word for properties in NODES.values() for word in properties}
    assert [word for word in words if not re.fullmatch(r"[a-z]+(_[a-z]+)*", word)] == []


def test_every_record_type_has_its_label() -> None:
    assert {str(type_) for type_ in RecordType} == set(RECORD_LABELS)


def test_every_evidence_kind_has_its_label() -> None:
    assert set(EVIDENCE_LABELS.values()) == {"Entity", "Topic", "EntityTopic", "EventFrame"}
