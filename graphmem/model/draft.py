"""Turns on their way in: checked, identified, but not yet placed in a session."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.model.identity import uid
from graphmem.model.segment import Vector
from graphmem.model.turn import Message, Passage


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """A message and what tells it apart from others of its session.

    key: parts of its identity; None for a message that nothing tells apart ("ok" may be said twice).
    fresh_uid: the uid that such a message gets, new in every call.
    """

    message: Message
    key: tuple[str, ...] | None
    fresh_uid: str

    def uid(self, session_uid: str) -> str:
        """The turn's uid within a session: the same message in another session is another turn."""
        return uid(session_uid, *self.key) if self.key else self.fresh_uid


@dataclass(frozen=True, slots=True)
class TurnBatch:
    """Messages of one session, to be stored together or not at all.

    session_uid: the client's session id; None takes up the user's open session or starts `fresh_session`.
    """

    scope: str
    session_uid: str | None
    fresh_session: str
    agent_id: str
    drafts: tuple[TurnDraft, ...]


@dataclass(frozen=True, slots=True)
class PendingTurn:
    """A turn whose vectors are to be made: its context as stored, and whether its passages are missing."""

    uid: str
    session_uid: str
    speaker: str
    text: str
    context: str
    passages_missing: bool


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """What storing a batch came to.

    turn_uids: of every message of the batch, in its order; added: those that are new.
    pending: the new turns and the neighbours whose context they changed.
    """

    session_uid: str
    turn_uids: tuple[str, ...]
    added: frozenset[str]
    pending: tuple[PendingTurn, ...]


@dataclass(frozen=True, slots=True)
class EmbeddedTurn:
    """A turn with the vectors of its context and of its passages; passages is None when it had them.

    refused: why the embedder takes some text of it by no means, "" when it took all. Then the context has no
    vector, and the passages are None unless all of them have theirs.
    """

    turn: PendingTurn
    context_vector: Vector | None
    passages: tuple[Passage, ...] | None
    passage_vectors: tuple[Vector, ...]
    refused: str = ""
