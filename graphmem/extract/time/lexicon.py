"""What the words mean: months, weekdays, units, numbers, modifiers, day parts, seasons."""

from __future__ import annotations

from enum import Enum


class Unit(Enum):
    """A unit of time; value is its letter in a TIMEX duration."""

    SECOND = "S"
    MINUTE = "MIN"
    HOUR = "H"
    DAY = "D"
    WORKDAY = "WD"
    WEEK = "W"
    WEEKEND = "WE"
    MONTH = "M"
    QUARTER = "Q"
    YEAR = "Y"
    DECADE = "DE"
    CENTURY = "CE"


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def _index(names: str, first: int = 1) -> dict[str, int]:
    """{"jan": 1, "january": 1, …} from "jan january|feb february|…"."""
    return {word: n for n, group in enumerate(names.split("|"), first) for word in group.split()}


MONTHS = _index(
    "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|"
    "october oct|november nov|december dec"
)
WEEKDAYS = _index(
    "monday mondays mon|tuesday tuesdays tue tues|wednesday wednesdays wed weds|"
    "thursday thursdays thu thur thurs|friday fridays fri|saturday saturdays sat|sunday sundays sun",
    first=0,
)
SEASONS = {"spring": "SP", "summer": "SU", "fall": "FA", "autumn": "FA", "winter": "WI", "summers": "SU"}
SEASONS |= {"summertime": "SU", "wintertime": "WI", "springtime": "SP", "midsummer": "SU", "midwinter": "WI"}

# Words that are also names, verbs or nouns: they count as time only beside a word that says so.
AMBIGUOUS = words("may march april june august mar jan dec sun sat mon wed fri spring fall summer winter")
LOWER_VERBS = words("may march sat wed sun mon mar jan fri dec thu")

UNITS = {
    "s": Unit.SECOND, "sec": Unit.SECOND, "secs": Unit.SECOND, "second": Unit.SECOND, "seconds": Unit.SECOND,
    "min": Unit.MINUTE, "mins": Unit.MINUTE, "minute": Unit.MINUTE, "minutes": Unit.MINUTE,
    "h": Unit.HOUR, "hr": Unit.HOUR, "hrs": Unit.HOUR, "hour": Unit.HOUR, "hours": Unit.HOUR,
    "day": Unit.DAY, "days": Unit.DAY, "night": Unit.DAY, "nights": Unit.DAY,
    "week": Unit.WEEK, "weeks": Unit.WEEK, "wk": Unit.WEEK, "wks": Unit.WEEK,
    "fortnight": Unit.WEEK, "fortnights": Unit.WEEK, "weekend": Unit.WEEKEND, "weekends": Unit.WEEKEND,
    "month": Unit.MONTH, "months": Unit.MONTH, "quarter": Unit.QUARTER, "quarters": Unit.QUARTER,
    "year": Unit.YEAR, "years": Unit.YEAR, "yr": Unit.YEAR, "yrs": Unit.YEAR,
    "decade": Unit.DECADE, "decades": Unit.DECADE, "century": Unit.CENTURY, "centuries": Unit.CENTURY,
}  # fmt: skip
SHORT_UNITS = frozenset({"s", "h", "sec", "secs", "min", "mins", "hr", "hrs", "wk", "wks", "yr", "yrs"})
PLURAL_UNITS = frozenset(word for word in UNITS if word.endswith("s") and word not in SHORT_UNITS)

ONES = _index(
    "zero oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen",
    first=0,
)
TENS = {
    word: 10 * n for word, n in _index("twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety", 2).items()
}
SCALES = {"hundred": 100, "thousand": 1000}
ORDINALS = _index(
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|"
    "fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
) | {"thirtieth": 30}
DECADE_WORDS = {
    "tens": 10, "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70,
    "eighties": 80, "nineties": 90,
}  # fmt: skip

NUMBER_WORDS = frozenset({*ONES, *TENS})

