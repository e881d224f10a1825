"""Hits to a block of text for a prompt, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.model.hit import Citation, Hit
from graphmem.text.excerpt import excerpt

LONGEST = 0.4
"""Share of the budget that one turn may take; a longer one is told in an excerpt, as for an answer."""
_HEADING = 24
"""Tokens of a heading, a name and a date, for which an excerpt leaves room."""


@dataclass(frozen=True, slots=True)
class ContextBlock:
    """The best hits that fit, in the order in which they were said, under one heading per session and day.

    count: length of a text in tokens. note: puts the meaning of each relative time in brackets behind it,
    given when the text was said. A turn is shown verbatim but for these brackets; where there are none, the
    record that answers best adds the date it has.
    """

    count: Callable[[str], int]
    note: Callable[[str, datetime | None], str] = lambda text, said_at: text

    def __call__(self, hits: Sequence[Hit], budget: int, wanted: frozenset[str] = frozenset()) -> str:
        """At most `budget` tokens, "" when nothing fits.

        A turn that does not fit is left out for shorter ones; one that would take more than LONGEST of the
        budget is told in an excerpt: the sentences that share most words with `wanted`.
        """
        lines: dict[str, tuple[Citation, str]] = {}
        used = 0
        headed: set[tuple[str, str]] = set()
        for hit, citation in _cited(hits):
            if citation.turn_id in lines:
                continue
            text = self._fitting(_flat(citation.text), budget, budget - used, wanted)
            if not text:  # reading the dates of a long text takes its time
                continue
            line = self._line(hit, citation, text)
            heading = "" if _sitting(citation) in headed else _heading(citation)
            cost = self.count(line) + self.count(heading)
            if used + cost > budget:
                continue
            used += cost
            headed.add(_sitting(citation))
            lines[citation.turn_id] = (citation, line)
        return "\n".join(_told([lines[turn] for turn in lines]))

    def _fitting(self, text: str, budget: int, room: int, wanted: frozenset[str]) -> str:
        """The text, an excerpt of a long one, or "" where there is no room."""
        length, longest = self.count(text), int(LONGEST * budget)
        if length <= room:
            return text
        most = min(longest, room - _HEADING)
        return excerpt(text, wanted, most, self.count) if length > longest and most >= _HEADING else ""

    def _line(self, hit: Hit, citation: Citation, text: str) -> str:
        noted = self.note(text, citation.said_at)
        dated = ""
        if noted == text and hit.event_from and citation.turn_id == hit.citations[0].turn_id:
            dated = f" [{_span(hit.event_from, hit.event_to, citation.said_at)}]"
        return f"{_flat(citation.speaker)}: {noted}{dated}{_standing(hit, citation)}"


def _standing(hit: Hit, citation: Citation) -> str:
    """Whether what a turn tells still holds."""
    if not hit.outdated_by or citation.turn_id != hit.citations[0].turn_id:
        return ""
    if hit.valid_to is None:
        return " [taken back later]"
    zone = citation.said_at.tzinfo if citation.said_at else UTC
    return f" [true until {hit.valid_to.astimezone(zone).date().isoformat()}]"


def _cited(hits: Sequence[Hit]) -> Iterator[tuple[Hit, Citation]]:
    for hit in hits:
        for citation in (*hit.citations, *hit.neighbours):
            yield hit, citation


def _told(chosen: list[tuple[Citation, str]]) -> Iterator[str]:
    sitting = None
    for citation, line in sorted(chosen, key=lambda each: (_sitting(each[0]), each[0].position)):
        if _sitting(citation) != sitting:
            sitting = _sitting(citation)
            yield _heading(citation)
        yield line


def _sitting(citation: Citation) -> tuple[str, str]:
    """The day and the session of a turn: what one heading stands for. A session may pass midnight."""
    return citation.said_at.date().isoformat() if citation.said_at else "", citation.session_id


def _heading(citation: Citation) -> str:
    said = citation.said_at
    day = f"{said:%A}, {said.day} {said:%B %Y}" if said else "undated"
    return f"# {day} (session {_flat(citation.session_id)})"


def _flat(text: str) -> str:
    """On one line: nothing stored begins a line of its own."""
    return " ".join(text.split())


def _span(start: datetime, end: datetime | None, said_at: datetime | None) -> str:
    """The days of an interval, by the speaker's local date: one, or the first and the last."""
    zone = said_at.tzinfo if said_at else UTC
    first = start.astimezone(zone).date()
    last = (end - timedelta(microseconds=1)).astimezone(zone).date() if end else first
    return first.isoformat() if last <= first else f"{first.isoformat()} to {last.isoformat()}"
