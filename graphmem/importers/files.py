"""Conversations from files: which form a file has, and what every form has to keep."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphmem.arguments.text import label
from graphmem.errors import InputError
from graphmem.importers import (
    beam,
    graphiti,
    langmem,
    locomo,
    longmemeval,
    mem0,
    openai,
    plain,
    transcript,
)
from graphmem.importers.decoding import content_of, json_of, text_of
from graphmem.model.turn import Conversation, Message

_DOCUMENTS: dict[str, Any] = {
    "openai": openai,
    "locomo": locomo,
    "longmemeval": longmemeval,
    "beam": beam,
    "mem0": mem0,
    "zep": graphiti,
    "graphiti": graphiti,
    "langmem": langmem,
    "json": plain,
}
FORMATS = (
    "json", "jsonl", "txt", "openai", "locomo", "longmemeval", "beam", "mem0", "zep", "graphiti", "langmem"
)  # fmt: skip
_PRODUCTS = ("mem0", "zep", "graphiti", "langmem")
"""Other memories, whose items may stand one to a line."""
_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".txt": "txt", ".text": "txt", ".md": "txt"}


def read(path: str | Path, format: str | None = None) -> Iterator[Conversation]:
    """The conversations of a file, in its order; with `format` None its form is found out.

    A folder is read as its chat.json (BEAM). Every session has an id, and every message too, unique in its
    session: a message that has none in the file gets one from its content, so that adding the same file
    again adds nothing. JSON Lines are read as they are consumed; of other forms the syntax is checked at
    once, each conversation when it is reached.

    Raises InputError: unknown or undetectable form, unreadable file, another encoding than UTF-8 (with the
    byte offset), broken JSON (with line and column), a message that cannot be stored (with its place), two
    different messages with one id.
    """
    if format is not None and format not in FORMATS:
        raise InputError(f"The format {format!r} is unknown; use one of {', '.join(FORMATS)}")
    file = _file(Path(path))
    return _identified(_opened(file, format), file)


def _file(path: Path) -> Path:
    if path.is_dir():
        if not (path / "chat.json").is_file():
            raise InputError(f"{path} is a folder without a chat.json; name a file, or a folder of BEAM")
        return path / "chat.json"
    if not path.is_file():
        raise InputError(f"{path} does not exist" if not path.exists() else f"{path} is not a file")
    return path


def _opened(path: Path, format: str | None) -> Iterator[Conversation]:
    format = format or _SUFFIXES.get(path.suffix.lower())
    if format == "jsonl":
        return _lines(path)
    data = content_of(path)
    text = text_of(data, path)
    if format == "txt":
        return transcript.conversations(text, path)
    if format is None and text.lstrip()[:1] not in ("{", "["):
        raise _undetected(path)
    try:
        document = json_of(text, path)
    except InputError:
        if format in _PRODUCTS and _is_lines(text, path):
            listed = [json_of(line, path, n) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
            return _document(listed, path, format)
        if format in (None, "json", "openai") and _is_lines(text, path):
            return plain.lines(path)
        raise
    return _document(document, path, format)


def _lines(path: Path) -> Iterator[Conversation]:
    try:
        if not path.stat().st_size:
            raise InputError(f"{path} is empty; there is nothing to add")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    return plain.lines(path)


def _is_lines(text: str, path: Path) -> bool:
    """Whether a .json file is JSON Lines: its first line is an object of its own, and others follow."""
    first, _, rest = text.strip().partition("\n")
    try:
        return bool(rest) and isinstance(json_of(first, path), dict)
    except InputError:
        return False


def _document(document: object, path: Path, format: str | None) -> Iterator[Conversation]:
    if document in ([], {}):
        raise InputError(f"{path} is empty; there is nothing to add")
    if format is None:
        format = next((name for name, form in _DOCUMENTS.items() if form.recognises(document)), None)
    if format is None:
        raise _undetected(path)
    form = _DOCUMENTS[format]
    if format in _PRODUCTS and isinstance(document, dict) and form.recognises([document]):
        document = [document]
    if not form.recognises(document) and not (form is openai and plain.recognises(document)):
        raise InputError(
            f"{path} does not have the form {format}; see docs/formats.md, or leave the format out"
        )
    conversations: Callable[[object, Path], Iterator[Conversation]] = form.conversations
    return conversations(document, path)


def _undetected(path: Path) -> InputError:
    return InputError(
        f"{path}: its format cannot be told from its name or content; say it with --format (in Python: "
        f"format=), one of {', '.join(FORMATS)}"
    )


def _identified(conversations: Iterator[Conversation], path: Path) -> Iterator[Conversation]:
    """The same conversations with an id on every message; InputError for two messages with one id."""
    ids = _Ids(path)
    empty = True
    for conversation in conversations:
        empty = False
        session = label(conversation.session_id, str(path), "the session id")
        scope = f"{conversation.user_id}\0{session}"
        kept = tuple(ids.given(one, scope) for one in conversation.messages)
        yield replace(conversation, session_id=session, messages=kept)
    if empty:
        raise InputError(f"{path} holds no messages; there is nothing to add")


class _Ids:
    """The ids of one file's messages, kept as short hashes: a long file has many."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._repeats: Counter[bytes] = Counter()
        self._seen: dict[bytes, bytes] = {}

    def given(self, one: Message, scope: str) -> Message:
        content = _digest(scope, one.role, one.name or "", str(one.timestamp or ""), one.content)
        if one.id is None:
            self._repeats[content] += 1
            return replace(one, id=f"{content.hex()}-{self._repeats[content]}")
        if self._seen.setdefault(_digest(scope, one.id), content) != content:
            raise InputError(
                f"{self._path}: two different messages of one session have the id {one.id!r} "
                f"(the second begins {one.content[:40]!r}); give every message an id of its own within "
                "its session, or none"
            )
        return one


def _digest(*parts: str) -> bytes:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=12).digest()
