"""How near the sentences of turns are to a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graphmem.model.evidence import Nearness
from graphmem.model.segment import Vector


class SentenceReader(Protocol):
    """Reads sentences of one scope's turns; nothing of another user can come back."""

    async def nearness(
        self, scope: str, turns: Sequence[str], question: Vector
    ) -> Mapping[str, tuple[Nearness, ...]]:
        """The embedded sentences of these turns by turn uid, in order; turns without any are left out.

        question: its raw unit vector. Raises ServerUnavailable.
        """
        ...