LAST, THIS, NEXT = -1, 0, 1
MODIFIERS = {
    "last": LAST, "past": LAST, "previous": LAST, "prior": LAST, "preceding": LAST,
    "this": THIS, "current": THIS, "present": THIS,
    "next": NEXT, "coming": NEXT, "upcoming": NEXT, "following": NEXT,
}  # fmt: skip
NEAR_DAYS = {"today": 0, "yesterday": -1, "tomorrow": 1, "tmrw": 1, "tmr": 1, "tomorow": 1, "yday": -1}

# Hours of the local day. Night ends at midnight so that "last night" stays within one day.
DAY_PARTS = {
    "morning": ("MO", 6, 12), "mornings": ("MO", 6, 12),
    "afternoon": ("AF", 12, 18), "afternoons": ("AF", 12, 18),
    "evening": ("EV", 18, 22), "evenings": ("EV", 18, 22), "night": ("NI", 18, 24), "nights": ("NI", 18, 24),
    "lunchtime": ("MI", 12, 14), "dawn": ("MO", 5, 7), "dusk": ("EV", 18, 20), "midday": ("MI", 12, 13),
}  # fmt: skip

EARLY, MID, LATE = "early", "mid", "late"
PARTS = {"early": EARLY, "mid": MID, "late": LATE}
EDGES = {"beginning": EARLY, "start": EARLY, "middle": MID, "end": LATE, "close": LATE}

PREPOSITIONS = words(
    "in on since until till by during of from to between before after around for about through "
    "throughout every each last next this past early mid late and or over that previous coming upcoming "
    "following starting beginning commencing again at weekday"
)
FUZZ = words("about around approximately roughly nearly almost over under circa only just exactly")
FUZZ_PAIRS = frozenset({("more", "than"), ("less", "than"), ("at", "least"), ("at", "most"), ("up", "to")})

RECUR_WORDS = {
    "daily": "P1D", "everyday": "P1D", "weekly": "P1W", "biweekly": "P2W", "fortnightly": "P2W",
    "monthly": "P1M", "quarterly": "P3M", "yearly": "P1Y", "annually": "P1Y",
    "hourly": "PT1H", "nightly": "P1D",
}  # fmt: skip
VAGUE_WORDS = {
    "now": "PRESENT_REF", "currently": "PRESENT_REF", "nowadays": "PRESENT_REF", "presently": "PRESENT_REF",
    "recently": "PAST_REF", "lately": "PAST_REF", "previously": "PAST_REF", "formerly": "PAST_REF",
    "soon": "FUTURE_REF", "someday": "FUTURE_REF", "asap": "FUTURE_REF",
}  # fmt: skip
_VAGUE = {
    "PRESENT_REF": "these days|at the moment|right now",
    "PAST_REF": "in the past|the past|not long ago|the other day|a while ago|a while back|a long time ago|"
    "more recently|long ago",
    "FUTURE_REF": "in the future|the future|the near future|in the near future|one day|some day|"
    "as soon as possible|the short term|the near term",
}
VAGUE_PHRASES: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {}
for _timex, _phrases in _VAGUE.items():
    for _phrase in (tuple(text.split()) for text in _phrases.split("|")):
        VAGUE_PHRASES[_phrase[0]] = (*VAGUE_PHRASES.get(_phrase[0], ()), (_phrase, _timex))

# A text without one of these words and without a digit holds no time expression.
CORE = (
    frozenset(
        {*MONTHS, *WEEKDAYS, *SEASONS, *UNITS, *NEAR_DAYS, *DAY_PARTS, *DECADE_WORDS, *TENS, *RECUR_WORDS}
    )
    | (frozenset({*VAGUE_WORDS, *ONES}) - {"one", "s", "h", "second"})
    | words(
        "tonight noon midnight noughties thousand past future term possible moment while ago seconds quarter"
    )
    | words(
        "christmas xmas nye epiphany boxing valentine valentines cinco juneteenth halloween saints mardi "
        "easter"
    )
    | words("pentecost thanksgiving birthday")
    | (frozenset(ORDINALS) - {"first", "second", "third"})
)
