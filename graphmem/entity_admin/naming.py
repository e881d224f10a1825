"""Which entity a person means by an id or a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphmem.errors import Conflict, NotFound
from graphmem.store import entities as store
from graphmem.store.entities import Found
from graphmem.store.executor import Executor


async def as_read(executor: Executor, scope: str, name: str) -> Found:
    """The entity that is read under a name: what it is merged into, if it is.

    Raises NotFound, and Conflict where several have the name.
    """
    return await _meant(executor, scope, name, lambda found: found.root)


async def as_written(executor: Executor, scope: str, name: str) -> Found:
    """The entity that has an id or a name itself, whatever it is merged into; raises as `as_read`."""
    return await _meant(executor, scope, name, lambda found: found.uid)


async def _meant(executor: Executor, scope: str, name: str, told: Callable[[Found], str]) -> Found:
    found = await store.find(executor, scope, name)
    if not found:
        raise NotFound(
            f"user {scope!r} has no entity called {name!r} and none with that id; `graphmem entities list` "
            "shows which there are"
        )
    best = [each for each in found if each.rank == found[0].rank]
    if len({told(each) for each in best}) > 1:
        raise Conflict(f"several entities are called {name!r}: {_told(best)}. Give the id of one")
    return best[0]


def _told(found: Sequence[Found]) -> str:
    return "; ".join(
        f"{each.uid} ({each.name}{', also ' + ', '.join(each.aliases) if each.aliases else ''})"
        for each in found
    )
