from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.errors import InputError
from graphmem.importers import FORMATS, read
from graphmem.model.turn import Conversation


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
    return path


def texts(conversations: list[Conversation]) -> list[list[str]]:
    return [[one.content for one in conversation.messages] for conversation in conversations]


def test_a_list_of_messages_is_a_session_called_like_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "diary.json", [{"content": "one", "id": 1}, "two"])
    (conversation,) = read(path)
    assert conversation.session_id == "diary"
    assert conversation.user_id is None
    assert [one.content for one in conversation.messages] == ["one", "two"]
    assert conversation.messages[0].id == "1"


def test_sessions_of_one_user(tmp_path: Path) -> None:
    sessions = [
        {"session_id": "a", "messages": ["1", "2"]},
        {"conversation_id": 7, "messages": ["3"]},
        {"messages": []},
        {"messages": ["4"]},
        {"messages": ["5"], "user_id": "ben"},
    ]
    path = written(tmp_path, "all.json", {"user_id": "ana", "sessions": sessions})
    found = [(one.user_id, one.session_id) for one in read(path)]
    assert found == [("ana", "a"), ("ana", "7"), ("ana", "all"), ("ben", "all")]


def test_a_list_of_conversations_without_ids_stays_apart(tmp_path: Path) -> None:
    path = written(tmp_path, "chats.json", [{"messages": ["1"]}, {"messages": ["2"]}])
    assert [one.session_id for one in read(path)] == ["chats", "chats-2"]


def test_session_and_user_may_stand_on_each_message(tmp_path: Path) -> None:
    rows = [
        {"content": "1", "user_id": "ana", "session_id": "s1"},
        {"content": "2", "user_id": "ana", "session_id": "s1"},
        {"content": "3", "user_id": "ana", "run_id": "s2"},
        {"content": "4", "user_id": "ana", "session_id": "s1"},
    ]
    path = written(tmp_path, "log.jsonl", "\n".join(json.dumps(row) for row in rows))
    found = list(read(path))
    assert [one.session_id for one in found] == ["s1", "s2", "s1"]
    assert texts(found) == [["1", "2"], ["3"], ["4"]]
    assert found[0].messages[0].metadata == {}


def test_lines_may_be_whole_conversations_and_blank_lines_are_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, "tune.jsonl", '{"messages": ["a", "b"]}\r\n\r\n{"messages": ["c"]}\r\n')
    assert texts(list(read(path))) == [["a", "b"], ["c"]]


def test_json_lines_under_another_name_are_recognised(tmp_path: Path) -> None:
    path = written(tmp_path, "log.json", '{"content": "a"}\n{"content": "b"}\n')
    assert texts(list(read(path))) == [["a", "b"]]


def test_json_lines_are_read_as_they_are_consumed(tmp_path: Path) -> None:
    path = written(tmp_path, "log.jsonl", '{"messages": ["a"]}\n{"messages": ["b"]}\n{broken\n')
    conversations = read(path)
    assert next(conversations).messages[0].content == "a"
    assert next(conversations).messages[0].content == "b"
    with pytest.raises(InputError, match=r"log\.jsonl, line 3, column 2: not valid JSON"):
        next(conversations)


def test_a_long_session_comes_in_pieces_of_the_same_session(tmp_path: Path) -> None:
    path = written(tmp_path, "long.jsonl", '{"content": "ok"}\n' * 12_001)
    found = list(read(path))
    assert [len(one.messages) for one in found] == [5_000, 5_000, 2_001]
    assert {one.session_id for one in found} == {"long"}
    assert len({message.id for one in found for message in one.messages}) == 12_001


def test_ids_made_from_content_are_the_same_for_the_same_file_and_survive_a_new_line(tmp_path: Path) -> None:
    rows = ['{"content": "ok"}', '{"content": "fine"}', '{"content": "ok"}']
    path = written(tmp_path, "log.jsonl", "\n".join(rows))
    first = [one.id for conversation in read(path) for one in conversation.messages]
    assert len(set(first)) == 3
    written(tmp_path, "log.jsonl", "\n".join(['{"content": "before"}', *rows]))
    assert [one.id for conversation in read(path) for one in conversation.messages][1:] == first


def test_two_messages_with_one_id(tmp_path: Path) -> None:
    path = written(tmp_path, "log.json", [{"id": "m", "content": "a"}, {"id": "m", "content": "b"}])
    with pytest.raises(InputError, match=r"two different messages of one session have the id 'm'"):
        list(read(path))


def test_the_same_message_twice_and_the_same_id_in_two_sessions_are_no_error(tmp_path: Path) -> None:
    one = {"id": "m", "content": "a"}
    other = {"session_id": "b", "messages": [{"id": "m", "content": "other"}]}
    path = written(tmp_path, "log.json", [{"session_id": "a", "messages": [one, one]}, other])
    assert texts(list(read(path))) == [["a", "a"], ["other"]]


