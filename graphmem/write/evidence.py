"""Vectors of records and evidence nodes that have none: refused before, changed, or come in without."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.extract.embed import EmbedTexts
from graphmem.manage.connect import MOST_TEXTS, evidence_text
from graphmem.model.change import EvidenceRow
from graphmem.model.segment import Vector
from graphmem.store import evidence, portable
from graphmem.store.executor import Executor

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NodesEmbedded:
    """How many nodes got their vector, how many that were tried lack it still, and why; down: all do."""

    made: int = 0
    lacking: int = 0
    reason: str = ""
    down: bool = False

    def __add__(self, other: NodesEmbedded) -> NodesEmbedded:
        return NodesEmbedded(
            self.made + other.made,
            self.lacking + other.lacking,
            self.reason or other.reason,
            self.down or other.down,
        )


@dataclass(frozen=True, slots=True)
class EmbedEvidence:
    """Embeds entities, topics and event frames by their names and the statements that are believed of them.

    What the embedder refuses keeps no other node out, and the next call tries again. page: nodes at a time.
    """

    executor: Executor
    embed: EmbedTexts
    page: int = 256

    async def __call__(self, scope: str, uids: Sequence[str] | None = None) -> NodesEmbedded:
        """uids: only these, else all of the user's that have none."""
        done, after = NodesEmbedded(), ""
        while not done.down and (
            nodes := await evidence.unembedded(self.executor, scope, uids, after, self.page, MOST_TEXTS)
        ):
            texts = {node.uid: evidence_text(_row(node), node.texts) for node in nodes}
            vectors, page = await _embedded(self.embed, texts)
            await evidence.embed(self.executor, scope, vectors)
            done, after = done + page, nodes[-1].uid
        return done


@dataclass(frozen=True, slots=True)
class EmbedRecords:
    """Embeds records that have no vector, as EmbedEvidence does its nodes."""

    executor: Executor
    embed: EmbedTexts
    page: int = 256

    async def __call__(self, scope: str) -> NodesEmbedded:
        """All of the user's that have none."""
        done, after = NodesEmbedded(), ""
        while not done.down and (texts := await portable.unembedded(self.executor, scope, after, self.page)):
            vectors, page = await _embedded(self.embed, texts)
            await portable.embed(self.executor, scope, vectors)
            done, after = done + page, max(texts)
        return done


async def _embedded(embed: EmbedTexts, texts: Mapping[str, str]) -> tuple[dict[str, Vector], NodesEmbedded]:
    """Vectors by the uids of the texts."""
    uids = list(texts)
    found = await embed(list(texts.values()))
    for place, why in found.refused.items():
        _logger.warning("node %s has no vector: %s", uids[place], why)
    vectors = {uid: vector for uid, vector in zip(uids, found.vectors, strict=True) if vector is not None}
    reason = next(iter(found.refused.values()), "") or found.failure
    return vectors, NodesEmbedded(len(vectors), len(uids) - len(vectors), reason, bool(found.failure))


def _row(node: evidence.Unembedded) -> EvidenceRow:
    return EvidenceRow(node.uid, node.kind, node.key, node.name, "", node.beside)
