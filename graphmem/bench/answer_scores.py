"""How near an answer comes to the gold one in words: the survey's F1 and BLEU-1, and LoCoMo's own F1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import exp
from string import punctuation
from typing import Protocol

import snowballstemmer

_WORDS = re.compile(
    r"""\d+(?:[.,:/]\d+)+            # a number or date stays whole
      | \w+?(?=n['’]t\b) | n['’]t\b  # do|n't
      | ['’](?:s|re|ve|ll|d|m)\b
      | \w+(?:-\w+)*
      | \.{3} | [^\w\s]""",
    re.VERBOSE,
)
_ARTICLES = frozenset("a an the and".split())
_NO_PUNCTUATION = str.maketrans("", "", punctuation)


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the library's name


def words(text: str) -> list[str]:
    """Lower-cased words in the manner of NLTK's: punctuation marks are words too, "don't" is two."""
    return _WORDS.findall(text.lower())


def f1(said: str, gold: str) -> float:
    """Words in common, counted as often as both have them, as the harmonic mean of precision and recall
    (LLE, appendix E).
    """
    return _f1(words(said), words(gold))


def bleu1(said: str, gold: str) -> float:
    """The precision of f1, times exp(1 - gold length / length) for an answer shorter than the gold one
    (LLE, appendix E).
    """
    ours, theirs = words(said), words(gold)
    if not ours or not theirs:
        return 0.0
    brevity = 1.0 if len(ours) >= len(theirs) else exp(1 - len(theirs) / len(ours))
    return brevity * _common(ours, theirs) / len(ours)


def locomo_f1(said: str, gold: str, category: int | str = 4) -> float:
    """LoCoMo's F1 (Maharana et al., 2024): of Porter stems, without case, articles, "and" or punctuation.

    category: of 1, each part of the gold between commas is held against the part of the answer that fits it
    best, and the mean is taken; of 3, the gold ends at its first semicolon.
    """
    if category == 3:
        gold = gold.partition(";")[0]
    if category != 1:
        return _f1(_stems(said), _stems(gold))
    ours = [_stems(part) for part in said.split(",")]
    theirs = [_stems(part) for part in gold.split(",")]
    return sum(max(_f1(mine, part) for mine in ours) for part in theirs) / len(theirs)


def _f1(ours: Sequence[str], theirs: Sequence[str]) -> float:
    common = _common(ours, theirs)
    return 2 * common / (len(ours) + len(theirs)) if common else 0.0


def _common(ours: Sequence[str], theirs: Sequence[str]) -> int:
    return (Counter(ours) & Counter(theirs)).total()


def _stems(text: str) -> list[str]:
    kept = text.lower().translate(_NO_PUNCTUATION).split()
    return [_stem(word) for word in kept if word not in _ARTICLES]


@cache
def _porter() -> _Stemmer:
    made: _Stemmer = snowballstemmer.stemmer("porter")
    return made


@cache
def _stem(word: str) -> str:
    return _porter().stemWord(word)
