"""Tables: CSV and TSV whose first row names the columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from graphmem.arguments.content import says
from graphmem.arguments.notes import Notes
from graphmem.errors import InputError
from graphmem.importers import plain
from graphmem.importers.chats import Fields
from graphmem.model.turn import Conversation

_CALLED: Final = {
    "message": "content", "nachricht": "content", "comment": "content", "mensaje": "content",
    "utterance": "content",
    "from name": "name", "von": "name", "sender name": "name", "display name": "name", "real name": "name",
    "sent at": "timestamp", "date time": "timestamp", "datum": "timestamp", "zeit": "time", "uhrzeit": "time",
    "session": "session_id", "conversation": "conversation_id", "thread": "thread_id",
}  # fmt: skip
"""What columns are called besides the keys of a message in JSON."""


def conversations(text: str, path: Path, notes: Notes) -> Iterator[Conversation]:
    """A row is a message, whose columns are the keys of a message in JSON, whatever their case.

    Raises InputError where no column holds the text, and for a row with more cells than there are columns.
    """
    csv.field_size_limit(10_000_000)
    dialect = _dialect(text, path)
    reader = csv.reader(io.StringIO(text, newline=""), dialect, strict=True)
    try:
        columns = [_key(name) for name in next(reader)]
        if not says(dict.fromkeys(columns)):
            raise InputError(
                f"{path}: none of the columns {', '.join(columns[:10])} holds the text; the first row has to "
                "name them (content, name, timestamp)"
            )
        rows = [_row(cells, columns, f"{path}, line {reader.line_num}") for cells in reader if any(cells)]
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: not a table: {error}") from error
    except StopIteration:
        raise InputError(f"{path} is empty; there is nothing to add") from None
    if not rows:
        raise InputError(f"{path} holds no messages; there is nothing to add")
    yield from plain.conversations(rows, path, notes)


def _dialect(text: str, path: Path) -> type[csv.Dialect]:
    """The delimiter that the first row has most of."""
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=first.count)

    class Found(csv.excel):
        pass

    Found.delimiter = delimiter
    return Found


def _key(name: str) -> str:
    """A column as a key of a message: createdAt as it is, "Sent At" as timestamp, "USER ID" as user_id."""
    trimmed = name.strip().lstrip("\ufeff")
    plainer = " ".join(trimmed.lower().replace("_", " ").split())
    if known := _CALLED.get(plainer):
        return known
    return trimmed if trimmed[:1].islower() and " " not in trimmed else plainer.replace(" ", "_")


def _row(cells: list[str], columns: list[str], place: str) -> Fields:
    if len(cells) > len(columns):
        raise InputError(
            f"{place} has {len(cells)} cells and the first row {len(columns)}; quote cells with a delimiter"
        )
    return {name: cell for name, cell in zip(columns, cells, strict=False) if cell.strip()}
