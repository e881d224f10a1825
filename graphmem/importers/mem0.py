"""mem0: what get_all, the export of its platform and its API return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from graphmem.arguments.messages import message
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label, shown
from graphmem.errors import InputError
from graphmem.importers.statements import Sessions, names, rows, statement, told_at, version
from graphmem.model.identity import uid
from graphmem.model.turn import Conversation

SESSION: Final = "mem0"
"""Where memories go that no run is told of."""
_LISTS = ("results", "memories")
_READ = {
    "id", "memory", "text", "metadata", "categories", "created_at", "updated_at", "user_id", "agent_id",
    "run_id", "input", "score", "hash", "expiration_date",
}  # fmt: skip


def recognises(document: object) -> bool:
    """Whether a JSON document is a list of mem0's memories, bare or under `results` or `memories`."""
    listed = document
    if isinstance(document, Mapping):
        listed = next((document[key] for key in _LISTS if key in document), None)
        if listed == [] and "relations" in document:
            return True
    if not isinstance(listed, list) or not listed or not isinstance(listed[0], Mapping):
        return False
    first = listed[0]
    return isinstance(first.get("memory"), str) and bool(
        {"id", "hash", "created_at", "user_id", "metadata"} & first.keys()
    )


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """A session per run (`run_id`), and one for all memories without a run.

    A memory becomes a statement, word for word, with its own time (of its last change), its categories as
    tags and `expiration_date` as the end of its truth; what else is told of it is kept in the metadata. The
    messages under `input`, where the export has them, are kept as what was said. Relations of mem0's graph
    become statements of three words.
    """
    document = {"results": document} if isinstance(document, list) else document
    if not isinstance(document, Mapping):
        raise InputError(f"{path} is {shown(document)}; expected memories of mem0")
    sessions = Sessions()
    for key in _LISTS:
        for item, place in rows(document.get(key), str(path), key):
            _memory(sessions, item, place)
    for item, place in rows(document.get("relations"), str(path), "relations"):
        _relation(sessions, item, place)
    yield from sessions.conversations()


def _memory(sessions: Sessions, item: Mapping[str, Any], place: str) -> None:
    owner = {"user": item.get("user_id"), "agent": item.get("agent_id")}
    session = label(item.get("run_id"), place, "the run_id") or SESSION
    created, updated = item.get("created_at"), item.get("updated_at")
    given = item.get("metadata") or {}
    if not isinstance(given, Mapping):
        raise InputError(f"{place}: the metadata is {shown(given)}; expected an object")
    id = label(item.get("id"), place, "the id")
    for number, said in enumerate(_input(item, place), 1):
        text = f"{place}, input {number}"
        one = {"timestamp": created, **said, "id": uid(str(said.get("role")), str(said.get("content")))}
        sessions.add(message(one, text), text, session=session, **owner)
    kept = {key: value for key, value in item.items() if key not in _READ}
    told = statement(
        item.get("memory") or item.get("text"),
        place,
        id=version(id, created, updated),
        said_at=updated or created,
        told={
            "tags": names(item.get("categories"), place, "categories"),
            "valid_to": told_at(item.get("expiration_date"), place),
        },
        metadata={**given, **kept, "source": SESSION, "mem0_id": id, "created_at": created},
    )
    sessions.add(told, place, session=session, **owner)


def _input(item: Mapping[str, Any], place: str) -> Iterator[Mapping[str, Any]]:
    for said, _ in rows(item.get("input"), place, "input"):
        yield said


def _relation(sessions: Sessions, item: Mapping[str, Any], place: str) -> None:
    source, target = item.get("source"), item.get("target") or item.get("destination")
    verb = item.get("relationship") or item.get("relation")
    if not all(isinstance(each, str) and each for each in (source, verb, target)):
        raise InputError(f"{place} lacks source, relationship or target: {shown(item)}")
    told = statement(
        f"{source} {str(verb).replace('_', ' ')} {target}",
        place,
        id=uid(str(source), str(verb), str(target)),
        told={"entities": [source, target], "subject": source},
        metadata={"source": SESSION},
    )
    sessions.add(told, place, session=SESSION, user=item.get("user_id"))
