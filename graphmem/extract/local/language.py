"""Is a text English? Counting function words is enough to decide whether English rules may touch it."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from spacy.lang.de.stop_words import STOP_WORDS as GERMAN
from spacy.lang.en.stop_words import STOP_WORDS as ENGLISH
from spacy.lang.es.stop_words import STOP_WORDS as SPANISH
from spacy.lang.fr.stop_words import STOP_WORDS as FRENCH
from spacy.lang.it.stop_words import STOP_WORDS as ITALIAN
from spacy.lang.nl.stop_words import STOP_WORDS as DUTCH
from spacy.lang.pl.stop_words import STOP_WORDS as POLISH
from spacy.lang.pt.stop_words import STOP_WORDS as PORTUGUESE
from spacy.lang.sv.stop_words import STOP_WORDS as SWEDISH
from spacy.lang.tr.stop_words import STOP_WORDS as TURKISH

from graphmem.text.words import nfc

_OTHERS = (GERMAN, SPANISH, FRENCH, ITALIAN, DUTCH, POLISH, PORTUGUESE, SWEDISH, TURKISH)
_CHAT = {
    "i",
    "im",
    "ive",
    "don't",
    "i'm",
    "it's",
    "that's",
    "hey",
    "yeah",
    "gonna",
    "got",
    "like",
    "love",
    "my",
}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def is_english(text: str) -> bool:
    """False when the script is not Latin, or another language's function words outnumber the English ones.

    A text with no function word of any language counts as English unless a fifth of its letters carry marks.
    """
    words = [word.lower().replace("’", "'") for word in _WORD.findall(nfc(text[:2000]))]
    letters = [char for word in words for char in word if char.isalpha()]
    if not letters:
        return True
    if sum(_is_latin(char) for char in letters) < 0.7 * len(letters):
        return False
    english = sum(word in ENGLISH or word in _CHAT or word.split("'")[0] in ENGLISH for word in words)
    other = max(sum(word in only for word in words) for only in _only_theirs())
    marked = sum(char > "\x7f" for char in letters)
    outnumbered = other > english and other > 1  # one word alone may be a name: Sam, Ken, Ali
    return not outnumbered and (english > 0 or marked * 5 < len(letters))


def is_german(text: str) -> bool:
    """German function words outnumber those of every other language; False when there are none."""
    words = [word.lower() for word in _WORD.findall(nfc(text[:2000]))]
    german = sum(word in GERMAN for word in words)
    return german > max(sum(word in other for word in words) for other in (ENGLISH, *_OTHERS[1:]))


@cache
def _only_theirs() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(words) - ENGLISH - _CHAT for words in _OTHERS)


@lru_cache(maxsize=4096)
def _is_latin(char: str) -> bool:
    return unicodedata.name(char, "").startswith("LATIN")
