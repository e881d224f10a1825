"""Vectors of evidence nodes that have none: those that lost statements, or came in without vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.manage.connect import MOST_TEXTS, evidence_text
from graphmem.model.change import EvidenceRow
from graphmem.ports import Embedder
from graphmem.store import evidence
from graphmem.store.executor import Executor


@dataclass(frozen=True, slots=True)
class EmbedEvidence:
    """Embeds entities, topics and event frames by their names and the statements that are believed of them.

    Raises EmbedderError; what was embedded before stays, and the next call goes on. page: nodes at a time.
    """

    executor: Executor
    embedder: Embedder
    page: int = 256

    async def __call__(self, scope: str, uids: Sequence[str] | None = None) -> int:
        """How many got their vector. uids: only these, else all of the user's that have none."""
        total, after = 0, ""
        while nodes := await evidence.unembedded(self.executor, scope, uids, after, self.page, MOST_TEXTS):
            texts = [evidence_text(_row(node), node.texts) for node in nodes]
            vectors = await self.embedder.embed(texts, kind="document")
            named = {node.uid: vectors[i] for i, node in enumerate(nodes)}
            total += await evidence.embed(self.executor, scope, named)
            after = nodes[-1].uid
        return total


def _row(node: evidence.Unembedded) -> EvidenceRow:
    return EvidenceRow(node.uid, node.kind, node.key, node.name, "", node.beside)
