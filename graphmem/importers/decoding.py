"""Bytes of a file to text and JSON, with the place of whatever is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphmem.errors import InputError

_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"\x00\x00\xfe\xff": "UTF-32"}


def content_of(path: Path) -> bytes:
    """The bytes of a file; InputError when it cannot be read or is empty."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    if not data.removeprefix(_BOM).strip():
        raise InputError(f"{path} is empty; there is nothing to add")
    return data


def text_of(data: bytes, path: Path, start: int = 0) -> str:
    """UTF-8 text, a byte order mark at the start of the file removed; `start` is where data begins in it."""
    if start == 0:
        named = next((name for bom, name in _OTHER_BOMS.items() if data.startswith(bom)), None)
        if named:
            raise InputError(
                f"{path} is {named} (byte offset 0), not UTF-8; save it as UTF-8 and add it again"
            )
    skipped = len(_BOM) if start == 0 and data.startswith(_BOM) else 0
    try:
        return data[skipped:].decode("utf-8")
    except UnicodeDecodeError as error:
        offset = start + skipped + error.start
        raise InputError(
            f"{path} is not UTF-8: the byte 0x{error.object[error.start]:02x} at byte offset {offset:,} "
            "belongs to another encoding, often Latin-1 or Windows-1252; save the file as UTF-8"
        ) from error


def json_of(text: str, path: Path, line: int | None = None) -> Any:
    """The JSON value of a text; `line` is its number where the text is one line of the file."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {line or error.lineno}, column {error.colno}"
        cut = " (the file ends there: it may be cut off)" if error.pos >= len(text.rstrip()) else ""
        raise InputError(f"{path}, {where}: not valid JSON: {error.msg}{cut}") from error
    except RecursionError as error:
        raise InputError(f"{path}: the JSON is nested too deeply to be a conversation") from error
    except ValueError as error:
        place = f"{path}, line {line}" if line else str(path)
        raise InputError(f"{place}: the JSON cannot be read: {error}") from error
