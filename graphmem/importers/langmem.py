"""LangMem and LangGraph: items of a store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label, shown
from graphmem.errors import InputError
from graphmem.importers.statements import Sessions, rows, statement, version
from graphmem.model.turn import Conversation

_TEXTS: Final = ("content", "memory", "text", "data")
_DEEPEST: Final = 8


def recognises(document: object) -> bool:
    """Whether a JSON document is a list of store items, bare or under `items`."""
    listed = document.get("items") if isinstance(document, Mapping) else document
    if not isinstance(listed, list) or not listed or not isinstance(listed[0], Mapping):
        return False
    return {"namespace", "key", "value"} <= listed[0].keys()


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """A session per namespace, named by its parts with "/" between them.

    An item becomes a statement with its own time (of its last change). Its value is the text under `content`
    (`memory`, `text`, `data`), however deep; a value of another shape is told field by field. Whose memory it
    is has to be said: a namespace may hold a user anywhere.
    """
    document = {"items": document} if isinstance(document, list) else document
    if not isinstance(document, Mapping):
        raise InputError(f"{path} is {shown(document)}; expected items of a LangGraph store")
    sessions = Sessions()
    for item, place in rows(document.get("items"), str(path), "items"):
        parts = item.get("namespace")
        if isinstance(parts, str):
            parts = parts.split(".")
        if not isinstance(parts, Sequence) or not parts or not all(isinstance(p, str) and p for p in parts):
            raise InputError(f"{place}: the namespace is {shown(parts)}; expected a list of names")
        key = label(item.get("key"), place, "the key")
        if key is None:
            raise InputError(f"{place} has no key")
        created, updated = item.get("created_at"), item.get("updated_at")
        value = item.get("value")
        kind = value.get("kind") if isinstance(value, Mapping) else None
        told = statement(
            _text(value, place, 0),
            place,
            id=version(key, created, updated),
            said_at=updated or created,
            metadata={"source": "langmem", "namespace": list(parts), "key": key, "kind": kind},
        )
        sessions.add(told, place, user=None, session="/".join(parts))
    yield from sessions.conversations()


def _text(value: Any, place: str, depth: int) -> str:
    if isinstance(value, str):
        return value
    if depth > _DEEPEST or not isinstance(value, Mapping):
        raise InputError(f"{place}: the value is {shown(value)}; expected text, or an object that holds it")
    inner = next((value[key] for key in _TEXTS if value.get(key)), None)
    if isinstance(inner, str | Mapping):
        return _text(inner, place, depth + 1)
    return "; ".join(
        f"{name}: {_told(each)}" for name, each in value.items() if each not in (None, "", [], {})
    )


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_told(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(_told(each) for each in value)
    return str(value)
