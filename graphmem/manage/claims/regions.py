"""Countries and states: who lives in Germany and in Berlin has not moved."""

from __future__ import annotations

from graphmem.model.keys import normalised

_COUNTRIES = """
afghanistan albania algeria argentina armenia australia austria azerbaijan bahrain bangladesh belarus
belgium bolivia bosnia brazil britain bulgaria cambodia cameroon canada chile china colombia croatia
cuba cyprus czechia denmark ecuador egypt estonia ethiopia finland france germany ghana greece guatemala
hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya
kosovo kuwait laos latvia lebanon libya lithuania luxembourg madagascar malaysia malta mexico moldova
mongolia montenegro morocco mozambique myanmar nepal netherlands nicaragua nigeria norway oman pakistan
panama paraguay peru philippines poland portugal qatar romania russia rwanda senegal serbia singapore
slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tunisia turkey
uganda ukraine uruguay uzbekistan venezuela vietnam yemen zambia zimbabwe uk us usa uae holland europe
asia africa
"""
_LONG = (
    "united states", "united states of america", "united kingdom", "great britain",
    "united arab emirates", "costa rica", "czech republic", "dominican republic", "el salvador", "hong kong",
    "new zealand", "north macedonia", "puerto rico", "saudi arabia", "south africa", "south korea",
    "north korea", "sri lanka", "south america", "north america",
)  # fmt: skip
_STATES = """
alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho
illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota
mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah
vermont virginia wisconsin wyoming england scotland wales bavaria saxony hesse catalonia andalusia
tuscany lombardy sicily sardinia provence normandy brittany burgundy alsace ontario quebec alberta
manitoba queensland victoria kerala punjab gujarat crete tyrol styria flanders wallonia
"""
_LONG_STATES = (
    "new hampshire", "new jersey", "new mexico", "new york state", "north carolina", "north dakota",
    "rhode island", "south carolina", "south dakota", "west virginia", "northern ireland", "lower saxony",
    "british columbia", "nova scotia", "new south wales", "bay area", "silicon valley",
)  # fmt: skip
_KINDS = (
    dict.fromkeys((*_COUNTRIES.split(), *_LONG), "country")
    | dict.fromkeys((*_STATES.split(), *_LONG_STATES), "state")
)  # fmt: skip


def is_region(name: str) -> bool:
    """Whether it is a country, a state or the like."""
    return normalised(name) in _KINDS


def comparable(one: str, other: str) -> bool:
    """Both are countries, both states, or both neither: the one cannot lie in the other."""
    return _KINDS.get(normalised(one), "") == _KINDS.get(normalised(other), "")
