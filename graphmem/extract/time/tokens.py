"""Text → tokens with offsets. One linear pass; digits and letters are always apart ("3pm" is two)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.extract.time.lexicon import AMBIGUOUS, LOWER_VERBS, PREPOSITIONS, WEEKDAYS

_TOKEN = re.compile(r"(\d+)(?:(st|nd|rd|th)(?![^\W_]))?|([^\W\d_]+)|(\S)", re.IGNORECASE)
_PAD = 16
MAX_DIGITS = 6
_LINKS = frozenset({"and", "or", "to", "that", "about", "for", "again"})
_SURE = frozenset({"in", "on", "last", "next", "since"})


@dataclass(frozen=True, slots=True)
class Tokens:
    """Parallel lists, padded at the end so that a rule may look ahead without checking.

    words: lower-case text ("" beyond the end). numbers: the value of digits, else None (None as well for
    more than six digits, which no time expression has). ordinal: written as 3rd. solo: the text is
    one expression by itself, so words that are otherwise ambiguous count.
    """

    text: str
    words: list[str]
    numbers: list[int | None]
    ordinal: list[bool]
    starts: list[int]
    ends: list[int]
    size: int
    solo: bool = False

    def word(self, i: int, *options: str) -> bool:
        return self.words[i] in options

    def phrase(self, i: int, words: tuple[str, ...]) -> bool:
        return self.words[i : i + len(words)] == list(words)

    def joined(self, i: int) -> bool:
        """No space between token i - 1 and token i."""
        return 0 < i < self.size and self.ends[i - 1] == self.starts[i]

    def digits(self, i: int) -> int:
        """How many characters the number at i has; 0 when it is none."""
        return self.ends[i] - self.starts[i] if self.numbers[i] is not None and not self.ordinal[i] else 0

    def capital(self, i: int) -> bool:
        return i < self.size and self.text[self.starts[i]].isupper()

    def proper(self, i: int) -> bool:
        """A capital that is not the one of a sentence's beginning."""
        return i > 0 and self.capital(i) and self.words[i - 1] not in {".", "!", "?"}

    def skip(self, i: int, *options: str) -> int:
        """i + 1 when token i is one of the options, else i."""
        return i + 1 if self.words[i] in options else i

    def supported(self, i: int) -> bool:
        """Whether an ambiguous word at i ("may", "fall", "Sun") is likely to be a time."""
        word = self.words[i]
        if self.solo or word not in AMBIGUOUS:
            return True
        before = self.words[i - 1] if i else ""
        if before == "," and i > 1:
            before = self.words[i - 2]
        if before in WEEKDAYS:
            return True
        if word in LOWER_VERBS and not self.capital(i) and before not in _SURE:
            return False
        if before == "the":
            return word in {"summer", "winter"} or (i > 1 and self.words[i - 2] in PREPOSITIONS)
        return before in PREPOSITIONS and not (word in {"fall", "spring"} and before in _LINKS)


def tokenize(text: str, *, solo: bool = False) -> Tokens:
    """Cut a text into tokens."""
    words: list[str] = []
    numbers: list[int | None] = []
    ordinal: list[bool] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _TOKEN.finditer(text):
        digits = match[1]
        words.append(digits or match[0].lower())
        numbers.append(int(digits) if digits and len(digits) <= MAX_DIGITS and digits.isascii() else None)
        ordinal.append(match[2] is not None)
        starts.append(match.start())
        ends.append(match.end())
    size = len(words)
    words.extend([""] * _PAD)
    numbers.extend([None] * _PAD)
    ordinal.extend([False] * _PAD)
    starts.extend([len(text)] * _PAD)
    ends.extend([len(text)] * _PAD)
    return Tokens(text, words, numbers, ordinal, starts, ends, size, solo)
