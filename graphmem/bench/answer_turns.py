"""Answer in a turn: whether the words of one turn in a context give the gold answer, without an LLM.

`answerable` is lenient: the day of a session's heading counts as a date that was found, and a context of many
sessions has many headings. Here a context is the turns that it shows, and nothing else in it counts.

A gold answer that names a time is found in a turn when an expression in the text of that turn means the
same interval of days as the gold answer, resolved against the moment at which the turn was said:
"yesterday" said on 8 May 2023 gives 7 May 2023, and so does "7 May". A duration that lasts until then gives
its beginning, as in a context ("for five years [since 2018]"). Headings, the moment at which a turn was
said and the dates of records give nothing by themselves, and no turn is dated by its neighbour. A gold
answer without its year is looked for in the years in which the turns of the context were said.

Any other gold answer must stand in the text of one turn word for word, normalised as `answerable` does. The
name of the speaker is not part of the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from graphmem.bench.answerable import (
    Days,
    days_in,
    gold_intervals,
    lines_of,
    normalised,
    notes_in,
    without_notes,
)
from graphmem.extract.annotate import annotated
from graphmem.model.hit import Citation

_REMEMBERED = 20_000  # texts; the ten conversations of LoCoMo have 5,882 turns


@dataclass(frozen=True, slots=True)
class InTurns:
    """Where a gold answer was found. any_turn: in one of the turns; gold_turn: in one that proves the
    answer.
    """

    any_turn: bool
    gold_turn: bool


def answered_in(
    gold: str, shown: Iterable[int], turns: Sequence[Citation], proofs: Collection[int]
) -> InTurns:
    """Whether the gold answer is found in the turns that a context shows.

    shown: their places in the conversation. turns: of the whole conversation. proofs: places of the gold
    turns.
    """
    places = sorted(set(shown))
    wanted = gold_intervals(gold, {said.year for place in places if (said := turns[place].said_at)})
    words = normalised(gold)

    def gives(turn: Citation) -> bool:
        if wanted:
            return not wanted.isdisjoint(_intervals(turn.text, turn.said_at))
        return bool(words.strip()) and words in _words(turn.text)

    found = [place for place in places if gives(turns[place])]
    return InTurns(bool(found), any(place in proofs for place in found))


def shown_in(context: str, turns: Sequence[Citation]) -> frozenset[int]:
    """Places of the turns that a context shows, as `get_context` writes it."""
    places: dict[tuple[str, str], list[int]] = {}
    for place, turn in enumerate(turns):
        places.setdefault((turn.session_id, _words(without_notes(turn.text))), []).append(place)
    lines = ((session, normalised(text)) for session, text in lines_of(context))
    return frozenset(place for line in lines for place in places.get(line, ()))


@lru_cache(_REMEMBERED)
def _intervals(text: str, said_at: datetime | None) -> frozenset[Days]:
    return frozenset((*days_in(text, said_at), *notes_in(annotated(text, said_at))))


@lru_cache(_REMEMBERED)
def _words(text: str) -> str:
    return normalised(text)
