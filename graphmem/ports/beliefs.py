"""What the rules and judges of belief see of a user's statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphmem.model.belief import Rivals, Statement, Supersession


class BeliefJudge(Protocol):
    """Decides which of several statements exclude each other.

    reads_all: it has to see every record; else only those that claim something by the rules.
    """

    @property
    def reads_all(self) -> bool: ...

    def keys(self, fresh: Sequence[Statement]) -> tuple[str, ...]:
        """The keys under which rivals of these statements are found."""
        ...

    async def judge(self, scope: str, rivals: Rivals) -> tuple[Supersession, ...]:
        """Which records are to go; one draft at most for each."""
        ...
