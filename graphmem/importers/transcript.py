"""Plain text: lines of "Name: text", with dates above them or in front of them where they are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from graphmem.arguments.messages import ROLES
from graphmem.arguments.moments import moment, month_number
from graphmem.arguments.text import blank, label, said
from graphmem.errors import InputError
from graphmem.model.turn import Conversation, Message

_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:[zZ]|[+-]\d\d:?\d\d)?"
_STAMPED = re.compile(rf"\[?({_STAMP})\]?\s*(?:[-–,|]\s*)?(?=\S)")
# Up to four words that start like a name, then a colon and a space: "Ana: ", "Dr. Jean-Luc O'Brien: ".
_SPEAKER = re.compile(r"([^\W\d_][\w.'’-]*(?: [\w.'’()-]+){0,3}) ?:(?:\s+|$)")
_HEADER_TRIM = re.compile(r"^[\s#=*\[\](-]+|[\s#=*\[\])-]+$")
_ISO_DAY = re.compile(rf"\d{{4}}-\d\d-\d\d|{_STAMP}")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_WRITTEN = re.compile(r"(?:\w+day,? )?(?:(\d{1,2})\.? ([A-Za-z]{3,9})|([A-Za-z]{3,9}) (\d{1,2})),? (\d{4})")
_OWN_ROLES = {role.capitalize(): role for role in ROLES} | {"Human": "user", "AI": "assistant"}


@dataclass(slots=True)
class _Draft:
    line: int
    session: str
    speaker: str | None
    said_at: datetime | None
    parts: list[str] = field(default_factory=list)


def conversations(text: str, path: Path) -> Iterator[Conversation]:
    """One conversation per date header, in the order of the file.

    A header is a line that is nothing but a date (2026-05-03, 3 May 2026, May 3, 2026, 3.5.2026, decorated
    with #, =, - or brackets); it dates what follows and opens the session "FILE DATE". A date and time in
    front of a name dates that message alone. Lines without a name continue the message above; in a file
    without any names, every paragraph is a message of the user. Speakers called User, Human, Assistant, AI,
    System, Developer and Tool are roles; everyone else is a user with that name.
    """
    session: str | None = None
    gathered: list[Message] = []
    for draft in _drafts(text, path):
        if session not in (None, draft.session) and gathered:
            yield Conversation(session, tuple(gathered))
            gathered = []
        session = draft.session
        gathered.append(_message(draft, path))
    if gathered:
        yield Conversation(session, tuple(gathered))


def _message(draft: _Draft, path: Path) -> Message:
    place = f"{path}, line {draft.line}"
    role = _OWN_ROLES.get(draft.speaker or "")
    return Message(
        role=role or "user",
        content=said("\n".join(draft.parts).strip(), place),
        name=None if role else label(draft.speaker, place, "the name"),
        timestamp=draft.said_at,
    )


def _drafts(text: str, path: Path) -> list[_Draft]:
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    named = any(_speaker(row) for row in rows)
    drafts: list[_Draft] = []
    session, said_at, fresh = path.stem, None, True
    for number, row in enumerate(rows, 1):
        place = f"{path}, line {number}"
        header = _header(row, place)
        if header is not None:
            session, said_at, fresh = f"{path.stem} {header:%Y-%m-%d}", header, True
        elif not row.strip():
            fresh = fresh or not named
            if drafts and not fresh:
                drafts[-1].parts.append("")
        elif _speaker(row) or fresh:
            stamp, speaker, rest = _split(row)
            at = moment(stamp, place) if stamp else said_at
            drafts.append(_Draft(number, session, speaker, at, [rest]))
            fresh = False
        else:
            drafts[-1].parts.append(row)
    return [draft for draft in drafts if not all(blank(part) for part in draft.parts)]


def _split(row: str) -> tuple[str | None, str | None, str]:
    stamped = _STAMPED.match(row)
    rest = row[stamped.end() :] if stamped else row
    speaker = _SPEAKER.match(rest)
    if not speaker:
        return None, None, row
    return (stamped[1] if stamped else None), speaker[1], rest[speaker.end() :]


def _speaker(row: str) -> str | None:
    return None if row[:1].isspace() else _split(row)[1]


def _header(row: str, place: str) -> datetime | None:
    text = _HEADER_TRIM.sub("", row)
    if _ISO_DAY.fullmatch(text):
        return moment(text, place)
    if dotted := _DOTTED.fullmatch(text):
        day, month, year = (int(part) for part in dotted.groups())
    elif written := _WRITTEN.fullmatch(text):
        day, year = int(written[1] or written[4]), int(written[5])
        try:
            month = month_number(written[2] or written[3])
        except ValueError:
            return None
    else:
        return None
    try:
        return moment(datetime(year, month, day), place)
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{place}: the date {text} does not exist") from error
