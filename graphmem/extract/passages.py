"""Turns to passages: sentences, and long sentences in pieces that an embedder can read whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import Any

import spacy

from graphmem.extract import tokens
from graphmem.model.identity import uid
from graphmem.model.turn import Passage, Turn

MAX_TOKENS = 200

_RUN = 1000
_LONG_RUN = re.compile(rf"\S{{{_RUN + 1},}}")
_MARKS = re.compile(r"[^\w\s]{16,}")
_CJK_ENDING = re.compile(r"[。！？｡]+[」』”’）)]*")
_ENDING = re.compile(r"[。！？｡.!?]+")

_lock = Lock()


def split(text: str) -> tuple[tuple[int, int], ...]:
    """Character offsets [start, end) of the passages of a turn's text, in order, never overlapping.

    A passage is a sentence without the white space around it; a sentence of more than MAX_TOKENS is
    cut into pieces of about equal length. Only white space lies outside the passages, so a text of
    white space has none. Safe to call from several threads.
    """
    return tuple(piece for start, end in _sentences(text) for piece in _pieces(text, start, end))


def passages(turn: Turn) -> tuple[Passage, ...]:
    """The passages of a turn; each text is exactly turn.text[start:end]."""
    return tuple(
        Passage(uid(turn.uid, "passage", str(i)), turn.uid, i, start, end, turn.text[start:end])
        for i, (start, end) in enumerate(split(turn.text))
    )


def embedded_text(speaker: str, passage: Passage) -> str:
    """What the embedder reads for a passage: the speaker matters as much as the words."""
    return f"{speaker}: {passage.text}" if speaker else passage.text


@cache
def _pipeline() -> Any:
    nlp = spacy.blank("xx")  # rules that hold for many languages; no model to load
    nlp.add_pipe("sentencizer")
    nlp.max_length = 1 << 40  # the default limit protects parsers, and there is none here
    return nlp


def _sentences(text: str) -> list[tuple[int, int]]:
    # spaCy keeps every new word for good unless a memory zone frees it; zones admit one thread.
    with _lock:
        nlp, text = _pipeline(), _MARKS.sub(_masked, text)
        with nlp.memory_zone():
            found = [
                bounds
                for at, end in _chunks(text)
                for sentence in nlp(text[at:end]).sents
                for bounds in _without_spaces(text, at + sentence.start_char, at + sentence.end_char)
            ]
    return [bounds for bounds in (_trimmed(text, *pair) for pair in found) if bounds[0] < bounds[1]]


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    """The text in parts without long runs of visible characters, on which spaCy takes quadratic time.

    Scripts without spaces have such runs: they are cut where a sentence ends if one does.
    """
    at = 0
    for run in _LONG_RUN.finditer(text):
        yield at, run.start()
        at = run.start()
        while run.end() - at > _RUN:
            ends = [match.end() for match in _ENDING.finditer(text, at, at + _RUN)]
            following = ends[-1] if ends else at + _RUN
            yield at, following
            at = following
    yield at, len(text)


def _without_spaces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences in what spaCy takes for one: it wants a space between them, and CJK has none."""
    for match in _CJK_ENDING.finditer(text, start, end):
        yield start, match.end()
        start = match.end()
    yield start, end


def _masked(marks: re.Match[str]) -> str:
    """A rule of dashes as a word of the same length: spaCy strips marks one by one, slowly."""
    return "x" * (len(marks[0]) - 4) + marks[0][-4:]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    sentence = text[start:end]
    left = len(sentence) - len(sentence.lstrip())
    return start + left, max(start + left, start + len(sentence.rstrip()))


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    bounds = [(start + a, start + b) for a, b in tokens.spans(text[start:end])]
    if len(bounds) <= MAX_TOKENS:
        yield start, end
        return
    size = -(-len(bounds) // -(-len(bounds) // MAX_TOKENS))
    at = 0
    while at < len(bounds):
        after = _cut(bounds, at, min(at + size, len(bounds)))
        yield bounds[at][0], bounds[after - 1][1] if after < len(bounds) else end
        at = after


def _cut(bounds: list[tuple[int, int]], at: int, wanted: int) -> int:
    """The token before which to cut: the nearest at or before `wanted` that follows white space."""
    if wanted == len(bounds):
        return wanted
    for candidate in range(wanted, max(at, wanted - MAX_TOKENS // 4), -1):
        if bounds[candidate - 1][1] < bounds[candidate][0]:
            return candidate
    return wanted
