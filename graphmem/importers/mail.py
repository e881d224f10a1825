"""Mail: one message (`.eml`) or a mailbox (`.mbox`), read by the standard library."""

from __future__ import annotations

import mailbox
import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import getaddresses
from pathlib import Path
from typing import Final, cast

from graphmem.arguments.content import shares
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label
from graphmem.errors import InputError
from graphmem.importers.chats import Fields, conversation
from graphmem.importers.gemini import plain_text
from graphmem.model.turn import Conversation

_REPLIED: Final = re.compile(
    r"^[ \t]*(?:(?:On\b.{4,200}\bwrote|Am\b.{4,200}\bschrieb\b.{0,100}|Le\b.{4,200}\ba écrit"
    r"|El\b.{4,200}\bescribió|Il\b.{4,200}\bha scritto)[ \u00a0]*:"
    r"|-{2,} ?(?:Original Message|Ursprüngliche Nachricht|Message d'origine) ?-{2,})[ \t]*$",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_FORWARDED: Final = re.compile(
    r"^-{2,} ?(?:Forwarded message|Weitergeleitete Nachricht|Message transféré) ?-{2,}[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"^[ \t]*>.*$\n?", re.MULTILINE)
_REPLY: Final = re.compile(r"^(?:(?:re|aw|fwd?|wg|sv|antw|tr|rv)(?:\[\d+\])?:\s*)+", re.IGNORECASE)


def one(data: bytes, path: Path, notes: Notes) -> Iterator[Conversation]:
    """The message of an .eml file."""
    yield from _threads([message_from_bytes(data, policy=policy.default)], path, notes)


def box(path: Path, notes: Notes) -> Iterator[Conversation]:
    """The messages of a mailbox."""

    def parsed() -> Iterator[Message]:
        opened = mailbox.mbox(path, create=False)
        try:
            for key in opened.iterkeys():
                yield message_from_bytes(opened.get_bytes(key), policy=policy.default)
        finally:
            opened.close()

    yield from _threads(parsed(), path, notes)


def _threads(mails: Iterable[Message], path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per subject without "Re:", in the order of time; the writer's own words alone.

    Replied words are cut and counted; a forwarded message is a turn of a tool: kept, and nobody's statement.
    """
    threads: dict[str, list[Fields]] = {}
    for number, mail in enumerate(mails, 1):
        place = f"{path}, mail {number}"
        if not (mail.get("From") or mail.get("Date")):
            notes.damaged.append(f"{place} has neither a sender nor a date; it is no mail")
            continue
        try:
            said = _said(cast(EmailMessage, mail), notes)
        # what the standard library raises for a header or an encoding that is broken
        except (LookupError, ValueError, AttributeError, TypeError) as error:
            notes.damaged.append(f"{place} cannot be read: {error}")
            continue
        subject = _REPLY.sub("", str(mail.get("Subject") or "")).strip()
        threads.setdefault(" ".join(subject.split())[:200] or path.stem, []).append(said)
    if not threads and not notes.damaged:
        raise InputError(f"{path} holds no mail; there is nothing to add")
    for subject, listed in threads.items():
        place = f"{path}, {subject}"
        yield from conversation(listed, place, notes, label(subject, place, "the subject"), sort=True)


def _said(mail: EmailMessage, notes: Notes) -> Fields:
    sender = getaddresses([str(mail.get("From") or "")])
    name, address = sender[0] if sender else ("", "")
    body, forwarded = _own_words(_body(mail), notes)
    parts: list[object] = [
        body,
        *(shares(each.get_filename() or "a file") for each in mail.iter_attachments()),
    ]
    if forwarded:
        parts.append({"type": "tool_result", "content": forwarded})
    return {
        "role": "user",
        "name": name or address or None,
        "content": parts,
        "timestamp": str(mail.get("Date") or "").strip() or None,
        "id": str(mail.get("Message-ID") or "").strip("<> \t\r\n")[:300] or None,
        "metadata": {key: str(mail[key]) for key in ("Subject", "To") if mail.get(key)},
    }


def _body(mail: EmailMessage) -> str:
    part = mail.get_body(("plain", "html"))
    if part is None:
        return ""
    text = str(part.get_content())
    return plain_text(text) if part.get_content_type() == "text/html" else text


def _own_words(text: str, notes: Notes) -> tuple[str, str]:
    """What the writer says, and what they forward."""
    text = text.replace("\r\n", "\n")
    own, *forwarded = _FORWARDED.split(text, maxsplit=1)
    replied = _REPLIED.split(own, maxsplit=1)
    unquoted = _QUOTED.sub("", replied[0])
    notes.leave_out("quoted words in mails", int(len(replied) > 1 or unquoted != replied[0]))
    return unquoted.strip(), (forwarded[0].strip() if forwarded else "")
