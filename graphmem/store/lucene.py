"""User words as a full-text query that cannot mean anything else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from graphmem.model.filter_tokens import token
from graphmem.text.words import is_word_part

_TERM = re.compile(
    r"[^\s'’.]+(?:['’][^\s'’.]+|(?<=[^\W\d_])\.(?=[^\W\d_])[^\s'’.]+|(?<=\d)\.(?=\d)[^\s'’.]+)*"
)
_MOST_TERMS = 64
# What Lucene's English analyzer drops; a query of these alone would rank nothing.
_STOP = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these "
    "they this to was will with".split()
)
# Question words occur in every question and seldom in its answer.
_ASKING = frozenset(
    "what when where who whom whose which why how did does do has have had been being were would could should"
    " can may might i me my you your he his she her we our us".split()
)


def lucene(
    text: str, field: str, scope: str, *, session: str | None = None, agent: str | None = None
) -> str | None:
    """A query for the words of `text` in `field`, within one scope; None when no word would rank anything.

    The tokens of scope, session and agent are required terms without weight in the score. At most 64 distinct
    words are asked, of letters, digits and marks in lower case: no operator of the query language survives.
    """
    terms = list(dict.fromkeys(word for word in _words(text) if word not in _STOP and word not in _ASKING))[
        :_MOST_TERMS
    ]
    if not terms:
        return None
    required = [("scope", scope), ("session", session), ("agent", agent)]
    filters = " ".join(f"+filter_tokens:{token(kind, value)}^0" for kind, value in required if value)
    return f"{filters} +{field}:({' '.join(terms)})"


def _words(text: str) -> Iterator[str]:
    """Words in lower case, cut where Lucene cuts them: a combining mark belongs to the letter before it, and
    a dot between two letters or two digits to both ("service.py", "2.13").

    Texts are indexed as they were written, so a word with accents is asked composed and decomposed.
    """
    kept = "".join(each if is_word_part(each) or each in "'’." else " " for each in text.casefold())
    for word in _TERM.findall(kept):
        if any(map(str.isalnum, word)):
            yield from dict.fromkeys((word, unicodedata.normalize("NFC", word), _decomposed(word)))


def _decomposed(word: str) -> str:
    """With its accents apart; kana and Hangul stay, which nobody writes decomposed."""
    apart = unicodedata.normalize("NFD", word)
    return apart if any("\u0300" <= each <= "\u036f" for each in apart) else word
