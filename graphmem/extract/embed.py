"""Turns to vectors: every passage and context of a call, in batches across all of its turns."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.extract.passages import embedded_text, passages
from graphmem.model.draft import EmbeddedTurn, PendingTurn
from graphmem.model.segment import Vector
from graphmem.model.turn import Passage, Turn
from graphmem.ports import Embedder


@dataclass(frozen=True, slots=True)
class EmbedTurns:
    """Embeds the contexts of turns, and the passages of those that lack them, in one call of the embedder.

    Raises EmbedderError; then nothing is embedded.
    """

    embedder: Embedder

    async def __call__(self, turns: Sequence[PendingTurn]) -> tuple[EmbeddedTurn, ...]:
        split = await asyncio.to_thread(_split, turns)
        texts = [turn.context for turn in turns]
        for turn, parts in zip(turns, split, strict=True):
            texts += [embedded_text(turn.speaker, part) for part in parts or ()]
        vectors = await self.embedder.embed(texts, kind="document")
        rest = iter(vectors[len(turns) :])
        return tuple(
            EmbeddedTurn(turn, vectors[i], parts, _take(rest, len(parts or ())))
            for i, (turn, parts) in enumerate(zip(turns, split, strict=True))
        )


def _split(turns: Sequence[PendingTurn]) -> list[tuple[Passage, ...] | None]:
    return [passages(_as_turn(turn)) if turn.passages_missing else None for turn in turns]


def _as_turn(turn: PendingTurn) -> Turn:
    return Turn(turn.uid, turn.session_uid, 0, "", turn.speaker, turn.text, None)


def _take(vectors: Iterator[Vector], count: int) -> tuple[Vector, ...]:
    return tuple(next(vectors) for _ in range(count))
