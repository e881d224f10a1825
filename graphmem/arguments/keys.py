"""Who speaks and when: the keys under which clients and exports tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from graphmem.arguments.moments import moment
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label, shown
from graphmem.errors import InputError
from graphmem.model.stated import MEMORY

ROLES: Final = ("user", "assistant", "system", "developer", "tool", MEMORY)
_OTHER_NAMES: Final = {
    "human": "user",
    "ai": "assistant",
    "model": "assistant",
    "bot": "assistant",
    "chatbot": "assistant",
    "gpt": "assistant",
    "agent": "assistant",
    "function": "tool",
    "observation": "tool",
}
_NAMES: Final = (
    "name", "speaker", "sender_name", "senderName", "user_profile", "sender", "author", "from", "from_name",
    "creator", "user", "username", "user_name", "userName", "display_name", "displayName", "participant",
    "nickname",
)  # fmt: skip
_NAMES_WITHIN: Final = (
    "display_name", "displayName", "real_name", "nickname", "nick", "global_name", "name", "full_name",
    "username", "user_name", "email", "id",
)  # fmt: skip
_TIMES: Final = (
    "timestamp", "created_at", "create_time", "createdAt", "createTime", "created", "datetime", "date_time",
    "dateTime", "date", "time", "ts", "sent_at", "sentAt", "sent", "timestamp_ms", "timestampMs",
    "date_unixtime", "origin_server_ts", "said_at", "created_date", "sent_date",
)  # fmt: skip
_OURS: Final = {"name", "speaker", "timestamp", "created_at", "create_time"}
"""Keys whose meaning docs/formats.md promises: a value that cannot be read under them is an error."""
_LIKE_A_SPEAKER: Final = re.compile(
    r"(?i)speaker|sender|author|^from|participant|^user|user_?name|nick|^who$|^actor|talker|said_?by|person"
)
_LIKE_A_TIME: Final = re.compile(r"(?i)time|date(?!d?_?by)|_at$|[a-z]At$|^ts$|stamp|^sent|^created|^when$")
_DATED: Final = re.compile(r"\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}")
_CLOCK: Final = re.compile(r"\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(slots=True)
class Said:
    """Who and when, and the keys that this was read from."""

    role: str
    name: str | None
    at: datetime | None
    read: set[str] = field(default_factory=set)


def who_and_when(fields: Mapping[str, Any], place: str, notes: Notes) -> Said:
    """Raises InputError for a role that is unknown, and for a name or time of ours that cannot be read.

    A key that looks like a speaker or a time, where none was read, is noted.
    """
    read: set[str] = set()
    role = _role(fields, place, read)
    name, meant = _name(fields, place, read)
    at = _time(fields, place, read)
    said = Said(role or meant or "user", name, at, read)
    if name is None and role is None and meant is None:
        _note(fields, said, _LIKE_A_SPEAKER, "speaker", notes)
    if at is None:
        _note(fields, said, _LIKE_A_TIME, "time", notes)
    return said


def role_of(word: object) -> str | None:
    """The role that a word names in one of the chat interfaces; None for any other value."""
    low = word.strip().lower() if isinstance(word, str) else ""
    low = re.sub(r"message(?:chunk)?$", "", low) or low
    low = _OTHER_NAMES.get(low, low)
    return low if low in ROLES else None


def _role(fields: Mapping[str, Any], place: str, read: set[str]) -> str | None:
    given = fields.get("role")
    if given is not None:
        read.add("role")
        role = role_of(given)
        if role is None:
            raise InputError(
                f"{place}: the role {shown(given)} is unknown; use one of {', '.join(ROLES)}, "
                "and say who speaks in name"
            )
        return role
    role = role_of(fields.get("type"))  # as LangChain calls it
    if role:
        read.add("type")
    return role


def _name(fields: Mapping[str, Any], place: str, read: set[str]) -> tuple[str | None, str | None]:
    """The speaker's name, and the role that a key of speakers holds in its place ("sender": "human")."""
    meant = None
    for key in _NAMES:
        value = fields.get(key)
        if value is None:
            continue
        if isinstance(value, Mapping):
            meant = meant or role_of(value.get("role"))
            value = next((value[each] for each in _NAMES_WITHIN if value.get(each)), None)
        role = role_of(value) if key != "name" else None
        if role is not None:
            meant = meant or role
            read.add(key)
        elif key in _OURS or isinstance(value, str | int):
            name = label(value, place, "the name")
            if name:
                read.add(key)
                return name, meant
    return None, meant


def _time(fields: Mapping[str, Any], place: str, read: set[str]) -> datetime | None:
    for key in _TIMES:
        value = fields.get(key)
        if value is None or value == "" or isinstance(value, Mapping | list):
            continue
        at = _read_as_time(fields, key, place, read)
        if at is not None:
            read.add(key)
            return at
    return None


def _read_as_time(fields: Mapping[str, Any], key: str, place: str, read: set[str]) -> datetime | None:
    value = fields[key]
    clock = fields.get("time")
    if key == "date" and _matches(_DAY, value) and _matches(_CLOCK, clock):
        read.add("time")
        hour, _, rest = str(clock).strip().partition(":")
        value = f"{str(value).strip()}T{hour.zfill(2)}:{rest}"
    try:
        return moment(value, place)
    except InputError:
        if key in _OURS:
            raise
        return None


def _matches(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and bool(pattern.fullmatch(value.strip()))


def _note(fields: Mapping[str, Any], said: Said, like: re.Pattern[str], kind: str, notes: Notes) -> None:
    """Note keys like `kind`, in the message or one level deeper, that hold something and were not read."""
    for key, value in _scalars(fields):
        if key.split(".")[0] not in said.read and like.search(key.split(".")[-1]) and _holds(kind, value):
            notes.unread[key, kind] += 1


def _scalars(fields: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for key, value in fields.items():
        if isinstance(value, Mapping):
            inner = ((f"{key}.{each}", deep) for each, deep in value.items() if key != "metadata")
            yield from ((name, deep) for name, deep in inner if isinstance(deep, str | int | float))
        elif isinstance(value, str | int | float) and isinstance(key, str):
            yield key, value


def _holds(kind: str, value: object) -> bool:
    if isinstance(value, bool) or value == "":
        return False
    if kind == "speaker":
        return role_of(value) is None
    return bool(_DATED.search(str(value)))
