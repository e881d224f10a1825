"""Identifiers word for word: of turns that are near, the one that says it itself comes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.model.ranking import Card, Scored
from graphmem.text.words import pattern_of


def exact_first(
    wanted: Sequence[str], scored: Sequence[Scored], cards: Mapping[str, Card]
) -> tuple[Scored, ...]:
    """The turns with most of the identifiers in their own text first, the others in their order.

    A turn's context holds the turns beside it, so the channels cannot tell a turn that says a rare word from
    its neighbours. wanted: identifiers of the question; cards: of the turns that are looked at.
    """
    if not wanted or not scored:
        return tuple(scored)
    patterns = [pattern_of(word, any_case=True) for word in wanted]
    best = max(each.score for each in scored)

    def raised(each: Scored) -> Scored:
        card = cards.get(each.candidate.uid)
        held = sum(1 for pattern in patterns if card and pattern.search(card.turn.text))
        more = held * best
        return (
            replace(each, score=each.score + more, factors={**each.factors, "exact": more}) if held else each
        )

    return tuple(sorted(map(raised, scored), key=lambda each: -each.score))
