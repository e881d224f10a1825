"""Named days that fall on a fixed date or follow a rule (United States where countries differ)."""

from __future__ import annotations

from datetime import date, timedelta

from dateutil.easter import easter

_FIXED = {
    "christmas": (12, 25), "christmas eve": (12, 24), "boxing": (12, 26), "new year": (1, 1),
    "new year eve": (12, 31), "epiphany": (1, 6), "groundhog": (2, 2), "valentine": (2, 14),
    "patrick": (3, 17),
    "april fool": (4, 1), "earth": (4, 22), "may": (5, 1), "cinco de mayo": (5, 5), "juneteenth": (6, 19),
    "canada": (7, 1), "independence": (7, 4), "bastille": (7, 14), "halloween": (10, 31),
    "all saints": (11, 1),
    "veterans": (11, 11), "remembrance": (11, 11), "women": (3, 8),
}  # fmt: skip
_EASTER = {
    "mardi gras": -47, "ash wednesday": -46, "palm sunday": -7, "good friday": -2, "easter": 0,
    "easter monday": 1, "ascension": 39, "pentecost": 49,
}  # fmt: skip
# (month, weekday, n-th, days after it); n-th −1 is the last of the month.
_NTH = {
    "martin luther king": (1, 0, 3, 0), "presidents": (2, 0, 3, 0), "mother": (5, 6, 2, 0),
    "memorial": (5, 0, -1, 0),
    "father": (6, 6, 3, 0), "labor": (9, 0, 1, 0), "columbus": (10, 0, 2, 0), "thanksgiving": (11, 3, 4, 0),
    "black friday": (11, 3, 4, 1), "cyber monday": (11, 3, 4, 4), "thanksgiving eve": (11, 3, 4, -1),
}  # fmt: skip

# Written forms, without apostrophes and their "s".
HOLIDAYS: dict[tuple[str, ...], str] = {
    tuple(phrase.split()): name
    for name, phrases in {
        "christmas": "christmas|christmas day|xmas|xmas day",
        "christmas eve": "christmas eve|xmas eve",
        "boxing": "boxing day",
        "new year": "new year day|new years day|new year|new years",
        "new year eve": "new year eve|new years eve|nye",
        "epiphany": "epiphany",
        "groundhog": "groundhog day",
        "valentine": "valentine|valentines|valentine day|valentines day",
        "patrick": "st patrick day|st. patrick day|saint patrick day|st patricks day|saint patricks day",
        "april fool": "april fool day|april fools day|april fools",
        "earth": "earth day",
        "may": "may day",
        "cinco de mayo": "cinco de mayo",
        "juneteenth": "juneteenth",
        "canada": "canada day",
        "independence": "independence day|the fourth of july",
        "bastille": "bastille day",
        "halloween": "halloween",
        "all saints": "all saints day|all saints",
        "veterans": "veterans day|veteran day",
        "remembrance": "remembrance day",
        "women": "international women day|international womens day",
        "mardi gras": "mardi gras",
        "ash wednesday": "ash wednesday",
        "palm sunday": "palm sunday",
        "good friday": "good friday",
        "easter": "easter|easter sunday|easter day",
        "easter monday": "easter monday",
        "ascension": "ascension day",
        "pentecost": "pentecost|whit sunday",
        "martin luther king": "mlk day|martin luther king day|martin luther king jr day",
        "presidents": "presidents day|president day|washington birthday",
        "mother": "mother day|mothers day",
        "memorial": "memorial day",
        "father": "father day|fathers day",
        "labor": "labor day|labour day",
        "columbus": "columbus day",
        "thanksgiving": "thanksgiving|thanksgiving day",
        "black friday": "black friday",
        "cyber monday": "cyber monday",
        "thanksgiving eve": "thanksgiving eve",
    }.items()
    for phrase in phrases.split("|")
}
FIRST_WORDS = frozenset(phrase[0] for phrase in HOLIDAYS)


def holiday_date(name: str, year: int) -> date:
    """The day of a holiday, by its name in HOLIDAYS' values, in one year."""
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _EASTER:
        return easter(year) + timedelta(days=_EASTER[name])  # type: ignore[no-any-return]
    month, weekday, nth, after = _NTH[name]
    return nth_weekday(year, month, weekday, nth) + timedelta(days=after)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The n-th such weekday of a month (−1 is the last). Raises ValueError when the month has none."""
    if nth > 0:
        first = date(year, month, 1)
        return first.replace(day=1 + (weekday - first.weekday()) % 7 + 7 * (nth - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return last - timedelta(days=(last.weekday() - weekday) % 7)
