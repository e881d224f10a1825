"""What the rules and judges of belief see of a user's statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphmem.model.belief import Names, Rivals, Statement, Supersession


class BeliefJudge(Protocol):
    """Decides which of several statements exclude each other."""

    def looks_around(self, text: str) -> bool:
        """Whether it has to see what is near to a statement, beside those that share a key with it."""
        ...

    def keys(self, fresh: Sequence[Statement], names: Names) -> tuple[str, ...]:
        """The keys under which rivals of these statements are found. names: of those whom they mention."""
        ...

    async def judge(self, scope: str, rivals: Rivals) -> tuple[Supersession, ...]:
        """Which records are to go; one draft at most for each."""
        ...
