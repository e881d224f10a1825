"""Nodes and ties as they are gathered: each once, then in the one order that every writer keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from graphmem.manage.calendar import Dates
from graphmem.model.change import AliasRow, EvidenceRow, GraphChange, RecordRow, Tie
from graphmem.model.filter_tokens import tokens
from graphmem.model.identity import uid


@dataclass(slots=True)
class Gathering:
    """A change while it grows; `change()` closes it."""

    scope: str
    segment_uid: str
    session_uid: str
    records: dict[str, RecordRow] = field(default_factory=dict)
    evidence: dict[str, EvidenceRow] = field(default_factory=dict)
    beside: dict[str, dict[str, None]] = field(default_factory=dict)
    aliases: dict[str, AliasRow] = field(default_factory=dict)
    calendar: set[tuple[str, str]] = field(default_factory=set)
    ties: set[Tie] = field(default_factory=set)

    def node(self, kind: str, node_uid: str, key: str, name: str) -> str:
        """Add an evidence node unless it is there; its uid."""
        if node_uid not in self.evidence:
            self.evidence[node_uid] = EvidenceRow(node_uid, kind, key, name, tokens(scope=self.scope))
        return node_uid

    def alias(self, key: str, entity: str) -> None:
        """Let a normalised surface form name an entity."""
        row = self.aliases.setdefault(key, AliasRow(uid("alias", key), key))
        self.tie("NAMES", "Alias", row.uid, "Entity", entity)

    def stands_beside(self, node: str, names: Iterable[str]) -> None:
        self.beside.setdefault(node, {}).update(dict.fromkeys(names))

    def tie(self, type: str, start_label: str, start: str, end_label: str, end: str) -> None:
        self.ties.add(Tie(type, start_label, end_label, start, end))

    def date(self, label: str, start: str, dates: Dates) -> None:
        """Hang a record or event frame on the calendar, and days on months, months on years."""
        for day in dates.days:
            self.tie("ON_DAY", label, start, "Day", day)
            self.tie("IN_MONTH", "Day", day, "Month", day[:7])
            self.calendar.add(("Day", day))
        for month in dates.months:
            self.tie("IN_MONTH", label, start, "Month", month)
        for month in {*dates.months, *(day[:7] for day in dates.days)}:
            self.tie("IN_YEAR", "Month", month, "Year", month[:4])
            self.calendar.update((("Month", month), ("Year", month[:4])))
        for year in dates.years:
            self.tie("IN_YEAR", label, start, "Year", year)
            self.calendar.add(("Year", year))

    def change(self) -> GraphChange:
        evidence = (
            replace(row, beside=tuple(self.beside.get(row.uid, ()))) for row in self.evidence.values()
        )
        return GraphChange(
            scope=self.scope,
            segment_uid=self.segment_uid,
            session_uid=self.session_uid,
            records=tuple(sorted(self.records.values(), key=lambda row: row.uid)),
            evidence=tuple(sorted(evidence, key=lambda row: row.uid)),
            aliases=tuple(sorted(self.aliases.values(), key=lambda row: row.uid)),
            days=self._dates("Day"),
            months=self._dates("Month"),
            years=self._dates("Year"),
            ties=tuple(sorted(self.ties)),
        )

    def _dates(self, label: str) -> tuple[str, ...]:
        return tuple(sorted(date for kind, date in self.calendar if kind == label))
