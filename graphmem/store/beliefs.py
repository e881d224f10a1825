"""What is believed of what: statements under `cypher/beliefs`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from graphmem.model.belief import Names, Statement, Supersession
from graphmem.model.change import OPEN_END
from graphmem.model.identity import uid
from graphmem.model.segment import Vector
from graphmem.store.centred import Centred
from graphmem.store.executor import Executor, Row
from graphmem.store.times import UNKNOWN, shown

MOST_RIVALS = 100
"""Of one subject and attribute; a statement that excludes another is among the latest."""
MOST_NEAR = 20
"""Records beside a new one, the most alike first."""
NEAR = 0.44
"""Centred cosine; of 61 pairs of ours that exclude each other two were below .5 with e5-small-v2, the lowest
at .447."""
_NAMELESS = ("user", "human", "")


@dataclass(frozen=True, slots=True)
class GraphBeliefs:
    """Reads and changes which records of a user are believed."""

    executor: Executor
    mean: Callable[[], Vector | None] = lambda: None

    async def near(
        self, scope: str, uids: Sequence[str], now: datetime
    ) -> Mapping[str, tuple[Statement, ...]]:
        """Believed records near to each of some, by its uid: of one subject or with one entity, and at least
        as like as NEAR.
        """
        found: dict[str, list[Statement]] = defaultdict(list)
        mean = self.mean()
        usable = mean is not None and bool(np.any(mean))
        for row in await self.executor.read(
            "beliefs/near",
            scope=scope, uids=sorted(uids), mean=mean.tolist() if mean is not None and usable else None,
            limit=MOST_NEAR + 1, now=now,
        ):  # fmt: skip
            length = float(np.linalg.norm(mean)) if mean is not None else 0.0
            if not usable or _centred(row, length) >= NEAR:
                found[row["key"]].append(_statement(row))
        return {key: tuple(several) for key, several in found.items()}

    async def names(self, scope: str, uids: Sequence[str]) -> Names:
        """Of those whom records mention, where they have several."""
        rows = await self.executor.read("beliefs/names", scope=scope, uids=sorted(uids))
        return Names.of(row["names"] for row in rows)

    async def unsettled(
        self, scope: str, uids: Sequence[str] | None, after: str, limit: int
    ) -> tuple[tuple[str, ...], tuple[Statement, ...]]:
        """Uids of marked records, those of `uids` or all, after a uid; and those that are believed."""
        rows = await self.executor.read(
            "beliefs/unsettled",
            scope=scope, uids=None if uids is None else sorted(uids), after=after, limit=limit,
            open_end=OPEN_END,
        )  # fmt: skip
        marked = tuple(row["record"]["uid"] for row in rows)
        return marked, tuple(_statement(row) for row in rows if row["believed"])

    async def rivals(self, scope: str, keys: Sequence[str]) -> Mapping[str, tuple[Statement, ...]]:
        """Believed records by what they claim."""
        found: dict[str, list[Statement]] = defaultdict(list)
        if keys:
            for row in await self.executor.read(
                "beliefs/rivals", scope=scope, keys=sorted(keys), limit=MOST_RIVALS, open_end=OPEN_END
            ):
                found[row["key"]].append(_statement(row))
        return {key: tuple(several) for key, several in found.items()}

    async def supersede(self, scope: str, draft: Supersession, now: datetime) -> bool:
        """Write one supersession; False when one of the two is not believed any more, or was taken back."""
        rows = await self.executor.write(
            "beliefs/supersede",
            scope=scope,
            both=sorted((draft.newer, draft.older)),
            newer=draft.newer,
            older=draft.older,
            copy=copy_uid(draft.older, draft.newer),
            reason=draft.reason.value,
            until=draft.at,
            now=now,
            open_end=OPEN_END,
        )
        return bool(rows)

    async def superseded(self, scope: str, uid: str) -> Row | None:
        """What superseded a record, a closed copy's original, or what a record edited; None when unknown."""
        rows = await self.executor.read("beliefs/superseded", scope=scope, uid=uid, open_end=OPEN_END)
        return rows[0] if rows else None

    async def undo(self, scope: str, newer: str, older: str, now: datetime) -> bool:
        """Take one supersession back; False when there is none between the two."""
        rows = await self.executor.write(
            "beliefs/undo",
            scope=scope, both=sorted((newer, older)), newer=newer, older=older, now=now, open_end=OPEN_END,
        )  # fmt: skip
        return bool(rows)

    async def mark(self, scope: str, uids: Sequence[str]) -> None:
        """Those of some records that are believed are to be compared."""
        await self.executor.write("beliefs/mark", scope=scope, uids=sorted(uids), open_end=OPEN_END)

    async def settle(self, scope: str, uids: Sequence[str]) -> None:
        """Take the mark off."""
        if uids:
            await self.executor.write("beliefs/settle", scope=scope, uids=sorted(uids))


def copy_uid(older: str, newer: str) -> str:
    """The uid of the closed copy that a supersession makes: the same whenever it is made."""
    return uid("closed", older, newer)


def _statement(row: Row) -> Statement:
    record, turns = row["record"], row["turns"]
    last = turns[-1] if turns else {}
    said_at = shown(last.get("said_at"))
    return Statement(
        uid=record["uid"],
        text=record["text"],
        said_at=said_at or shown(last.get("recorded_at")) or UNKNOWN,
        dated=said_at is not None,
        place=(last.get("session_uid", ""), last.get("position", 0)),
        speakers=tuple(dict.fromkeys(_speaker(turn) for turn in turns)),
        said=last.get("text", ""),
        source_role=record["source_role"] or "user",
        event_from=shown(record["event_from"]),
        event_to=shown(record["event_to"]),
        valid_from=shown(record["valid_from"]),
        valid_to=shown(record["valid_to"]),
        edited_at=shown(row["edits"][0]) if row["edits"] else None,
    )


def _centred(row: Row, length: float) -> float:
    """The centred cosine of two unit vectors, from the raw one and theirs to the mean."""
    return Centred.to_mean(row["fresh_mean"], length)(row["cosine"], row["record_mean"])


def _speaker(turn: Row) -> str:
    return "the user" if turn["speaker"].strip().lower() in _NAMELESS else str(turn["speaker"])
