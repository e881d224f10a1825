"""What users hand to `Memory.add`, checked and brought into one shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from graphmem.arguments.content import words
from graphmem.arguments.moments import moment
from graphmem.arguments.text import LONGEST_TEXT, label, said, shown, well_formed
from graphmem.errors import InputError
from graphmem.model.stated import MEMORY
from graphmem.model.turn import Message

ROLES = ("user", "assistant", "system", "developer", "tool", MEMORY)
_OTHER_NAMES = {
    "human": "user",
    "ai": "assistant",
    "model": "assistant",
    "bot": "assistant",
    "function": "tool",
}
# What each of our keys is called elsewhere; ours wins, and the other then stays in the metadata.
_KEYS = {"name": ("speaker",), "timestamp": ("created_at", "create_time"), "id": ("message_id",)}
_CONTENT_KEYS = {"content", "text", "refusal"}


class Dumpable(Protocol):
    """A message object of another library, such as those of the OpenAI SDK and LangChain."""

    def model_dump(self) -> dict[str, Any]:
        """Its fields."""
        ...


MessageLike = str | Mapping[str, Any] | Message | Dumpable
Messages = MessageLike | Sequence[MessageLike]
"""What `add` takes; see `messages`."""


def messages(value: object, metadata: object = None) -> tuple[Message, ...]:
    """The messages in a string, a dict, a Message, or a list of these, in order.

    A string is one message of the user. A dict has `content` (or `text`): a string or content parts as in
    the OpenAI and Anthropic interfaces; and, all optional, `role` (user), `name`, `timestamp` (see
    `moments.moment`), `id` and `metadata`. Keys that we do not know are kept in the metadata. Objects with
    `model_dump()`, such as those of the OpenAI SDK and LangChain, are read as their dump.
    metadata: kept with each message, under its own.

    Raises InputError, naming the message by its number from 1, when one is empty or cannot be stored.
    """
    if value is None:
        raise InputError("There are no messages: None was given; give a string, a dict or a list of dicts")
    items = _items(value)
    if not items:
        raise InputError("There are no messages: the list is empty")
    read = tuple(message(item, f"message {number}") for number, item in enumerate(items, 1))
    if metadata is None:
        return read
    if not isinstance(metadata, Mapping):
        raise InputError(f"metadata is {type(metadata).__name__}; give a dict")
    common = _jsonable(dict(metadata), "metadata")
    return tuple(replace(each, metadata=_jsonable({**common, **each.metadata}, "metadata")) for each in read)


def _items(value: object) -> list[object]:
    if isinstance(value, str | Mapping | Message) or hasattr(value, "model_dump"):
        return [value]
    if isinstance(value, Iterable) and not isinstance(value, bytes | bytearray | memoryview):
        return list(value)
    raise InputError(f"Messages are {shown(value)}; give a string, a dict or a list of dicts")


def message(value: object, place: str) -> Message:
    """One message; `place` names it in errors."""
    if isinstance(value, str):
        return Message(role="user", content=said(value, place))
    fields = _fields(value, place)
    names = {ours: _key(fields, ours, others) for ours, others in _KEYS.items()}
    return Message(
        role=_role(fields, place),
        content=said(words(fields, place), place),
        name=label(fields.get(names["name"]), place, "the name"),
        timestamp=moment(fields.get(names["timestamp"]), place),
        id=label(fields.get(names["id"]), place, "the id"),
        metadata=_metadata(fields, set(names.values()), place),
    )


def _fields(value: object, place: str) -> Mapping[str, Any]:
    if isinstance(value, Message):
        return {key: getattr(value, key) for key in ("role", "content", "metadata", *_KEYS)}
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        value = dump()
    if not isinstance(value, Mapping):
        raise InputError(f"{place} is {shown(value)}; give a string, or a dict with role and content")
    if not any(value.get(key) is not None for key in (*_CONTENT_KEYS, "tool_calls", "function_call")):
        raise InputError(_without_content(value, place))
    return value


def _without_content(value: Mapping[str, Any], place: str) -> str:
    if "messages" in value:
        return f"{place} holds a list of messages; give that list itself, and its session as session_id"
    if "content" in value or "text" in value:
        return f"{place}: the content is empty. Leave the message out, or give it text"
    keys = ", ".join(sorted(str(key) for key in value)[:10]) or "none"
    return f"{place} has no content (its keys: {keys}); give its text as content"


def _key(fields: Mapping[str, Any], ours: str, others: tuple[str, ...]) -> str:
    present = (key for key in (ours, *others) if fields.get(key) is not None)
    return next(present, ours)


def _role(fields: Mapping[str, Any], place: str) -> str:
    given = fields.get("role")
    if given is None:  # LangChain calls it type
        given = fields["type"] if _role_in_type(fields) else "user"
    role = given.strip().lower() if isinstance(given, str) else ""
    role = _OTHER_NAMES.get(role, role)
    if role not in ROLES:
        raise InputError(
            f"{place}: the role {shown(given)} is unknown; use one of {', '.join(ROLES)}, "
            "and say who speaks in name"
        )
    return role


def _metadata(fields: Mapping[str, Any], read: set[str], place: str) -> dict[str, Any]:
    given = fields.get("metadata")
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"{place}: the metadata is {shown(given)}; give a dict")
    known = {"role", "metadata", *read, *_consumed(fields)}
    unknown = {key: value for key, value in fields.items() if key not in known and value is not None}
    merged = {**unknown, **(given or {})}
    return _jsonable(merged, place) if merged else {}


def _consumed(fields: Mapping[str, Any]) -> set[str]:
    """The keys that went into the text or the role, which need not be kept twice."""
    consumed = {"content"} if fields.get("content") is not None else {"content", "text"}
    return consumed | ({"type"} if _role_in_type(fields) else set())


def _role_in_type(fields: Mapping[str, Any]) -> bool:
    kind = fields.get("type")
    return fields.get("role") is None and isinstance(kind, str) and kind.lower() in {*ROLES, *_OTHER_NAMES}


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
