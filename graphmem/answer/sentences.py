"""The sentences of the evidence, by how likely each holds the answer."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.evidence import Evidence, Item, Nearness
from graphmem.model.plan import QueryPlan

_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?<=[.!?…])\s+|\n+")
_ASKS = re.compile(r"[?？][\"'”’)\]]*\s*$")
_STOP = frozenset(
    "a an and any are as at be been being but by can could did do does for from had has have he her "
    "hers him his how i if in into is it its just like many may me might much my of on or our out she "
    "should so some that the their them then there these they this those to up us was we were what when "
    "where which who whom whose why will with would you your about after all also before ever get got "
    "go going most more not one other over really than very said say says tell told did's kind type "
    "sort long ago".split()
)
_ENDINGS = ("ings", "ing", "ied", "ies", "ed", "es", "ly", "s", "e")


@dataclass(frozen=True, slots=True)
class Sentence:
    """text[start:end] of a turn. cosine: centred, to the question, None when unknown; overlap: the share of
    the question's words, by their rarity, that it holds, 0 to 1; score: for the order only.
    """

    item: Item
    start: int
    end: int
    cosine: float | None
    overlap: float
    score: float

    @property
    def text(self) -> str:
        """As it was said."""
        return self.item.citation.text[self.start : self.end]

    @property
    def asks(self) -> bool:
        return bool(_ASKS.search(self.text))


@dataclass(frozen=True, slots=True)
class RankSentences:
    """Orders sentences by their words, their vector, and the rank of what found their turn.

    words, vector, rank: weights of the three. question: taken off a sentence that asks; dated: added to one
    with a date where a time is asked for.
    """

    words: float = 0.5
    vector: float = 0.6
    rank: float = 0.5
    question: float = 0.3
    dated: float = 0.15

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
        names = content(" ".join(plan.speakers)) if plan else frozenset()
        weights = _rarity(content(question) - names or content(question), bags)
        scored = [
            self._scored(item, near, _share(bag, weights), plan)
            for (item, near), bag in zip(spans, bags, strict=True)
        ]
        return tuple(sorted(scored, key=lambda each: -each.score))

    def _scored(
        self, item: Item, near: tuple[int, int, float | None], overlap: float, plan: QueryPlan | None
    ) -> Sentence:
        start, end, cosine = near
        score = self.words * overlap + self.vector * (cosine or 0.0)
        score += self.rank / (2 + item.rank) * (1.0 if item.hit else 0.4)
        sentence = Sentence(item, start, end, cosine, overlap, score)
        if sentence.asks:
            score -= self.question
        if plan and plan.wants_time and any(start <= one.start < end and one.interval for one in item.times):
            score += self.dated
        if plan and len(plan.speakers) == 1 and item.citation.speaker != plan.speakers[0]:
            score -= 0.1
        return Sentence(item, start, end, cosine, overlap, score)


def content(text: str) -> frozenset[str]:
    """The words that carry meaning, without their endings."""
    return frozenset(
        stem(word) for word in _WORD.findall(text.casefold()) if len(word) > 1 and word not in _STOP
    )


def stem(word: str) -> str:
    """A word without an English ending: enough to match "fetched" with "fetch"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            if (
                ending in ("ing", "ings", "ed")
                and len(base) > 3
                and base[-1] == base[-2]
                and base[-1] not in "ls"
            ):
                return base[:-1]
            return base + "y" if ending in ("ies", "ied") else base
    return word


def _spans(item: Item, nearness: Mapping[str, Sequence[Nearness]]) -> list[tuple[int, int, float | None]]:
    near = nearness.get(item.citation.turn_id)
    if near:
        return [(each.start, each.end, each.cosine) for each in near]
    text, start = item.citation.text, 0
    found: list[tuple[int, int, float | None]] = []
    for cut in [*_ENDING.finditer(text), None]:
        end = cut.start() if cut else len(text)
        if text[start:end].strip():
            found.append((start, end, None))
        start = cut.end() if cut else end
    return found


def _rarity(words: frozenset[str], bags: Sequence[frozenset[str]]) -> dict[str, float]:
    """How much each word of the question tells: words in few sentences tell more."""
    held = Counter(word for bag in bags for word in bag & words)
    return {word: math.log(1 + len(bags) / (1 + held[word])) for word in words}


def _share(bag: frozenset[str], weights: Mapping[str, float]) -> float:
    total = sum(weights.values())
    return sum(weights[word] for word in bag & weights.keys()) / total if total else 0.0
