"""Scored turns and their cards to hits: a record with its turns, or a turn that no record covers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.model.hit import ChannelRank, Citation, Explanation, Hit, SearchRequest
from graphmem.model.ranking import Card, Ranking, RecordCard, Scored
from graphmem.text.excerpt import around
from graphmem.text.meaning import content
from graphmem.text.words import long_words

LONGEST = 600
"""Characters of a turn that a hit shows; of a longer one, the passage that was found."""


@dataclass(frozen=True, slots=True)
class Present:
    """Groups turns under the record that answers best; a turn already cited is not shown again."""

    explain: bool = False

    def __call__(
        self,
        request: SearchRequest,
        scored: Sequence[Scored],
        shown: Mapping[str, Card],
        cards: Mapping[str, Card],
        rankings: Sequence[Ranking],
        similarities: Mapping[str, float],
    ) -> tuple[Hit, ...]:
        """At most top_k hits in the order of `scored`: turns of `shown` head them, turns of `cards` prove."""
        asked = long_words(request.query)
        wanted = content(request.query)
        hits: list[Hit] = []
        cited: set[str] = set()
        for each in scored:
            if len(hits) == request.top_k:
                break
            card = shown.get(each.candidate.uid)
            if card is None or each.candidate.uid in cited:
                continue
            card = replace(card, turn=_found(card.turn, wanted))
            record = _telling(_best(card, asked), card, wanted)
            citations = _citations(card, record, cards)
            cited.update(citation.turn_id for citation in citations)
            explanation = _explained(each, rankings) if self.explain else None
            similarity = similarities.get(each.candidate.uid)
            hits.append(_hit(each, card, record, citations, similarity, explanation))
        return current_first(hits)


def current_first(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits in their order, but for those that tell what held: each stands behind what holds instead, as
    far as that was found.
    """
    left, ordered = list(hits), list[Hit]()
    while left:
        heads = {hit.citations[0].turn_id for hit in left}
        first = next((hit for hit in left if not heads & set(hit.outdated_by)), left[0])
        left.remove(first)
        ordered.append(first)
    return tuple(ordered)


def _best(card: Card, asked: frozenset[str]) -> RecordCard | None:
    """The record that shares most words with the question, the shorter one first among equals."""

    def worth(record: RecordCard) -> tuple[int, int]:
        return len(asked & long_words(record.text)), -len(record.text)

    return max(card.records, key=worth, default=None)


def _found(turn: Citation, wanted: frozenset[str]) -> Citation:
    """A long turn with the place of what was found in it."""
    start, end = around(turn.text, wanted, LONGEST)
    return turn if end - start == len(turn.text) else replace(turn, start=start, end=end)


def _telling(record: RecordCard | None, card: Card, wanted: frozenset[str]) -> RecordCard | None:
    """The record, unless it shares no word with the question and what was found of the turn does."""
    if record is None or wanted & content(record.text):
        return record
    return None if wanted & content(card.turn.excerpt) else record


def _citations(card: Card, record: RecordCard | None, cards: Mapping[str, Card]) -> tuple[Citation, ...]:
    others = (cards[turn].turn for turn in (record.turns if record else ()) if turn in cards)
    return (card.turn, *(turn for turn in others if turn.turn_id != card.turn.turn_id))


def _hit(
    each: Scored,
    card: Card,
    record: RecordCard | None,
    citations: tuple[Citation, ...],
    similarity: float | None,
    explanation: Explanation | None,
) -> Hit:
    if record is None:
        return Hit(
            id=card.turn.turn_id,
            memory=card.turn.excerpt,
            type="turn",
            score=each.score,
            citations=citations,
            similarity=similarity,
            recorded_at=each.candidate.recorded_at,
            outdated_by=card.outdated_by,
            metadata=card.metadata,
            explanation=explanation,
        )
    return Hit(
        id=record.uid,
        memory=record.text,
        type=record.type,
        score=each.score,
        citations=citations,
        event_from=record.event_from,
        event_to=record.event_to,
        valid_from=record.valid_from,
        valid_to=record.valid_to,
        recorded_at=record.recorded_at,
        outdated_by=record.outdated_by,
        similarity=similarity,
        metadata=card.metadata,
        explanation=explanation,
    )


def _explained(each: Scored, rankings: Sequence[Ranking]) -> Explanation:
    uid = each.candidate.uid
    found = (
        ChannelRank(
            channel=f"{ranking.channel}/{ranking.phrasing}",
            rank=ranking.turns.index(uid) + 1,
            weight=ranking.weight,
            path=ranking.paths.get(uid, ()),
        )
        for ranking in rankings
        if uid in ranking.turns
    )
    return Explanation(tuple(found), each.factors)
