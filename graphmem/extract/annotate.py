"""Text with what its expressions of time mean, in brackets behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from graphmem.extract.time_expressions import find_times
from graphmem.model.interval import Granularity, Interval, TimeExpression

# "have been together for three years" goes on until now; "was there for three years" does not.
_GOING_ON = re.compile(
    r"\b(?:have|has|had|'ve|’ve|'s|’s|been)\b[^.?!;]*\bfor (?:the (?:last|past) |over |about )?$", re.I
)
_UNTIL_NOW = re.compile(r"\W{0,2}(?:now|already)\b", re.IGNORECASE)


def annotated(text: str, said_at: datetime | None) -> str:
    """The text with the meaning of each relative expression in brackets: "yesterday [2023-05-07]".

    said_at: aware, when it was said, in the speaker's offset; None annotates nothing. A duration that lasts
    until then tells its beginning: "for three years [since 2020]". Dates that stand there in full, and the
    day of the saying itself, are left as they are.
    """
    if said_at is None:
        return text
    pieces: list[str] = []
    at = 0
    for end, note in _notes(text, said_at):
        pieces += [text[at:end], f" [{note}]"]
        at = end
    return "".join([*pieces, text[at:]])


def _notes(text: str, said_at: datetime) -> Iterator[tuple[int, str]]:
    for found in find_times(text, said_at):
        if found.kind == "duration":
            began = _began(found, text, said_at)
            if began:
                yield found.end, f"since {span(began)}"
        elif found.interval and not _plain(found, said_at):
            yield found.end, span(found.interval)


def _began(found: TimeExpression, text: str, said_at: datetime) -> Interval | None:
    """When a duration that lasts until now began."""
    lasting = _GOING_ON.search(text[: found.start]) or _UNTIL_NOW.match(text[found.end :])
    ago = find_times(f"{found.text} ago", said_at) if lasting else ()
    return next(
        (one.interval for one in ago if one.interval and one.interval.start and one.interval.end), None
    )


def _plain(found: TimeExpression, said_at: datetime) -> bool:
    """Whether the reader sees the meaning without help: a full date, or the day itself."""
    interval = found.interval
    if interval is None or (
        interval.start and interval.start.date() == said_at.date() and _one_day(interval)
    ):
        return True
    return any(one.interval == interval for one in find_times(found.text, None))


def _one_day(interval: Interval) -> bool:
    return bool(interval.start and interval.end and interval.end - interval.start <= timedelta(days=1))


def span(interval: Interval) -> str:
    """An interval in digits: "2023-05-07", "2023-05", "2023", "2023-05-01 to 2023-05-07", "since 2016"."""
    if interval.start is None:
        return f"until {_day(interval.end, interval.granularity, last=True)}"
    first = _day(interval.start, interval.granularity)
    if interval.end is None:
        return f"since {first}"
    last = _day(interval.end, interval.granularity, last=True)
    return first if first == last else f"{first} to {last}"


def _day(moment: datetime | None, granularity: Granularity, *, last: bool = False) -> str:
    assert moment is not None  # an interval lacks one side at most
    day = moment - timedelta(microseconds=1) if last else moment
    if granularity is Granularity.YEAR:
        return f"{day:%Y}"
    return f"{day:%Y-%m}" if granularity is Granularity.MONTH else f"{day:%Y-%m-%d}"
