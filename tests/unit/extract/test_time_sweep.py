"""Every rule with every unit and number, at the ends of the calendar too: an interval holds a moment, or there is none."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.extract.annotate import annotated, span
from graphmem.extract.local.times import note_edits
from graphmem.extract.time import arithmetic, clocks, periods, points
from graphmem.extract.time.lexicon import CORE, PREPOSITIONS
from graphmem.extract.time.ranges import expression
from graphmem.extract.time.tokens import tokenize
from graphmem.extract.time_expressions import describe, find_times, resolve
from graphmem.manage.calendar import dates_of
from graphmem.model.interval import Interval

SATURDAY = datetime(2023, 7, 15, 13, 51, tzinfo=UTC)
REFERENCES = (
    SATURDAY,
    datetime.min.replace(tzinfo=timezone(timedelta(hours=-12))),
    datetime.max.replace(tzinfo=timezone(timedelta(hours=14))),
)
UNITS = "second minutes hour day working·days night week weekends month quarters year decades century".split()
NUMBERS = (
    "0 0.5 half zero -1 a a·few a·couple·of several one 1½ 1.5 2 31 53 two·and·a·half two·to·three 2199 9999 99999 "
    "1000000 " + "1" + "0" * 30 + " a·million nine·hundred·thousand"
).split()
# Each is read with every unit in place of U and every number in place of N.
COUNTED = """
N U | N U ago | N U later | N U from now | in N U | within N U | within the next N U | the last N U | last N U
past N U | the next N U | over the past N U | for N U from today | N U, starting from next Monday
N U before Christmas | N U after 9 June 2023 | N U before 2020 | N U after May | N U from the 31st
since N U ago | until N U ago | by N U from now | after N U ago | from N U ago to today | every N U
N times a U | about N U and a half ago | no less than N U ago | N U and N minutes ago | N U old
""".replace("\n", "|")
PLAIN = """
last U | this U | next U | U | U ago | all U | the whole U | the U of 18 May | the U before 9 June 2023
the U after Christmas | the U after next | the end of the U | early last U | mid next U | the middle of this U
until the end of last U | since the beginning of this U | by the end of the U | after the start of next U
earlier this U | later this U | the rest of the U | that U | the present U | every other U
the first U of June | the last U of 2023 | the third U of next month | the weekend of the U
""".replace("\n", "|")
NUMBERED = """
N | the N | at N | N pm | at N:N | at N:59 tomorrow | from N to N pm today | from N to N | N past N | quarter to N
N-N-N | N/N/N | N/N | 2023-N-N | May N | N May | May N, N | N of May N | 2023 may N | May N to N | N to N next month
between N and N May | the Nth | the Nst of next month | Friday the Nth | Wed, N January | week N | the Nth week of June
the Nth Friday of July | Nth Friday of 2023 | N Fridays ago | N Sundays from now | in N | the year N | since N
the Ns | the early Ns | the Nth century | Q N 2023 | QN | Q3 N | the first half of N | summer of N | Easter N
Thanksgiving N | May 'N | Christmas N | from May N to June N | from N to N 1995
""".replace("\n", "|")
ALONE = """
yesterday | tomorrow | now | today | until today | since today | before today | by yesterday | until now | since now
now | 3 days after now | the week of 18 May |  last weekend | this weekend | Friday | last Friday | next Friday | this Friday | Friday next week | the Friday before 15 July | on Mondays
first Friday of the month | last Friday of the year | next week between Wednesday and Friday
May | last May | next winter | this winter | winter | midsummer | mid-1990s | the nineties | the 20th century
from May to March | from March until last May | between Friday and Monday | from Christmas to Easter
tonight | tonight at 7 | last night | this morning at 7 | tomorrow evening | the morning of 5 May | noon | at midnight
8pm on the 15th | from 5 to 6pm today | from 11 pm to 1 am yesterday | between 8am and 2pm on Friday
Easter | last Thanksgiving | next Boxing Day | my birthday | recently | year-end | year's end
Feb 29 | 30 February | 31 June 2020 | early Feb 29 | the end of yesterday | the end of tonight | early this morning
the second quarter of 2023 | Q3 last year | the first half of next year | H2 2023 | fiscal 2023
until Friday | since May | after the 15th | the week after Easter | the weekend before Christmas | weekly | twice a week
two weekends ago | the week before last | the year before last | the same day | that evening
""".replace("\n", "|")


def _phrases(table: str) -> list[str]:
    return [phrase.strip() for phrase in table.split("|") if phrase.strip()]


def texts() -> Iterator[str]:
    for phrase, unit, number in product(_phrases(COUNTED), UNITS, NUMBERS):
        yield phrase.replace("N", number).replace("U", unit).replace("·", " ")
    for phrase, unit in product(_phrases(PLAIN), UNITS):
        yield phrase.replace("U", unit).replace("·", " ")
    for phrase, number in product(_phrases(NUMBERED), NUMBERS):
        yield phrase.replace("N", number).replace("·", " ")
    yield from _phrases(ALONE)


def fault(text: str, said_at: datetime) -> str:
    """What is wrong with how a text is read, "" for nothing; what is read is also named and filed."""
    try:
        found = [one.interval for one in find_times(text, said_at)]
        for interval in [*found, resolve(text, said_at)]:
            if interval is not None and not (
                _holds_a_moment(interval) and describe(interval) and span(interval)
            ):
                return f"{interval} is empty or has no name"
            if interval is not None:
                dates_of(interval)
        if any(found):
            annotated(text, said_at)
            note_edits(find_times(text, said_at), describe)
    except Exception as error:
        return repr(error)
    return ""


_WORDS = st.sampled_from(
    sorted({*CORE, *PREPOSITIONS, *NUMBERS, *"- / : . , ' s th ago of the a half later".split()})
)
_MOMENTS = st.datetimes(timezones=st.integers(-14, 14).map(lambda hours: timezone(timedelta(hours=hours))))


@settings(max_examples=200)
@given(text=st.lists(_WORDS, max_size=12).map(" ".join), said_at=_MOMENTS)
def test_any_words_of_time_at_any_moment_give_true_intervals_or_none(text: str, said_at: datetime) -> None:
    assert fault(text, said_at) == ""


def _holds_a_moment(interval: Interval) -> bool:
    return interval.start is None or interval.end is None or interval.start < interval.end


def test_whatever_unit_and_number_a_rule_meets_it_gives_a_true_interval_or_none() -> None:
    wrong = {text: told for text in dict.fromkeys(texts()) if (told := fault(text, SATURDAY))}
    assert wrong == {}


def test_at_the_ends_of_the_calendar_a_rule_gives_a_true_interval_or_none() -> None:
    few = [text for number, text in enumerate(dict.fromkeys(texts())) if number % 7 == 0]
    wrong = {
        (text, str(said_at)): told
        for text, said_at in product([*few, *_phrases(ALONE)], REFERENCES[1:])
        if (told := fault(text, said_at))
    }
    assert wrong == {}


def test_the_phrases_above_reach_every_operator() -> None:
    modules = (arithmetic, clocks, periods, points)
    operators = {
        kind
        for module in modules
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__ and "__call__" in vars(kind)
    }
    met: set[type] = set()
    for text in [*_phrases(ALONE), *list(texts())[::5]]:
        t = tokenize(text, solo=True)
        for i in range(t.size):
            node = expression(t, i)
            met |= set(_parts(node[0])) if node else set()
    assert {kind.__name__ for kind in operators - met} == set()


def _parts(node: object) -> Iterator[type]:
    yield type(node)
    for each in dataclasses.fields(node):  # type: ignore[arg-type]
        inner = getattr(node, each.name)
        if dataclasses.is_dataclass(inner) and callable(inner):
            yield from _parts(inner)


@pytest.mark.parametrize(
    "text",
    ["last half days", "0 days", "the last zero weeks", "the next 0 decades", "for 0 days from today"],
)
def test_an_amount_of_nothing_has_no_interval(text: str) -> None:
    assert resolve(text, SATURDAY) is None


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("half a month ago", "2023-06-01", "2023-07-01"),
        ("a month and a half ago", "2023-05-01", "2023-06-01"),
        ("the last half month", "2023-06-30", "2023-07-15"),
        ("the last half decade", "2018-07-15", "2023-07-15"),
        ("the next half year", "2023-07-16", "2024-01-16"),
    ],
)
def test_half_a_unit_counts_in_the_direction_that_is_said(text: str, first: str, after: str) -> None:
    interval = resolve(text, SATURDAY)
    assert interval is not None and interval.start is not None and interval.end is not None
    assert (interval.start.date().isoformat(), interval.end.date().isoformat()) == (first, after)
