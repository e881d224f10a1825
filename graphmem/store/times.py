"""Times as the graph keeps them: UTC, never null, so that ranges inside an index keep working."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final

from graphmem.model.change import OPEN_END, UNKNOWN

__all__ = ["OPEN_END", "UNKNOWN", "offset_minutes", "shown", "stored", "stored_end"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def stored(moment: datetime | None) -> datetime:
    """UTC for the graph; None is UNKNOWN."""
    return UNKNOWN if moment is None else moment.astimezone(UTC)


def stored_end(moment: datetime | None) -> datetime:
    """UTC for the graph; None is OPEN_END."""
    return OPEN_END if moment is None else moment.astimezone(UTC)


def offset_minutes(moment: datetime | None) -> int:
    """The speaker's UTC offset; 0 when unknown."""
    offset = moment.utcoffset() if moment else None
    return int(offset.total_seconds() // 60) if offset else 0


def shown(value: Any, offset: int | None = None) -> datetime | None:
    """A stored time as an aware datetime, None for the open and the unknown.

    value: the driver's own, or milliseconds since 1970 from a statement that is in a hurry. offset: minutes
    east of UTC to show it in; UTC by default.
    """
    if value is None:
        return None
    if isinstance(value, int):
        value = _EPOCH + timedelta(milliseconds=value)
    native: datetime = value.to_native() if hasattr(value, "to_native") else value
    native = native.astimezone(UTC)
    if native in (OPEN_END, UNKNOWN):
        return None
    return native.astimezone(timezone(timedelta(minutes=offset))) if offset else native
