"""Names byte for byte as the turns have them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.text.words import pattern_of

_APOSTROPHES = str.maketrans("’‘ʼ`", "''''")


@dataclass(frozen=True, slots=True)
class Names:
    """What may be named: the texts in which names are looked for, first those that count most."""

    texts: tuple[str, ...]
    folds: tuple[tuple[str, tuple[int, ...]], ...]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Names:
        """Of turns and their speakers, then of the context before them."""
        return cls(tuple(texts), tuple(_fold(text) for text in texts))

    def spelled(self, name: str) -> str:
        """The name as the texts have it: as it is when they hold it, else the only or most frequent spelling
        that differs from it in case, accents or apostrophes; "" when they do not hold it at all.
        """
        if not name.strip():
            return ""
        whole = pattern_of(name)
        if found := next(filter(None, map(whole.search, self.texts)), None):
            return found[0]
        folded_name = _fold(name)[0]
        if not folded_name:  # an accent alone
            return ""
        wanted = pattern_of(folded_name)
        spellings = Counter(
            text[places[match.start()] : places[match.end()]]
            for text, (folded, places) in zip(self.texts, self.folds, strict=True)
            for match in wanted.finditer(folded)
        )
        return spellings.most_common(1)[0][0] if spellings else ""


def _fold(text: str) -> tuple[str, tuple[int, ...]]:
    """Without case, accents and curved apostrophes, and for each place of it the place in the text."""
    chars: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for plain in unicodedata.normalize("NFKD", char.translate(_APOSTROPHES)).casefold():
            if not unicodedata.combining(plain):
                chars.append(plain)
                places.append(place)
    return "".join(chars), (*places, len(text))
