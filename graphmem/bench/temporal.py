"""How many time expressions of the public gold are resolved exactly.

Exact means: our interval is the gold's. A date D is [D, D + 1 day); where the gold gives a future and a past
reading either one counts. The gold ends a range of two where its last part begins ("from 4 to 22 January" on
the 22nd, "May to October" on 1 October) and "the rest of" a period on its last day; we include the last part,
so there the gold's end plus that part must be ours. The column literal is without this rule. In timenorm our
TIMEX value must be the gold's; the column loose also lets an X in the gold stand for anything. The anchors
of timenorm are not asked.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dateutil.relativedelta import relativedelta

from graphmem.bench.temporal_gold import BESIDE, HEADLINE, HELD_OUT, Bounds, GoldRow, read_gold
from graphmem.bench.temporal_kinds import KINDS, OTHER, Kind, kind_of
from graphmem.extract.time_expressions import find_times, read
from graphmem.model.interval import Granularity, Interval, TimeExpression

SOURCES = (*HEADLINE, *BESIDE)
BAR_NAMED, BAR_ALL = 0.80, 0.60
_STEP = {
    Granularity.DAY: relativedelta(days=1),
    Granularity.WEEK: relativedelta(days=7),
    Granularity.MONTH: relativedelta(months=1),
    Granularity.YEAR: relativedelta(years=1),
}
_RANGE = "from A to B"
_REST = "early, middle, late, end, rest of"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row and what was made of it; exact, literal and loose as the module says."""

    row: GoldRow
    kind: Kind
    found: TimeExpression | None
    exact: bool
    literal: bool
    loose: bool


@dataclass(frozen=True, slots=True)
class TemporalReport:
    """All outcomes, with shares over the headline files (Recognizers dates and ranges, timenorm)."""

    outcomes: tuple[Outcome, ...]
    sentences_per_second: float

    def headline(self) -> tuple[Outcome, ...]:
        return tuple(one for one in self.outcomes if one.row.source in HEADLINE)

    def held_out(self) -> tuple[Outcome, ...]:
        """Of the file that no rule was written on."""
        return tuple(one for one in self.headline() if one.row.source == HELD_OUT)

    def seen(self) -> tuple[Outcome, ...]:
        """Of the headline files on which the rules were written."""
        return tuple(one for one in self.headline() if one.row.source != HELD_OUT)

    def named(self) -> tuple[Outcome, ...]:
        return tuple(one for one in self.headline() if one.kind.named)


def run(folder: Path, sources: Sequence[str] = SOURCES) -> TemporalReport:
    """Resolve every row of the gold under folder. Raises InputError when a file is missing."""
    outcomes = tuple(judge(row) for source in sources for row in read_gold(folder, source))
    return TemporalReport(outcomes, speed([one.row.text for one in outcomes if len(one.row.text) < 200]))


def share(outcomes: Sequence[Outcome], what: str = "exact") -> float:
    """The share of outcomes that are exact, literal or loose; 0 for none."""
    return sum(getattr(one, what) for one in outcomes) / len(outcomes) if outcomes else 0.0


def judge(row: GoldRow) -> Outcome:
    """Resolve one row and compare."""
    whole = row.source.startswith("timenorm")
    return compare(row, read(row.text, row.said_at) if whole else _overlapping(row))


def same_day(row: GoldRow) -> Outcome:
    """Base rate: whatever is said means the day on which it is said."""
    if row.said_at is None:
        return compare(row, None)
    day = row.said_at.replace(hour=0, minute=0, second=0, microsecond=0)
    interval = Interval(day, day + timedelta(days=1), Granularity.DAY)
    timex = day.date().isoformat()
    return compare(row, TimeExpression(row.expression, row.start, row.end, "date", interval, timex))


def compare(row: GoldRow, found: TimeExpression | None) -> Outcome:
    """What was found, held against the gold."""
    kind = kind_of(row.expression)
    if row.answers or row.impossible:
        literal = row.impossible and (found is None or found.interval is None)
        literal = literal or any(_same(found, answer) for answer in row.answers)
        ends = kind.name in {_RANGE, _REST}
        exact = literal or (ends and any(_same(found, answer, last_named=True) for answer in row.answers))
        return Outcome(row, kind, found, exact, literal, exact)
    if row.seconds is not None:
        exact = found is not None and seconds(found.timex) == row.seconds
        return Outcome(row, kind, found, exact, exact, exact)
    ours = _plain(found.timex) if found else ""
    exact = bool(ours) and ours == _plain(row.timex)
    pattern = re.escape(_plain(row.timex)).replace("X", r"\w")
    return Outcome(row, kind, found, exact, exact, bool(ours) and re.fullmatch(pattern, ours) is not None)


def _overlapping(row: GoldRow) -> TimeExpression | None:
    """The expression found in the sentence that shares most characters with the gold's."""
    found = find_times(row.text, row.said_at)
    shared = [(min(one.end, row.end) - max(one.start, row.start), one) for one in found]
    best = max(shared, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] > 0 else None


