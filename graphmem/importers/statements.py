"""Memories of other products as messages of the role "memory": what their readers share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphmem.arguments.messages import message
from graphmem.arguments.moments import moment
from graphmem.arguments.text import label, shown
from graphmem.errors import InputError
from graphmem.model.stated import MEMORY, STATED
from graphmem.model.turn import Conversation, Message

_PIECE: Final = 1000
"""Messages that are handed on at once, so that what is added early is kept when a long file is broken off."""


def rows(value: object, place: str, what: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The dicts of a list with the place of each. Raises InputError for anything else."""
    if value is None:
        return
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise InputError(f"{place}: {what} is {shown(value)}; expected a list")
    for number, each in enumerate(value, 1):
        here = f"{place}, {what} {number}"
        if not isinstance(each, Mapping):
            raise InputError(f"{here} is {shown(each)}; expected an object")
        yield each, here


def statement(
    text: object,
    place: str,
    *,
    id: str | None,
    said_at: object = None,
    told: Mapping[str, Any] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Message:
    """A memory as a message; told: what StatedEncoder reads. Raises InputError where there is no text."""
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{place} has no text of a memory (it is {shown(text)})")
    known = {key: value for key, value in (told or {}).items() if value not in (None, "", [], ())}
    kept = {key: value for key, value in (metadata or {}).items() if value not in (None, "", [], {})}
    return message(
        {
            "role": MEMORY,
            "content": text.strip(),
            "id": id,
            "timestamp": said_at,
            "metadata": {**kept, STATED: known} if known else kept,
        },
        place,
    )


def told_at(value: object, place: str) -> str | None:
    """A moment as StatedEncoder reads it back."""
    at = moment(value, place)
    return at.isoformat() if at else None


def version(id: str | None, created: object, updated: object) -> str | None:
    """The id of a memory, with the time of its change where there was one: another text, another message."""
    return f"{id}@{updated}" if id and updated and updated != created else id


def names(value: object, place: str, what: str) -> list[str]:
    """A list of texts, or one."""
    given = [value] if isinstance(value, str) else value or []
    if not isinstance(given, Sequence) or not all(isinstance(each, str) for each in given):
        raise InputError(f"{place}: {what} is {shown(value)}; expected a list of texts")
    return list(given)


@dataclass(slots=True)
class Sessions:
    """Messages by whose they are and where they belong, in order of time, as conversations."""

    user_key: str = "user_id"
    kept: dict[tuple[str | None, str | None, str], list[Message]] = field(
        default_factory=lambda: defaultdict(list)
    )

    known: set[tuple[str | None, ...]] = field(default_factory=set)

    def add(self, said: Message, place: str, *, user: object, session: str, agent: object = None) -> None:
        """Keep a message, once where it comes again with the same id and text."""
        owner = (label(user, place, f"the {self.user_key}"), label(agent, place, "the agent"), session)
        if said.id is None or (*owner, said.id, said.content) not in self.known:
            self.kept[owner].append(said)
            self.known.add((*owner, said.id, said.content))

    def conversations(self) -> Iterator[Conversation]:
        """Session by session; undated messages come last in theirs."""
        for (user, agent, session), said in self.kept.items():
            said.sort(key=lambda each: each.timestamp.timestamp() if each.timestamp else _FAR)
            for at in range(0, len(said), _PIECE):
                yield Conversation(session, tuple(said[at : at + _PIECE]), user, agent)


_FAR: Final = float("inf")
