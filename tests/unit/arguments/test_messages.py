from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.arguments.messages import messages
from graphmem.errors import InputError
from graphmem.model.turn import Message


def test_a_string_is_one_message_of_the_user() -> None:
    assert messages("I moved to Lyon.") == (Message(role="user", content="I moved to Lyon."),)


def test_every_field() -> None:
    (read,) = messages(
        {
            "role": "Assistant",
            "content": "Noted.",
            "name": " Iris ",
            "timestamp": "2026-05-03T10:00:00Z",
            "id": 12,
            "metadata": {"channel": "web", "tags": ["a", 1, None]},
            "thread": "t9",
        }
    )
    assert read.role == "assistant"
    assert read.name == "Iris"
    assert read.timestamp == datetime(2026, 5, 3, 10, tzinfo=UTC)
    assert read.id == "12"
    assert read.metadata == {"channel": "web", "tags": ["a", 1, None], "thread": "t9"}


def test_the_list_keeps_its_order_and_may_mix_forms() -> None:
    ready = Message(role="tool", content="42", id="t")
    read = messages(["one", {"content": "two"}, ready])
    assert [one.content for one in read] == ["one", "two", "42"]
    assert read[2] == ready


def test_names_of_other_libraries() -> None:
    (read,) = messages({"speaker": "Ana", "text": "Hi", "created_at": "2026-05-03", "message_id": "x"})
    assert read == Message("user", "Hi", "Ana", datetime(2026, 5, 3, tzinfo=UTC), "x")


def test_our_name_wins_and_the_other_is_kept() -> None:
    (read,) = messages({"content": "Hi", "text": "Hi!", "name": "Ana", "speaker": "S1"})
    assert (read.name, read.content) == ("Ana", "Hi")
    assert read.metadata == {"speaker": "S1", "text": "Hi!"}


@pytest.mark.parametrize(
    ("given_role", "role"),
    [
        ("human", "user"),
        ("AI", "assistant"),
        ("model", "assistant"),
        ("function", "tool"),
        ("developer", "developer"),
    ],
)
def test_roles_of_other_libraries(given_role: str, role: str) -> None:
    assert messages([{"role": given_role, "content": "x"}])[0].role == role


def test_objects_with_a_dump_are_read() -> None:
    class LangChainLike:
        def model_dump(self) -> dict[str, Any]:
            return {"content": "Hello", "type": "ai", "id": "run-1", "name": None}

    assert messages([LangChainLike()]) == (Message(role="assistant", content="Hello", id="run-1"),)
    assert messages(LangChainLike())[0].content == "Hello"


@pytest.mark.parametrize("role", ["moderator", "", 3, ["user"], None])
def test_an_unknown_role_is_an_error_unless_absent(role: object) -> None:
    if role is None:
        assert messages([{"role": None, "content": "x"}])[0].role == "user"
        return
    with pytest.raises(InputError, match=r"message 1: the role .* is unknown; use one of user, assistant"):
        messages([{"role": role, "content": "x"}])


@pytest.mark.parametrize(
    "empty",
    [
        "",
        {"content": ""},
        {"content": None},
        {"content": "\u200b"},
        {"content": []},
        {"content": [{"type": "text", "text": ""}]},
    ],
)
def test_empty_content_names_its_message(empty: object) -> None:
    with pytest.raises(InputError, match=r"message 2: the content is empty"):
        messages(["ok", empty])


@pytest.mark.parametrize(
    "value", [None, [], (), 3, 1.5, b"hi", object(), [None], [3], [b"hi"], [["hi"]], {}, [{"role": "user"}]]
)
def test_what_is_no_message(value: object) -> None:
    with pytest.raises(InputError):
        messages(value)


def test_a_conversation_is_not_a_message() -> None:
    with pytest.raises(InputError, match=r"message 1 holds a list of messages; give that list itself"):
        messages({"messages": [{"content": "x"}]})


@pytest.mark.parametrize("content", [3, True, b"x", [3], [None]])
def test_content_of_another_type(content: object) -> None:
    with pytest.raises(InputError, match=r"message 1"):
        messages([{"content": content}])


@pytest.mark.parametrize(
    "metadata",
    [
        [],
        "x",
        {1: "a"},
        {"a": {2: "b"}},
        {"a": float("nan")},
        {"a": {1, 2}},
        {"a": b"x"},
        {"a": "\ud800"},
        {"\ud800": 1},
        {"a": datetime(2026, 1, 1)},
        {"a": "x" * 1_000_001},
    ],
)
def test_metadata_that_json_cannot_hold(metadata: object) -> None:
    with pytest.raises(InputError, match=r"message 1(: the|,) metadata"):
        messages([{"content": "x", "metadata": metadata}])


def test_metadata_that_holds_itself() -> None:
    circle: dict[str, Any] = {}
    circle["me"] = circle
    with pytest.raises(InputError, match=r"metadata cannot be written as JSON"):
        messages([{"content": "x", "metadata": circle}])


def test_metadata_is_a_copy() -> None:
    metadata = {"tags": ["a"]}
    (read,) = messages({"content": "x", "metadata": metadata})
    metadata["tags"].append("b")
    assert read.metadata == {"tags": ["a"]}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
keys = st.sampled_from(
    ["role", "content", "text", "name", "timestamp", "id", "metadata", "tool_calls", "type", "x"]
)


@given(json_values | st.lists(st.dictionaries(keys, json_values, max_size=6), max_size=3))
def test_whatever_json_gives_is_storable_or_an_input_error(value: object) -> None:
    try:
        read = messages(value)
    except InputError:
        return
    assert read
    for one in read:
        one.content.encode("utf-8")
        json.dumps(one.metadata, allow_nan=False).encode("utf-8")
        assert one.content.strip()
    assert messages(list(read)) == read
