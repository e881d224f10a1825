"""Records and evidence nodes for the background of other users, so that no channel is searched in a void.

A real encoder would take hours over 100,000 turns. Here each segment gets as many records a turn as the real
conversations of the store have, each a copy of one of theirs: its words, type, entities, topics and date. So
the other users know entities, topics and days of the same names and dates as the one who is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

import numpy as np

from graphmem.model.interval import Granularity, Interval
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.turn import Turn
from graphmem.ports.embedder import Matrix
from graphmem.store.executor import Executor
from graphmem.store.times import shown

FRAME = "event_frame"


def _no_vectors() -> Matrix:
    return np.zeros((0, 0), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Shape:
    """A real record to be copied. turns: how many proved it."""

    draft: RecordDraft
    turns: int


@dataclass(frozen=True, slots=True)
class Facts:
    """Real records and evidence nodes with their vectors.

    vectors: records × dimensions, one for each shape. a_turn: records that a turn has on average. names:
    row of node_vectors by the name of an entity, topic or event frame; frames: the rows of event frames.
    """

    shapes: tuple[Shape, ...] = ()
    vectors: Matrix = field(default_factory=_no_vectors)
    a_turn: float = 0.0
    names: Mapping[str, int] = field(default_factory=dict)
    node_vectors: Matrix = field(default_factory=_no_vectors)
    frames: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PoolEncoder:
    """Stands in for the encoder: draws copies of real records, which the segment and the seed fix."""

    facts: Facts
    seed: int

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        """See ports.Encoder."""
        if not self.facts.shapes or not turns:
            return Encoding((), note)
        place = f"{scope}/{turns[0].session_uid}/{turns[0].position}"
        rng = np.random.default_rng([self.seed, _digest(place)])
        count = int(self.facts.a_turn * len(turns) + rng.random())  # the average holds over many segments
        chosen = dict.fromkeys(rng.integers(len(self.facts.shapes), size=count).tolist())
        return Encoding(tuple(_copy(self.facts.shapes[at], turns, rng) for at in chosen), note)


def _copy(shape: Shape, turns: Sequence[Turn], rng: np.random.Generator) -> RecordDraft:
    """The same record, proved by as many turns that follow each other, as far as there are so many."""
    length = min(shape.turns, len(turns))
    first = int(rng.integers(len(turns) - length + 1))
    return replace(shape.draft, evidence=tuple(turn.uid for turn in turns[first : first + length]))


async def read_facts(executor: Executor, scopes: Sequence[str], turns: int) -> Facts:
    """All records and evidence nodes of these users, who have so many turns together."""
    shapes, names, frames = list[Shape](), dict[str, int](), list[int]()
    vectors, nodes = list[Matrix](), list[Matrix]()
    for scope in scopes:
        for row in await executor.read("admin/crowd_records", scope=scope):
            shapes.append(Shape(_draft(row), max(1, row["turns"])))
            vectors.append(_array(row["embedding"]))
        for row in await executor.read("admin/crowd_evidence", scope=scope):
            if row["kind"] == FRAME:
                frames.append(len(nodes))
            names.setdefault(row["name"], len(nodes))
            nodes.append(_array(row["embedding"]))
    return Facts(
        tuple(shapes),
        np.stack(vectors) if vectors else _no_vectors(),
        len(shapes) / max(1, turns),
        names,
        np.stack(nodes) if nodes else _no_vectors(),
        tuple(frames),
    )


def _draft(row: Mapping[str, Any]) -> RecordDraft:
    return RecordDraft(
        RecordType(row["type"]),
        row["text"],
        (),
        subject=row["subject"],
        status=row["status"],
        entities=tuple(row["entities"]),
        tags=tuple(row["tags"]),
        time_text=row["time_text"],
        interval=_interval(shown(row["event_from"]), shown(row["event_to"]), row["granularity"]),
        source_role=row["source_role"],
    )


def _interval(start: datetime | None, end: datetime | None, granularity: str) -> Interval | None:
    """A record that names no date has no granularity."""
    return Interval(start, end, Granularity(granularity)) if granularity else None


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def _array(values: Any) -> Matrix:
    return np.asarray(list(values), dtype=np.float32)