def _same(found: TimeExpression | None, gold: Bounds, *, last_named: bool = False) -> bool:
    if found is None or found.interval is None:
        return False
    interval = found.interval
    start, end = (
        moment.replace(tzinfo=None) if moment else None for moment in (interval.start, interval.end)
    )
    if gold.point:
        return start == gold.start
    gold_end = gold.end
    if last_named and gold_end is not None:
        gold_end += _STEP.get(interval.granularity, relativedelta())
    return start == gold.start and end == gold_end


def _plain(timex: str) -> str:
    """A TIMEX value with full hours written one way."""
    return re.sub(r"(T\d\d):00(?::00)?$", r"\1", timex)


_LENGTHS = {"Y": 365 * 86400, "M": 30 * 86400, "W": 7 * 86400, "D": 86400}
_CLOCK_LENGTHS = {"H": 3600, "M": 60, "S": 1}


def seconds(timex: str) -> float | None:
    """The length of a TIMEX duration with months of 30 and years of 365 days; None when it is not one."""
    match = re.fullmatch(r"P((?:[\d.]+[YMWD])*)(?:T((?:[\d.]+[HMS])+))?", timex)
    if match is None:
        return None
    total = 0.0
    for part, lengths in ((match[1], _LENGTHS), (match[2] or "", _CLOCK_LENGTHS)):
        total += sum(float(number) * lengths[unit] for number, unit in re.findall(r"([\d.]+)([A-Z])", part))
    return total


def speed(texts: Sequence[str]) -> float:
    """Sentences per second of processor time over the gold's, nearly all of which hold an expression."""
    said_at = datetime(2023, 7, 15, 12, tzinfo=UTC)
    started = time.process_time()
    for text in texts:
        find_times(text, said_at)
    return len(texts) / max(time.process_time() - started, timedelta.resolution.total_seconds())


def table(report: TemporalReport) -> str:
    """The report as text: by file, by kind, what is held out apart from what was seen, and the two bars."""
    lines = ["file                                  rows  exact  literal  loose"]
    by_source = {source: [one for one in report.outcomes if one.row.source == source] for source in SOURCES}
    for source, rows in by_source.items():
        if rows:
            lines.append(_line(f"{source} (held out)" if source == HELD_OUT else source, rows))
    lines += ["", "kind (headline files)                 rows  exact  literal  loose"]
    for named in (True, False):
        lines.append("named in the design:" if named else "others:")
        for kind in (*KINDS, OTHER):
            rows = [one for one in report.headline() if one.kind == kind]
            if rows and kind.named == named:
                lines.append(_line("  " + kind.name, rows))
    lines += ["", _line("named kinds", report.named()), _line("all rows", report.headline()), ""]
    lines += _apart("seen, rules were written on them", report.seen())
    lines += _apart("held out, no rule written on it", report.held_out())
    lines.append(
        f"bars: named {BAR_NAMED:.2f}, all {BAR_ALL:.2f}; {report.sentences_per_second:,.0f} sentences/s"
    )
    return "\n".join(lines)


def _apart(name: str, outcomes: Sequence[Outcome]) -> list[str]:
    """Some headline files: all rows, those of the named kinds, and the base rate; nothing without rows."""
    if not outcomes:
        return []
    named = [one for one in outcomes if one.kind.named]
    base = [same_day(one.row) for one in outcomes]
    return [
        _line(name, outcomes),
        _line("  named kinds", named),
        _line("  base rate: the day it is said", base),
    ]


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    values = "  ".join(f"{share(outcomes, what):5.3f}" for what in ("exact", "literal", "loose"))
    return f"{name[:36]:<36}  {len(outcomes):4d}  {values}"


def misses(outcomes: Iterable[Outcome]) -> str:
    """What was not exact, one row a line: kind, day it was said, expression, the gold and ours."""
    return "\n".join(_miss(one) for one in outcomes if not one.exact)


def _miss(one: Outcome) -> str:
    row, found = one.row, one.found
    gold = (
        row.timex or " | ".join(f"{answer.start}..{answer.end}" for answer in row.answers) or str(row.seconds)
    )
    ours = "nothing"
    if found:
        interval = found.interval
        ours = f"{found.text!r} {found.timex} " + (f"{interval.start}..{interval.end}" if interval else "")
    said = row.said_at.date() if row.said_at else "unknown"
    return f"{one.kind.name} | {said} | {row.expression!r} | gold {gold} | ours {ours}"


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m graphmem.bench.temporal FOLDER [--misses]`."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given:
        sys.stderr.write("usage: python -m graphmem.bench.temporal FOLDER [--misses]\n")
        return 2
    report = run(Path(given[0]))
    sys.stdout.write(table(report) + "\n")
    if "--misses" in given:
        sys.stdout.write("\n" + misses(report.seen()) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
