"""The verbs of AsyncMemory that look after memories: they forget, change, carry and check them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from graphmem.model.forgetting import ForgetResult
from graphmem.model.hit import Filters

if TYPE_CHECKING:
    from graphmem.memory import UseCases

Progress = Callable[[int, int], None]


class Opens(Protocol):
    """An AsyncMemory."""

    async def open(self) -> UseCases:
        """The use cases, connected."""
        ...


async def delete(self: Opens, id: object, *, user_id: object, dry_run: bool = False) -> ForgetResult:
    """Delete one memory for good.

    A turn goes with its passages and every record that it proves, alone or with other turns; what these
    records had superseded is believed again; entities, topics and dates that nothing mentions any more go;
    the turns beside it get new contexts, and its segment is encoded again from what is left. A record goes
    alone: what was said stays, and a later encoding does not bring the same statement back.

    dry_run: count what would go, and leave everything as it is. Raises NotFound.
    """
    return await (await self.open()).delete(id, user_id=user_id, dry_run=dry_run)


async def delete_all(
    self: Opens,
    *,
    user_id: object,
    session_id: object = None,
    filters: Mapping[str, object] | Filters | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ForgetResult:
    """Delete all memories of a user that fit, for good.

    Without session_id and filters that is everything but the user as such. Filters by session, agent or time
    of saying choose turns, each of which goes as in `delete`; filters that name a type of record, a tag or an
    entity choose records, whose turns stay. It can be broken off; the next call goes on.

    progress: told how much is gone, and of how much. dry_run: count what would go.
    """
    return await (await self.open()).delete_all(
        user_id=user_id, session_id=session_id, filters=filters, dry_run=dry_run, progress=progress
    )


async def forget_user(
    self: Opens, user_id: object, *, dry_run: bool = False, progress: Progress | None = None
) -> ForgetResult:
    """Delete a user with everything that was ever stored for them; nobody else's memory changes.

    While it runs, `add` for this user raises Conflict. It can be broken off, by a crash too: the user then
    stays closed to writers, and the next call goes on. progress: told how many nodes are gone, and of how
    many. dry_run: count what would go.
    """
    return await (await self.open()).forget_user(user_id, dry_run=dry_run, progress=progress)
