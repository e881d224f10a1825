"""Sentences of a segment that may become records, each with what is needed to read it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from graphmem.extract.local.language import is_english
from graphmem.extract.local.sentences import Sentence, Trimmer, is_filler, is_question, sentences
from graphmem.extract.local.speakers import Cast, Speakers, speaks
from graphmem.model.turn import Turn

_UNSUBSTANTIAL = (
    "i hope", "let me know", "feel free", "would you like", "here are", "here is", "here's", "i'm sorry",
    "certainly", "as an ai", "is there anything", "i'd be happy", "i can help", "remember,", "let's",
    "let us", "we'll start",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody else asked right before."""

    asker: str
    text: str
    turn_uid: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence in its place.

    follows: the sentence before it in the same turn is a candidate too, so "it" may mean something there.
    question: asked by another speaker right before this turn; only its first sentences answer it.
    """

    turn: Turn
    sentence: Sentence
    cast: Cast
    english: bool
    follows: bool = False
    question: Question | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Records per turn; what lies beyond stays searchable through its turn.

    person: of a person's turn; assistant: of an assistant's, which are long and mostly general knowledge.
    """

    person: int = 24
    assistant: int = 8


def candidates(turns: Sequence[Turn], speakers: Speakers, limits: Limits) -> Iterator[Candidate]:
    """Candidates in order. A turn of any length costs no more than its first sentences up to the limit."""
    trim = Trimmer.for_names(speakers.names)
    question: Question | None = None
    for turn in filter(speaks, turns):
        cast = speakers.cast(turn)
        most = limits.assistant if cast.by_assistant else limits.person
        asked = question if question and question.asker != cast.speaker else None
        found = list(islice(sentences(turn.text, trim), 2 * most))
        yield from _worth_reading(turn, found, cast, asked)
        if found:
            question = (
                Question(cast.speaker, found[-1].text or found[-1].said, turn.uid)
                if is_question(found[-1].said)
                else None
            )


def _worth_reading(
    turn: Turn, found: Sequence[Sentence], cast: Cast, asked: Question | None
) -> Iterator[Candidate]:
    english = is_english(turn.text)
    follows = False
    for place, sentence in enumerate(found):
        if not _states_something(sentence, cast, asked if place == 0 else None):
            follows = False
            continue
        mine = english and is_english(sentence.said)
        kept = sentence if sentence.text else Sentence(sentence.said, sentence.said)
        yield Candidate(turn, kept, cast, mine, follows, asked if place < 2 else None)
        follows = True


def _states_something(sentence: Sentence, cast: Cast, asked: Question | None) -> bool:
    if is_question(sentence.said):
        return False
    if cast.by_assistant and (
        sentence.text.lower().startswith(_UNSUBSTANTIAL) or sentence.said.endswith(":")
    ):
        return False
    return not is_filler(sentence.text) or (asked is not None and is_yes_or_no(sentence.said))


def is_yes_or_no(said: str) -> bool:
    """ "Yes.", "No, not really": with its question a fact, without it nothing."""
    words = said.lower().strip(" .!").replace("!", ",").split(",")[0]
    return words in (
        "yes",
        "no",
        "yep",
        "yeah",
        "nope",
        "yup",
        "nah",
        "never",
        "not really",
        "not yet",
        "of course",
    )
