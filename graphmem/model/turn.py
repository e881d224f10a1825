"""What was said: messages as clients hand them in, turns as the graph keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One message as handed in, checked but not yet stored.

    timestamp: aware, in the speaker's own UTC offset; None when unknown.
    id: the client's message id; it makes a second `add` of the same message harmless.
    """

    role: str
    content: str
    name: str | None = None
    timestamp: datetime | None = None
    id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages of one session, in order, as a file reader yields them."""

    session_id: str | None
    messages: tuple[Message, ...]
    user_id: str | None = None
    agent_id: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One message in the graph, verbatim.

    position: 0-based place within its session.
    said_at: aware, in the speaker's own UTC offset; None when unknown.
    message_id: the id that the client gave.
    """

    uid: str
    session_uid: str
    position: int
    role: str
    speaker: str
    text: str
    said_at: datetime | None
    agent_id: str = ""
    metadata_json: str = "{}"
    message_id: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a turn, or a piece of at most 200 tokens; `start` and `end` are character offsets."""

    uid: str
    turn_uid: str
    position: int
    start: int
    end: int
    text: str
