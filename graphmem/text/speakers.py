"""Where a text names people who are known, in any script."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.text.words import pattern_of

_OF = re.compile(r"['’]s(?!\w)")


def mentions(text: str, names: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """[start, end) of the places where names stand, with their 's, by name in the order of `names`.

    Of names that overlap the longest counts: "王小明" does not name 王小.
    """
    found: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
    taken: list[tuple[int, int]] = []
    for name in sorted(found, key=len, reverse=True):
        for match in pattern_of(name, any_case=True).finditer(text):
            start, end = match.span()
            if any(start < after and before < end for before, after in taken):
                continue
            possessive = _OF.match(text, end)
            taken.append((start, possessive.end() if possessive else end))
            found[name].append(taken[-1])
    return {name: places for name, places in found.items() if places}
