"""Closed segments to records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphmem.model.record import Encoding
from graphmem.model.turn import Turn


class Encoder(Protocol):
    """Turns the turns of one closed segment into records (LycheeMemory V2, section 3.3)."""

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        """Records evidenced by these turns.

        reference: recent records of the session, to resolve references only; note: the disambiguation
        note that the previous segment left; scope: the user whose turns they are, on whose account a model
        is asked. Raises ModelError when a model fails.
        """
        ...
