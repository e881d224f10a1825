"""How near the sentences of turns are to a question: the statement `search/sentences`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphmem.model.evidence import Nearness
from graphmem.model.segment import Vector
from graphmem.store.centred import Centred
from graphmem.store.executor import Executor


@dataclass(frozen=True, slots=True)
class GraphSentences:
    """SentenceReader over Neo4j. mean: tells the store's mean vector; None as long as it is unknown."""

    executor: Executor
    mean: Callable[[], Vector | None]

    async def nearness(
        self, scope: str, turns: Sequence[str], question: Vector
    ) -> Mapping[str, tuple[Nearness, ...]]:
        """See ports.SentenceReader."""
        mean = self.mean()
        rows = await self.executor.read(
            "search/sentences",
            scope=scope,
            turns=list(turns),
            question=question.tolist(),
            mean=question.tolist() if mean is None else mean.tolist(),
        )
        centred = Centred.of(question, np.zeros_like(question) if mean is None else mean)
        return {row["uid"]: tuple(sorted(_near(each, centred) for each in row["passages"])) for row in rows}


def _near(values: Sequence[Any], centred: Centred) -> Nearness:
    start, end, to_question, to_mean = values
    return Nearness(start, end, centred(to_question, to_mean))
