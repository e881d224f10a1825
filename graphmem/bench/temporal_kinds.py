"""What kind of expression a gold row is, by its form alone, never by whether it was resolved.

named: the kinds that the design asks the resolver for. The others depend on a text around them that the gold
does not give ("the quarter", "a year earlier"), or mean nothing that can be placed ("recently").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTH = (
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_NUMBER = (
    r"(?:\d[\d.,/]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|"
    r"fifty|sixty|half|couple|few|several|some|hundred|thousand|another)"
)
_UNIT = (
    r"(?:business |trading )?(?:s|sec|second|min|minute|h|hrs?|hour|day|week|month|quarter|year|decade)s?\b"
)
_AMOUNT = rf"{_NUMBER}[\w\s,.-]*?[\s-]*{_UNIT}"
_MOD = r"(?:last|past|previous|this|current|next|coming|upcoming|following)"
_YEAR = r"(?:\d{4}|'?\d\d|(?:nineteen|twenty|two thousand|one thousand)[\w\s-]*)"
_ORDINAL = r"(?:\d(?:st|nd|rd|th)\b|\b(?:first|second|third|eighth|twenty))"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of expression; the first one of which a pattern is found in the lower-case text is its kind."""

    name: str
    named: bool
    patterns: tuple[str, ...]


