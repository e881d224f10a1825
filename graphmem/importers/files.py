"""Conversations from files: which form a file has, and what every form has to keep."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label
from graphmem.errors import InputError
from graphmem.importers import (
    agents,
    assistants,
    beam,
    gemini,
    graphiti,
    langmem,
    locomo,
    longmemeval,
    mail,
    mem0,
    messengers,
    openai,
    plain,
    subtitles,
    table,
    transcript,
)
from graphmem.importers.decoding import content_of, json_of, text_of
from graphmem.model.turn import Conversation, Message

_DOCUMENTS: dict[str, Any] = {
    "openai": openai,
    "claude": assistants.Claude,
    "open-webui": assistants.OpenWebUI,
    "librechat": assistants.LibreChat,
    "sharegpt": assistants.ShareGPT,
    "letta": assistants.Letta,
    "gemini": gemini,
    "telegram": messengers.Telegram,
    "discord": messengers.Discord,
    "facebook": messengers.Facebook,
    "matrix": messengers.Matrix,
    "google-chat": messengers.GoogleChat,
    "signal": messengers.Signal,
    "slack": messengers.Slack,
    "locomo": locomo,
    "longmemeval": longmemeval,
    "beam": beam,
    "mem0": mem0,
    "zep": graphiti,
    "graphiti": graphiti,
    "langmem": langmem,
    "json": plain,
}
"""Forms of JSON documents, in the order in which they are tried: `plain` takes any list of messages."""
_EVENTS: dict[str, Any] = {
    "claude-code": (agents.is_claude_code, agents.claude_code),
    "codex": (agents.is_codex, agents.codex),
}
"""Forms of JSON Lines that are read as a whole."""
_TEXTS: dict[str, Any] = {
    "txt": transcript.conversations,
    "subtitles": subtitles.conversations,
    "csv": table.conversations,
}
FORMATS = ("json", "jsonl", "txt", "csv", "subtitles", "mail", *list(_DOCUMENTS)[:-1], *_EVENTS)
_PRODUCTS = ("mem0", "zep", "graphiti", "langmem")
"""Other memories, whose items may stand one to a line."""
_SUFFIXES = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".txt": "txt", ".text": "txt", ".md": "txt", ".markdown": "txt",
    ".csv": "csv", ".tsv": "csv", ".vtt": "subtitles", ".srt": "subtitles", ".eml": "mail", ".mbox": "mail",
}  # fmt: skip
_FEW_WORDS, _LITTLE = 3, 400
"""A text with so many blanks is prose; a file with less prose than so many letters is not judged by it."""
_ZIP = b"PK\x03\x04"
_SNIFFED = 20
"""Lines of a JSON Lines file that show whether it is an agent's transcript."""


class Reading(Iterator[Conversation]):
    """The conversations of a file, one after the other. notes: what was not read, filled on the way."""

    def __init__(self, conversations: Iterator[Conversation], form: str, notes: Notes) -> None:
        self.form, self.notes = form, notes
        self._conversations = conversations

    def __next__(self) -> Conversation:
        return next(self._conversations)


def read(path: str | Path, format: str | None = None) -> Reading:
    """The conversations of a file, in its order; with `format` None its form is found out.

    A folder is read as its chat.json (BEAM), or as an export of Slack. Every session has an id, and every
    message too, unique in its session: a message that has none in the file gets one from its content, so that
    adding the same file again adds nothing. JSON Lines are read as they are consumed; of other forms the
    syntax is checked at once, each conversation when it is reached. One that cannot be read is named in
    `notes.damaged` of what is returned, and the others are read.

    Raises InputError: unknown or undetectable form, unreadable file, another encoding than UTF-8 (with the
    byte offset), broken JSON (with line and column), a message that cannot be stored (with its place), two
    different messages with one id, nothing that could be read.
    """
    if format is not None and format not in FORMATS:
        raise InputError(f"The format {format!r} is unknown; use one of {', '.join(FORMATS)}")
    notes = Notes()
    if Path(path).is_dir() and (Path(path) / "users.json").is_file() and format in (None, "slack"):
        return Reading(_identified(_slack_folder(Path(path), notes), Path(path), notes), "slack", notes)
    file = _file(Path(path))
    form, found = _opened(file, format, notes)
    return Reading(_identified(found, file, notes), form, notes)


def _file(path: Path) -> Path:
    if path.is_dir():
        if not (path / "chat.json").is_file():
            raise InputError(
                f"{path} is a folder without a chat.json; name a file, or a folder of BEAM or Slack"
            )
        return path / "chat.json"
    if not path.is_file():
        raise InputError(f"{path} does not exist" if not path.exists() else f"{path} is not a file")
    return path


