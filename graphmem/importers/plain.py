"""graphmem's own JSON: messages, conversations, or sessions of one user; in a document or one a line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from graphmem.arguments.keys import role_of
from graphmem.arguments.messages import read
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label, shown
from graphmem.errors import InputError
from graphmem.importers.chats import PIECE
from graphmem.importers.decoding import json_of, text_of
from graphmem.model.turn import Conversation, Message

_MESSAGE_KEYS = {
    "content",
    "text",
    "tool_calls",
    "function_call",
    "refusal",
    "parts",
    "body",
    "value",
    "kwargs",
}
_SESSION_KEYS = ("session_id", "conversation_id", "run_id")
_Owner = tuple[str | None, str | None]


def recognises(document: object) -> bool:
    """Whether a JSON document has this shape."""
    first = document[0] if isinstance(document, list) and document else document
    if isinstance(first, str):
        return isinstance(document, list)
    if isinstance(first, list):  # LangChain's pairs: [["human", "I moved to Lyon."], …]
        return len(first) == 2 and role_of(first[0]) is not None
    return isinstance(first, Mapping) and (
        bool({"messages", "sessions", *_MESSAGE_KEYS} & first.keys())
        or _is_response(first)
        or _is_dumped(first)
    )


def _is_response(item: Mapping[str, Any]) -> bool:
    """Whether it is a response of OpenAI's newer interface, whose `output` is a list of items."""
    return item.get("object") == "response" and isinstance(item.get("output"), list)


def _is_dumped(item: Mapping[str, Any]) -> bool:
    """Whether it is a message of LangChain with its content under `data`."""
    return role_of(item.get("type")) is not None and isinstance(item.get("data"), Mapping)


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per session.

    The document is a message, a list of messages, {"messages": […]}, {"sessions": [{"messages": […]}]}, or a
    list of the last two. `user_id` and `session_id` (or conversation_id, run_id) stand beside the list or on
    each message; messages without any belong to a session called like the file.
    """
    items = document if isinstance(document, list) else [document]
    waiting = _Waiting(path, notes)
    for number, item in enumerate(items, 1):
        yield from waiting.take(item, f"{path}, message {number}", f"{path}, conversation {number}")
    yield from waiting.rest()


def lines(path: Path, notes: Notes) -> Iterator[Conversation]:
    """Conversations of a JSON Lines file, whose lines are messages or conversations; read line by line."""
    waiting = _Waiting(path, notes)
    start = 0
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, 1):
                text = text_of(raw, path, start).strip()
                start += len(raw)
                if text:
                    place = f"{path}, line {number}"
                    yield from waiting.take(json_of(text, path, number), place, place)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    yield from waiting.rest()


class _Waiting:
    """Messages that stand alone, gathered until their session changes."""

    def __init__(self, path: Path, notes: Notes) -> None:
        self._path = path
        self._notes = notes
        self._owner: _Owner = (None, None)
        self._messages: list[Message] = []
        self._unnamed: dict[str | None, int] = defaultdict(int)

    def take(self, item: object, message_place: str, group_place: str) -> Iterator[Conversation]:
        if isinstance(item, Mapping) and _is_response(item):
            asked = item.get("input") or []
            item = {"messages": [*([asked] if isinstance(asked, str) else asked), *item["output"]]}
        if isinstance(item, Mapping) and ("messages" in item or "sessions" in item):
            yield from self.rest()
            yield from self._group(item, group_place, (None, None))
            return
        if not isinstance(item, str | Mapping | list):
            raise InputError(f"{message_place} is {shown(item)}; expected a message or a conversation")
        owner, bare = _owned(item, message_place, (None, self._path.stem))
        if owner != self._owner or len(self._messages) >= PIECE:
            yield from self.rest()
        self._owner = owner
        self._messages += read(bare, message_place, self._notes)

    def rest(self) -> Iterator[Conversation]:
        if self._messages:
            user, session = self._owner
            yield Conversation(session, tuple(self._messages), user)
        self._messages = []

    def _group(self, item: Mapping[str, Any], place: str, outer: _Owner) -> Iterator[Conversation]:
        (user, session), bare = _owned(item, place, outer)
        sessions = bare.get("sessions")
        if sessions is not None:
            for number, inner in enumerate(_list(sessions, place, "sessions"), 1):
                if not isinstance(inner, Mapping) or "messages" not in inner:
                    raise InputError(f"{place}, session {number} is {shown(inner)}; expected messages in it")
                yield from self._group(inner, f"{place}, session {number}", (user, None))
            return
        listed = _list(bare.get("messages"), place, "messages")
        found = [
            each
            for number, inner in enumerate(listed, 1)
            for each in read(inner, f"{place}, message {number}", self._notes)
        ]
        if found:
            yield Conversation(session or self._invented(user), tuple(found), user)

    def _invented(self, user: str | None) -> str:
        self._unnamed[user] += 1
        count = self._unnamed[user]
        return self._path.stem if count == 1 else f"{self._path.stem}-{count}"


def _owned(item: Any, place: str, outer: _Owner) -> tuple[_Owner, Any]:
    """Whose and which session an item is, and the item without these keys."""
    if not isinstance(item, Mapping):
        return outer, item
    user = label(item.get("user_id"), place, "the user_id") or outer[0]
    found = (label(item.get(key), place, f"the {key}") for key in _SESSION_KEYS)
    session = next((one for one in found if one), outer[1])
    own = {"user_id", *_SESSION_KEYS}
    return (user, session), {key: value for key, value in item.items() if key not in own}


def _list(value: object, place: str, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"{place}: {what} is {shown(value)}; expected a list")
    return value
