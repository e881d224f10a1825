"""Records by a language model: one call for each closed segment, held against its turns."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache

from graphmem.errors import OutputTruncated
from graphmem.extract import time_expressions
from graphmem.extract.equal_records import merged
from graphmem.extract.grounding.drafts import Drafting, Part
from graphmem.extract.grounding.names import Names
from graphmem.extract.local.speakers import speaks
from graphmem.extract.local.times import TimeFinder
from graphmem.model.interval import TimeExpression
from graphmem.model.record import Encoding
from graphmem.model.turn import Turn
from graphmem.ports.llm import LLM
from graphmem.prompts.encode import EncodedSegment, encode_prompt

_logger = logging.getLogger(__name__)

LONGEST_TURN = 20_000
"""Characters of a turn that are read; the rest stays searchable through the turn."""
LONGEST_NOTE = 1200
_SHORTEST_PIECE = 200


@dataclass(frozen=True, slots=True)
class LLMEncoder:
    """The encoder that asks a model (LycheeMemory V2, section 3.3), once for a segment.

    Where the answer is cut off, the segment is asked for in two halves, at a turn's border or, when it is one
    long turn, inside it. What the model writes is held against the turns: see `grounding`. A record that no
    turn proves is dropped; `Encoding.mended` counts that and everything else that was put right.

    max_tokens: of one answer. find_times: the time resolver, whose reading of an expression counts.
    """

    llm: LLM
    max_tokens: int = 4096
    find_times: TimeFinder = field(default=time_expressions.find_times)

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        """See ports.Encoder. Raises LLMError; OutputTruncated when the shortest piece is still too much."""
        parts = tuple(
            Part(turn, turn.text[:LONGEST_TURN]) for turn in turns if speaks(turn) and turn.text.strip()
        )
        if not parts:
            return Encoding((), note)
        encoding = await self._encode(parts, reference, note, scope)
        if encoding.mended:
            _logger.info("of what %s wrote was mended: %s", self.llm.id, dict(encoding.mended))
        return encoding

    async def _encode(self, parts: Sequence[Part], reference: str, note: str, scope: str) -> Encoding:
        told = [(part.turn.speaker, part.turn.role, part.turn.said_at, part.text) for part in parts]
        prompt = encode_prompt(told, reference=reference, note=note, scope=scope, max_tokens=self.max_tokens)
        try:
            answer = await self.llm.structured(prompt, EncodedSegment)
        except OutputTruncated:
            halves = _halves(parts)
            if halves is None:
                raise
            return await self._split(halves, reference, note, scope)
        return await asyncio.to_thread(self._held, answer, parts, reference, note)

    def _held(self, answer: EncodedSegment, parts: Sequence[Part], reference: str, note: str) -> Encoding:
        """The answer against the turns; long turns take a while, so in a worker thread."""
        mended: Counter[str] = Counter()
        said = [text for part in parts for text in (part.turn.speaker, part.text)]
        names = Names.of([*said, reference, note])
        records = Drafting(parts, names, _once(self.find_times), mended)(answer.records)
        kept = answer.note.strip()[:LONGEST_NOTE]
        if len(kept) < len(answer.note.strip()):
            mended["notes cut"] += 1
        return Encoding(records, kept, dict(mended))

    async def _split(
        self, halves: tuple[Sequence[Part], Sequence[Part]], reference: str, note: str, scope: str
    ) -> Encoding:
        first = await self._encode(halves[0], reference, note, scope)
        known = "\n".join(filter(None, (reference, *(record.text for record in first.records))))
        second = await self._encode(halves[1], known, first.note or note, scope)
        records = merged(first.records + second.records)
        mended = Counter(first.mended) + Counter(second.mended) + Counter({"answers cut off": 1})
        return Encoding(records, second.note or first.note, dict(mended))


def _once(find_times: TimeFinder) -> TimeFinder:
    """Reads each text once, however many records rest on it.

    The offset is a part of what is remembered: equal moments of two offsets may be two days.
    """

    @cache
    def found(text: str, said_at: datetime | None, _: timedelta | None) -> tuple[TimeExpression, ...]:
        return find_times(text, said_at)

    return lambda text, said_at: found(text, said_at, said_at.utcoffset() if said_at else None)


def _halves(parts: Sequence[Part]) -> tuple[Sequence[Part], Sequence[Part]] | None:
    """Two runs of turns of about the same length; of a turn alone two pieces; None when it is too short."""
    if len(parts) > 1:
        lengths = [sum(len(part.text) for part in parts[:cut]) for cut in range(1, len(parts))]
        whole = sum(len(part.text) for part in parts)
        cut = 1 + min(range(len(lengths)), key=lambda at: abs(2 * lengths[at] - whole))
        return parts[:cut], parts[cut:]
    (part,) = parts
    if len(part.text) < 2 * _SHORTEST_PIECE:
        return None
    cut = _border(part.text)
    return [Part(part.turn, part.text[:cut])], [Part(part.turn, part.text[cut:])]


def _border(text: str) -> int:
    """Behind the last line, sentence or word that ends before the middle, in the half before it."""
    middle = len(text) // 2
    for mark in ("\n", ". ", " "):
        found = text.rfind(mark, middle // 2, middle)
        if found >= 0:
            return found + len(mark)
    return middle