def test_a_byte_order_mark_is_removed(tmp_path: Path) -> None:
    assert texts(list(read(written(tmp_path, "a.json", b'\xef\xbb\xbf["hi"]')))) == [["hi"]]
    assert texts(list(read(written(tmp_path, "a.jsonl", b'\xef\xbb\xbf{"content": "hi"}')))) == [["hi"]]
    assert texts(list(read(written(tmp_path, "a.txt", b"\xef\xbb\xbfAna: hi")))) == [["hi"]]


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.txt"])
def test_other_encodings_name_the_byte(tmp_path: Path, name: str) -> None:
    latin = '{"content": "x"}\n{"content": "café"}'.encode("latin-1")
    with pytest.raises(InputError, match=r"not UTF-8: the byte 0xe9 at byte offset 33"):
        list(read(written(tmp_path, name, latin)))
    with pytest.raises(InputError, match=r"is UTF-16 \(byte offset 0\)"):
        list(read(written(tmp_path, name, '["hi"]'.encode("utf-16"))))


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.txt", "a"])
@pytest.mark.parametrize("content", [b"", b"\n  \n", b"\xef\xbb\xbf"])
def test_an_empty_file(tmp_path: Path, name: str, content: bytes) -> None:
    with pytest.raises(InputError, match=r"is empty|holds no messages"):
        list(read(written(tmp_path, name, content)))


@pytest.mark.parametrize("content", [[], {}, {"messages": []}, {"sessions": []}, [{"messages": []}]])
def test_a_file_without_messages(tmp_path: Path, content: object) -> None:
    with pytest.raises(InputError, match=r"nothing to add"):
        list(read(written(tmp_path, "a.json", content)))


def test_a_file_that_was_cut_off_names_line_and_column(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", '[{"content": "one"},\n {"content": "tw')
    with pytest.raises(InputError, match=r"a\.json, line 2, column 14: not valid JSON"):
        read(path)
    with pytest.raises(InputError, match=r"line 1, column 20.*may be cut off"):
        read(written(tmp_path, "b.json", '[{"content": "one"}'))


def test_a_message_that_cannot_be_stored_names_its_place(tmp_path: Path) -> None:
    good = {"content": "x"}
    nested = {"sessions": [{"messages": [good]}, {"messages": [good, {"content": 3}]}]}
    with pytest.raises(InputError, match=r"a\.json, conversation 1, session 2, message 2: the content is 3"):
        list(read(written(tmp_path, "a.json", nested)))
    with pytest.raises(InputError, match=r"a\.jsonl, line 2: the role 'boss' is unknown"):
        list(read(written(tmp_path, "a.jsonl", '{"content": "x"}\n{"content": "y", "role": "boss"}')))
    with pytest.raises(InputError, match=r"a\.json, message 1: half of a surrogate pair"):
        list(read(written(tmp_path, "a.json", '["\\ud83d"]')))


@pytest.mark.parametrize("content", ["3", '"hi"', "null", "[3]", "[[]]", '{"a": 1}', "plain words", "<xml/>"])
def test_an_unknown_form_lists_the_formats(tmp_path: Path, content: str) -> None:
    with pytest.raises(
        InputError,
        match=r"its format cannot be told .*json, jsonl, txt, csv, .*openai, .*locomo, longmemeval, beam",
    ):
        list(read(written(tmp_path, "a.dat", content)))


def test_a_named_format_must_fit(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", ["hi"])
    with pytest.raises(InputError, match=r"does not have the form locomo"):
        read(path, "locomo")
    with pytest.raises(InputError, match=r"The format 'doc' is unknown; use one of json"):
        read(path, "doc")
    assert texts(list(read(path, "openai"))) == [["hi"]]


def test_paths_that_are_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"does not exist"):
        read(tmp_path / "absent.json")
    with pytest.raises(InputError, match=r"is a folder without a chat\.json"):
        read(tmp_path)


def test_json_nested_beyond_reason(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read(written(tmp_path, "a.json", "[" * 200_000))
    with pytest.raises(InputError, match=r"cannot be read"):
        read(written(tmp_path, "b.json", f'[{{"content": "x", "n": {"9" * 5000}}}]'))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "messages",
                    "sessions",
                    "session_id",
                    "user_id",
                    "content",
                    "role",
                    "id",
                    "mapping",
                    "message",
                    "parent",
                    "children",
                    "current_node",
                    "author",
                    "parts",
                    "content_type",
                    "conversation",
                    "session_1",
                    "text",
                    "session_1_date_time",
                    "speaker",
                    "dia_id",
                    "haystack_sessions",
                    "haystack_dates",
                    "metadata",
                    "haystack_session_ids",
                    "question_id",
                    "batch_number",
                    "turns",
                    "time_anchor",
                    "blip_caption",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
@given(json_values, st.sampled_from([None, *FORMATS]))
def test_whatever_a_file_holds_gives_conversations_or_an_input_error(
    tmp_path: Path, document: object, format: str | None
) -> None:
    path = written(tmp_path, "any.json", document)
    try:
        found = list(read(path, format))
    except InputError:
        return
    assert found
    assert all(message.id for conversation in found for message in conversation.messages)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(
    st.binary(max_size=60),
    st.sampled_from([None, *FORMATS]),
    st.sampled_from(["a", "a.json", "a.jsonl", "a.txt"]),
)
def test_whatever_bytes_give_conversations_or_an_input_error(
    tmp_path: Path, content: bytes, format: str | None, name: str
) -> None:
    path = written(tmp_path, name, content)
    try:
        found = list(read(path, format))
    except InputError:
        return
    assert all(conversation.messages for conversation in found)