def _opened(path: Path, format: str | None, notes: Notes) -> tuple[str, Iterator[Conversation]]:
    format = format or _SUFFIXES.get(path.suffix.lower())
    if format in ("jsonl", *_EVENTS):
        return _lines(path, format, notes)
    data = content_of(path)
    if data.startswith(_ZIP):
        raise InputError(f"{path} is a ZIP archive; unpack it, and name the file or folder in it")
    if format == "mail":
        return "mail", mail.box(path, notes) if data.startswith(b"From ") else mail.one(data, path, notes)
    text = text_of(data, path)
    if format in _TEXTS:
        return format, _TEXTS[format](text, path, notes)
    if format is None and text.lstrip()[:1] not in ("{", "["):
        raise _undetected(path)
    try:
        document = json_of(text, path)
    except InputError:
        if format in _PRODUCTS and _is_lines(text, path):
            listed = [json_of(line, path, n) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
            return _document(listed, path, format, notes)
        if format in (None, "json", "openai") and _is_lines(text, path):
            return _lines(path, "jsonl", notes)
        raise
    return _document(document, path, format, notes)


def _lines(path: Path, format: str, notes: Notes) -> tuple[str, Iterator[Conversation]]:
    try:
        if not path.stat().st_size:
            raise InputError(f"{path} is empty; there is nothing to add")
        with path.open("rb") as file:
            first = _parsed(islice(file, _SNIFFED))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    form = next((name for name, (recognises, _) in _EVENTS.items() if recognises(first)), "jsonl")
    if format in _EVENTS and form != format:
        raise InputError(
            f"{path} does not have the form {format}; see docs/formats.md, or leave the format out"
        )
    if form == "jsonl":
        return form, plain.lines(path, notes)
    rows = text_of(content_of(path), path).split("\n")
    return form, _EVENTS[form][1](_events(rows, path, notes), path, notes)


def _parsed(rows: Iterable[bytes]) -> list[object]:
    """What of some lines is JSON."""
    found = []
    for row in rows:
        try:
            found.append(json.loads(row))
        except (ValueError, RecursionError):
            continue
    return found


def _events(rows: Iterable[str], path: Path, notes: Notes) -> list[object]:
    """The lines of a transcript; a broken one, such as the last of a process that died, is noted."""
    found = []
    for number, row in enumerate(rows, 1):
        if row.strip():
            try:
                found.append(json_of(row, path, number))
            except InputError as error:
                notes.damaged.append(str(error))
    return found


def _slack_folder(folder: Path, notes: Notes) -> Iterator[Conversation]:
    """Slack's export, unpacked: a folder for each channel with a file for each day."""
    users_file = folder / "users.json"
    users = messengers.slack_users(
        json_of(text_of(content_of(users_file), users_file), users_file), users_file
    )
    for channel in sorted(each for each in folder.iterdir() if each.is_dir()):
        for day in sorted(channel.glob("*.json")):
            try:
                document = json_of(text_of(content_of(day), day), day)
                yield from list(messengers.slack(document, channel.name, day, notes, users))
            except InputError as error:
                notes.damaged.append(str(error))


def _is_lines(text: str, path: Path) -> bool:
    """Whether a .json file is JSON Lines: its first line is an object of its own, and others follow."""
    first, _, rest = text.strip().partition("\n")
    try:
        return bool(rest) and isinstance(json_of(first, path), dict)
    except InputError:
        return False


def _document(
    document: object, path: Path, format: str | None, notes: Notes
) -> tuple[str, Iterator[Conversation]]:
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
    found: Iterator[Conversation] = form.conversations(document, path, notes)
    return format, _weighed(found, document, path, notes)


def _weighed(
    found: Iterator[Conversation], document: object, path: Path, notes: Notes
) -> Iterator[Conversation]:
    """The same conversations; then a remark where most of the file's prose was not among them."""
    read = 0
    for each in found:
        read += sum(len(one.content) for one in each.messages)
        yield each
    prose = _prose(document)
    if prose > _LITTLE and 2 * read < prose:
        share = round(100 * read / prose)
        notes.remark(f"{share} % of the file's text was read as messages; check what it is with --preview")


def _prose(value: object) -> int:
    """The length of all texts of several words in a document."""
    if isinstance(value, str):
        return len(value) if value.count(" ") >= _FEW_WORDS else 0
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(map(_prose, inner))


def _undetected(path: Path) -> InputError:
    return InputError(
        f"{path}: its format cannot be told from its name or content; say it with --format (in Python: "
        f"format=), one of {', '.join(FORMATS)}"
    )


def _identified(conversations: Iterator[Conversation], path: Path, notes: Notes) -> Iterator[Conversation]:
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
        raise InputError(
            notes.damaged[0]
            if notes.damaged
            else f"{path} holds no messages{_left_out(notes)}; there is nothing to add"
        )


def _left_out(notes: Notes) -> str:
    """What a file holds instead of messages."""
    told = ", ".join(notes.omissions())
    return f" (left out: {told})" if told else ""


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
