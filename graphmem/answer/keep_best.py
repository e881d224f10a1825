"""Construction without a language model: sentences are kept by their score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.answer.construct import Kept, Part
from graphmem.answer.sentences import RankSentences, Sentence, nearness
from graphmem.model.answer import AskRequest
from graphmem.model.evidence import Evidence, Item
from graphmem.model.hit import Citation
from graphmem.model.plan import QueryPlan
from graphmem.ports.embedder import Embedder
from graphmem.ports.sentences import SentenceReader


@dataclass(frozen=True, slots=True)
class KeepByScore:
    """Keeps the sentences whose score reaches `share` of the best one, and drops messages without any."""

    reader: SentenceReader
    embedder: Embedder
    rank: RankSentences = field(default_factory=RankSentences.by_themselves)
    share: float = 0.4

    async def __call__(
        self, request: AskRequest, plan: QueryPlan | None, parts: Sequence[Part]
    ) -> Sequence[Sequence[Kept]]:
        """Raises EmbedderError and ServerUnavailable."""
        messages = {each.turn_id: each for part in parts for each in part}
        evidence = Evidence(
            tuple(Item(number, each, 0) for number, each in enumerate(messages.values(), start=1))
        )
        near = await nearness(self.reader, self.embedder, request.search, plan, evidence)
        ranked = self.rank(request.search.query, plan, evidence, near)
        least = self.share * ranked[0].score if ranked else 0.0
        kept: dict[str, list[Sentence]] = {}
        for each in ranked:
            if each.score >= least:
                kept.setdefault(each.item.citation.turn_id, []).append(each)
        return [[_text(message, kept.get(message.turn_id, ())) for message in part] for part in parts]


def _text(message: Citation, sentences: Sequence[Sentence]) -> Kept:
    if not sentences:
        return None
    places = sorted((each.start, each.end) for each in sentences)
    return " … ".join(message.text[start:end] for start, end in places)
