"""Where sentences end: at their marks, but not behind abbreviations, initials and ordinal numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.text.abbreviations import (
    BEFORE_NAME,
    BEFORE_NAME_CAPITAL,
    BEFORE_NUMBER,
    BEFORE_ORDINAL,
    CALENDAR,
    CLOSING,
    DAYS,
    GLOSS,
    GLOSS_SMALL,
    INSIDE,
    MONTHS,
    OPENERS,
)

_CLOSERS = r"[\"'”’»)\]」』）】》〉*_]*+"
# Scripts without spaces end a sentence at its mark; others where white space follows. Possessive, and never
# begun inside a run of marks: a hundred thousand of them are read once.
_END = re.compile(
    rf"[。！？｡]++{_CLOSERS}|(?<![.!?…؟۔।॥։።])(?P<marks>[.!?…؟۔।॥։።]++)(?P<close>{_CLOSERS})(?=\s)"
)
_END_OR_LINE = re.compile(rf"{_END.pattern}|(?P<line>\n)")
_LAST_WORD = re.compile(r"[^\s\"'“”„‘’«»()\[\]{}<>*_,;:!?…/—–]+\Z")
_NEXT_WORD = re.compile(r"\s*[\"'“”„‘’«»(\[¿¡*_]*(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?|\d+)?")
_BEFORE_LAST = re.compile(r"([^\W\d_]+),?\s+\Z")
_INITIALS = re.compile(r"[^\W\d_]|(?:[^\W\d_]{1,4}\.-?)+[^\W\d_]{1,4}")
_ORDINAL = re.compile(r"\d{1,2}|[IVX]{2,5}")
_VOWEL = re.compile(r"[aeiouyäöüàáâåæèéêëìíîïòóôøùúûœąęı]", re.IGNORECASE)
_AROUND = 40  # characters looked at before and behind a full stop: longer than any abbreviation
_CLIPPED = 4  # letters at most of a word without vowels that is one: "Bhf.", "Blvd."


def sentence_spans(text: str, *, lines: bool = False) -> Iterator[tuple[int, int]]:
    """[start, end) of the sentences of a text in order, without the white space around them; lazily.

    lines: every line ends a sentence. Only white space lies outside of all spans.
    """
    before: tuple[int, int] | None = None
    for start, end in _parts(text, lines):
        if before and not _says_something(text, start, end) and "\n" not in text[before[1] : start]:
            before = before[0], end  # a smile, or one more mark, belongs to what it follows
            continue
        if before:
            yield before
        before = start, end
    if before:
        yield before


def ends_at(text: str, at: int) -> bool:
    """Whether the mark at text[at] ends a sentence; before a letter or digit it does not ("a.m", "3.5")."""
    mark = _END.match(text, at)
    if mark is None:
        return not text[at + 1 : at + 2].isalnum()
    return not (mark["marks"] and _goes_on(text, 0, mark))


def _parts(text: str, lines: bool) -> Iterator[tuple[int, int]]:
    start = 0
    for match in (_END_OR_LINE if lines else _END).finditer(text):
        if match["marks"] and _goes_on(text, start, match):
            continue
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _says_something(text: str, start: int, end: int) -> bool:
    return any(text[at].isalnum() for at in range(start, end))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    sentence = text[start:end]
    left = start + len(sentence) - len(sentence.lstrip())
    right = start + len(sentence.rstrip())
    if left < right:
        yield left, right


def _goes_on(text: str, start: int, mark: re.Match[str]) -> bool:
    """Whether a mark stands inside a sentence. start: where this sentence begins."""
    follows = _Follower.of(text, mark.end())
    if mark["marks"] in ("...", "…", "....") or (mark["marks"] == "." and mark["close"].strip("*_")):
        return follows.is_small
    if mark["marks"] != "." or not follows.word:
        return False
    before = text[max(start, mark.start() - _AROUND) : mark.start()]
    last = _LAST_WORD.search(before)
    if last is None:
        return False
    word = last[0]
    if word[0].isdigit() or _ORDINAL.fullmatch(word):
        return _is_ordinal(before[: last.start()], word, follows)
    return _is_abbreviation(word, follows)


@dataclass(frozen=True, slots=True)
class _Follower:
    """The word behind a mark: "" where a sign or nothing follows on the same line or the next."""

    word: str

    @classmethod
    def of(cls, text: str, at: int) -> _Follower:
        found = _NEXT_WORD.match(text, at, at + _AROUND)
        return cls(found["word"] or "" if found else "")

    @property
    def is_small(self) -> bool:
        return self.word[:1].islower()

    @property
    def is_number(self) -> bool:
        return self.word[:1].isdigit()

    @property
    def opens(self) -> bool:
        """A capital word that often opens a sentence."""
        return self.word[:1].isupper() and self.word.replace("’", "'").casefold() in OPENERS

    @property
    def is_date(self) -> bool:
        return self.word[:1].isupper() and self.word.casefold() in MONTHS | DAYS


def _is_ordinal(before: str, number: str, follows: _Follower) -> bool:
    """ "am 3. Mai", "das 19. Jahrhundert", "vom 20. bis 22.", "3. 5. 2020"; and "1." that numbers an item."""
    if not before.rpartition("\n")[2].strip(" \t>*-#("):
        return number.isdigit()
    if not _ORDINAL.fullmatch(number) or follows.opens:
        return False
    if follows.is_small or (follows.word[:1].isupper() and follows.word.casefold() in MONTHS):
        return True
    previous = _BEFORE_LAST.search(before)
    counted = previous is not None and previous[1].casefold() in BEFORE_ORDINAL
    return counted and (number.isdigit() or not follows.is_number)


def _is_abbreviation(word: str, follows: _Follower) -> bool:
    plain = word.casefold()
    if plain in CLOSING:
        return not follows.word[0].isupper() or follows.is_date
    if plain in BEFORE_NAME | BEFORE_NAME_CAPITAL and word[0].isupper():
        return True
    if plain in GLOSS and "." in plain:
        return True
    if plain in BEFORE_NAME | GLOSS | INSIDE or plain.endswith("str") or _is_clipped(word):
        return not follows.opens
    if plain in GLOSS_SMALL or (plain in CALENDAR and word[0].isupper()):
        return follows.is_small or follows.is_number
    return (plain in BEFORE_NUMBER and follows.is_number) or (_is_initial(word) and not follows.opens)


def _is_initial(word: str) -> bool:
    return bool(_INITIALS.fullmatch(word)) and word != "I"


def _is_clipped(word: str) -> bool:
    """Short and without a vowel, as "Bhf" and "Blvd" are, and neither in capitals throughout nor hummed."""
    return (
        2 <= len(word) <= _CLIPPED
        and word.isalpha()
        and not (word.isupper() or _VOWEL.search(word) or len(set(word.casefold())) == 1)
        and word.casefold() not in _HUMMED
    )


_HUMMED = frozenset("hm hmm mhm pff pfft psst shh tsk brb tbh lmk idk btw smh ttyl np thx pls plz".split())
