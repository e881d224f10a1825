"""What users hand to `Memory.add`, checked and brought into one shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from graphmem.arguments.content import TOOL, pieces, says, text_key
from graphmem.arguments.keys import role_of, who_and_when
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import LONGEST_TEXT, blank, label, said, shown, well_formed
from graphmem.errors import InputError
from graphmem.model.turn import Message

_IDS = ("id", "message_id", "messageId", "uuid", "event_id")


class Dumpable(Protocol):
    """A message object of another library, such as those of the OpenAI SDK and LangChain."""

    def model_dump(self) -> dict[str, Any]:
        """Its fields."""
        ...


MessageLike = str | Mapping[str, Any] | Message | Dumpable
Messages = MessageLike | Sequence[MessageLike]
"""What `add` takes; see `messages`."""


def messages(value: object, metadata: object = None, notes: Notes | None = None) -> tuple[Message, ...]:
    """The messages in a string, a dict, a Message, or a list of these, in order.

    A string is one message of the user. A dict has `content` (or `text`): a string or content parts as in
    the OpenAI, Anthropic and Gemini interfaces; and, all optional, `role` (user), `name`, `timestamp` (see
    `moments.moment`), `id` and `metadata`; docs/formats.md lists what they are called elsewhere. Other keys
    are kept in the metadata. Objects with `model_dump()`, such as those of the OpenAI SDK and LangChain, are
    read as their dump. What a tool returned is a message of its own. Messages that say nothing are left out.
    metadata: kept with each message, under its own. notes: told what was left out.

    Raises InputError, naming the message by its number from 1, when one cannot be stored or none says
    anything.
    """
    if value is None:
        raise InputError("There are no messages: None was given; give a string, a dict or a list of dicts")
    notes = notes or Notes()
    items = _items(value)
    if not items:
        raise InputError("There are no messages: the list is empty")
    found = [each for number, item in enumerate(items, 1) for each in read(item, f"message {number}", notes)]
    if not found:
        which = "message 1" if len(items) == 1 else f"all {len(items)} messages"
        raise InputError(f"{which}: the content is empty. Leave the message out, or give it text")
    if metadata is None:
        return tuple(found)
    if not isinstance(metadata, Mapping):
        raise InputError(f"metadata is {type(metadata).__name__}; give a dict")
    common = _jsonable(dict(metadata), "metadata")
    return tuple(replace(each, metadata=_jsonable({**common, **each.metadata}, "metadata")) for each in found)


def _items(value: object) -> list[object]:
    if isinstance(value, str | Mapping | Message) or hasattr(value, "model_dump"):
        return [value]
    if isinstance(value, Iterable) and not isinstance(value, bytes | bytearray | memoryview):
        return list(value)
    raise InputError(f"Messages are {shown(value)}; give a string, a dict or a list of dicts")


def message(value: object, place: str) -> Message:
    """The one message in a value; `place` names it in errors. Raises InputError when it says nothing."""
    found = read(value, place, Notes())
    if not found:
        raise InputError(f"{place}: the content is empty. Leave the message out, or give it text")
    return found[0]


def read(value: object, place: str, notes: Notes) -> tuple[Message, ...]:
    """The messages in one: none when it says nothing, several where parts of it have another role.

    Those after the first have the id of the first with their number behind. Raises InputError for what
    cannot be stored.
    """
    if isinstance(value, str):
        value = {"content": value}
    fields = _fields(value, place)
    spoken = pieces(fields, place)
    if not spoken:
        notes.leave_out("messages without words")
        return ()
    who = who_and_when(fields, place, notes)
    named = next((key for key in _IDS if fields.get(key) is not None), "id")
    id = label(fields.get(named), place, "the id")
    kept = _metadata(fields, {*who.read, named, text_key(fields)}, place)
    return tuple(
        Message(
            role=role or who.role,
            content=said(text, place),
            name=None if role == TOOL != who.role else who.name,
            timestamp=who.at,
            id=f"{id}/{number}" if id and number > 1 else id,
            metadata=kept,
        )
        for number, (role, text) in enumerate(spoken, 1)
    )


def _fields(value: object, place: str) -> Mapping[str, Any]:
    if isinstance(value, Message):
        return {
            key: getattr(value, key) for key in ("role", "content", "metadata", "name", "timestamp", "id")
        }
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        value = dump()
    if _is_pair(value):
        value = {"role": value[0], "content": value[1]}  # type: ignore[index]
    if not isinstance(value, Mapping):
        raise InputError(f"{place} is {shown(value)}; give a string, or a dict with role and content")
    value = _unwrapped(value)
    if not says(value) or ("messages" in value and not any(map(value.get, ("content", "text")))):
        raise InputError(_without_content(value, place))
    return value


def _is_pair(value: object) -> bool:
    """A role and a text, as LangChain takes messages: ("human", "I moved to Lyon.")."""
    pair = isinstance(value, tuple | list) and len(value) == 2
    return pair and isinstance(value[1], str) and role_of(value[0]) is not None  # type: ignore[index]


def _unwrapped(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """A message out of LangChain's two written forms, and out of OpenAI's items of a response."""
    kind, data, within = value.get("type"), value.get("data"), value.get("kwargs")
    if isinstance(data, Mapping) and role_of(kind) and says(data):
        return {"type": kind, **data}
    path = value.get("id")
    if value.get("lc") == 1 and isinstance(within, Mapping) and isinstance(path, list) and path:
        return {"type": path[-1], **{key: each for key, each in within.items() if key != "type"}}
    if kind == "function_call_output":
        return {"role": TOOL, "content": value.get("output"), "id": value.get("id") or value.get("call_id")}
    if kind == "function_call" and "name" in value:
        return {"role": "assistant", "content": [dict(value)], "id": value.get("id")}
    if kind == "reasoning":
        return {"role": "assistant", "content": ""}
    return value


def _without_content(value: Mapping[str, Any], place: str) -> str:
    if "messages" in value:
        return f"{place} holds a list of messages; give that list itself, and its session as session_id"
    keys = ", ".join(sorted(str(key) for key in value)[:10]) or "none"
    return f"{place} has no content (its keys: {keys}); give its text as content"


def _metadata(fields: Mapping[str, Any], read: set[str], place: str) -> dict[str, Any]:
    given = fields.get("metadata")
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"{place}: the metadata is {shown(given)}; give a dict")
    unknown = {key: value for key, value in fields.items() if key not in read and value is not None}
    unknown.pop("metadata", None)
    if blank(str(unknown.get("content", "x"))):
        del unknown["content"]
    merged = {**unknown, **(given or {})}
    return _jsonable(merged, place) if merged else {}


def _jsonable(value: dict[str, Any], place: str) -> dict[str, Any]:
    try:
        checked: dict[str, Any] = _checked(value, place)
        size = len(json.dumps(checked, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{place}: the metadata cannot be written as JSON ({error}); "
            "give strings, finite numbers, booleans, None, lists and dicts with string keys"
        ) from error
    if size > LONGEST_TEXT:
        raise InputError(
            f"{place}: the metadata is {size:,} characters of JSON; keep it under {LONGEST_TEXT:,}"
        )
    return checked


def _checked(value: Any, place: str) -> Any:
    """A deep copy, so that a dict changed by its owner later does not change what was handed in."""
    if isinstance(value, str):
        return well_formed(value, f"{place}, metadata")
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a key is not a string")
        return {_checked(key, place): _checked(inner, place) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_checked(inner, place) for inner in value]
    return value
