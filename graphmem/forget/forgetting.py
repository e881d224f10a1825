"""The verbs that forget: by id, by filters, a whole user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.arguments.filters import TURN
from graphmem.errors import NotFound
from graphmem.forget.everything import ForgetEverything
from graphmem.forget.records import DeleteRecord
from graphmem.forget.turns import DeleteTurns
from graphmem.model.forgetting import ForgetResult
from graphmem.model.hit import Filters
from graphmem.model.progress import Progress
from graphmem.store import forgetting as store
from graphmem.store.executor import Executor
from graphmem.store.readers import GraphReader
from graphmem.write.tree import GrowTree

TURNS = 200
"""Turns of one session that go in one transaction."""
_PAGE = 500


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Deletes for good, one user at a time."""

    executor: Executor
    reading: GraphReader
    turns: DeleteTurns
    records: DeleteRecord
    everything: ForgetEverything
    tree: GrowTree

    async def delete(self, scope: str, uid: str, *, dry_run: bool = False) -> ForgetResult:
        """A record or a turn. Raises NotFound."""
        result = await self._deleted(scope, uid, dry_run)
        return await self._in_order(scope, result)

    async def _in_order(self, scope: str, result: ForgetResult) -> ForgetResult:
        """The result of a whole verb, once the summary tree has made again what it lost."""
        if not result.dry_run:
            await self.tree.maintain(scope)
        return result

    async def _deleted(self, scope: str, uid: str, dry_run: bool) -> ForgetResult:
        if found := await self.records(scope, uid, dry_run=dry_run):
            return found
        memory = await self.reading.get(scope, uid)
        if memory.type != TURN:
            raise NotFound(f"user {scope!r} has no memory with the id {uid!r} any more")
        return await self.turns(scope, memory.session_id, [uid], dry_run=dry_run)

    async def delete_all(
        self, scope: str, filters: Filters, *, dry_run: bool = False, progress: Progress | None = None
    ) -> ForgetResult:
        """What the filters choose: records alone where they name a record's type, a tag or an entity, else
        turns with all that derives from them; without any filter everything but the user's own node.
        """
        if filters == Filters():
            return await self.everything(scope, dry_run=dry_run, keep_user=True, progress=progress)
        if set(filters.type) - {TURN} or filters.tags or filters.entity:
            return await self._records(scope, filters, dry_run, progress)
        return await self._turns(scope, filters, dry_run, progress)

    async def _turns(
        self, scope: str, filters: Filters, dry_run: bool, progress: Progress | None
    ) -> ForgetResult:
        chosen = [
            (session, uids)
            for session in await store.sessions(self.executor, scope, filters.session_id)
            if (uids := await self._chosen(scope, session, filters))
        ]
        total, done = sum(len(uids) for _, uids in chosen), 0
        result = ForgetResult(dry_run=dry_run)
        for session, uids in chosen:
            for at in range(0, len(uids), TURNS):
                batch = uids[at : at + TURNS]
                result = result.plus(await self.turns(scope, session, batch, dry_run=dry_run))
                done += len(batch)
                if progress:
                    progress(done, total)
        return await self._in_order(scope, result)

    async def _chosen(self, scope: str, session: str, filters: Filters) -> list[str]:
        return await store.matching_turns(
            self.executor, scope, session,
            agent_id=filters.agent_id, after=filters.after, before=filters.before,
        )  # fmt: skip

    async def _records(
        self, scope: str, filters: Filters, dry_run: bool, progress: Progress | None
    ) -> ForgetResult:
        uids, cursor = [], None
        while True:
            page = await self.reading.records(scope, filters, _PAGE, cursor)
            uids += [memory.id for memory in page]
            cursor = page.cursor
            if cursor is None:
                break
        return await self.delete_records(scope, uids, dry_run=dry_run, progress=progress)

    async def delete_records(
        self, scope: str, uids: Sequence[str], *, dry_run: bool = False, progress: Progress | None = None
    ) -> ForgetResult:
        """Records one by one; those that are gone already are passed over."""
        result = ForgetResult(dry_run=dry_run)
        for done, uid in enumerate(uids, 1):
            result = result.plus(await self.records(scope, uid, dry_run=dry_run) or ForgetResult())
            if progress:
                progress(done, len(uids))
        return await self._in_order(scope, result)
