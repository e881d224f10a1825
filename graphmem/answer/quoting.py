"""Which sentences are told together, and how a quotation reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.answer.dates import Words, day_of
from graphmem.answer.fence import flat, speaker
from graphmem.answer.sentences import Sentence
from graphmem.model.answer import Claim, Proof

_CHANGE = re.compile(
    r"\b(?:instead|no longer|any ?more|changed? (?:my|our|his|her|their) minds?|in place of|switched|replaced"
    r"|cancell?ed|stopped|quit|gave up|moved from|used to|not any|after all|in the end)\b",
    re.IGNORECASE,
)
_SHORTEST = 3
"""Words of a sentence that is told beside a better one of its turn: not "True." nor "Hi Iris!"."""
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentences of one turn that are told together, in the order in which they stand there."""

    sentences: tuple[Sentence, ...]

    @property
    def score(self) -> float:
        """Of its best sentence."""
        return max(each.score for each in self.sentences)

    @property
    def turn(self) -> str:
        """The id of its turn."""
        return self.sentences[0].item.citation.turn_id

    @property
    def said_at(self) -> datetime:
        """Long ago when it is unknown."""
        return self.sentences[0].item.said_at or _NEVER


def together(sentences: Sequence[Sentence], *, near: float, turns: int, each: int) -> list[Passage]:
    """The best sentences by turn: of at most `turns` turns at most `each` sentences.

    near: share of the best score that a sentence needs. Beside the best one of a turn stand those that follow
    it, and those before it that share words with the question; of what an assistant told, all.
    """
    least = near * sentences[0].score
    by_turn: dict[str, list[Sentence]] = {}
    for one in sentences:
        if one.score < least or one.asks:
            continue
        found = by_turn.setdefault(one.item.citation.turn_id, [])
        if not found or (len(found) < each and _belongs(one, found[0])):
            found.append(one)
    passages = [Passage(tuple(sorted(found, key=lambda s: s.start))) for found in by_turn.values()]
    passages.sort(key=lambda passage: -passage.score)
    return passages[:turns]


def _belongs(sentence: Sentence, best: Sentence) -> bool:
    long = len(sentence.text.split()) >= _SHORTEST
    told = sentence.item.citation.role == "assistant"
    return long and (told or sentence.start > best.start or sentence.shared > 0)


def changes(sentences: Sequence[Sentence], best: Passage, near: float) -> list[Passage]:
    """The latest sentence that tells of a change after the best one was said: it holds now.

    near: share of the best score that it needs.
    """
    later = [
        each
        for each in sentences
        if each.score >= near * best.score
        and (each.item.said_at or _NEVER) > best.said_at
        and _CHANGE.search(each.text)
    ]
    return [Passage((max(later, key=lambda each: each.item.said_at or _NEVER),))] if later else []


def current_first(passages: Sequence[Passage], sentences: Sequence[Sentence], most: int) -> list[Passage]:
    """The passages, each that tells what held behind what holds instead; that is told even where its score
    would not do. most: passages at all.
    """
    best: dict[str, Sentence] = {}
    for one in sentences:
        if not one.asks:
            best.setdefault(one.item.citation.turn_id, one)
    ordered: list[Passage] = []
    for each in passages:
        hit = each.sentences[0].item.hit
        for turn in hit.outdated_by if hit else ():
            known = next((one for one in passages if one.turn == turn), None)
            holds = known or (Passage((best[turn],)) if turn in best else None)
            if holds is not None and holds.turn not in {one.turn for one in ordered}:
                ordered.append(holds)
        if each.turn not in {one.turn for one in ordered}:
            ordered.append(each)
    return ordered[:most]


def answered(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences with what answers a question in their midst moved up.

    Where the best sentence asks, the turn that follows is likelier to hold the answer than the asking one.
    """
    best = sentences[0]
    if not best.asks:
        return list(sentences)
    asked = best.item.citation
    reply = [
        each
        for each in sentences
        if each.item.citation.session_id == asked.session_id
        and each.item.citation.position == asked.position + 1
        and not each.asks
    ]
    if not reply:
        return list(sentences)
    first = replace(reply[0], score=max(best.score, reply[0].score))
    return [first, *(each for each in sentences if each is not reply[0])]


def told(passage: Passage, words: Words, opening: str = "") -> Claim:
    """ "5 May 2026. Maya said on 12 May 2026: “We fetched him last Tuesday.”", with its proof."""
    citation = passage.sentences[0].item.citation
    date = f" on {words(day_of(citation.said_at))}" if citation.said_at else ""
    text = f"{opening}{speaker(citation)} said{date}: “{flat(_quotation(passage))}”"
    return Claim(text, tuple(Proof(citation, each.text) for each in passage.sentences))


def _quotation(passage: Passage) -> str:
    """The sentences, with dots where something between them is left out."""
    parts = [passage.sentences[0].text]
    for before, each in zip(passage.sentences, passage.sentences[1:], strict=False):
        between = each.item.citation.text[before.end : each.start]
        parts.append(f"{' … ' if between.strip() else ' '}{each.text}")
    return "".join(parts)
