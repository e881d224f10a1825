"""What a plan may say: only names and numbers that the question gives, so that no guess becomes evidence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.text.words import WORD, pattern_of

_WORD = re.compile(rf"[{WORD}]+(?:['’.&+-][{WORD}]+)*")
_NUMBER = re.compile(r"\d+")
_ASKING = frozenset(
    """
    what which who whom whose when where why how is are was were do does did has have had can could would will
    should may might the a an in on at of for from to with by about any all list name tell and or
    """.split()
)


@dataclass(frozen=True, slots=True)
class PlanWords:
    """The words and numbers that a plan may use freely.

    words: folded (case, accents and 's do not matter); numbers: runs of digits.
    """

    words: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, *texts: str) -> PlanWords:
        """Of the question, of what is known of it, and of the dates that it means."""
        whole = " ".join(texts)
        words = frozenset(part for word in _WORD.findall(whole) for part in _forms(word))
        return cls(words, frozenset(map(_plain, _NUMBER.findall(whole))))

    def admits(self, query: str, *, invented: Iterable[str] = (), sentences: bool = False) -> bool:
        """Whether every name and number in a query is given.

        invented: names that the plan itself tells and that are not given. sentences: the model opens its
        queries with capitals, so the first word says nothing; unless another capital follows it.
        """
        if any(_plain(number) not in self.numbers for number in _NUMBER.findall(query)):
            return False
        found = list(_WORD.finditer(query))
        if any(spelled(query, name) for name in invented):
            return False
        names = [at for at, match in enumerate(found) if match.group()[0].isupper()]
        if sentences and names[:1] == [0] and names[:2] != [0, 1]:
            names = names[1:]
        return all(self._given(found[at].group(), opening=at == 0) for at in names)

    def _given(self, word: str, *, opening: bool) -> bool:
        forms = _forms(word)
        return not self.words.isdisjoint(forms) or (opening and not _ASKING.isdisjoint(forms))


def folded(text: str) -> str:
    """Without case and accents, apostrophes straight."""
    plain = unicodedata.normalize("NFKD", text.casefold()).replace("’", "'")
    return "".join(char for char in plain if not unicodedata.combining(char))


def opens_in_capitals(queries: Iterable[str]) -> bool:
    """Whether a model writes its queries like sentences: none begins with a small letter."""
    firsts = [match.group()[0] for query in queries if (match := _WORD.search(query))]
    return not any(first.islower() for first in firsts)


def _forms(word: str) -> tuple[str, ...]:
    whole = folded(word)
    bare = whole.removesuffix("'s").rstrip("'")
    return (whole, bare, *re.split(r"['.&+-]", bare))


def _plain(number: str) -> str:
    return number.lstrip("0") or "0"


def spelled(text: str, name: str) -> str:
    """The name as the text spells it; "" when the text does not hold it as a word."""
    within, wanted = folded(text), folded(name).strip()
    found = pattern_of(wanted).search(within) if wanted else None
    if found is None:
        return ""
    # Where folding changed lengths ("ß" is "ss") places in the two texts differ.
    return text[found.start() : found.end()] if len(within) == len(text) else name
