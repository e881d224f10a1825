"""LoCoMo (Maharana et al., 2024): long chats between two people, `locomo10.json`.

Only what was said is read: questions, event lists, observations and summaries never become memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.arguments.content import shares
from graphmem.arguments.moments import moment, month_number
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label, said, shown
from graphmem.errors import InputError
from graphmem.model.turn import Conversation, Message

_SESSION = re.compile(r"session_(\d+)")
_DATE = re.compile(r"(0?[1-9]|1[0-2]):(\d\d) ([ap])m on (\d{1,2}) (\w+), (\d{4})", re.IGNORECASE)


def recognises(document: object) -> bool:
    """Whether a JSON document is a LoCoMo file or one of its samples."""
    first = document[0] if isinstance(document, list) and document else document
    return isinstance(first, Mapping) and isinstance(first.get("conversation"), Mapping)


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per session: `session_1`, `session_2`, … of the user named by the sample_id.

    Every turn has its session's date (as UTC), its dia_id as id and its speaker as name. The caption of a
    picture is appended to the text as " [shares CAPTION]".
    """
    samples = document if isinstance(document, list) else [document]
    for number, sample in enumerate(samples, 1):
        place = f"{path}, sample {number}"
        if not isinstance(sample, Mapping) or not isinstance(sample.get("conversation"), Mapping):
            raise InputError(f"{place} has no conversation; expected the form of locomo10.json")
        user = label(sample.get("sample_id"), place, "the sample_id") or f"{path.stem}-{number}"
        yield from _sessions(sample["conversation"], user, f"{path}, {user}")


def _sessions(spoken: Mapping[str, Any], user: str, place: str) -> Iterator[Conversation]:
    matches = (_SESSION.fullmatch(key) for key in spoken)
    for _, session in sorted((int(match[1]), match[0]) for match in matches if match):
        turns = spoken[session]
        if not isinstance(turns, list):
            raise InputError(f"{place}, {session} is {shown(turns)}; expected a list of turns")
        said_at = _date(spoken.get(f"{session}_date_time"), f"{place}, {session}")
        read = [_turn(turn, said_at, f"{place}, {session}, turn {n}") for n, turn in enumerate(turns, 1)]
        if read:
            yield Conversation(session, tuple(read), user)


def _turn(turn: object, said_at: datetime | None, place: str) -> Message:
    if not isinstance(turn, Mapping) or not isinstance(turn.get("text"), str):
        raise InputError(f"{place} is {shown(turn)}; expected speaker, dia_id and text")
    caption = turn.get("blip_caption")
    text = f"{turn['text']} {shares(caption)}" if isinstance(caption, str) and caption else turn["text"]
    return Message(
        role="user",
        content=said(text, place),
        name=label(turn.get("speaker"), place, "the speaker"),
        timestamp=said_at,
        id=label(turn.get("dia_id"), place, "the dia_id"),
    )


def _date(value: object, place: str) -> datetime | None:
    """ "1:56 pm on 8 May, 2023" as UTC."""
    if value is None:
        return None
    match = _DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        raise InputError(f'{place}: the date {shown(value)} is not of the form "1:56 pm on 8 May, 2023"')
    hour, minute, half, day, month, year = match.groups()
    try:
        clock = int(hour) % 12 + (12 if half.lower() == "p" else 0)
        return moment(datetime(int(year), month_number(month), int(day), clock, int(minute)), place)
    except ValueError as error:
        raise InputError(f"{place}: the date {shown(value)} does not exist") from error
