"""The sentences of the evidence, by how likely each holds the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.answer.asked import telling
from graphmem.model.evidence import Evidence, Item, Nearness
from graphmem.model.hit import SearchRequest
from graphmem.model.interval import Interval
from graphmem.model.plan import Phrasing, QueryPlan
from graphmem.ports.embedder import Embedder
from graphmem.ports.sentences import SentenceReader
from graphmem.text.meaning import content, rarity, share
from graphmem.text.sentences import sentence_spans
from graphmem.text.speakers import mentions

_ASKS = re.compile(r"[?？؟][\"'”’)\]]*\s*$")
SOMEBODY_ELSE = 0.45
"""Taken off a sentence that is not about the one person whom the question names."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """text[start:end] of a turn.

    cosine: centred, to the question, None when unknown; shared: the share of the question's words, by their
    rarity, that it holds, 0 to 1; overlap: that its turn holds with the turn before; about: whether the one
    person whom the question names says it or is named in it, or the question names nobody; score: for the
    order only.
    """

    item: Item
    start: int
    end: int
    cosine: float | None
    shared: float
    overlap: float
    about: bool
    score: float

    @property
    def text(self) -> str:
        """As it was said."""
        return self.item.citation.text[self.start : self.end]

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return bool(_ASKS.search(self.text))

    @property
    def bare(self) -> float:
        """The score as if it did not matter whom it is about."""
        return self.score + (0.0 if self.about else SOMEBODY_ELSE)


@dataclass(frozen=True, slots=True)
class RankSentences:
    """Orders sentences by their words, their vector, and the rank of what found their turn.

    words: weight of what the sentence shares with the question; around: of what its turn does together with
    the turn before, which often is the question that it answers; vector: of the cosine; rank: of the rank, as
    1 / (2 + rank); length: of a sentence of a dozen words and more. question: taken off a sentence that asks;
    dated: added to one with a date where a time is asked for; inside: to one that was said, or tells of
    something, in the time that the question names; told: to what an assistant said where that is asked
    for. Fitted to which turn proves the answer on
    LoCoMo's conversations 1 to 8.
    """

    words: float = 0.1
    around: float = 0.9
    vector: float = 0.6
    rank: float = 1.2
    length: float = 0.1
    question: float = 0.13
    dated: float = 0.45
    inside: float = 0.3
    told: float = 0.3

    @classmethod
    def by_themselves(cls) -> RankSentences:
        """By what they say, whatever found their turn."""
        return cls(words=0.7, around=0.3, rank=0.0, length=0.0)

    def __call__(
        self,
        question: str,
        plan: QueryPlan | None,
        evidence: Evidence,
        nearness: Mapping[str, Sequence[Nearness]],
    ) -> tuple[Sentence, ...]:
        """Best first. nearness: the sentences of turns, by turn; turns without are split here."""
        spans = [(item, near) for item in evidence for near in _spans(item, nearness)]
        bags = [content(item.citation.text[start:end]) for item, (start, end, _) in spans]
        weights = rarity(telling(question, plan), bags)
        around = {number: share(bag, weights) for number, bag in _around(evidence).items()}
        scored = [
            self._scored(item, near, share(bag, weights), around[item.number], len(bag), plan)
            for (item, near), bag in zip(spans, bags, strict=True)
        ]
        return tuple(sorted(scored, key=lambda each: -each.score))

    def _scored(
        self,
        item: Item,
        near: tuple[int, int, float | None],
        shared: float,
        around: float,
        words: int,
        plan: QueryPlan | None,
    ) -> Sentence:
        start, end, cosine = near
        score = self.words * shared + self.around * around + self.vector * (cosine or 0.0)
        score += self.rank / (2 + item.rank) if item.hit else 0.0
        score += self.length * min(words, 12) / 12
        if _ASKS.search(item.citation.text[start:end]):
            score -= self.question
        if plan and plan.wants_time and any(start <= one.start < end and one.interval for one in item.times):
            score += self.dated
        if plan and plan.window and _inside(item, start, end, plan.window):
            score += self.inside
        if plan and plan.asks_assistant and item.citation.role == "assistant":
            score += self.told
        about = plan is None or _about(item, start, end, plan.speakers)
        return Sentence(
            item, start, end, cosine, shared, around, about, score - (0.0 if about else SOMEBODY_ELSE)
        )


async def nearness(
    reader: SentenceReader,
    embedder: Embedder,
    search: SearchRequest,
    plan: QueryPlan | None,
    evidence: Evidence,
) -> Mapping[str, tuple[Nearness, ...]]:
    """How near sentences are to the question without its names. Raises EmbedderError, ServerUnavailable."""
    asked = plan.routes[0].text(Phrasing.UNNAMED) if plan and plan.routes else search.query
    (question,) = await embedder.embed([asked], kind="query")
    return await reader.nearness(search.scope, [each.citation.turn_id for each in evidence], question)


def _inside(item: Item, start: int, end: int, window: Interval) -> bool:
    """Whether a sentence was said in a stretch of time, or tells of something that was."""
    if item.said_at and _holds(window, item.said_at):
        return True
    return any(
        start <= one.start < end and one.interval and _meet(one.interval, window) for one in item.times
    )


def _holds(window: Interval, moment: datetime) -> bool:
    return not ((window.start and moment < window.start) or (window.end and moment >= window.end))


def _meet(one: Interval, other: Interval) -> bool:
    return not (
        (one.end and other.start and one.end < other.start)
        or (one.start and other.end and one.start >= other.end)
    )


def _about(item: Item, start: int, end: int, speakers: Sequence[str]) -> bool:
    """Whether it may tell of the one speaker whom the question names; what an assistant says may."""
    citation = item.citation
    if len(speakers) != 1 or citation.speaker == speakers[0] or citation.role == "assistant":
        return True
    first = speakers[0].split()[0]
    return bool(mentions(citation.text[start:end], [first]))


def _around(evidence: Evidence) -> dict[int, frozenset[str]]:
    """The words of each turn together with those of the turn just before it, where that was read too."""
    places = {
        (each.citation.session_id, each.citation.position): content(each.citation.text) for each in evidence
    }
    found = {}
    for each in evidence:
        session, position = each.citation.session_id, each.citation.position
        found[each.number] = places[session, position] | places.get((session, position - 1), frozenset())
    return found


def _spans(item: Item, nearness: Mapping[str, Sequence[Nearness]]) -> list[tuple[int, int, float | None]]:
    near = nearness.get(item.citation.turn_id)
    if near:
        text = item.citation.text
        return [(each.start, _end(text, each.start, each.end), each.cosine) for each in near]
    return [(start, end, None) for start, end in sentence_spans(item.citation.text, lines=True)]


def _end(text: str, start: int, end: int) -> int:
    """Without an opening bracket that belongs to what follows."""
    return start + len(text[start:end].rstrip(' \n[({“"')) or end
