"""Vectors of turns into the graph: passages and contexts, one transaction a batch."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.draft import EmbeddedTurn
from graphmem.store.executor import Executor, Row, Transaction

_LONGEST_ERROR = 2000


async def land_vectors(executor: Executor, scope: str, turns: Sequence[EmbeddedTurn]) -> int:
    """Write them, or why there are none; returns how many contexts were still the ones that were embedded.

    Rows are sorted by uid: two writers that embedded the same turns wait for each other in one order.
    """
    ordered = sorted(turns, key=lambda embedded: embedded.turn.uid)
    contexts = [_context_row(embedded) for embedded in ordered]
    passages = [row for embedded in ordered for row in _passage_rows(embedded)]

    async def work(tx: Transaction) -> int:
        (row,) = await tx.run("turns/embed_contexts", scope=scope, turns=contexts)
        if passages:
            await tx.run("turns/add_passages", scope=scope, passages=passages)
        return int(row["embedded"])

    return await executor.transaction(work)


def _context_row(embedded: EmbeddedTurn) -> Row:
    return {
        "uid": embedded.turn.uid,
        "context": embedded.turn.context,
        "context_embedding": None if embedded.context_vector is None else embedded.context_vector.tolist(),
        "passage_count": None if embedded.passages is None else len(embedded.passages),
        "error": embedded.refused[:_LONGEST_ERROR] or None,
    }


def _passage_rows(embedded: EmbeddedTurn) -> list[Row]:
    pairs = zip(embedded.passages or (), embedded.passage_vectors, strict=True)
    return [
        {
            "uid": passage.uid,
            "turn_uid": passage.turn_uid,
            "position": passage.position,
            "start": passage.start,
            "end": passage.end,
            "text": passage.text,
            "embedding": vector.tolist(),
        }
        for passage, vector in pairs
    ]
