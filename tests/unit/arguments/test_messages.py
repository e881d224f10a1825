from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.arguments.messages import messages
from graphmem.arguments.notes import Notes
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
def test_a_message_without_words_is_left_out_and_counted(empty: object) -> None:
    notes = Notes()
    assert [one.content for one in messages(["ok", empty, "yes"], notes=notes)] == ["ok", "yes"]
    assert notes.left_out == {"messages without words": 1}
    with pytest.raises(InputError, match=r"message 1: the content is empty"):
        messages([empty])


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


@pytest.mark.parametrize(
    ("given", "role", "name"),
    [
        ({"sender": "human", "text": "x"}, "user", None),
        ({"sender": "assistant", "text": "x"}, "assistant", None),
        ({"from": "gpt", "value": "x"}, "assistant", None),
        ({"author": {"role": "assistant", "name": "Iris"}, "content": "x"}, "assistant", "Iris"),
        ({"author": {"id": "7", "name": "rui", "nickname": "Rui"}, "content": "x"}, "user", "Rui"),
        ({"user": "U01", "text": "x", "user_profile": {"real_name": "Rui Alves"}}, "user", "Rui Alves"),
        ({"sender_name": "Kari Dahl", "content": "x"}, "user", "Kari Dahl"),
        ({"type": "AIMessageChunk", "content": "x"}, "assistant", None),
        ({"type": "human", "data": {"content": "x", "name": "Ana"}}, "user", "Ana"),
        ({"lc": 1, "type": "constructor", "id": ["langchain", "schema", "AIMessage"], "kwargs": {"content": "x", "type": "ai"}}, "assistant", None),
        (("human", "x"), "user", None),
        (["ai", "x"], "assistant", None),
        ({"role": "model", "parts": [{"text": "x"}]}, "assistant", None),
    ],
)  # fmt: skip
def test_who_speaks_is_read_under_the_keys_of_others(given: object, role: str, name: str | None) -> None:
    (one,) = messages([given])
    assert (one.role, one.name, one.content) == (role, name, "x")


@pytest.mark.parametrize(
    "given",
    [
        {"createdAt": "2026-01-02T10:00:00Z"},
        {"date": "2026-01-02", "time": "10:00"},
        {"date": "2026/01/02 10:00"},
        {"ts": "1767348000.000200"},
        {"timestamp_ms": 1767348000000},
        {"sent_at": 1767348000000000},
        {"date": "Fri, 02 Jan 2026 11:00:00 +0100"},
        {"time": "Fri Jan 02 2026 12:00:00 GMT+0200 (EET)"},
    ],
)
def test_when_is_read_under_the_keys_of_others(given: dict[str, Any]) -> None:
    (one,) = messages([{"content": "x", **given}])
    assert one.timestamp is not None
    assert abs((one.timestamp - datetime(2026, 1, 2, 10, tzinfo=UTC)).total_seconds()) < 1
    assert not {"date", "time"} & one.metadata.keys()


def test_keys_like_a_speaker_or_a_time_that_are_not_understood_are_told_once() -> None:
    notes = Notes()
    messages(
        [{"content": "x", "spokenBy": "Ana", "talker": "Ana", "posted_time": "2. Jänner 2026"}] * 2,
        notes=notes,
    )
    assert notes.warnings() == [
        "the key 'posted_time' looks like a time and was not understood (2 messages); it is kept in the metadata",
        "the key 'talker' looks like a speaker and was not understood (2 messages); it is kept in the metadata",
    ]


def test_a_message_whose_speaker_and_time_are_known_is_not_warned_about() -> None:
    notes = Notes()
    messages(
        [
            {
                "content": "x",
                "name": "Ana",
                "timestamp": "2026-01-02",
                "author_id": "7",
                "edited_at": "2026-01-03",
            }
        ],
        notes=notes,
    )
    assert notes.warnings() == []


def test_what_a_tool_returned_is_a_turn_of_the_tool() -> None:
    result = {
        "type": "tool_result",
        "tool_use_id": "t",
        "content": [{"type": "text", "text": "I live in Kyiv."}],
    }
    before, tool, after = messages(
        [{"role": "user", "name": "Alice", "id": "m1", "content": ["Look:", result, "Is that so?"]}]
    )
    assert [(one.role, one.name, one.id, one.content) for one in (before, tool, after)] == [
        ("user", "Alice", "m1", "Look:"),
        ("tool", None, "m1/2", "I live in Kyiv."),
        ("user", "Alice", "m1/3", "Is that so?"),
    ]


@pytest.mark.parametrize(
    "part",
    [
        {"toolResult": {"toolUseId": "t", "content": [{"json": {"city": "Kyiv"}}]}},
        {"functionResponse": {"name": "home", "response": {"city": "Kyiv"}}},
        {"type": "function_call_output", "call_id": "c", "output": {"city": "Kyiv"}},
        {"type": "web_search_tool_result", "content": {"city": "Kyiv"}},
    ],
)
def test_tools_of_every_interface_speak_for_themselves(part: dict[str, Any]) -> None:
    (one,) = messages([{"role": "user", "content": [part]}])
    assert one.role == "tool"
    assert '"city": "Kyiv"' in one.content


def test_a_call_and_its_output_in_one_part_are_two_turns() -> None:
    part = {"type": "tool-weather", "state": "output-available", "input": {"city": "Köln"}, "output": "12 °C"}
    found = messages(
        [{"role": "assistant", "parts": [{"type": "step-start"}, part, {"type": "text", "text": "Cold."}]}]
    )
    assert [(one.role, one.content) for one in found] == [
        ("assistant", '[calls weather({"city": "Köln"})]'),
        ("tool", "12 °C"),
        ("assistant", "Cold."),
    ]


def test_a_picture_with_a_name_beside_no_words_is_kept() -> None:
    (one,) = messages([{"content": "", "attachments": [{"fileName": "cat.jpg"}]}])
    assert one.content == "[shares cat.jpg]"
