"""What the readers of chats share: conversations one by one, and the branch of a tree that was shown last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from graphmem.arguments.messages import read
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import shown
from graphmem.errors import InputError
from graphmem.model.turn import Conversation, Message

PIECE: Final = 5_000
"""A session that fills a whole file is handed on in pieces, so that memory stays flat."""
Fields = Mapping[str, Any]


def each_chat(
    chats: Iterable[object],
    path: Path,
    notes: Notes,
    convert: Callable[[Fields, str, int], Iterator[Conversation]],
) -> Iterator[Conversation]:
    """Chat by chat; one that cannot be read is noted as damaged, and the others go on.

    convert: is given the chat, its place for errors, and its number from 1.
    """
    for number, chat in enumerate(chats, 1):
        place = f"{path}, conversation {number}"
        try:
            yield from list(convert(an_object(chat, place, "the conversation"), place, number))
        except InputError as error:
            notes.damaged.append(str(error))


def conversation(
    raw: Iterable[Fields],
    place: str,
    notes: Notes,
    session: str | None,
    *,
    sort: bool = False,
) -> Iterator[Conversation]:
    """Raw messages in graphmem's keys as a conversation; sort: by time, where every message has one."""
    said = [
        one for number, each in enumerate(raw, 1) for one in read(each, f"{place}, message {number}", notes)
    ]
    if sort and all(each.timestamp for each in said):
        said.sort(key=_time)
    for start in range(0, len(said), PIECE):
        yield Conversation(session, tuple(said[start : start + PIECE]))


def branch(
    nodes: Mapping[str, Fields], parent: str, times: Callable[[Fields], float], current: object, place: str
) -> list[Fields]:
    """From the root to the node `current`, or to the newest leaf where there is no such node.

    nodes: by id; parent: the key of a node under which its parent's id stands. Raises InputError where
    parents run in a circle.
    """
    at = current if isinstance(current, str) and current in nodes else _newest_leaf(nodes, parent, times)
    found: list[Fields] = []
    visited: set[str] = set()
    while isinstance(at, str) and at in nodes:
        if at in visited:
            raise InputError(f"{place}: the parents of {shown(at)} run in a circle; export the data again")
        visited.add(at)
        found.append(nodes[at])
        at = nodes[at].get(parent)
    return found[::-1]


def _newest_leaf(nodes: Mapping[str, Fields], parent: str, times: Callable[[Fields], float]) -> str | None:
    parents = {node.get(parent) for node in nodes.values() if isinstance(node.get(parent), str)}
    leaves = [key for key in nodes if key not in parents] or list(nodes)
    order = {key: number for number, key in enumerate(nodes)}
    return max(leaves, key=lambda key: (times(nodes[key]), order[key]), default=None)


def time_order(value: object) -> float:
    """A time as it orders the leaves of a tree: a number, or what an ISO date says; 0 for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value).timestamp()
        except (ValueError, OverflowError):
            return 0.0
    return 0.0


def an_object(value: object, place: str, what: str) -> Fields:
    """Raises InputError for anything but an object with text keys."""
    if not isinstance(value, Mapping):
        raise InputError(f"{place}: {what} is {shown(value)}; expected an object")
    return value


def a_list(value: object, place: str, what: str) -> Sequence[Any]:
    """Raises InputError for anything but a list."""
    if not isinstance(value, list):
        raise InputError(f"{place}: {what} is {shown(value)}; expected a list")
    return value


def text_of(value: object) -> str:
    """A text, or "" for anything else."""
    return value if isinstance(value, str) else ""


def first_of(document: object) -> Fields:
    """The object that shows the form of a document: itself, or the first among the first 20 of a list."""
    listed = document[:20] if isinstance(document, list) else [document]
    return next((each for each in listed if isinstance(each, Mapping)), {})


def items_of(document: object) -> list[object]:
    """The document as a list of chats."""
    return document if isinstance(document, list) else [document]


def _time(message: Message) -> float:
    return message.timestamp.timestamp() if message.timestamp else 0.0
