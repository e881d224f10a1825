"""Plain text: lines of "Name: text", with dates above them or in front of them where they are known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from graphmem.arguments.content import shares
from graphmem.arguments.keys import ROLES
from graphmem.arguments.moments import moment, month_number
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import blank, label, said
from graphmem.errors import InputError
from graphmem.importers.chats import Fields, conversation
from graphmem.importers.stamps import stamped, unread_dates
from graphmem.model.turn import Conversation, Message

_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:[zZ]|[+-]\d\d:?\d\d)?"
_STAMPED = re.compile(rf"\[?({_STAMP})\]?\s*(?:[-–,|]\s*)?(?=\S)")
# Up to four words that start like a name, then a colon and a space (none behind the wide colon of Chinese):
# "Ana: ", "Dr. Jean-Luc O'Brien: ". A word has all but separators: combining marks are no letters to Python.
_WORD = r"[^\s:：,;!?()\[\]{}<>\"“”|/\\=]"
_SPEAKER = re.compile(rf"([^\W\d_]{_WORD}*(?: (?:{_WORD}|[()])+){{0,3}}) ?(?::(?:\s+|$)|：\s*)")
_HEADING = re.compile(r"(?:#{1,6} +|\*\*|__)\W*?([^\W\d_][\w .'’-]{0,30}?) ?:?(?:\*\*|__)?:?[ \t]*(?:\n|$)")
_BOLD = re.compile(r"(?:\*\*|__)([^\W\d_][\w .'’-]{0,30}?) ?:(?:\*\*|__)[ \t]*")
_HEADER_TRIM = re.compile(r"^[\s#=*\[\](-]+|[\s#=*\[\])-]+$")
_ISO_DAY = re.compile(rf"\d{{4}}-\d\d-\d\d|{_STAMP}")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_WRITTEN = re.compile(r"(?:\w+day,? )?(?:(\d{1,2})\.? ([A-Za-z]{3,9})|([A-Za-z]{3,9}) (\d{1,2})),? (\d{4})")
_OWN_ROLES = {role.capitalize(): role for role in ROLES} | {"Human": "user", "AI": "assistant", "Me": "user"}
_HEADED = {name.lower(): role for name, role in _OWN_ROLES.items()} | {"you": "user"}
_HEADED |= dict.fromkeys(("chatgpt", "claude", "gemini", "copilot", "bot", "model", "grok"), "assistant")
"""Who speaks below a heading of a Markdown chat."""
_PREFACE = 5
"""Lines that may stand above the first heading of a Markdown chat: its title and date."""
_ATTACHED = re.compile(r"\u200e?<[^<>\n:]{3,30}: ([^<>\n]{1,200})>")
_OMITTED = re.compile(r"<[^<>\n]{3,40}>|\u200e.*", re.DOTALL)
"""What a messenger writes for a picture, or of its own: "<Media omitted>", and words behind a mark."""


@dataclass(slots=True)
class _Draft:
    line: int
    session: str
    speaker: str | None
    said_at: datetime | None
    parts: list[str] = field(default_factory=list)


def conversations(text: str, path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per date header, in the order of the file; a messenger's export is one.

    A header is a line that is nothing but a date (2026-05-03, 3 May 2026, May 3, 2026, 3.5.2026, decorated
    with #, =, - or brackets); it dates what follows and opens the session "FILE DATE". A date and time in
    front of a name dates that message alone. Lines without a name continue the message above; in a file
    without any names, every paragraph is a message of the user. Speakers called User, Human, Me, Assistant,
    AI, System, Developer and Tool are roles; everyone else is a user with that name. Where the first line has
    a messenger's stamp, every message has one. Where headings of Markdown name the speakers, what stands
    below one is a message.

    Raises InputError where most lines begin with something like a date that cannot be read.
    """
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    if (headed := _headed(rows)) is not None:
        yield from conversation(headed, str(path), notes, path.stem)
        return
    first = next((row for row in rows if row.strip()), "")
    if not _STAMPED.match(first) and (found := _stamped(rows, path, notes)) is not None:
        yield from conversation(found, str(path), notes, path.stem)
        return
    if not any(_speaker(row) for row in rows) and unread_dates(rows):
        raise InputError(
            f"{path}: most lines begin with something like a date, in a form that is not known "
            f'({next(row for row in rows if row.strip())[:40]!r}); write them as "2026-05-03 18:20 Ana: text"'
        )
    yield from _by_header(rows, path)


def _by_header(rows: Sequence[str], path: Path) -> Iterator[Conversation]:
    session: str | None = None
    gathered: list[Message] = []
    for draft in _drafts(rows, path):
        if session not in (None, draft.session) and gathered:
            yield Conversation(session, tuple(gathered))
            gathered = []
        session = draft.session
        gathered.append(_message(draft, path))
    if gathered:
        yield Conversation(session, tuple(gathered))


def _stamped(rows: Sequence[str], path: Path, notes: Notes) -> list[Fields] | None:
    try:
        found = stamped(rows, notes)
    except ValueError as error:
        raise InputError(f"{path}: a date before a message does not exist ({error})") from error
    if found is None:
        return None
    notes.leave_out("notices of the messenger", sum(each.speaker is None for each in found))
    return [
        {
            "role": _OWN_ROLES.get(each.speaker, "user"),
            "name": None if each.speaker in _OWN_ROLES else each.speaker,
            "content": _words(each.text),
            "timestamp": each.at,
        }
        for each in found
        if each.speaker
    ]


def _words(text: str) -> str:
    """What a person says in a messenger's export: not what it writes for a picture without a name."""
    if attached := _ATTACHED.fullmatch(text.strip()):
        return shares(attached[1])
    return "" if _OMITTED.fullmatch(text.strip(" ")) else text


def _headed(rows: Sequence[str]) -> list[Fields] | None:
    """The messages below headings that name a user and an assistant; None where there are none."""
    found: list[dict[str, str]] = []
    preface = 0
    for row in rows:
        match = _HEADING.fullmatch(row) or _BOLD.match(row)
        role = _HEADED.get(match[1].strip().lower()) if match else None
        if match and role:
            found.append({"role": role, "content": row[match.end() :].lstrip()})
        elif found:
            found[-1]["content"] += f"\n{row}"
        elif row.strip() and (preface := preface + 1) > _PREFACE:
            return None
    if not {"user", "assistant"} <= {each["role"] for each in found}:
        return None
    return [{**each, "content": each["content"].strip()} for each in found]


def _message(draft: _Draft, path: Path) -> Message:
    place = f"{path}, line {draft.line}"
    role = _OWN_ROLES.get(draft.speaker or "")
    return Message(
        role=role or "user",
        content=said("\n".join(draft.parts).strip(), place),
        name=None if role else label(draft.speaker, place, "the name"),
        timestamp=draft.said_at,
    )


def _drafts(rows: Sequence[str], path: Path) -> list[_Draft]:
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
