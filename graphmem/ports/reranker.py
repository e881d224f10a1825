"""A second look at the order of candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Scores texts against a question; higher is better, and only the order counts."""

    @property
    def id(self) -> str: ...

    async def scores(self, question: str, texts: Sequence[str], *, scope: str = "") -> Sequence[float]:
        """One finite score per text, in the order of `texts`. Raises RerankerError.

        scope: the user on whose behalf it is asked, for the ledger of what is paid.
        """
        ...
