"""The neomodel declarations say what the vocabulary says, and refuse to write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from neomodel import StructuredNode
from neomodel.util import RelationshipDirection

from graphmem import ogm
from graphmem.errors import InputError
from graphmem.store.vocabulary import LABELS, MARKS, NODES, RELATIONSHIPS, TIER_LABELS, VECTORS


def classes() -> dict[str, Any]:
    named = {name: getattr(ogm, name) for name in ogm.__all__}
    return {
        name: cls for name, cls in named.items() if isinstance(cls, type) and issubclass(cls, StructuredNode)
    }


def test_one_class_per_label() -> None:
    assert set(classes()) == LABELS - set(MARKS) - set(TIER_LABELS.values())


@pytest.mark.parametrize("label", sorted(NODES))
def test_properties_are_the_vocabularys_without_the_vectors(label: str) -> None:
    declared = classes()[label].defined_properties(aliases=False, rels=False)
    names = {getattr(p, "db_property", None) or name for name, p in declared.items()}
    assert names == NODES[label] - VECTORS


def ties(direction: int) -> Iterator[tuple[str, str, str]]:
    for label, cls in classes().items():
        for name, tie in cls.__all_relationships__:
            if name in vars(cls) and tie.definition["direction"] == direction:
                yield label, tie.definition["relation_type"], tie._raw_class


def known() -> set[tuple[str, str, str]]:
    return {(start, tie.type, end) for tie in RELATIONSHIPS for start in tie.starts for end in tie.ends}


def test_outgoing_relationships_are_the_vocabularys() -> None:
    assert set(ties(RelationshipDirection.OUTGOING)) == known()


def test_incoming_relationships_are_outgoing_ones_seen_from_their_end() -> None:
    seen = {(start, type_, end) for end, type_, start in ties(RelationshipDirection.INCOMING)}
    assert seen - known() == set()


def test_relationship_properties_are_the_vocabularys() -> None:
    declared = {
        (label, tie.definition["relation_type"]): set(
            tie.definition["model"].defined_properties(aliases=False, rels=False)
        )
        for label, cls in classes().items()
        for name, tie in cls.__all_relationships__
        if name in vars(cls)
        and tie.definition["direction"] == RelationshipDirection.OUTGOING
        and tie.definition["model"] is not None
    }
    assert declared == {
        (start, tie.type): set(tie.properties)
        for tie in RELATIONSHIPS
        if tie.properties
        for start in tie.starts
    }


def test_nothing_makes_neomodel_install_an_index_or_constraint() -> None:
    wanted = [
        (label, name)
        for label, cls in classes().items()
        for name, p in cls.defined_properties(aliases=False, rels=False).items()
        if p.unique_index or p.index or p.fulltext_index or p.vector_index
    ]
    assert wanted == []


def test_a_node_is_not_saved() -> None:
    with pytest.raises(InputError, match=r"Fact is read-only here: write through graphmem\.Memory"):
        ogm.Fact(scope="ana", uid="1").save()


def test_nodes_are_not_tied() -> None:
    turn = ogm.Turn(scope="ana", uid="1")
    with pytest.raises(InputError, match="relationship 'following' is read-only"):
        turn.following.connect(ogm.Turn(scope="ana", uid="2"))
