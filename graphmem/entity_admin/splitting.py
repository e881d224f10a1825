"""Two of one name told apart by hand: some records of an entity become another's, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.entity_admin.naming import as_written
from graphmem.errors import Conflict, InputError, NotFound
from graphmem.manage.entities import entity_uid
from graphmem.manage.roles import role_in
from graphmem.model.entity import EntityChange
from graphmem.model.identity import uid as uid_of
from graphmem.model.keys import normalised
from graphmem.ports import Clock
from graphmem.store import splits as store
from graphmem.store.executor import Executor, Transaction
from graphmem.store.splits import Reach, Splitting
from graphmem.write.evidence import EmbedEvidence

MOST = 1000
"""Records that one split moves."""
LONGEST = 120


@dataclass(frozen=True, slots=True)
class SplitEntity:
    """Makes some of an entity's records another entity's, of the same name, in one transaction.

    The new one is found by its name together with what tells it apart. Encoding again keeps who is whom; what
    is said later goes by role, by context, else to whom the session, then anything, spoke of last (see
    manage.entities).
    """

    executor: Executor
    evidence: EmbedEvidence
    clock: Clock

    async def __call__(
        self, scope: str, name: str, records: Sequence[str], apart: str, *, reason: str
    ) -> tuple[str, str]:
        """Uids of the new entity and of the former. apart: words that tell the new one apart."""
        wanted, words = _records(records), _words(apart)
        former = await as_written(self.executor, scope, name)
        made = entity_uid(former.key, normalised(words))
        alias = _called(former.key, normalised(words))
        now = self.clock.now()

        async def work(tx: Transaction) -> None:
            reach = await store.reach(tx, scope, former.uid, wanted)
            reach = _checked(reach, wanted, name)
            splitting = Splitting(former.uid, made, alias, scope, reason, now)
            if not await store.split_off(tx, scope, reach, splitting):
                raise Conflict(
                    f"{name!r} was split by {apart!r} before; name what tells this one apart otherwise"
                )
            await store.move(tx, scope, former.uid, made, _moved(reach, made))

        await self.executor.transaction(work)
        await self.evidence(scope, [made])  # where it gets no vector for now, `consolidate` gives it one
        return made, former.uid

    async def undo(self, scope: str, change: EntityChange) -> bool:
        """All that is said of the one that was split off is said of the former again, what came in since too.

        Raises Conflict where the one was merged, split or named since: these changes are undone first.
        """

        async def work(tx: Transaction) -> bool:
            reach = await store.reach(tx, scope, change.entity_id, None)
            if reach is None:
                return False
            if reach.merged or reach.split or reach.named:
                raise Conflict(
                    f"{change.entity!r} that was split off was merged, split or named since: undo that first"
                )
            await store.move(tx, scope, change.entity_id, change.other_id, _moved(reach, change.other_id))
            return await store.rejoin(tx, scope, change.entity_id)

        return await self.executor.transaction(work)


def _records(records: Sequence[str]) -> list[str]:
    if isinstance(records, str) or not all(isinstance(each, str) and each for each in records):
        raise InputError("records are the ids of memories; give a list of them")
    wanted = sorted(set(records))
    if not wanted:
        raise InputError("no records are named; give the ids of the memories that speak of the other one")
    if len(wanted) > MOST:
        raise InputError(f"{len(wanted)} records are named; a split moves {MOST} at most")
    return wanted


def _words(apart: str) -> str:
    words = " ".join(apart.split()) if isinstance(apart, str) else ""
    if not normalised(words):
        raise InputError("what tells the new one apart is empty; give words such as 'from the gym'")
    if len(words) > LONGEST:
        raise InputError(f"what tells the new one apart has {len(words)} characters; {LONGEST} are the most")
    return words


def _called(key: str, words: str) -> str:
    """ "mayas sister ana" for a role, else "ana from the gym"."""
    return f"{words} {key}" if role_in(f"{words} {key}", key) else f"{key} {words}"


def _checked(reach: Reach | None, wanted: Sequence[str], name: str) -> Reach:
    missing = sorted(set(wanted) - set(reach.records if reach else ()))
    if reach is None or missing:
        raise NotFound(f"no memory of {name!r} has the id {(missing or wanted)[0]!r}")
    if not reach.others:
        raise InputError(f"these are all the memories of {name!r}: none would be left to tell it from")
    return reach


def _moved(reach: Reach, target: str) -> Reach:
    pairs = tuple({**pair, "new": uid_of("entity_topic", target, pair["topic"])} for pair in reach.pairs)
    return replace(reach, pairs=pairs)
