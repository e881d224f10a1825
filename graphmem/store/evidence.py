"""Evidence nodes and their vectors: statements under `cypher/evidence`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from graphmem.model.change import OPEN_END
from graphmem.model.entity import Named
from graphmem.model.segment import Vector
from graphmem.store.executor import Executor


@dataclass(frozen=True, slots=True)
class Unembedded:
    """An evidence node without a vector. beside: names of its neighbours; texts: its statements."""

    uid: str
    kind: str
    key: str
    name: str
    beside: tuple[str, ...]
    texts: tuple[str, ...]


_MOST_BESIDE: Final = 60


async def known_names(
    executor: Executor, scope: str, keys: Sequence[str], *, session_uid: str, records: Sequence[str]
) -> tuple[dict[str, list[Named]], dict[str, set[str]]]:
    """The entities that normalised surface forms name, as the graph has them; and, of those whose name others
    have too, which of these records mention which. session_uid: the session that speaks of them.
    """
    forms: dict[str, list[Named]] = defaultdict(list)
    if not keys:
        return {}, {}
    for row in await executor.read("evidence/aliases", scope=scope, keys=sorted(set(keys))):
        forms[row["key"]].append(Named(row["uid"], row["entity_key"], row["root"], tuple(row["aliases"])))
    several = sorted({e.uid for each in forms.values() if len({e.root for e in each}) > 1 for e in each})
    if not several:
        return dict(forms), {}
    rows = await executor.read(
        "evidence/apart",
        scope=scope, uids=several, session_uid=session_uid, records=sorted(records), most=_MOST_BESIDE,
        open_end=OPEN_END,
    )  # fmt: skip
    told, mentioned = {row["uid"]: row for row in rows}, defaultdict(set)
    for row in rows:
        for record in row["mentioned"]:
            mentioned[record].add(row["uid"])
    return {form: [_told(each, told) for each in named] for form, named in forms.items()}, dict(mentioned)


def _told(named: Named, told: Mapping[str, Mapping[str, Any]]) -> Named:
    row = told.get(named.uid)
    if row is None:
        return named
    here, last = (row[name].iso_format() if row[name] else "" for name in ("here", "last"))
    return replace(named, beside=frozenset(row["beside"]), here=here, last=last)


async def unembedded(
    executor: Executor, scope: str, uids: Sequence[str] | None, after: str, limit: int, texts: int
) -> list[Unembedded]:
    """Those after a uid, in its order. uids: only these. texts: most statements and names of each."""
    rows = await executor.read(
        "evidence/unembedded",
        scope=scope, uids=None if uids is None else list(uids), after=after, limit=limit, texts=texts,
        open_end=OPEN_END,
    )  # fmt: skip
    return [
        Unembedded(
            row["uid"], row["kind"], row["key"], row["name"], tuple(row["beside"]), tuple(row["texts"])
        )
        for row in rows
    ]


async def embed(executor: Executor, scope: str, vectors: Mapping[str, Vector]) -> int:
    """Write vectors by uid; how many nodes still had none."""
    rows = [{"uid": uid, "embedding": vectors[uid].tolist()} for uid in sorted(vectors)]
    (row,) = await executor.write("evidence/embed", scope=scope, nodes=rows)
    return int(row["nodes"])
