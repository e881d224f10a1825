"""The verbs of Memory that look after memories; see those of AsyncMemory in `graphmem.care`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TypeVar

from graphmem.model.checkup import CheckResult
from graphmem.model.forgetting import ForgetResult, RetentionRule
from graphmem.model.history import History
from graphmem.model.hit import Filters
from graphmem.model.portable import ExportResult, ImportResult
from graphmem.model.results import StoredMemory
from graphmem.model.tiers import Tiers, UserProfile
from graphmem.model.tree import Tree, TreeWork

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


def retain(
    self: Blocks,
    rules: RetentionRule | Sequence[RetentionRule],
    *,
    user_id: object,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ForgetResult:
    """Delete what rules let go; see AsyncMemory.retain. progress is called on another thread."""
    return self._loop.run(self._memory.retain(rules, user_id=user_id, dry_run=dry_run, progress=progress))


def update(self: Blocks, id: object, text: str, *, user_id: object, reason: str = "") -> StoredMemory:
    """Put a record into other words, by hand; see AsyncMemory.update."""
    return self._loop.run(self._memory.update(id, text, user_id=user_id, reason=reason))


def undo(self: Blocks, id: object, *, user_id: object) -> StoredMemory:
    """Take back that one record superseded another; see AsyncMemory.undo."""
    return self._loop.run(self._memory.undo(id, user_id=user_id))


def history(self: Blocks, id: object, *, user_id: object) -> History:
    """The versions of a record, oldest first; see AsyncMemory.history."""
    return self._loop.run(self._memory.history(id, user_id=user_id))


def export(
    self: Blocks,
    user_id: object,
    target: str | Path | BinaryIO,
    *,
    embeddings: bool = False,
    progress: Progress | None = None,
) -> ExportResult:
    """Write everything of a user to a file; see AsyncMemory.export. progress is called on another thread."""
    return self._loop.run(self._memory.export(user_id, target, embeddings=embeddings, progress=progress))


def import_(
    self: Blocks,
    path: str | Path,
    *,
    user_id: object = None,
    reembed: bool = False,
    progress: Progress | None = None,
) -> ImportResult:
    """Bring in the file of an export; see AsyncMemory.import_. progress is called on another thread."""
    return self._loop.run(self._memory.import_(path, user_id=user_id, reembed=reembed, progress=progress))


def check(self: Blocks, user_id: object, *, progress: Progress | None = None) -> CheckResult:
    """Look over a user's graph; see AsyncMemory.check. progress is called on another thread."""
    return self._loop.run(self._memory.check(user_id, progress=progress))


def tree(self: Blocks, user_id: object, *, depth: int = 2, limit: int = 200) -> Tree:
    """The upper part of a user's summary tree; see AsyncMemory.tree."""
    return self._loop.run(self._memory.tree(user_id, depth=depth, limit=limit))


def rebuild_tree(self: Blocks, user_id: object, *, progress: Progress | None = None) -> TreeWork:
    """Build a user's summary tree anew; see AsyncMemory.rebuild_tree. progress runs on another thread."""
    return self._loop.run(self._memory.rebuild_tree(user_id, progress=progress))


def tiers(self: Blocks, user_id: object) -> Tiers:
    """What of a user's memory is short, mid and long term; see AsyncMemory.tiers."""
    return self._loop.run(self._memory.tiers(user_id))


def profile(self: Blocks, user_id: object) -> UserProfile:
    """What lasts about a user; see AsyncMemory.profile."""
    return self._loop.run(self._memory.profile(user_id))
