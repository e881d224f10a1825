"""A record out of the graph by hand; its turns stay, and encoding them again does not bring it back."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.forget.trial import committed_or_tried
from graphmem.forget.turns import MakeAnew, Remains, tried
from graphmem.manage.connect import frame_name
from graphmem.model.forgetting import ForgetResult
from graphmem.model.identity import uid
from graphmem.store import forgetting as store
from graphmem.store.executor import Executor, Row, Transaction
from graphmem.store.forgetting import Loose


@dataclass(frozen=True, slots=True)
class DeleteRecord:
    """Delete one record: what it superseded is believed again, evidence nodes without support go.

    The segment is not encoded again: a model might say the same in other words. A tombstone without text
    stays, which is what keeps a later encoding from writing the record anew.
    """

    executor: Executor
    anew: MakeAnew

    async def __call__(self, scope: str, record_uid: str, *, dry_run: bool = False) -> ForgetResult | None:
        """None when the user has no such record."""

        async def work(tx: Transaction) -> Remains | None:
            for row in await tx.run("forget/record", scope=scope, uid=record_uid):
                return await _delete(tx, scope, row)
            return None

        remains = await committed_or_tried(self.executor, work, dry_run=dry_run)
        if remains is None:
            return None
        if dry_run:
            return tried(remains)
        return await self.anew(scope, remains)


async def _delete(tx: Transaction, scope: str, row: Row) -> Remains:
    loose = Loose()
    await store.drop_records(tx, scope, [row["uid"]], loose)
    if row["segment_uid"]:
        await store.tombstone(tx, scope, row)
        frame = uid("event_frame", row["segment_uid"], "")
        says = await store.frame_says(tx, scope, frame)
        if says and (says.names or says.topics):
            await store.rename_frame(tx, scope, frame, frame_name(says.names, says.topics, says.said_at))
    await store.prune(tx, scope, loose)
    return Remains(loose)
