from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.importers import read


def node(
    key: str, parent: str | None, role: str, parts: list[Any], children: list[str], **rest: Any
) -> dict[str, Any]:
    kind = rest.pop("content_type", "text")
    message = {
        "id": key,
        "author": {"role": role, "name": None},
        "create_time": 1_777_802_400.5,
        "content": {"content_type": kind, "parts": parts},
        "recipient": "all",
        "metadata": {},
        **rest,
    }
    return {"id": key, "message": message, "parent": parent, "children": children}


def chat(**rest: Any) -> dict[str, Any]:
    mapping = {
        "root": {"id": "root", "message": None, "parent": None, "children": ["sys"]},
        "sys": node("sys", "root", "system", [""], ["u1"]),
        "u1": node("u1", "sys", "user", ["Plan a trip to Lyon"], ["a0", "a1"]),
        "a0": node("a0", "u1", "assistant", ["First answer, regenerated"], []),
        "a1": node(
            "a1", "u1", "assistant", ["search('Lyon')"], ["t1"], recipient="browser", content_type="code"
        ),
        "t1": node("t1", "a1", "tool", ["results"], ["h1"]),
        "h1": node(
            "h1",
            "t1",
            "user",
            ["custom instructions"],
            ["a2"],
            metadata={"is_visually_hidden_from_conversation": True},
        ),
        "a2": node("a2", "h1", "assistant", ["Take the train."], ["u2"]),
        "u2": node(
            "u2",
            "a2",
            "user",
            [{"content_type": "image_asset_pointer", "asset_pointer": "file://x"}, "Where is this?"],
            ["a3"],
            content_type="multimodal_text",
        ),
        "a3": node("a3", "u2", "assistant", ["On the Saône."], []),
    }
    return {"title": "Lyon", "conversation_id": "c1", "current_node": "a3", "mapping": mapping, **rest}


def exported(folder: Path, document: object) -> Path:
    path = folder / "conversations.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_the_branch_that_was_shown_is_read(tmp_path: Path) -> None:
    (one,) = read(exported(tmp_path, [chat()]))
    assert one.session_id == "c1"
    assert [(m.id, m.role, m.content) for m in one.messages] == [
        ("u1", "user", "Plan a trip to Lyon"),
        ("a2", "assistant", "Take the train."),
        ("u2", "user", "[shares an image]\nWhere is this?"),
        ("a3", "assistant", "On the Saône."),
    ]
    assert one.messages[0].timestamp is not None
    assert one.messages[0].timestamp.isoformat() == "2026-05-03T10:00:00.500000+00:00"
    assert one.messages[0].metadata == {"title": "Lyon"}


def test_without_a_current_node_the_last_leaf_is_taken(tmp_path: Path) -> None:
    (one,) = read(exported(tmp_path, [chat(current_node=None)]))
    assert [m.id for m in one.messages] == ["u1", "a2", "u2", "a3"]


def test_another_current_node_is_another_branch(tmp_path: Path) -> None:
    (one,) = read(exported(tmp_path, [chat(current_node="a0")]))
    assert [m.content for m in one.messages] == ["Plan a trip to Lyon", "First answer, regenerated"]


def test_a_tree_that_is_none(tmp_path: Path) -> None:
    circle = chat()
    circle["mapping"]["sys"]["parent"] = "a3"
    with pytest.raises(InputError, match=r"conversation 1: the parents of 'a3' run in a circle"):
        list(read(exported(tmp_path, [circle])))


def test_a_current_node_that_is_gone_is_the_newest_leaf(tmp_path: Path) -> None:
    (one,) = read(exported(tmp_path, [chat(current_node="gone")]))
    assert [m.id for m in one.messages] == ["u1", "a2", "u2", "a3"]


def test_a_damaged_chat_costs_no_other(tmp_path: Path) -> None:
    circle = chat(conversation_id="c2")
    circle["mapping"]["sys"]["parent"] = "a3"
    reading = read(exported(tmp_path, [chat(), circle, chat(conversation_id="c3")]))
    assert [one.session_id for one in reading] == ["c1", "c3"]
    assert len(reading.notes.damaged) == 1 and "conversation 2: the parents" in reading.notes.damaged[0]


def test_what_was_not_read_is_counted(tmp_path: Path) -> None:
    reading = read(exported(tmp_path, [chat()]))
    list(reading)
    assert reading.form == "openai"
    assert reading.notes.left_out["messages of branches that were not shown last"] == 1


def test_a_chat_as_the_api_takes_it(tmp_path: Path) -> None:
    body = {
        "model": "m",
        "messages": [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
    }
    (one,) = read(exported(tmp_path, body), "openai")
    assert [(m.role, m.content) for m in one.messages] == [("developer", "Be brief."), ("user", "Hi")]


def test_a_drawn_picture_and_a_spoken_turn(tmp_path: Path) -> None:
    spoken = chat(current_node="u2")
    spoken["mapping"]["u2"]["message"]["content"]["parts"] = [
        {"content_type": "audio_transcription", "text": "Draw a boat"},
        {"content_type": "audio_asset_pointer", "asset_pointer": "x"},
        {"content_type": "image_asset_pointer", "metadata": {"dalle": {"prompt": "a red boat"}}},
    ]
    (one,) = read(exported(tmp_path, [spoken]))
    assert one.messages[-1].content == "Draw a boat\n[shares a picture: a red boat]"
