"""Texts to vectors, so that a text which the embedder refuses keeps no other one out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.errors import ModelError
from graphmem.extract.passages import embedded_text, passages
from graphmem.model.draft import EmbeddedTurn, PendingTurn
from graphmem.model.segment import Vector
from graphmem.model.turn import Passage, Turn
from graphmem.ports import Embedder

_HARMLESS = "Is anybody there?"


@dataclass(frozen=True, slots=True)
class Embeddings:
    """vectors: of each text, None where it has none. refused: by its place, why the embedder takes that text
    by no means. failure: why it takes none at all at the moment; texts that are in neither were not tried.
    """

    vectors: Sequence[Vector | None]
    refused: Mapping[int, str]
    failure: str = ""

    def tried(self, place: int) -> bool:
        """Whether it is known if this text can be embedded."""
        return self.vectors[place] is not None or place in self.refused


@dataclass(frozen=True, slots=True)
class EmbedTexts:
    """Embeds all texts in one call; what fails in halves, down to the texts that are refused by themselves.

    A text counts as refused when the embedder takes a harmless one right after it; else the embedder is down.
    """

    embedder: Embedder

    async def __call__(self, texts: Sequence[str]) -> Embeddings:
        """Raises ConfigError for a wrong key or model; any other failure is told in the result."""
        vectors: list[Vector | None] = [None] * len(texts)
        refused: dict[int, str] = {}
        waiting = [(0, len(texts))] if texts else []
        while waiting:
            start, end = waiting.pop()
            try:
                vectors[start:end] = list(await self.embedder.embed(texts[start:end], kind="document"))
            except ModelError as error:
                if not await self._works():
                    return Embeddings(vectors, refused, str(error))
                if end - start == 1:
                    refused[start] = str(error)
                    continue
                middle = (start + end) // 2
                waiting += [(middle, end), (start, middle)]
        return Embeddings(vectors, refused)

    async def _works(self) -> bool:
        try:
            await self.embedder.embed([_HARMLESS], kind="document")
        except ModelError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class EmbedTurns:
    """Embeds the contexts of turns, and the passages of those that lack them, together."""

    embed: EmbedTexts

    async def __call__(self, turns: Sequence[PendingTurn]) -> tuple[tuple[EmbeddedTurn, ...], str]:
        """The turns that were embedded or refused, and why the rest was not tried, "" for no rest."""
        split = await asyncio.to_thread(_split, turns)
        texts = [turn.context for turn in turns]
        places: list[range] = []
        for turn, parts in zip(turns, split, strict=True):
            places.append(range(len(texts), len(texts) + len(parts or ())))
            texts += [embedded_text(turn.speaker, part) for part in parts or ()]
        found = await self.embed(texts)
        made = (
            _made(turn, found, at, parts, place)
            for at, (turn, parts, place) in enumerate(zip(turns, split, places, strict=True))
            if all(map(found.tried, (at, *place)))
        )
        return tuple(made), found.failure


def _made(
    turn: PendingTurn, found: Embeddings, at: int, parts: tuple[Passage, ...] | None, places: range
) -> EmbeddedTurn:
    """Passages that are not complete are left out, and with them the context: the turn is tried again."""
    vectors = [found.vectors[place] for place in places]
    kept = tuple(vector for vector in vectors if vector is not None)
    refused = next((found.refused[place] for place in (*places, at) if place in found.refused), "")
    if len(kept) < len(vectors):
        return EmbeddedTurn(turn, None, None, (), refused)
    return EmbeddedTurn(turn, found.vectors[at], parts, kept, refused)


def _split(turns: Sequence[PendingTurn]) -> list[tuple[Passage, ...] | None]:
    return [passages(_as_turn(turn)) if turn.passages_missing else None for turn in turns]


def _as_turn(turn: PendingTurn) -> Turn:
    return Turn(turn.uid, turn.session_uid, 0, "", turn.speaker, turn.text, None)
