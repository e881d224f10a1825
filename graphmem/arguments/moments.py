"""When something was said: one reading of the many ways in which clients write a moment."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

from graphmem.arguments.text import shown
from graphmem.errors import InputError

Moment = datetime | date | str | int | float
"""A point in time as clients write it: ISO 8601, a datetime or date, epoch seconds, ms, µs, ns."""

# Seconds reach the first in the year 5138, and milliseconds passed it in March 1973; and so on by thousands.
_UNITS = ((10**11, 1), (10**14, 10**3), (10**17, 10**6), (10**20, 10**9))
_EPOCH = re.compile(r"\d{10}(\.\d+)?|\d{13}|\d{16}|\d{19}")
# "Mon, 02 Mar 2026 10:00:00 +0100" of mails, "Mon Mar 02 2026 10:00:00 GMT+0100 (CET)" of JavaScript.
_MAIL = re.compile(r"(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d.*")
_JAVASCRIPT = re.compile(
    r"[A-Z][a-z]{2} ([A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d) GMT([+-]\d{4})?(?: \(.*\))?"
)
_SPACED_OFFSET = re.compile(r"\s+(?=[+-]\d\d:?\d\d$)")
_WIDEST_OFFSET = timedelta(hours=18)
_EPOCH_START = datetime(1970, 1, 1, tzinfo=UTC)
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

_ADVICE = "give ISO 8601, such as 2026-05-03T10:00:00+02:00, a datetime, or epoch seconds or milliseconds"


def moment(value: object, place: str) -> datetime | None:
    """An aware datetime in the speaker's own UTC offset, or None when the value is None or blank.

    Takes ISO 8601 strings, datetime, date (midnight) and epoch seconds or milliseconds, also as digits; what
    has no offset is UTC. Raises InputError for a moment that does not exist or cannot be stored.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        return _storable(_read(value))
    except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
        raise InputError(
            f"{place}: the timestamp {shown(value)} cannot be read ({error}); {_ADVICE}"
        ) from error


def _read(value: object) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    if isinstance(value, str):
        return _from_text(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _from_epoch(value)
    raise TypeError("it is neither text, a number nor a datetime")


def _from_text(text: str) -> datetime:
    if _EPOCH.fullmatch(text):
        return _from_epoch(float(text) if "." in text else int(text))
    if _MAIL.fullmatch(text):
        return parsedate_to_datetime(text)
    if stamp := _JAVASCRIPT.fullmatch(text):
        return datetime.strptime(f"{stamp[1]} {stamp[2] or '+0000'}", "%b %d %Y %H:%M:%S %z")
    return _from_iso(text)


def _from_iso(text: str) -> datetime:
    text = re.sub(r"\s*(?:UTC|GMT|[zZ])$", "+00:00", text)
    text = re.sub(r"^(\d{4})/(\d\d)/(\d\d)(?=$|[ T])", r"\1-\2-\3", text)
    return datetime.fromisoformat(_SPACED_OFFSET.sub("", text))


def _from_epoch(value: float) -> datetime:
    part = next((part for least, part in _UNITS if abs(value) < least), None)
    if part is None:
        raise ValueError("neither seconds nor milliseconds since 1970")
    return _EPOCH_START + timedelta(seconds=value / part)


def _storable(value: datetime) -> datetime:
    """A plain datetime with a fixed offset of whole minutes, as Neo4j keeps it."""
    offset = value.utcoffset() or timedelta(0)
    if abs(offset) > _WIDEST_OFFSET or offset % timedelta(minutes=1):
        raise ValueError("its UTC offset is not a whole number of minutes within 18 hours")
    zone = UTC if not offset else timezone(offset)
    plain = datetime.combine(value.date(), value.time(), zone)
    plain.astimezone(UTC)  # the first and last hours of the calendar have no UTC form
    return plain


def month_number(name: str) -> int:
    """1 to 12 for an English month name or its first three or more letters; ValueError otherwise."""
    low = name.lower().rstrip(".")
    matches = [number for number, month in enumerate(MONTHS, 1) if len(low) >= 3 and month.startswith(low)]
    if len(matches) != 1:
        raise ValueError(f"{name!r} is no month")
    return matches[0]
