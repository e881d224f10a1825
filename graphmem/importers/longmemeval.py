"""LongMemEval (Wu et al., 2025): one question with the chats of one user, `longmemeval_*.json`.

Only the chats are read: question, answer and `has_answer` never become memory.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.arguments.messages import message
from graphmem.arguments.moments import moment
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import blank, label, shown
from graphmem.errors import InputError
from graphmem.model.turn import Conversation, Message

_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d) \(\w+\) (\d\d):(\d\d)")
_LISTS = ("haystack_sessions", "haystack_dates", "haystack_session_ids")


def recognises(document: object) -> bool:
    """Whether a JSON document is a LongMemEval file or one of its entries."""
    first = document[0] if isinstance(document, list) and document else document
    return isinstance(first, Mapping) and "haystack_sessions" in first


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per chat, of the user named by the question_id.

    Every turn has its chat's date (as UTC); its id is its place in the chat, from 1. A session id that comes
    twice for one question gets "#2". Turns without text are left out; they keep their number.
    """
    entries = document if isinstance(document, list) else [document]
    for number, entry in enumerate(entries, 1):
        place = f"{path}, question {number}"
        sessions, dates, names = _columns(entry, place)
        user = label(entry.get("question_id"), place, "the question_id") or f"{path.stem}-{number}"
        seen: Counter[str] = Counter()
        for index, (turns, day, name) in enumerate(zip(sessions, dates, names, strict=True), 1):
            where = f"{path}, {user}, session {index}"
            session = label(name, where, "the session id") or f"session_{index}"
            seen[session] += 1
            session = session if seen[session] == 1 else f"{session}#{seen[session]}"
            read = _turns(turns, date_of(day, where), where)
            if read:
                yield Conversation(session, tuple(read), user)


def _columns(entry: Any, place: str) -> list[list[Any]]:
    if not isinstance(entry, Mapping) or "haystack_sessions" not in entry:
        raise InputError(f"{place} has no haystack_sessions; expected the form of longmemeval_s.json")
    columns = [entry.get(key) for key in _LISTS]
    lists = [column for column in columns if isinstance(column, list)]
    if len(lists) != len(_LISTS) or len({len(column) for column in lists}) != 1:
        raise InputError(f"{place}: {', '.join(_LISTS)} must be lists of the same length")
    return lists


def _turns(turns: object, said_at: datetime | None, place: str) -> list[Message]:
    if not isinstance(turns, list):
        raise InputError(f"{place} is {shown(turns)}; expected a list of turns")
    read = []
    for number, turn in enumerate(turns, 1):
        where = f"{place}, turn {number}"
        if not isinstance(turn, Mapping) or not isinstance(turn.get("content"), str):
            raise InputError(f"{where} is {shown(turn)}; expected role and content")
        if not blank(turn["content"]):
            bare = {"role": turn.get("role"), "content": turn["content"], "timestamp": said_at, "id": number}
            read.append(message(bare, where))
    return read


def date_of(value: object, place: str) -> datetime | None:
    """ "2023/05/20 (Sat) 02:21" as UTC; None stays None. Raises InputError for any other form."""
    if value is None:
        return None
    match = _DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        raise InputError(f'{place}: the date {shown(value)} is not of the form "2023/05/20 (Sat) 02:21"')
    year, month, day, hour, minute = match.groups()
    return moment(f"{year}-{month}-{day}T{hour}:{minute}", place)
