"""Transcripts of coding agents, one event to a line: Claude Code and Codex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label
from graphmem.importers.chats import Fields, conversation, text_of
from graphmem.model.turn import Conversation

_NOT_SAID = "events that say nothing (settings, snapshots, counts, reasoning)"
_ASIDE = "messages of side tasks"
_CODEX = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_ITEMS = {"message", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"}


def is_claude_code(lines: Sequence[object]) -> bool:
    """Whether events are those of Claude Code: by session, with a message of an API in them."""
    return any("sessionId" in each and ("message" in each or "leafUuid" in each) for each in _objects(lines))


def is_codex(lines: Sequence[object]) -> bool:
    """Whether events are those of Codex's rollouts, of the present or the former form."""
    return any(
        (text_of(each.get("type")) in _CODEX and "payload" in each)
        or ("instructions" in each and "git" in each)
        for each in _objects(lines)
    )


def claude_code(lines: Sequence[object], path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per session, in the order of the file; what tools returned is said by them."""
    sessions: dict[str, list[Fields]] = {}
    for each in _counted(lines, path, notes):
        said = each.get("message")
        if (
            each.get("type") not in ("user", "assistant")
            or not isinstance(said, Mapping)
            or each.get("isMeta")
        ):
            notes.leave_out(_NOT_SAID)
        elif each.get("isSidechain"):
            notes.leave_out(_ASIDE)
        else:
            raw = {
                "role": said.get("role") or each.get("type"),
                "content": said.get("content"),
                "timestamp": each.get("timestamp"),
                "id": each.get("uuid"),
            }
            sessions.setdefault(text_of(each.get("sessionId")) or path.stem, []).append(raw)
    for session, raw_messages in sessions.items():
        place = f"{path}, session {session}"
        yield from conversation(raw_messages, place, notes, label(session, place, "the session"))


def codex(lines: Sequence[object], path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation, named by the session's id; what tools returned is said by them."""
    session, said = path.stem, []
    for each in _counted(lines, path, notes):
        payload = each.get("payload")
        item = payload if isinstance(payload, Mapping) else each
        if each.get("type") == "session_meta" or "instructions" in each:
            session = text_of(item.get("id")) or session
        if text_of(each.get("type")) in _CODEX - {"response_item"} or text_of(item.get("type")) not in _ITEMS:
            notes.leave_out(_NOT_SAID)
        elif item.get("role") in ("system", "developer"):
            notes.leave_out("instructions of agents")
        else:
            said.append(_item(item, each.get("timestamp")))
    place = f"{path}, session {session}"
    yield from conversation(said, place, notes, label(session, place, "the session"))


def _item(item: Fields, at: object) -> Fields:
    kind = text_of(item.get("type")).replace("custom_tool", "function")
    kept: dict[str, Any] = {"type": kind, "timestamp": at, "name": item.get("name")}
    if kind == "message":
        return {"role": item.get("role"), "content": item.get("content"), "timestamp": at}
    if kind == "function_call":
        call = {"type": kind, "name": item.get("name"), "arguments": item.get("arguments", item.get("input"))}
        return {"role": "assistant", "content": [call], "timestamp": at}
    return {
        **kept,
        "name": None,
        "role": "tool",
        "content": [{"type": "tool_result", "content": item.get("output")}],
    }


def _objects(lines: Sequence[object]) -> Iterator[Fields]:
    return (each for each in lines if isinstance(each, Mapping))


def _counted(lines: Sequence[object], path: Path, notes: Notes) -> Iterator[Fields]:
    for number, each in enumerate(lines, 1):
        if isinstance(each, Mapping):
            yield each
        else:
            notes.damaged.append(f"{path}, line {number} is no event of an agent")
