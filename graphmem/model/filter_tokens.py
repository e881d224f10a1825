"""Exact filters as full-text tokens: one property, `filter_tokens`, on every node that full text covers.

Lucene can then require "this scope, this session, that month" inside the same query that ranks words, and no
word of a text can pass for a filter.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

KINDS: Final = {"scope": "k", "session": "s", "agent": "a", "type": "y", "month": "m", "tag": "t"}
"""Kind of filter → first letter of its tokens."""


def token(kind: str, value: str) -> str:
    """The token of one value: the kind's letter and 17 hex digits, of which the last is always 0.

    16 digits are BLAKE2b (64 bits) of the value, byte for byte: normalise it first if spelling may vary.
    Lucene's standard tokenizer keeps letters and digits together; the closing digit keeps English stemmers
    away, which would cut an "e" or "ed" off the end. Raises KeyError for an unknown kind.
    """
    digest = blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{KINDS[kind]}{digest}0"


def tokens(
    *,
    scope: str,
    session: str = "",
    agent: str = "",
    type: str = "",
    months: Iterable[str] = (),
    tags: Iterable[str] = (),
) -> str:
    """All tokens of a node, space-separated, each once, in this order; empty values give no token.

    months: "2023-05"; tags: as stored on the record.
    """
    single = [("scope", scope), ("session", session), ("agent", agent), ("type", type)]
    pairs = [*single, *(("month", month) for month in months), *(("tag", tag) for tag in tags)]
    return " ".join(dict.fromkeys(token(kind, value) for kind, value in pairs if value))
