"""What one transaction adds to the graph when a segment has been encoded: rows, sorted, without repeats."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

OPEN_END: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""An end that has not come."""
UNKNOWN: Final = datetime(1, 1, 1, tzinfo=UTC)
"""A time that nobody told; also the start of what has none."""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record as the graph keeps it; the writer adds tier and embedding, and recorded_at and superseded_at
    where they did not come with it.

    claim: under which those that may exclude it find it, "" when it claims nothing. Times are UTC and never
    null. event_from and event_to are both UNKNOWN when the record names no date.
    """

    uid: str
    session_uid: str
    agent_id: str
    type: str
    text: str
    subject: str
    status: str
    source_role: str
    tags: tuple[str, ...]
    time_text: str
    event_from: datetime
    event_to: datetime
    granularity: str
    valid_from: datetime
    valid_to: datetime
    filter_tokens: str
    claim: str = ""
    recorded_at: datetime | None = None
    superseded_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """An evidence node; kind: entity, topic, entity_topic or event_frame.

    beside: names of the nodes that this segment mentions with it; they are embedded with it, not stored.
    """

    uid: str
    kind: str
    key: str
    name: str
    filter_tokens: str
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AliasRow:
    """A normalised surface form."""

    uid: str
    key: str


@dataclass(frozen=True, slots=True, order=True)
class Tie:
    """A relationship between two nodes of this change, or of the graph; labels tell where to look them up."""

    type: str
    start_label: str
    end_label: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class GraphChange:
    """All that a segment's encoding adds. Nodes go before ties; every sequence is in order of its keys.

    One order for all writers, so that two of them never wait for each other in a circle. days, months and
    years are uids ("2023-05-07", "2023-05", "2023").
    """

    scope: str
    segment_uid: str
    session_uid: str
    records: tuple[RecordRow, ...] = ()
    evidence: tuple[EvidenceRow, ...] = ()
    aliases: tuple[AliasRow, ...] = ()
    days: tuple[str, ...] = ()
    months: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    ties: tuple[Tie, ...] = ()
