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
    result = run("add", str(chat), "--format", "doc")
    assert result.exit_code == 2
    assert "doc is none of json, jsonl, txt, csv, subtitles, mail, openai, claude" in flat(result.output)


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


WHATSAPP = (
    "[07.03.26, 21:22:39] Jonas Weber: I moved to Graz.\n"
    "[07.03.26, 21:23:10] Mira: Congratulations!\n"
    "[07.03.26, 21:24:00] Mira: \u200eimage omitted\n"
)


@pytest.fixture
def whatsapp(tmp_path: Path) -> Path:
    path = tmp_path / "whatsapp.txt"
    path.write_text(WHATSAPP, encoding="utf-8")
    return path


def test_a_preview_shows_what_is_read_and_stores_nothing(
    run: Run, memory: FakeMemory, whatsapp: Path
) -> None:
    result = run("add", str(whatsapp), "--preview")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].endswith("whatsapp.txt: txt, 2 messages in 1 conversation")
    for line in (
        "   speakers Jonas Weber (user, 1), Mira (user, 1)",
        "   from     2026-03-07 21:22",
        "   until    2026-03-07 21:23",
        "   note     left out: 1 messages without words",
        "   Mira (2026-03-07 21:23): Congratulations!",
    ):
        assert line in result.stdout.splitlines()
    assert memory.calls == []


def test_a_preview_as_json(run: Run, whatsapp: Path) -> None:
    (told,) = json.loads(run("add", str(whatsapp), "--preview", "--json").stdout)
    assert (told["format"], told["messages"], told["undated"]) == ("txt", 2, 0)
    assert told["speakers"][0] == {"role": "user", "name": "Jonas Weber", "messages": 1}


def test_who_the_user_is_speaks_without_a_name(run: Run, memory: FakeMemory, whatsapp: Path) -> None:
    assert run("add", str(whatsapp), "-u", "jonas", "--as", "Jonas Weber").exit_code == 0
    assert [(m.role, m.name) for m in memory.conversations[0].messages] == [("user", None), ("user", "Mira")]
    refused = run("add", str(whatsapp), "-u", "jonas", "--as", "Jonas")
    assert refused.exit_code == 2
    assert "nobody is called Jonas; there are: Jonas Weber, Mira" in flat(refused.stderr)


def test_a_damaged_conversation_is_named_and_the_others_are_added(
    run: Run, memory: FakeMemory, tmp_path: Path
) -> None:
    path = tmp_path / "conversations.json"
    good = {"uuid": "c1", "chat_messages": [{"uuid": "m1", "sender": "human", "text": "I moved to Lyon."}]}
    path.write_text(json.dumps([good, {"uuid": "c2", "chat_messages": "gone"}]), encoding="utf-8")
    result = run("add", str(path), "-u", "ana")
    assert result.exit_code == 1
    assert [c.session_id for c in memory.conversations] == ["c1"]
    assert "conversation 2: chat_messages is 'gone'; expected a list" in flat(result.stderr)
