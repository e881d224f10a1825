"""`graphmem add`: what is read, what is told, and what is refused before anything is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from graphmem.model.results import AddManyResult, FailedConversation, FailedSegment
from tests.unit.cli.conftest import FakeMemory, flat

Run = Callable[..., Result]


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    """Two sessions of nobody's, with two messages and one."""
    path = tmp_path / "chat.jsonl"
    path.write_text(
        '{"session_id": "s1", "content": "I moved to Lyon."}\n'
        '{"session_id": "s1", "role": "assistant", "content": "Noted."}\n'
        '{"session_id": "s2", "content": "I like trams."}\n',
        encoding="utf-8",
    )
    return path


def test_it_adds_every_conversation_of_the_file_and_tells_the_sums(
    run: Run, memory: FakeMemory, chat: Path
) -> None:
    result = run("add", str(chat), "--user", "ana", "--agent", "bot")
    assert result.exit_code == 0
    assert result.stdout == "3 turns of 2 sessions, 2 segments, 4 memories.\n"
    assert [(c.user_id, c.session_id, len(c.messages)) for c in memory.conversations] == [
        ("ana", "s1", 2),
        ("ana", "s2", 1),
    ]
    assert memory.calls == [("add_many", {"agent_id": "bot", "infer": True})]


def test_several_files_are_one_add(run: Run, memory: FakeMemory, chat: Path, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("Ana: hello\n", encoding="utf-8")
    assert run("add", str(chat), str(note), "-u", "ana", "--quiet").stdout == ""
    assert [c.session_id for c in memory.conversations] == ["s1", "s2", "note"]


def test_the_session_and_no_infer_are_handed_on(run: Run, memory: FakeMemory, chat: Path) -> None:
    run("add", str(chat), "-u", "ana", "--session", "x", "--no-infer")
    assert {c.session_id for c in memory.conversations} == {"x"}
    assert memory.calls[0][1]["infer"] is False


def test_standard_input_is_a_file_too(run: Run, memory: FakeMemory) -> None:
    text = "Ana: I moved to Lyon.\nBen: When?\n"
    result = run("add", "-", "--format", "txt", "-u", "ana", input=text)
    assert result.exit_code == 0
    assert [(c.session_id, [m.content for m in c.messages]) for c in memory.conversations] == [
        ("stdin", ["I moved to Lyon.", "When?"])
    ]


def test_a_file_that_names_nobody_needs_a_user(run: Run, memory: FakeMemory, chat: Path) -> None:
    result = run("add", str(chat))
    assert result.exit_code == 2
    assert "session s1 does not say whose it is; add --user NAME" in flat(result.output)
    assert memory.calls == []


def test_a_file_that_names_its_user_needs_none(run: Run, memory: FakeMemory, tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"user_id": "ben", "messages": [{"content": "hi"}]}), encoding="utf-8")
    assert run("add", str(path)).exit_code == 0
    assert memory.conversations[0].user_id == "ben"


def test_a_broken_line_is_found_before_anything_is_stored(run: Run, memory: FakeMemory, chat: Path) -> None:
    with chat.open("a", encoding="utf-8") as file:
        file.write('{"content": \n')
    result = run("add", str(chat), "-u", "ana")
    assert result.exit_code == 1
    assert "line 4" in result.stderr
    assert memory.calls == []


def test_a_missing_file_is_named(run: Run, memory: FakeMemory, tmp_path: Path) -> None:
    result = run("add", str(tmp_path / "none.json"), "-u", "ana")
    assert result.exit_code == 1
    assert result.stderr == f"Error: {tmp_path / 'none.json'} does not exist\n"


def test_an_unknown_format_is_a_misuse(run: Run, memory: FakeMemory, chat: Path) -> None:
    result = run("add", str(chat), "--format", "csv")
    assert result.exit_code == 2
    assert "csv is none of json, jsonl, txt, openai, locomo, longmemeval, beam" in flat(result.output)


def test_ctrl_c_tells_what_was_kept(run: Run, memory: FakeMemory, chat: Path) -> None:
    memory.interrupted_after = 1
    result = run("add", str(chat), "-u", "ana")
    assert result.exit_code == 130
    assert result.stderr == (
        "Interrupted. Kept so far: 2 turns of 1 session, 1 segment, 2 memories. "
        "Run the same command again to go on.\n"
    )
    assert memory.closed == 1


def test_what_was_refused_is_told_and_fails(run: Run, memory: FakeMemory, chat: Path) -> None:
    memory.added = AddManyResult(
        conversations=1,
        turns_added=2,
        turns_deduplicated=1,
        failed_conversations=(FailedConversation("s2", "its id is taken"),),
        failed_segments=(FailedSegment("f00", "the parser failed"),),
        unembedded=2,
        unembedded_reason="no model",
    )
    result = run("add", str(chat), "-u", "ana")
    assert result.exit_code == 1
    assert result.stdout == "2 turns (1 more were known) of 1 session, 0 segments, 0 memories.\n"
    assert [line.split(" (")[0].split(":")[1] for line in result.stderr.splitlines()] == [
        " session s2 was refused",
        " segment f00 could not be encoded",
        " 2 turns have no vectors yet",
    ]


def test_json_has_every_count(run: Run, memory: FakeMemory, chat: Path) -> None:
    told = json.loads(run("add", str(chat), "-u", "ana", "--json").stdout)
    assert (told["conversations"], told["turns_added"], told["records_written"]) == (2, 3, 4)
    assert told["failed_segments"] == []
