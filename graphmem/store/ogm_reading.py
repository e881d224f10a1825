"""Reading the graph through neomodel: the connection, and node classes that refuse to write.

Identities, provenance and indexes are kept by `Memory` alone; a node saved from elsewhere would lack them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from neo4j import GraphDatabase
from neomodel import (
    StringProperty,
    StructuredNode,
    ZeroOrMore,
    db,
    get_config,
)

from graphmem.errors import InputError


@contextmanager
def connected(uri: str, auth: tuple[str, str], database: str = "neo4j") -> Iterator[None]:
    """Point neomodel at a graphmem database for the length of a `with` block.

    neomodel keeps one connection per process: blocks do not nest. Raises neo4j's own errors.
    """
    before = get_config().database_name
    get_config().database_name = database
    try:
        with GraphDatabase.driver(uri, auth=auth, notifications_min_severity="OFF") as driver:
            db.set_connection(driver=driver)
            yield
    finally:
        db.close_connection()
        get_config().database_name = before


def _refuse(thing: str) -> NoReturn:
    raise InputError(f"{thing} is read-only here: write through graphmem.Memory, which keeps the graph whole")


class Ties(ZeroOrMore):
    """Relationships to walk; nothing is connected or disconnected through them."""

    def connect(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse(f"relationship {self.name!r}")

    replace = reconnect = disconnect = disconnect_all = connect


class ReadOnlyNode(StructuredNode):
    """A node that is read; saving or deleting it raises InputError."""

    __abstract_node__ = True

    def pre_save(self) -> NoReturn:
        _refuse(type(self).__name__)

    def pre_delete(self) -> NoReturn:
        _refuse(type(self).__name__)


class Owned(ReadOnlyNode):
    """A user's node: `scope` is the user, `uid` unique within it."""

    __abstract_node__ = True

    scope = StringProperty(required=True)
    uid = StringProperty(required=True)