_OTHERS_FIRST = (
    Kind(
        "vague: now, recently, the future",
        False,
        (
            r"^(?:right now|now|currently|current|present\w*|recent\w*|more recently|soon|already|yet|once|"
            r"then current|then|previously|earlier|these days|the time|that time|this crucial moment|"
            r"some time|a while|from time to time|as soon as possible|one day|a later date|\w+ \w+ ahead|"
            r"a fairly .*)$",
            r"^(?:the )?(?:near |short |long |foreseeable )*(?:future|past|term)$",
            rf"^(?:the )?(?:recent|coming|future|past|early)\b(?!.*\b{_NUMBER}\b)[a-z\s]*s$",
            r"^(?:recent season|the years)$",
        ),
    ),
    Kind("century", False, (r"centur",)),
    Kind("fiscal or accounting period", False, (r"fiscal|\bperiods?\b|\bterm\b|trading",)),
    Kind(
        "anchored in the text: a year earlier",
        False,
        (
            r"earlier$|year-ago|year-earlier|latest|the following|the day (?:before|after)$|corresponding",
            r"\bthat (?:year|quarter|month|week|day|weekend)|\bsame\b|comparable",
        ),
    ),
    Kind(
        "the quarter, the year, alone",
        False,
        (
            r"^(?:the |my |its |full |calendar )*(?:day|week|month|quarter|year)s?$",
            r"^(?:the )?(?:nine|six) months$|^(?:a flat |\d+ )?quarter$|^the \d{4} quarter$",
            r"the (?:first|full|nine|six|early) .*(?:months|year|years|days|weeks|hours)$",
        ),
    ),
)
_NAMED = (
    Kind(
        "recurrence",
        True,
        (r"\b(?:every|each)\b|^(?:daily|weekly|monthly|quarterly|yearly|annually|hourly)$|\bnights$",),
    ),
    Kind(
        "from A to B",
        True,
        (
            r"\bbetween\b.*\band\b|\bbetween\b.*-|\bfrom\b.*(?:\b(?:to|until|till|through)\b|-)",
            r"\S (?:to|until|till|through)\b(?! \w+ (?:day|week|month|year)s$)|\d{4}\s*[-–]\s*\d{4}",
            r"[a-z]+\s*\d{1,2}\s*-\s*\d{1,2}\b(?!-)|\d{4} - \d\d/|\bfor\b.*\bfrom\b",
            rf"{_AMOUNT} starting ",
        ),
    ),
    Kind(
        "N units ago, from now, later, before",
        True,
        (
            rf"{_AMOUNT}.*?\b(?:ago|from now|later|hence|in the future|from|before|after)\b",
            rf"^in (?:an?|one|two|three|four|five|\d+|couple)\b.*{_UNIT}|{_WEEKDAY} (?:from now|later|ago)",
        ),
    ),
    Kind(
        "the past, next or within N units",
        True,
        (
            rf"\b{_MOD} {_NUMBER}[\w\s-]*?{_UNIT}|^within\b|^(?:the )?(?:past|last|next) (?:hour|minute)s?$",
            r"^(?:the )?past (?:week|month|year)$",
        ),
    ),
    Kind(
        "since, until, before, after", True, (r"^(?:since|until|till|before|after|by)\b|and beyond|or later",)
    ),
    Kind(
        "time of day",
        True,
        (r"\d\s*(?:a\.?m|p\.?m)|\d:\d|noon|midnight|tonight|morning|afternoon|evening|night",),
    ),
    Kind(
        "n-th weekday or week, week of",
        True,
        (
            rf"(?:first|second|third|fourth|fifth)\s(?:{_WEEKDAY}|week)\b|last (?:{_WEEKDAY}|week) (?:of|in)",
            r"week \d|(?:week|month) (?:of|commencing|starting|beginning)|w/c",
        ),
    ),
    Kind(
        "early, middle, late, end, rest of",
        True,
        (r"\b(?:early|late|mid|beginning|start|middle|end|rest|earlier|later)\b",),
    ),
    Kind("yesterday, today, tomorrow", True, (rf"today|yesterday|tomorrow|tmrw|\b{_MOD} day\b",)),
    Kind("decade", True, (r"\d0'?\s?s\b|ties\b|\btens\b|thousands\b",)),
    Kind(
        "calendar date with its year",
        True,
        (
            r"\d{4}[-/.](?:\d+|[a-z]+)[-/.]\d+|\d+[-/.](?:\d+|[a-z]+)[-/.,]\d{2,4}",
            rf"{_MONTH}.*(?:\b\d{{1,2}}\b|{_ORDINAL}|\btwenty one).*\b{_YEAR}$",
            rf"(?:\d{{1,2}}|\w+)(?:st|nd|rd|th)?\.? (?:of )?{_MONTH}[\s,]+(?:\d{{4}}|two thousand|nineteen)",
        ),
    ),
    Kind(
        "calendar date without its year",
        True,
        (
            rf"{_MONTH}\W*(?:the )?(?:\d{{1,2}}(?!\d)|\w*{_ORDINAL})",
            rf"(?:\b\d{{1,2}}|{_ORDINAL})\W+(?:of )?{_MONTH}$",
            r"^\d{1,2}[-/.]\d{1,2}$|\d(?:st|nd|rd|th)\b(?!\s+centur)|^(?:the )?\d{1,2}$",
            r"the (?:twenty|thirty|second)",
            rf"{_WEEKDAY} the",
        ),
    ),
    Kind("weekday", True, (rf"\b{_WEEKDAY}\b",)),
    Kind("weekend", True, (r"\bweekend\b",)),
    Kind("season", True, (r"\b(?:spring|summer|fall|autumn|winter)s?\b",)),
    Kind("quarter or half of a year", True, (r"quarters?\b|\bq\d|h\d\b|\bhalf of\b",)),
    Kind(
        "this, last, next week, month, year",
        True,
        (rf"\b{_MOD} (?:week|month|year|decade)|after (?:the )?next|^upcoming",),
    ),
    Kind("month", True, (rf"\b{_MONTH}(?!\w)|^\d{{1,2}}\s*[-/.]\s*\d{{4}}$|^\d{{4}}\s*[-/.]\s*\d{{1,2}}$",)),
    Kind("duration", True, (rf"{_AMOUNT}|(?:all|full|whole)[\s-](?:day|week|month|year)",)),
    Kind("year", True, (rf"^(?:in |the )?(?:year )?(?:\d{{4}}|{_YEAR}|two hundred.*)$",)),
)
_OTHERS_LAST = (Kind("amount without a number", False, (r"\b(?:day|week|month|year|minute|hour)s\b",)),)
KINDS = (*_OTHERS_FIRST, *_NAMED, *_OTHERS_LAST)
OTHER = Kind("other", False, ())
_COMPILED = tuple((kind, tuple(re.compile(pattern) for pattern in kind.patterns)) for kind in KINDS)


def kind_of(expression: str) -> Kind:
    """The kind of an expression by its form."""
    lower = " ".join(expression.lower().split())
    for kind, patterns in _COMPILED:
        if any(pattern.search(lower) for pattern in patterns):
            return kind
    return OTHER
