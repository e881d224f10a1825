"""Exports of mem0, Zep, graphiti and LangMem, in the shapes that their makers document."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.importers import read
from graphmem.model.turn import Conversation, Message

CREATED, UPDATED = "2026-05-03T10:00:00.000001-07:00", "2026-06-01T09:00:00-07:00"
MEM0 = {
    "results": [
        {
            "id": "m1", "memory": "Ana plays tennis", "hash": "1f", "metadata": {"topic": "sport"},
            "created_at": CREATED, "updated_at": UPDATED, "user_id": "ana", "agent_id": "coach", "run_id": "r1",
            "categories": ["Sports", "health"],
        },
        {"id": "m2", "memory": "Ana has a visa until July", "created_at": CREATED, "updated_at": None,
         "user_id": "ana", "expiration_date": "2026-07-01"},
    ],
    "relations": [{"source": "ana", "relationship": "plays_at", "target": "city club"}],
}  # fmt: skip
GRAPH = {
    "group_id": "ana",
    "episodes": [
        {"uuid": "e1", "name": "chat 1", "source": "message", "source_description": "chat",
         "content": "Ana: I moved to Lyon.\nBot (assistant): When was that?", "valid_at": "2026-05-03T10:00:00Z",
         "created_at": "2026-05-04T00:00:00Z", "entity_edges": ["f1"]},
        {"uuid": "e2", "source": "json", "content": "{\"city\": \"Lyon\"}", "valid_at": "2026-05-05T00:00:00Z"},
    ],
    "nodes": [
        {"uuid": "n1", "name": "Ana", "labels": ["Entity", "Person"], "summary": "Ana lives in Lyon.",
         "created_at": "2026-05-04T00:00:00Z", "name_embedding": [0.1]},
        {"uuid": "n2", "name": "Lyon", "labels": ["Entity"], "summary": ""},
    ],
    "edges": [
        {"uuid": "f1", "name": "LIVES_IN", "fact": "Ana lives in Lyon", "source_node_uuid": "n1",
         "target_node_uuid": "n2", "created_at": "2026-05-04T00:00:00Z", "valid_at": "2026-05-01T00:00:00Z",
         "invalid_at": "2026-06-01T00:00:00Z", "expired_at": "2026-06-02T00:00:00Z", "episodes": ["e1"]},
    ],
}  # fmt: skip
ITEMS = [
    {"namespace": ["memories", "ana"], "key": "k1", "created_at": CREATED, "updated_at": CREATED,
     "value": {"kind": "Memory", "content": {"content": "Ana prefers dark mode"}}},
    {"namespace": ["memories", "ana"], "key": "k2", "created_at": CREATED, "updated_at": UPDATED,
     "value": {"kind": "Triple", "content": {"subject": "Ana", "predicate": "owns", "object": "a boat"}},
     "score": None},
]  # fmt: skip


def written(tmp_path: Path, document: Any, name: str = "export.json") -> Path:
    path = tmp_path / name
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return path


def conversations(tmp_path: Path, document: Any, format: str | None = None) -> list[Conversation]:
    return list(read(written(tmp_path, document), format))


def told(one: Message) -> dict[str, Any]:
    found: dict[str, Any] = one.metadata["statement"]
    return found


def test_mem0_memories_are_statements_with_their_own_time_ids_and_tags(tmp_path: Path) -> None:
    run, rest = conversations(tmp_path, MEM0)[:2]
    (tennis,) = run.messages
    assert (run.session_id, run.user_id, run.agent_id) == ("r1", "ana", "coach")
    assert (tennis.role, tennis.content, tennis.id) == ("memory", "Ana plays tennis", f"m1@{UPDATED}")
    assert tennis.timestamp == datetime.fromisoformat(UPDATED)
    assert told(tennis) == {"tags": ["Sports", "health"]}
    assert (tennis.metadata["topic"], tennis.metadata["source"], tennis.metadata["mem0_id"]) == (
        "sport", "mem0", "m1",
    )  # fmt: skip
    assert (rest.session_id, rest.messages[0].id) == ("mem0", "m2")
    assert told(rest.messages[0]) == {"valid_to": "2026-07-01T00:00:00+00:00"}


def test_mem0_relations_are_statements_of_three_words(tmp_path: Path) -> None:
    last = conversations(tmp_path, MEM0)[-1].messages[-1]
    assert last.content == "ana plays at city club"
    assert told(last) == {"entities": ["ana", "city club"], "subject": "ana"}


def test_mem0_messages_are_what_was_said_and_kept_once(tmp_path: Path) -> None:
    said = [{"role": "user", "content": "I play tennis."}]
    memories = [
        {
            "id": f"m{n}",
            "memory": text,
            "input": said,
            "created_at": f"2026-05-03T10:00:0{n}Z",
            "user_id": "ana",
        }
        for n, text in enumerate(("Ana plays tennis", "Ana is sporty"))
    ]
    (one,) = conversations(tmp_path, memories)
    assert [(each.role, each.content) for each in one.messages] == [
        ("user", "I play tennis."), ("memory", "Ana plays tennis"), ("memory", "Ana is sporty"),
    ]  # fmt: skip


def test_graphiti_episodes_are_what_was_said(tmp_path: Path) -> None:
    said, facts = conversations(tmp_path, GRAPH)
    assert (said.session_id, said.user_id, facts.session_id) == ("episodes", "ana", "facts")
    assert [(m.role, m.name, m.content, m.id) for m in said.messages] == [
        ("user", "Ana", "I moved to Lyon.", "e1-1"),
        ("assistant", None, "When was that?", "e1-2"),
        ("tool", None, '{"city": "Lyon"}', "e2"),
    ]
    assert said.messages[0].timestamp == datetime(2026, 5, 3, 10, tzinfo=UTC)


def test_a_fact_of_graphiti_keeps_both_times_and_its_entities(tmp_path: Path) -> None:
    summary, fact = sorted(
        conversations(tmp_path, GRAPH)[1].messages, key=lambda each: each.id != "n1-summary"
    )
    assert (summary.content, told(summary)) == (
        "Ana lives in Lyon.", {"subject": "Ana", "entities": ["Ana"], "tags": ["Person"]},
    )  # fmt: skip
    assert (fact.id, fact.timestamp) == ("f1", datetime(2026, 5, 3, 10, tzinfo=UTC))
    assert told(fact) == {
        "subject": "Ana",
        "entities": ["Ana", "Lyon"],
        "tags": ["lives in"],
        "valid_from": "2026-05-01T00:00:00+00:00",
        "valid_to": "2026-06-01T00:00:00+00:00",
        "recorded_at": "2026-05-04T00:00:00+00:00",
        "superseded_at": "2026-06-02T00:00:00+00:00",
    }


def test_zep_sessions_and_bare_lists_of_facts_are_read(tmp_path: Path) -> None:
    session = {
        "session_id": "s1", "user_id": "ana",
        "messages": [{"uuid": "z1", "role": "Ana", "role_type": "user", "content": "Hi, I am Ana.",
                      "created_at": "2026-05-03T10:00:00Z"}],
    }  # fmt: skip
    (one,) = conversations(tmp_path, session)
    assert (one.session_id, one.user_id) == ("s1", "ana")
    assert [(m.role, m.name, m.content, m.id) for m in one.messages] == [
        ("user", "Ana", "Hi, I am Ana.", "z1")
    ]
    (facts,) = conversations(tmp_path, GRAPH["edges"])
    assert [m.content for m in facts.messages] == ["Ana lives in Lyon"]
    assert "entities" not in told(facts.messages[0])


def test_langmem_items_are_statements_of_their_namespace(tmp_path: Path) -> None:
    (one,) = conversations(tmp_path, ITEMS)
    assert (one.session_id, one.user_id) == ("memories/ana", None)
    assert [(m.content, m.id) for m in one.messages] == [
        ("Ana prefers dark mode", "k1"),
        ("subject: Ana; predicate: owns; object: a boat", f"k2@{UPDATED}"),
    ]
    assert one.messages[0].metadata["namespace"] == ["memories", "ana"]


@pytest.mark.parametrize(
    ("document", "format"), [(MEM0, "mem0"), (GRAPH, "zep"), (GRAPH, "graphiti"), (ITEMS, "langmem")]
)
def test_the_form_is_found_out_or_may_be_said_and_reads_the_same_twice(
    tmp_path: Path, document: Any, format: str
) -> None:
    found = conversations(tmp_path, document)
    assert found == conversations(tmp_path, document, format)
    assert all(each.id for one in found for each in one.messages)


def test_items_may_stand_one_to_a_line(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(item) for item in ITEMS)
    (one,) = read(written(tmp_path, lines, "items.jsonl"), "langmem")
    assert len(one.messages) == 2
    (single,) = read(written(tmp_path, json.dumps(ITEMS[0]), "items.jsonl"), "langmem")
    assert len(single.messages) == 1


@pytest.mark.parametrize(
    ("document", "format", "words"),
    [
        ([{"id": "m1", "memory": "", "user_id": "a"}], "mem0", "results 1 has no text of a memory"),
        ([{"id": "m1", "memory": "x", "metadata": 3}], "mem0", "results 1: the metadata is 3"),
        ([{"id": "m1", "memory": "x", "created_at": "soon"}], "mem0", "timestamp 'soon' cannot be read"),
        ([{"id": "m1", "memory": "x", "categories": [1]}], "mem0", "categories is"),
        ({"results": [], "relations": [{"source": "a"}]}, "mem0", "lacks source, relationship or target"),
        ({"edges": [{"uuid": "f", "fact": None}]}, "graphiti", "edges 1 has no text of a memory"),
        ({"edges": [{"fact": "x"}]}, "graphiti", "edges 1 has no uuid"),
        ({"edges": "none"}, "graphiti", "does not have the form graphiti"),
        ({"edges": ["none"]}, "graphiti", "edges 1 is 'none'; expected an object"),
        ({"episodes": [{"uuid": "e", "content": ""}]}, "zep", "episodes 1 has no content"),
        ([{"namespace": [], "key": "k", "value": {}}], "langmem", "items 1: the namespace is"),
        ([{"namespace": ["a"], "key": None, "value": {}}], "langmem", "items 1 has no key"),
        ([{"namespace": ["a"], "key": "k", "value": 3}], "langmem", "items 1: the value is 3"),
        ([{"namespace": ["a"], "key": "k", "value": {}}], "langmem", "no text of a memory"),
        ([{"some": "thing"}], "mem0", "does not have the form mem0"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, document: Any, format: str, words: str) -> None:
    with pytest.raises(InputError, match=words.replace("(", r"\(")):
        conversations(tmp_path, document, format)


def test_a_value_that_never_ends_is_refused(tmp_path: Path) -> None:
    value: Any = "deep"
    for _ in range(40):
        value = {"content": value}
    with pytest.raises(InputError, match="expected text"):
        conversations(tmp_path, [{"namespace": ["a"], "key": "k", "value": value}], "langmem")
