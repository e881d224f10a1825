"""What files hold, before anything is stored: `graphmem add --preview`, and the check before every `add`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from rich.text import Text

from graphmem.arguments.notes import Notes
from graphmem.cli.counted import several
from graphmem.cli.rendering import moment, shortened
from graphmem.model.turn import Conversation, Message

_FIRST_TURNS = 5
_SPEAKERS = 12


@dataclass(slots=True)
class Preview:
    """One file: its form, what it holds and what of it is not read.

    speakers: (role, name) and how many messages; first: its first messages. earliest, latest: of dated ones.
    """

    file: Path
    form: str
    notes: Notes
    conversations: int = 0
    messages: int = 0
    undated: int = 0
    users: set[str | None] = field(default_factory=set)
    sessions: set[str | None] = field(default_factory=set)
    speakers: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    earliest: datetime | None = None
    latest: datetime | None = None
    first: list[Message] = field(default_factory=list)

    def counted(self, conversation: Conversation) -> None:
        """Add a conversation of the file."""
        self.users.add(conversation.user_id)
        known = len(self.sessions)
        self.sessions.add(conversation.session_id)
        self.conversations += len(self.sessions) > known
        self.messages += len(conversation.messages)
        self.first += conversation.messages[: max(0, _FIRST_TURNS - len(self.first))]
        for each in conversation.messages:
            self.speakers[each.role, each.name] += 1
            self._date(each.timestamp)

    def _date(self, at: datetime | None) -> None:
        if at is None:
            self.undated += 1
            return
        self.earliest = min(self.earliest or at, at)
        self.latest = max(self.latest or at, at)

    def names(self) -> set[str]:
        """Of those who speak."""
        return {name for _, name in self.speakers if name}


def lines(each: Preview, called: str) -> Iterator[Text]:
    """A preview as a person reads it. called: the file, as it was named."""
    held = f"{several(each.messages, 'message')} in {several(each.conversations, 'conversation')}"
    yield Text.assemble((called, "bold"), f": {each.form}, {held}")
    rows = {"speakers": _speakers(each), "from": moment(each.earliest), "until": moment(each.latest)}
    if each.undated:
        rows["undated"] = several(each.undated, "message")
    for user in sorted(name for name in each.users if name):
        rows.setdefault("user", user)
    for name, value in rows.items():
        if value:
            yield Text.assemble((f"   {name:<9}", "dim"), value)
    yield from _not_read(each.notes)
    for message in each.first:
        at = f" ({moment(message.timestamp)})" if message.timestamp else ""
        yield Text.assemble(
            f"   {message.name or message.role}", (at, "dim"), f": {shortened(message.content, 100)}"
        )
    if each.messages > len(each.first):
        yield Text(f"   … and {each.messages - len(each.first)} more", style="dim")


def _speakers(each: Preview) -> str:
    told = [
        f"{name or 'no name'} ({role}, {count})"
        for (role, name), count in each.speakers.most_common(_SPEAKERS)
    ]
    more = len(each.speakers) - len(told)
    return ", ".join([*told, f"and {more} more"] if more > 0 else told)


def _not_read(notes: Notes) -> Iterator[Text]:
    for sentence in (*left_out(notes), *notes.warnings(), *notes.damaged):
        yield Text.assemble(
            ("   not read ", "yellow") if sentence in notes.damaged else ("   note     ", "yellow"), sentence
        )


def left_out(notes: Notes) -> list[str]:
    """What was left out, each with its number."""
    return [f"left out: {what}" for what in notes.omissions()]


def as_json(previews: Iterable[Preview]) -> list[dict[str, object]]:
    """Previews for --json."""
    return [
        {
            "file": str(each.file),
            "format": each.form,
            "conversations": each.conversations,
            "messages": each.messages,
            "undated": each.undated,
            "earliest": each.earliest,
            "latest": each.latest,
            "users": sorted(user for user in each.users if user),
            "speakers": [
                {"role": role, "name": name, "messages": count}
                for (role, name), count in each.speakers.most_common()
            ],
            "left_out": dict(each.notes.left_out),
            "warnings": each.notes.warnings(),
            "damaged": each.notes.damaged,
            "first": [
                {"role": one.role, "name": one.name, "timestamp": one.timestamp, "content": one.content}
                for one in each.first
            ],
        }
        for each in previews
    ]
