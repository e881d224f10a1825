"""The verbs of Memory that look after memories; see those of AsyncMemory in `graphmem.care`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from graphmem.model.forgetting import ForgetResult
from graphmem.model.hit import Filters

if TYPE_CHECKING:
    from graphmem.client import AsyncMemory

T = TypeVar("T")
Progress = Callable[[int, int], None]


class Runner(Protocol):
    """Runs work on an event loop of its own."""

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run it and wait."""
        ...


class Blocks(Protocol):
    """A Memory."""

    _memory: AsyncMemory

    @property
    def _loop(self) -> Runner: ...


def delete(self: Blocks, id: object, *, user_id: object, dry_run: bool = False) -> ForgetResult:
    """Delete one memory for good; see AsyncMemory.delete."""
    return self._loop.run(self._memory.delete(id, user_id=user_id, dry_run=dry_run))


def delete_all(
    self: Blocks,
    *,
    user_id: object,
    session_id: object = None,
    filters: Mapping[str, object] | Filters | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ForgetResult:
    """Delete all memories of a user that fit; see AsyncMemory.delete_all. progress is called on another
    thread.
    """
    return self._loop.run(
        self._memory.delete_all(
            user_id=user_id, session_id=session_id, filters=filters, dry_run=dry_run, progress=progress
        )
    )


def forget_user(
    self: Blocks, user_id: object, *, dry_run: bool = False, progress: Progress | None = None
) -> ForgetResult:
    """Delete a user with everything; see AsyncMemory.forget_user. progress is called on another thread."""
    return self._loop.run(self._memory.forget_user(user_id, dry_run=dry_run, progress=progress))
