"""graphiti and Zep: episodes, entities and facts of a graph; messages and facts of Zep's sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from graphmem.arguments.messages import message
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label, shown
from graphmem.errors import InputError
from graphmem.importers.statements import Sessions, names, rows, statement, told_at
from graphmem.model.turn import Conversation

FACTS: Final = "facts"
"""The session of facts, and of what is told of entities."""
EPISODES: Final = "episodes"
"""The session of episodes that name none."""
_LISTS = ("episodes", "nodes", "edges", "facts", "messages")
_SPOKEN = re.compile(r"^([^\W\d_][^:\n]{0,60}?)(?: \((\w+)\))?:[ \t]+(?=\S)", re.M)
_ENTITY = {"group_id", "labels", "name_embedding", "attributes", "graph_id"}
"""What tells an entity of theirs from other things that have a name and a summary."""
_NODE_KEYS = {"uuid", "name", "summary", "created_at", "score", "relevance", "user_id", *_ENTITY}
_ASSISTANTS = {"assistant", "ai", "bot", "agent", "system"}


def recognises(document: object) -> bool:
    """Whether a JSON document is a graph of theirs, a list of facts, episodes or entities, or a session."""
    if isinstance(document, Mapping):
        found = [
            key for key in ("episodes", "nodes", "edges", "facts") if isinstance(document.get(key), list)
        ]
        said = document.get("messages")
        zep = (
            isinstance(said, list) and bool(said) and isinstance(said[0], Mapping) and "role_type" in said[0]
        )
        return bool(found) or zep
    return isinstance(document, list) and bool(document) and _list_of(document[0]) is not None


def _list_of(item: object) -> str | None:
    """Which list a bare item belongs to."""
    if not isinstance(item, Mapping):
        return None
    if "fact" in item and "uuid" in item:
        return "edges" if "source_node_uuid" in item else "facts"
    if "content" in item and "uuid" in item and {"source", "role_type", "entity_edges"} & item.keys():
        return "messages" if "role_type" in item and "source" not in item else "episodes"
    entity = {"uuid", "name", "summary"} <= item.keys() and _ENTITY & item.keys()
    return "nodes" if entity and not item.keys() - _NODE_KEYS else None


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """Episodes and messages as what was said, facts as statements, each with its own times.

    An episode's message lines ("Anna: …") become a turn each; an episode of JSON is kept as a tool's output.
    A fact is true from `valid_at` to `invalid_at`, and was believed from `created_at` to `expired_at`; it
    mentions the two entities that it ties. The summary of an entity is a statement about it. `group_id` or
    `user_id` says whose graph it is.
    """
    if isinstance(document, list):
        kinds = {_list_of(item) for item in document}
        if None in kinds:
            raise InputError(f"{path} holds items that are neither facts, episodes nor entities of graphiti")
        document = {kind: [each for each in document if _list_of(each) == kind] for kind in kinds}
    if not isinstance(document, Mapping):
        raise InputError(f"{path} is {shown(document)}; expected a graph of graphiti or Zep")
    sessions = Sessions("group_id")
    owner = document.get("user_id") or document.get("group_id")
    entities = {each.get("uuid"): each for each, _ in rows(document.get("nodes"), str(path), "nodes")}
    episodes = {each.get("uuid"): each for each, _ in rows(document.get("episodes"), str(path), "episodes")}
    for item, place in rows(document.get("messages"), str(path), "messages"):
        _message(sessions, item, place, owner, document.get("session_id") or document.get("thread_id"))
    for item, place in rows(document.get("episodes"), str(path), "episodes"):
        _episode(sessions, item, place, owner)
    for item, place in rows(document.get("nodes"), str(path), "nodes"):
        _entity(sessions, item, place, owner)
    for key in ("edges", "facts"):
        for item, place in rows(document.get(key), str(path), key):
            _fact(sessions, item, place, owner, entities, episodes)
    yield from sessions.conversations()


def _owner(item: Mapping[str, Any], owner: object) -> object:
    return item.get("user_id") or item.get("group_id") or owner


def _session(item: Mapping[str, Any], place: str, otherwise: object) -> str:
    return (
        label(item.get("thread_id") or item.get("session_id") or otherwise, place, "the session") or EPISODES
    )


def _uuid(item: Mapping[str, Any], place: str) -> str:
    uuid = label(item.get("uuid"), place, "the uuid")
    if uuid is None:
        raise InputError(f"{place} has no uuid")
    return uuid


def _message(sessions: Sessions, item: Mapping[str, Any], place: str, owner: object, session: object) -> None:
    """A message of a Zep session: its role_type is ours, its role the name of who speaks."""
    role = str(item.get("role_type") or item.get("role") or "user")
    name = item.get("name") or (item.get("role") if item.get("role_type") else None)
    one = {
        "role": role if role not in ("norole", "function") else "tool",
        "name": None if str(name).lower() == role else name,
        "content": item.get("content"),
        "id": _uuid(item, place),
        "timestamp": item.get("created_at"),
        "metadata": item.get("metadata") or {},
    }
    sessions.add(message(one, place), place, user=_owner(item, owner), session=_session(item, place, session))


def _episode(sessions: Sessions, item: Mapping[str, Any], place: str, owner: object) -> None:
    uuid, content = _uuid(item, place), item.get("content")
    if not isinstance(content, str) or not content.strip():
        raise InputError(f"{place} has no content; export the episodes with it")
    kept = {"source": "graphiti", "episode": uuid, "name": item.get("name")}
    kept["source_description"] = item.get("source_description")
    shared = {
        "timestamp": item.get("valid_at") or item.get("created_at"),
        "metadata": {key: value for key, value in kept.items() if value},
    }
    if item.get("role_type") or item.get("role"):
        _message(sessions, {**item, "metadata": shared["metadata"]}, place, owner, None)
        return
    said = _spoken(content) if item.get("source", "message") == "message" else [("", "", content)]
    for number, (name, role, text) in enumerate(said, 1):
        one = {
            "role": "tool" if item.get("source") == "json" else _role(name, role),
            "name": None if name.lower() in ("user", *_ASSISTANTS) else name or None,
            "content": text,
            "id": uuid if len(said) == 1 else f"{uuid}-{number}",
            **shared,
        }
        sessions.add(
            message(one, place), place, user=_owner(item, owner), session=_session(item, place, None)
        )


def _role(name: str, role: str) -> str:
    return "assistant" if (role or name).lower() in _ASSISTANTS else "user"


def _spoken(content: str) -> list[tuple[str, str, str]]:
    """(who, in which role, what) of each line that names its speaker; all where the first names none."""
    found = list(_SPOKEN.finditer(content))
    if not found or content[: found[0].start()].strip():
        return [("", "", content.strip())]
    ends = [*(each.start() for each in found[1:]), len(content)]
    said = [(e[1], e[2] or "", content[e.end() : end].strip()) for e, end in zip(found, ends, strict=True)]
    return [each for each in said if each[2]]


def _entity(sessions: Sessions, item: Mapping[str, Any], place: str, owner: object) -> None:
    name, summary = label(item.get("name"), place, "the name"), item.get("summary")
    if not summary:
        return  # a bare name is found through the facts that tie it
    kinds = [each for each in names(item.get("labels"), place, "labels") if each != "Entity"]
    told = statement(
        summary,
        place,
        id=f"{_uuid(item, place)}-summary",
        said_at=item.get("created_at"),
        told={"subject": name, "entities": [name] if name else [], "tags": kinds},
        metadata={"source": "graphiti", "node": item.get("uuid"), "attributes": item.get("attributes")},
    )
    sessions.add(told, place, user=_owner(item, owner), session=FACTS)


def _fact(
    sessions: Sessions,
    item: Mapping[str, Any],
    place: str,
    owner: object,
    entities: Mapping[Any, Mapping[str, Any]],
    episodes: Mapping[Any, Mapping[str, Any]],
) -> None:
    ends = [entities.get(item.get(key), {}).get("name") for key in ("source_node_uuid", "target_node_uuid")]
    proofs = names(item.get("episodes"), place, "episodes")
    proof = next((episodes[each] for each in proofs if each in episodes), {})
    said_at = proof.get("valid_at") or item.get("reference_time") or item.get("valid_at")
    relation = str(item.get("name") or "").replace("_", " ").lower()
    told = statement(
        item.get("fact"),
        place,
        id=_uuid(item, place),
        said_at=said_at or item.get("created_at"),
        told={
            "subject": ends[0],
            "entities": [each for each in ends if each],
            "tags": [relation] if relation else [],
            "valid_from": told_at(item.get("valid_at"), f"{place}, valid_at"),
            "valid_to": told_at(item.get("invalid_at"), f"{place}, invalid_at"),
            "recorded_at": told_at(item.get("created_at"), f"{place}, created_at"),
            "superseded_at": told_at(item.get("expired_at"), f"{place}, expired_at"),
        },
        metadata={
            "source": "graphiti",
            "edge": item.get("uuid"),
            "episodes": proofs,
            "attributes": item.get("attributes"),
            "rating": item.get("rating"),
        },
    )
    sessions.add(told, place, user=_owner(item, owner), session=FACTS)
