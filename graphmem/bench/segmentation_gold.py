"""Dialogues whose topics are known: TIAGE, DialSeg711 with its meetings; and LoCoMo's sessions, without."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from graphmem import importers
from graphmem.errors import InputError
from graphmem.extract import passages, tokens
from graphmem.extract.centre import Matrix
from graphmem.model.turn import Turn
from graphmem.ports import Embedder

Vectors = Sequence[Sequence[Matrix]]
"""For every dialogue, for every message: the vectors of its passages."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One dialogue, a session of a user. boundaries: the messages that begin a topic, without the first."""

    turns: tuple[Turn, ...]
    boundaries: tuple[int, ...] = ()
    user: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Dialogues of one kind. training: constants were chosen on it, so it shows no more than that."""

    name: str
    dialogues: tuple[Dialogue, ...]
    training: bool = False

    @property
    def messages(self) -> int:
        return sum(len(each.turns) for each in self.dialogues)

    @property
    def topics(self) -> int:
        return sum(len(each.boundaries) + 1 for each in self.dialogues)

    @property
    def topic_messages(self) -> float:
        """Mean length of a topic in messages."""
        return self.messages / self.topics

    @property
    def topic_tokens(self) -> float:
        """Mean length of a topic in tokens."""
        return sum(tokens.count(turn.text) for each in self.dialogues for turn in each.turns) / self.topics


def read_corpora(folder: Path) -> tuple[Corpus, ...]:
    """The test parts under folder, then those that constants were chosen on.

    Raises InputError when a file is missing or another.
    """
    tasks, meetings = (
        folder / "dialseg711" / f"{name}.json" for name in ("dialseg_711", "meeting_committee")
    )
    return (
        read_tiage(folder, "test"),
        _lengths(tasks, "dialseg711", "test", assistant=True),
        _lengths(meetings, "meetings", "test", assistant=False),
        read_tiage(folder, "train"),
        _lengths(tasks, "dialseg711", "dev", assistant=True),
        _lengths(meetings, "meetings", "dev", assistant=False),
    )


def read_tiage(folder: Path, part: str) -> Corpus:
    """TIAGE's part train, dev or test: chats of two people; a message labelled 1 begins a topic."""
    path = folder / "tiage" / f"anno_{part}.json"
    dialogues = []
    for name, messages in _read(path, dict).items():
        starts = tuple(i for i, (_, label) in enumerate(messages) if i and label == "1")
        dialogues.append(Dialogue(_turns(name, [text for text, _ in messages], assistant=False), starts))
    return Corpus(f"tiage {part}", tuple(dialogues), training=part != "test")


def read_locomo_sessions(path: Path) -> tuple[Dialogue, ...]:
    """Every session of LoCoMo, in order, as the product reads it."""
    found = []
    for session in importers.read(path, "locomo"):
        turns = tuple(
            Turn(
                f"{session.user_id}/{message.id}",
                session.session_id or "",
                i,
                message.role,
                message.name or "",
                message.content,
                message.timestamp,
            )
            for i, message in enumerate(session.messages)
        )
        found.append(Dialogue(turns, user=session.user_id or ""))
    return tuple(found)


async def embedded(dialogues: Sequence[Dialogue], embedder: Embedder) -> list[list[Matrix]]:
    """The vectors of the passages of every message, as the product embeds them."""
    found = [[passages.passages(turn) for turn in each.turns] for each in dialogues]
    texts = [
        passages.embedded_text(turn.speaker, passage)
        for dialogue, split in zip(dialogues, found, strict=True)
        for turn, parts in zip(dialogue.turns, split, strict=True)
        for passage in parts
    ]
    rows = await embedder.embed(texts)
    ends = np.cumsum([len(parts) for split in found for parts in split])
    by_message = iter(np.split(rows, ends[:-1]))
    return [[next(by_message) for _ in split] for split in found]


def _lengths(path: Path, name: str, part: str, *, assistant: bool) -> Corpus:
    """One part, with the lengths of topics. assistant: a user and an assistant take turns."""
    dialogues = []
    for each in _read(path, list):
        if each["set"] != part:
            continue
        starts = tuple(accumulate(each["segments"]))[:-1]
        turns = _turns(f"{name}/{each['dial_id']}", each["utterances"], assistant=assistant)
        dialogues.append(Dialogue(turns, starts))
    return Corpus(f"{name} {part}", tuple(dialogues), training=part != "test")


def _turns(dialogue: str, texts: Sequence[str], *, assistant: bool) -> tuple[Turn, ...]:
    """The messages as the product stores them: one without a name is spoken by its role."""
    roles = ["assistant" if assistant and i % 2 else "user" for i in range(len(texts))]
    return tuple(
        Turn(f"{dialogue}/{i}", dialogue, i, role, role, text, None)
        for i, (role, text) in enumerate(zip(roles, texts, strict=True))
    )


def _read(path: Path, form: type) -> Any:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path} cannot be read: {error}. docs/segmentation.md says what it must be."
        ) from error
    if not isinstance(document, form):
        raise InputError(f"{path} is not the file that docs/segmentation.md names")
    return document
