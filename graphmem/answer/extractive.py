"""Answering without a language model: the best sentences, as they were said, with their dates."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from graphmem.answer.compose import Ending, Layout, Step, quoted
from graphmem.answer.computing import Computed, Computing
from graphmem.answer.dates import Times, Words
from graphmem.answer.quoting import Passage, answered, changes, current_first, together, told
from graphmem.answer.sentences import RankSentences, Sentence, nearness
from graphmem.model.answer import AskRequest
from graphmem.model.evidence import Evidence
from graphmem.model.plan import QueryPlan
from graphmem.ports.embedder import Embedder
from graphmem.ports.sentences import SentenceReader


@dataclass(frozen=True, slots=True)
class Extract:
    """Quotes the sentences that come nearest to the question; what can be computed from them stands first.

    similar, overlapping: nothing was found when the best centred cosine and the best share of the question's
    words both stay below these. ahead: how far what is about the one person whom the question names must be
    ahead of what is about others, for else the question mixes them up. On LoCoMo's conversations 1 to 8
    the three abstain from 5 % of the questions that can be answered, and from 35 % of those that mix persons
    up. near: share of the best score that another sentence needs to be told too; turns, sentences: how many
    turns are told, and sentences of each, at most; changed: share of the best score from which a later
    sentence that tells of a change stands first.
    """

    reader: SentenceReader
    embedder: Embedder
    words: Words
    compute: Computing
    rank: RankSentences = field(default_factory=RankSentences)
    similar: float = 0.42
    overlapping: float = 0.20
    ahead: float = 0.02
    near: float = 0.75
    turns: int = 3
    sentences: int = 3
    changed: float = 0.4

    @classmethod
    def of(cls, reader: SentenceReader, embedder: Embedder, times: Times, words: Words) -> Extract:
        """times: expressions in a text that say when or how long; words: an interval in words."""
        return cls(reader, embedder, words, Computing(times, words))

    def layout(self, plan: QueryPlan | None) -> Layout:
        """See compose.Layout."""
        return quoted(plan)

    async def __call__(
        self, request: AskRequest, plan: QueryPlan | None, evidence: Evidence, *, streamed: bool = False
    ) -> AsyncIterator[Step]:
        """Quoted claims, then the ending. Raises EmbedderError and ServerUnavailable."""
        ranked = await self.ranked(request, plan, evidence)
        if not ranked or self.irrelevant(ranked):
            nearest = told(Passage(ranked[:1]), self.words) if ranked else None
            yield Ending(nearest=nearest)
            return
        found = self.compute(request, plan, ranked) or self._best(ranked)
        if found.answer:
            yield Layout.LINES
        for number, each in enumerate(found.passages):
            opening = f"{found.answer}. " if found.answer and not number else ""
            yield told(each, self.words, opening)
        yield found.ending

    async def ranked(
        self, request: AskRequest, plan: QueryPlan | None, evidence: Evidence
    ) -> tuple[Sentence, ...]:
        """Every sentence of the evidence, best first."""
        if not evidence:
            return ()
        near = await nearness(self.reader, self.embedder, request.search, plan, evidence)
        return self.rank(request.search.query, plan, evidence, near)

    def irrelevant(self, sentences: Sequence[Sentence]) -> bool:
        """Whether nothing that was found bears on the question."""
        cosine = max((each.cosine for each in sentences if each.cosine is not None), default=0.0)
        overlap = max(each.overlap for each in sentences)
        if cosine < self.similar and overlap < self.overlapping:
            return True
        about = max((each.bare for each in sentences if each.about), default=0.0)
        others = max((each.bare for each in sentences if not each.about), default=0.0)
        return bool(others) and about - others < self.ahead

    def _best(self, ranked: Sequence[Sentence]) -> Computed:
        ordered = answered(ranked)
        passages = together(ordered, near=self.near, turns=self.turns, each=self.sentences)
        if not passages:
            said = next((each for each in ranked if not each.asks), ranked[0])
            return Computed([Passage((said,))])
        others = [each for each in passages[1:] if self._bears(each)]
        changed = changes(ordered, passages[0], self.changed)
        turns = {each.turn for each in changed}
        rest = (each for each in (passages[0], *others) if each.turn not in turns)
        return Computed(current_first([*changed, *rest], ordered, self.turns))

    def _bears(self, passage: Passage) -> bool:
        """Whether one of its sentences bears on the question by itself, not only by what stands around it."""
        return any(each.shared > 0 or (each.cosine or 0.0) >= self.similar for each in passage.sentences)
