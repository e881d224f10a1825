"""Keys by which entities, topics and aliases are found again, whoever writes or asks for them."""

from __future__ import annotations

import unicodedata
from hashlib import blake2b
from typing import Final

LONGEST_KEY: Final = 512
"""Characters; an index entry has a limit, and a longer name is no name that anybody would type again."""

_KEPT = "+#"  # C, C++ and C# are three languages
_DROPPED = "'’‘`."  # O'Brien and OBrien, U.S. and US are one name


def normalised(text: str) -> str:
    """The key of a name: NFKC, case folded, separators and punctuation collapsed to single spaces.

    "Support-Group", "support  group" and "SUPPORT GROUP" have one key. A name of signs only is its own key.
    A key of more than LONGEST_KEY characters is replaced by its hash, so it stays exact but unreadable.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    letters = "".join(_letter(char) for char in folded if char not in _DROPPED)
    key = " ".join(letters.split()) or " ".join(folded.split())
    if len(key) > LONGEST_KEY:
        return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return key


def _letter(char: str) -> str:
    return char if char in _KEPT or unicodedata.category(char)[0] in "LNM" else " "
