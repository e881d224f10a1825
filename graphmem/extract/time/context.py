"""What an expression is read against: its verbs, and the day that its sentence named before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.extract.time.lean import lean, verbless
from graphmem.extract.time.spans import Frame, Span
from graphmem.extract.time.tokens import Tokens
from graphmem.model.interval import Granularity

_ENDS = frozenset(".!?;")
_DAYS = (Granularity.DAY, Granularity.HOUR)


@dataclass(slots=True)
class Context:
    """Goes along a text in order: `frame` for each expression, then `note` of what it came to mean."""

    tokens: Tokens
    now: datetime | None
    _last: Span | None = None
    _read: int = 0

    def frame(self, first: int, after: int) -> Frame:
        """The frame of the expression of the tokens from first to after."""
        t = self.tokens
        if any(t.words[k] in _ENDS for k in range(self._read, first)):
            self._last = None
        self._read = first
        leaning = lean(t, first, after) or (1 if self._ahead() else 0)
        day = self._last.start if self._last and self._last.granularity in _DAYS else None
        alone = leaning == 0 and verbless(t, first, after)
        return Frame(self.now, leaning, day.date() if day else None, alone)

    def note(self, span: Span, after: int) -> None:
        """Remember a day or period; durations, ranges and recurrences name none."""
        self._read = after
        if span.start is not None and span.kind == "date":
            self._last = span

    def _ahead(self) -> bool:
        """ "in four months, around the middle of May": a time to come makes those behind it such."""
        start = self._last.start if self._last else None
        return start is not None and self.now is not None and start > self.now
