"""A supersession taken back by hand: by the rules, by a judge, or by an edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphmem.errors import Conflict, NotFound
from graphmem.model.results import StoredMemory
from graphmem.ports import Clock
from graphmem.store.beliefs import GraphBeliefs
from graphmem.store.readers import GraphReader


@dataclass(frozen=True, slots=True)
class UndoSupersession:
    """Believe a record again that another had superseded. The same two never supersede each other again,
    whatever is encoded or consolidated, unless a person makes the edit once more.
    """

    beliefs: GraphBeliefs
    reading: GraphReader
    clock: Clock

    async def __call__(self, scope: str, uid: str) -> StoredMemory:
        """The record, believed again. uid: of the record, of its closed copy, or of the edit's new version.

        Raises NotFound; Conflict when nothing is to be taken back, or something else has to be first.
        """
        known = await self.beliefs.superseded(scope, uid)
        if known is None:
            raise NotFound(f"user {scope!r} has no record with the id {uid!r}; turns are never superseded")
        chosen = _chosen(known)
        if not await self.beliefs.undo(scope, chosen["newer"], chosen["older"], self.clock.now()):
            raise Conflict(
                f"record {chosen['older']} was changed meanwhile; ask for its history, and try again"
            )
        return await self.reading.get(scope, chosen["older"])


def _chosen(known: dict[str, Any]) -> dict[str, Any]:
    uid, by, edits = known["uid"], known["by"], known["edits"]
    if known["believed"] and len(edits) == 1:
        return dict(edits[0])
    if known["believed"] or not by:
        raise Conflict(f"record {uid} was not superseded by another; there is nothing to take back")
    latest = dict(by[0])
    if latest["reason"] == "re-encoded":
        raise Conflict(
            f"record {uid} is not yielded by its segment any more; put the words into {latest['newer']} with "
            "update instead"
        )
    if latest["reason"] == "edited" and not latest["believed"]:
        raise Conflict(f"record {latest['newer']}, which edited {uid}, was replaced itself: undo that first")
    return latest
