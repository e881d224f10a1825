"""Answering without a language model: the best sentences, as they were said, with their dates."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from graphmem.answer.compose import Ending, Layout, Step, layout_of
from graphmem.answer.computing import Computed, Computing
from graphmem.answer.dates import Times, Words, day_of
from graphmem.answer.fence import flat, speaker
from graphmem.answer.sentences import RankSentences, Sentence
from graphmem.model.answer import AskRequest, Claim, Proof
from graphmem.model.evidence import Evidence
from graphmem.model.plan import QueryPlan
from graphmem.ports.embedder import Embedder
from graphmem.ports.sentences import SentenceReader


@dataclass(frozen=True, slots=True)
class Extract:
    """Quotes the sentences that come nearest to the question; what can be computed from them stands first.

    similar, overlapping: nothing was found when the best centred cosine and the best share of the question's
    words both stay below these. near: share of the best score that another sentence needs to be told too;
    most: how many are told.
    """

    reader: SentenceReader
    embedder: Embedder
    words: Words
    compute: Computing
    rank: RankSentences = field(default_factory=RankSentences)
    similar: float = 0.30
    overlapping: float = 0.35
    near: float = 0.75
    most: int = 3

    @classmethod
    def of(cls, reader: SentenceReader, embedder: Embedder, times: Times, words: Words) -> Extract:
        """times: expressions in a text that say when or how long; words: an interval in words."""
        return cls(reader, embedder, words, Computing(times, words))

    def layout(self, plan: QueryPlan | None) -> Layout:
        """See compose.Layout."""
        return layout_of(plan, lines=True)

    async def __call__(
        self, request: AskRequest, plan: QueryPlan | None, evidence: Evidence, *, streamed: bool = False
    ) -> AsyncIterator[Step]:
        """Quoted claims, then the ending. Raises EmbedderError and ServerUnavailable."""
        sentences = await self.sentences(request, plan, evidence)
        if not sentences or self.irrelevant(sentences):
            yield Ending()
            return
        found = self.compute(request, plan, sentences) or self._best(sentences)
        for number, each in enumerate(found.sentences):
            opening = f"{found.answer}. " if found.answer and not number else ""
            yield self._said(each, opening)
        yield found.ending

    async def sentences(
        self, request: AskRequest, plan: QueryPlan | None, evidence: Evidence
    ) -> tuple[Sentence, ...]:
        """Every sentence of the evidence, best first."""
        if not evidence:
            return ()
        (question,) = await self.embedder.embed([request.search.query], kind="query")
        turns = [each.citation.turn_id for each in evidence]
        near = await self.reader.nearness(request.search.scope, turns, question)
        return self.rank(request.search.query, plan, evidence, near)

    def irrelevant(self, sentences: Sequence[Sentence]) -> bool:
        """Whether nothing that was found bears on the question."""
        cosine = max((each.cosine for each in sentences if each.cosine is not None), default=0.0)
        overlap = max(each.overlap for each in sentences)
        return cosine < self.similar and overlap < self.overlapping

    def _best(self, sentences: Sequence[Sentence]) -> Computed:
        least = sentences[0].score * self.near
        return Computed(tuple(each for each in sentences[: self.most] if each.score >= least))

    def _said(self, sentence: Sentence, opening: str) -> Claim:
        citation = sentence.item.citation
        date = f" on {self.words(day_of(citation.said_at))}" if citation.said_at else ""
        text = f"{opening}{speaker(citation)} said{date}: “{flat(sentence.text)}”"
        return Claim(text, (Proof(citation, sentence.text),))
