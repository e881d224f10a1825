"""Records and evidence nodes into the graph: one transaction for each segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.change import OPEN_END, GraphChange, RecordRow, Tie
from graphmem.model.segment import Vector
from graphmem.store.executor import Executor, Row, Transaction
from graphmem.store.vocabulary import EVIDENCE_LABELS, RECORD_LABELS, TIER_LABELS

_TIES = {
    ("Record", "MENTIONS", "Entity"): "mentions",
    ("Record", "ABOUT", "Topic"): "about",
    ("Record", "CONCERNS", "EntityTopic"): "concerns",
    ("Record", "PART_OF", "EventFrame"): "part_of",
    ("EntityTopic", "OF_ENTITY", "Entity"): "of_entity",
    ("EntityTopic", "OF_TOPIC", "Topic"): "of_topic",
    ("EventFrame", "INVOLVES", "Entity"): "involves",
    ("Alias", "NAMES", "Entity"): "names",
    ("Record", "ON_DAY", "Day"): "record_on_day",
    ("EventFrame", "ON_DAY", "Day"): "event_on_day",
    ("Day", "IN_MONTH", "Month"): "day_in_month",
    ("Record", "IN_MONTH", "Month"): "record_in_month",
    ("EventFrame", "IN_MONTH", "Month"): "event_in_month",
    ("Month", "IN_YEAR", "Year"): "month_in_year",
    ("Record", "IN_YEAR", "Year"): "record_in_year",
    ("EventFrame", "IN_YEAR", "Year"): "event_in_year",
}
"""Pattern of a tie → its place in cypher/evidence/tie.cypher."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A change with what the graph needs besides.

    owner: whoever claimed the segment; note: what its encoder leaves to the next one.
    unsettled: records that are to be compared with what else is believed.
    proofs: (record uid, turn uid); record_vectors: by uid, but for texts that the embedder refuses;
    evidence_vectors: of new nodes, by uid.
    """

    change: GraphChange
    owner: str
    note: str
    proofs: tuple[tuple[str, str], ...]
    record_vectors: Mapping[str, Vector]
    evidence_vectors: Mapping[str, Vector]
    unsettled: frozenset[str] = frozenset()


async def embedded_evidence(executor: Executor, scope: str, uids: Sequence[str]) -> frozenset[str]:
    """Those of the evidence nodes that have a vector already."""
    if not uids:
        return frozenset()
    rows = await executor.read("evidence/embedded", scope=scope, uids=sorted(set(uids)))
    return frozenset(row["uid"] for row in rows)


async def land(executor: Executor, landing: Landing, now: datetime) -> int | None:
    """Write the change and end the segment's encoding.

    How many former records it superseded; None, and nothing written, when another owner took it over.
    """
    change = landing.change
    uids = [record.uid for record in change.records]

    async def work(tx: Transaction) -> int | None:
        finished = await tx.run(
            "segments/finish",
            scope=change.scope, uid=change.segment_uid, owner=landing.owner, note=landing.note,
        )  # fmt: skip
        if not finished:
            return None
        if uids:
            await land_nodes(tx, landing, now)
            await tx.run(
                "records/prove",
                scope=change.scope, segment_uid=change.segment_uid, proofs=_proofs(landing),
            )  # fmt: skip
        superseded = await _reconcile(tx, change, uids, now) if finished[0]["attempts"] > 1 else 0
        if landing.unsettled:
            await tx.run(
                "beliefs/mark", scope=change.scope, uids=sorted(landing.unsettled), open_end=OPEN_END
            )
        return superseded

    return await executor.transaction(work)


async def land_nodes(tx: Transaction, landing: Landing, now: datetime) -> None:
    """Write records and evidence nodes with their ties, but for what proves them."""
    await tx.run("records/land", **_nodes(landing, now))
    await tx.run("evidence/tie", scope=landing.change.scope, ties=_ties(landing.change.ties))


async def _reconcile(tx: Transaction, change: GraphChange, uids: Sequence[str], now: datetime) -> int:
    """A segment encoded before: what it yields no longer is superseded, what it yields again stays."""
    await tx.run("tree/outdate", scope=change.scope, segment_uid=change.segment_uid)
    await tx.run("tiers/align", scope=change.scope, segment_uid=change.segment_uid, labels=dict(TIER_LABELS))
    current = [record.uid for record in change.records if record.superseded_at is None]
    await tx.run("records/restore", scope=change.scope, uids=current, open_end=OPEN_END)
    (row,) = await tx.run(
        "records/retire",
        scope=change.scope, segment_uid=change.segment_uid, uids=list(uids), now=now, open_end=OPEN_END,
    )  # fmt: skip
    await tx.run(
        "beliefs/release",
        scope=change.scope, segment_uid=change.segment_uid, retired_at=now, open_end=OPEN_END,
    )  # fmt: skip
    return int(row["superseded"])


def _nodes(landing: Landing, now: datetime) -> Row:
    change = landing.change
    return {
        "scope": change.scope,
        "records": [_record(record, landing.record_vectors.get(record.uid)) for record in change.records],
        "evidence": [
            {
                "uid": node.uid,
                "kind": node.kind,
                "label": EVIDENCE_LABELS[node.kind],
                "key": node.key,
                "name": node.name,
                "filter_tokens": node.filter_tokens,
                "embedding": _listed(landing.evidence_vectors.get(node.uid)),
            }
            for node in change.evidence
        ],
        "aliases": [{"uid": alias.uid, "key": alias.key} for alias in change.aliases],
        "days": list(change.days),
        "months": list(change.months),
        "years": list(change.years),
        "now": now,
        "open_end": OPEN_END,
    }


def _record(record: RecordRow, vector: Vector | None) -> Row:
    return {
        "uid": record.uid,
        "label": RECORD_LABELS[record.type],
        "embedding": _listed(vector),
        "recorded_at": record.recorded_at,
        "superseded_at": record.superseded_at,
        "properties": {
            "session_uid": record.session_uid,
            "agent_id": record.agent_id,
            "type": record.type,
            "text": record.text,
            "subject": record.subject,
            "status": record.status,
            "source_role": record.source_role,
            "tags": list(record.tags),
            "time_text": record.time_text,
            "event_from": record.event_from,
            "event_to": record.event_to,
            "granularity": record.granularity,
            "valid_from": record.valid_from,
            "valid_to": record.valid_to,
            "filter_tokens": record.filter_tokens,
            "claim": record.claim,
        },
    }


def _listed(vector: Vector | None) -> list[float] | None:
    return None if vector is None else vector.tolist()


def _proofs(landing: Landing) -> list[Row]:
    by_turn = sorted(landing.proofs, key=lambda proof: (proof[1], proof[0]))
    return [{"record_uid": record, "turn_uid": turn} for record, turn in by_turn]


def _ties(ties: Sequence[Tie]) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {name: [] for name in _TIES.values()}
    for tie in ties:
        found[_TIES[tie.start_label, tie.type, tie.end_label]].append([tie.start, tie.end])
    return found
