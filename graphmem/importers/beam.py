"""BEAM (Tavakoli et al., 2025): one long chat with an assistant, `FOLDER/chat.json`.

Only the chat is read: the probing questions and the topic beside it never become memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.arguments.messages import message
from graphmem.arguments.moments import moment, month_number
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import blank, label, shown
from graphmem.errors import InputError
from graphmem.model.turn import Conversation, Message

# The generator's bookkeeping at the end of user turns: "->-> 1,5", also "2,N/A" and "5,14)".
_MARKER = re.compile(r"\s*->->\s*\d+\s*,\s*(?:\d+|N/A)\)?\s*$")
_ANCHOR = re.compile(r"(\w+)-(\d{1,2})-(\d{4})")


def recognises(document: object) -> bool:
    """Whether a JSON document is a BEAM chat."""
    first = document[0] if isinstance(document, list) and document else None
    return isinstance(first, Mapping) and "batch_number" in first and "turns" in first


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per batch, of the user "beam-FOLDER"; the session is "batch-N".

    A time anchor dates its turn and those after it in the batch (midnight UTC); message ids are the chat's.
    """
    if not isinstance(document, list):
        raise InputError(f"{path} is {shown(document)}; expected a list of batches as in BEAM's chat.json")
    user = f"beam-{path.resolve().parent.name}"
    for number, batch in enumerate(document, 1):
        place = f"{path}, batch {number}"
        if not isinstance(batch, Mapping) or not isinstance(batch.get("turns"), list):
            raise InputError(f"{place} has no turns; expected batch_number and turns")
        name = label(batch.get("batch_number"), place, "the batch_number") or str(number)
        read = _turns(batch, place)
        if read:
            yield Conversation(f"batch-{name}", tuple(read), user)


def _turns(batch: Mapping[str, Any], place: str) -> list[Message]:
    said_at = _anchor(batch.get("time_anchor"), place)
    read = []
    for number, turn in enumerate(_flat(batch["turns"]), 1):
        where = f"{place}, turn {number}"
        if not isinstance(turn, Mapping) or not isinstance(turn.get("content"), str):
            raise InputError(f"{where} is {shown(turn)}; expected role, id and content")
        said_at = _anchor(turn.get("time_anchor"), where) or said_at
        text = _MARKER.sub("", turn["content"])
        if not blank(text):
            bare = {"role": turn.get("role"), "content": text, "timestamp": said_at, "id": turn.get("id")}
            read.append(message(bare, where))
    return read


def _flat(groups: list[Any]) -> Iterator[Any]:
    for group in groups:
        yield from group if isinstance(group, list) else [group]


def _anchor(value: object, place: str) -> datetime | None:
    """ "March-15-2024" as midnight UTC."""
    if value is None:
        return None
    match = _ANCHOR.fullmatch(value.strip()) if isinstance(value, str) else None
    try:
        if match:
            return moment(datetime(int(match[3]), month_number(match[1]), int(match[2])), place)
    except ValueError as error:
        raise InputError(f"{place}: the time anchor {shown(value)} does not exist") from error
    raise InputError(f'{place}: the time anchor {shown(value)} is not of the form "March-15-2024"')
