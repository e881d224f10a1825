"""A record as the graph keeps it: its uid, its times in UTC, its filter tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.manage.calendar import Dates, date_of, dates_of
from graphmem.manage.supersede import claim_key
from graphmem.model.change import OPEN_END, UNKNOWN, RecordRow
from graphmem.model.filter_tokens import tokens
from graphmem.model.identity import uid
from graphmem.model.record import RecordDraft


@dataclass(frozen=True, slots=True)
class RecordRows:
    """Makes rows for one segment; said: turn uid → when it was said; speakers: turn uid → who said it."""

    scope: str
    segment_uid: str
    session_uid: str
    agent_id: str
    said: Mapping[str, datetime | None]
    speakers: Mapping[str, str]

    def __call__(self, record: RecordDraft) -> RecordRow:
        """The row. It is valid from the start of its date, or else from when it was said."""
        interval = record.interval
        start = interval.start if interval else None
        return RecordRow(
            uid=record_uid(self.segment_uid, record),
            session_uid=self.session_uid,
            agent_id=self.agent_id,
            type=record.type.value,
            text=record.text,
            subject=record.subject,
            status=record.status,
            source_role=record.source_role,
            tags=tuple(dict.fromkeys(record.tags)),
            time_text=record.time_text,
            event_from=_utc(start, UNKNOWN),
            event_to=_utc(interval.end, OPEN_END) if interval else UNKNOWN,
            granularity=interval.granularity.value if interval else "",
            valid_from=_utc(record.stated.valid_from or start or self.said_at(record), UNKNOWN),
            valid_to=_utc(record.stated.valid_to, OPEN_END),
            filter_tokens=self._tokens(record),
            claim=claim_key(record.text, self._speakers(record), record.source_role),
            recorded_at=_told(record.stated.recorded_at),
            superseded_at=_told(record.stated.superseded_at),
        )

    def _speakers(self, record: RecordDraft) -> tuple[str, ...]:
        return tuple(self.speakers[turn] for turn in record.evidence if turn in self.speakers)

    def dates(self, record: RecordDraft) -> Dates:
        """The date that a record names, else the day on which it was said."""
        said_at = self.said_at(record)
        return dates_of(record.interval, said_at) if record.interval else date_of(said_at)

    def said_at(self, record: RecordDraft) -> datetime | None:
        """When the last turn behind the record was said: the one that completes it."""
        return next((moment for turn in reversed(record.evidence) if (moment := self.said.get(turn))), None)

    def _tokens(self, record: RecordDraft) -> str:
        dates = self.dates(record)
        return tokens(
            scope=self.scope,
            session=self.session_uid,
            agent=self.agent_id,
            type=record.type.value,
            months=sorted({*(day[:7] for day in dates.days), *dates.months}),
            tags=record.tags,
        )


def record_uid(segment_uid: str, record: RecordDraft) -> str:
    """The same statement of the same segment on the same evidence is the same record."""
    text = " ".join(unicodedata.normalize("NFKC", record.text).casefold().split())
    return uid(segment_uid, record.type.value, text, *sorted(record.evidence))


def _told(moment: datetime | None) -> datetime | None:
    return None if moment is None else _utc(moment, UNKNOWN)


def _utc(moment: datetime | None, otherwise: datetime) -> datetime:
    if moment is None:
        return otherwise
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # year 1 or 9999 in an offset that leaves the calendar
        return otherwise
