"""The verbs of a memory in one table: what each takes, what it gives, and what it reads or changes.

A verb is defined once, as a method of AsyncMemory or AsyncEntities. Its request and result types are derived
from that method's signature, so that whatever calls verbs by name (a service, a client, a tool of an agent)
cannot drift from it.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from enum import StrEnum
from functools import reduce
from operator import or_
from pathlib import Path
from types import UnionType
from typing import IO, Any, BinaryIO, Union, Unpack, cast, get_args, get_origin, get_type_hints

from pydantic import ConfigDict

from graphmem.entities import AsyncEntities
from graphmem.memory import AsyncMemory


class Effect(StrEnum):
    """What a verb does to the memory: nothing, put in more, change or take away what is there."""

    READS = "reads"
    ADDS = "adds"
    CHANGES = "changes"
    DELETES = "deletes"


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb. name: as it is called, "search" or "entities.merge". about: what of the graph it reads or
    changes. request: a frozen dataclass of its arguments, which pydantic reads from JSON and describes by a
    schema, without those that only make sense in one process (callbacks, open files, paths, ports). result:
    its return type; of each part where it streams.
    """

    name: str
    function: Callable[..., Any]
    effect: Effect
    about: str
    request: type
    result: Any
    streams: bool

    def of(self, memory: AsyncMemory) -> Callable[..., Any]:
        """The verb bound to a memory: a coroutine function, or an async generator function if it streams."""
        owner = memory.entities if self.name.startswith("entities.") else memory
        return cast("Callable[..., Any]", self.function.__get__(owner))

    def call(self, memory: AsyncMemory, request: Any) -> Any:
        """What the verb returns for a request: an awaitable, or an async iterator if it streams."""
        given = {each.name: (getattr(request, each.name), each.default) for each in fields(request)}
        return self.of(memory)(
            **{name: value for name, (value, default) in given.items() if not value is default is None}
        )


def _verb(owner: type, name: str, effect: Effect, about: str) -> Verb:
    function = getattr(owner, name)
    hints = get_type_hints(function)
    result = hints.pop("return")
    streams = get_origin(result) is AsyncGenerator
    return Verb(
        f"entities.{name}" if owner is AsyncEntities else name,
        function,
        effect,
        about,
        _request(owner, function, hints),
        get_args(result)[0] if streams else result,
        streams,
    )


def _request(owner: type, function: Callable[..., Any], hints: Mapping[str, Any]) -> type:
    made: list[tuple[str, Any, Any]] = []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        hint, default = hints[parameter.name], parameter.default
        if get_origin(hint) is Unpack:
            (options,) = get_args(hint)
            made += [(name, kind | None, field(default=None)) for name, kind in _portable_options(options)]
        elif (kind := _portable(hint)) is not None:
            made.append(
                (parameter.name, kind, field() if default is parameter.empty else field(default=default))
            )
    name = "".join(part.capitalize() for part in function.__name__.split("_"))
    name = f"{'Entities' if owner is AsyncEntities else ''}{name}Request"
    config = {"__doc__": inspect.getdoc(function), "__pydantic_config__": ConfigDict(extra="forbid")}
    return make_dataclass(name, made, frozen=True, kw_only=True, namespace=config)


def _portable_options(options: type) -> list[tuple[str, Any]]:
    hints = [(name, _portable(hint)) for name, hint in get_type_hints(options).items()]
    return [(name, kind) for name, kind in hints if kind is not None]


def _portable(hint: Any) -> Any:
    """The part of a type that can be written as JSON, or None: of a union its members that can. A parameter
    that takes a path or an open file means one of this machine.
    """
    if hint in (Path, BinaryIO) or get_origin(hint) is IO or _is_local(hint):
        return None
    if get_origin(hint) in (Union, UnionType):
        members = get_args(hint)
        if any(each in (Path, BinaryIO) for each in members):
            return None
        kept = [kind for kind in map(_portable, members) if kind is not None]
        return reduce(or_, kept) if any(each is not type(None) for each in kept) else None
    if (origin := get_origin(hint)) is not None and not isinstance(hint, type):
        inner = [_portable(each) for each in get_args(hint)]
        return None if None in inner else origin[tuple(inner)]
    return hint


def _is_local(hint: Any) -> bool:
    """Whether it is a callback or a port, which live in one process."""
    return (get_origin(hint) is not None and get_origin(hint).__name__ == "Callable") or getattr(
        hint, "_is_protocol", False
    )


_READS, _ADDS, _CHANGES, _DELETES = Effect.READS, Effect.ADDS, Effect.CHANGES, Effect.DELETES
_MEMORY = (
    ("add", _ADDS, "turns, segments, records and what they lead to"),
    ("add_many", _ADDS, "turns, segments, records and what they lead to"),
    ("search", _READS, "records and turns, by every channel that is on"),
    ("ask", _READS, "records and turns, by every channel that is on"),
    ("ask_stream", _READS, "records and turns, by every channel that is on"),
    ("get_context", _READS, "records and turns, by every channel that is on"),
    ("get", _READS, "one record or turn"),
    ("get_all", _READS, "current records, or turns, page by page"),
    ("delete", _DELETES, "one record or turn, with all that derives from it"),
    ("delete_all", _DELETES, "turns or records that filters choose, with all that derives from them"),
    ("forget_user", _DELETES, "a user with everything"),
    ("retain", _DELETES, "turns or records that retention rules let go"),
    ("update", _CHANGES, "the text of a record, as a new version"),
    ("undo", _CHANGES, "a supersession, which is taken back"),
    ("history", _READS, "the versions of a record"),
    ("export", _READS, "everything of a user"),
    ("import_", _ADDS, "everything in the file of an export"),
    ("check", _READS, "everything of a user"),
    (
        "consolidate",
        _CHANGES,
        "what is unfinished: vectors, segments, records, supersessions, summaries, tiers",
    ),
    ("tree", _READS, "the upper part of the summary tree"),
    ("rebuild_tree", _CHANGES, "the inner nodes of the summary tree"),
    ("tiers", _READS, "short, mid and long term, with heat"),
    ("profile", _READS, "what lasts about a user"),
    ("stats", _READS, "counts by label"),
    ("usage", _READS, "tokens spent since the memory was opened"),
)
_ENTITIES = (
    ("list", _READS, "entities, page by page"),
    ("show", _READS, "one entity"),
    ("candidates", _READS, "pairs of entities that may be one"),
    ("merge", _CHANGES, "which entities are one"),
    ("split", _CHANGES, "which records mention an entity"),
    ("alias", _CHANGES, "the names of an entity"),
    ("unalias", _CHANGES, "the names of an entity"),
    ("changes", _READS, "what was changed by hand about entities"),
    ("undo", _CHANGES, "a change made by hand, which is taken back"),
)

VERBS: Mapping[str, Verb] = {
    verb.name: verb
    for owner, rows in ((AsyncMemory, _MEMORY), (AsyncEntities, _ENTITIES))
    for verb in (_verb(owner, *row) for row in rows)
}
"""Every verb by its name."""
