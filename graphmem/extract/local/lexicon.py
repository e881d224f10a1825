"""Word lists as blocks of text."""

from __future__ import annotations


def words(block: str) -> frozenset[str]:
    """The words of a block, separated by white space."""
    return frozenset(block.split())
