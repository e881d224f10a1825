"""The measure of the time resolver, on rows of our own and on the public gold where it is at hand."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.bench.temporal import (
    BAR_ALL,
    BAR_NAMED,
    SOURCES,
    TemporalReport,
    judge,
    run,
    same_day,
    seconds,
    share,
    table,
)
from graphmem.bench.temporal_gold import HEADLINE, Bounds, GoldRow, read_gold
from graphmem.bench.temporal_kinds import kind_of
from graphmem.errors import InputError
from tests.public_data import public_data

SAID = datetime(2016, 11, 7, tzinfo=UTC)


def row(text: str, expression: str, *answers: Bounds, timex: str = "", impossible: bool = False) -> GoldRow:
    start = text.index(expression)
    end = start + len(expression)
    return GoldRow("recognizers/DateParser", text, start, end, SAID, answers, timex, None, impossible)


def test_either_reading_of_the_gold_counts() -> None:
    past = Bounds(datetime(2016, 11, 4), datetime(2016, 11, 5))
    future = Bounds(datetime(2016, 11, 11), datetime(2016, 11, 12))
    assert judge(row("I'll be back on Friday", "Friday", future, past)).exact
    assert judge(row("I was back on Friday", "Friday", future, past)).exact
    assert not judge(row("I was back on Friday", "Friday", future)).exact


def test_a_range_of_two_includes_its_last_part_where_the_gold_names_it() -> None:
    gold = Bounds(datetime(2016, 10, 4), datetime(2016, 10, 22))
    outcome = judge(row("out from 4 to 22 October 2016", "from 4 to 22 October 2016", gold))
    assert (outcome.exact, outcome.literal) == (True, False)


def test_a_wrong_end_is_wrong_in_a_range_too() -> None:
    gold = Bounds(datetime(2016, 10, 4), datetime(2016, 10, 23))
    assert not judge(row("out from 4 to 21 October 2016", "from 4 to 21 October 2016", gold)).exact


def test_a_day_that_does_not_exist_must_not_be_resolved() -> None:
    assert judge(row("see you Feb 30", "Feb 30", impossible=True)).exact


def test_an_x_in_the_gold_counts_as_loose_only() -> None:
    gold = GoldRow("timenorm/train", "last week", 0, 9, SAID, timex="2016-WXX")
    outcome = judge(gold)
    assert (outcome.exact, outcome.loose) == (False, True)


@pytest.mark.parametrize(
    ("timex", "expected"),
    [("P2W", 1209600.0), ("PT1H30M", 5400.0), ("P1Y1M21D", 35942400.0), ("PXW", None), ("2016-11", None)],
)
def test_the_length_of_a_duration(timex: str, expected: float | None) -> None:
    assert seconds(timex) == expected


@pytest.mark.parametrize(
    ("expression", "kind", "named"),
    [
        ("yesterday", "yesterday, today, tomorrow", True),
        ("two weeks ago", "N units ago, from now, later, before", True),
        ("from 4 to 22 January, 1995", "from A to B", True),
        ("last summer", "season", True),
        ("every Thursday", "recurrence", True),
        ("18 months", "duration", True),
        ("Oct. 12", "calendar date without its year", True),
        ("March 15, 2007", "calendar date with its year", True),
        ("the third quarter", "quarter or half of a year", True),
        ("the quarter", "the quarter, the year, alone", False),
        ("a year earlier", "anchored in the text: a year earlier", False),
        ("recently", "vague: now, recently, the future", False),
        ("fiscal 1989", "fiscal or accounting period", False),
        ("tenure", "other", False),
    ],
)
def test_a_kind_is_told_by_form(expression: str, kind: str, named: bool) -> None:
    found = kind_of(expression)
    assert (found.name, found.named) == (kind, named)


def test_readers_take_both_forms(tmp_path: Path) -> None:
    (tmp_path / "recognizers").mkdir()
    (tmp_path / "timenorm").mkdir()
    values = {
        "Timex": "2016-11-06",
        "FutureResolution": {"date": "2016-11-06"},
        "PastResolution": {"date": "2016-11-06"},
    }
    found = {"Text": "yesterday", "Type": "date", "Value": values, "Start": 2, "Length": 9}
    case = {
        "Input": "I yesterday",
        "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"},
        "Results": [found],
    }
    silent = {"Input": "nothing", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"}, "Results": []}
    (tmp_path / "recognizers" / "DateParser.json").write_text(
        json.dumps([case, silent]), encoding="utf-8-sig"
    )
    rows = "2016-11-07\tDATE\t2016-11-07\nyesterday\tDATE\t2016-11-06\n\n2016-11-08\tDATE\t2016-11-08\n"
    (tmp_path / "timenorm" / "train.tsv").write_text(rows, encoding="utf-8")
    report = run(tmp_path, ["recognizers/DateParser", "timenorm/train"])
    assert [(one.row.expression, one.exact) for one in report.outcomes] == [
        ("yesterday", True),
        ("yesterday", True),
    ]
    assert "all rows                                 2  1.000" in table(report)


def test_the_file_that_no_rule_was_written_on_is_told_apart_beside_its_base_rate() -> None:
    yesterday, today = (
        GoldRow(source, text, 0, len(text), SAID, timex=timex)
        for source, text, timex in [
            ("timenorm/train", "yesterday", "1999-01-01"),
            ("timenorm/test", "today", SAID.date().isoformat()),
        ]
    )
    report = TemporalReport((judge(yesterday), judge(today)), 1.0)

    lines = table(report).splitlines()

    assert "timenorm/test (held out)                 1  1.000  1.000  1.000" in lines
    assert "seen, rules were written on them         1  0.000  0.000  0.000" in lines
    assert "held out, no rule written on it          1  1.000  1.000  1.000" in lines
    assert lines[-2] == "  base rate: the day it is said          1  1.000  1.000  1.000"


def test_the_base_rate_takes_all_for_the_day_on_which_it_is_said() -> None:
    here = GoldRow("timenorm/test", "today", 0, 5, SAID, timex=SAID.date().isoformat())
    there = GoldRow("timenorm/test", "yesterday", 0, 9, SAID, timex="1999-01-01")
    unknown = GoldRow("timenorm/test", "today", 0, 5, None, timex="1999-01-01")

    assert [same_day(row).exact for row in (here, there, unknown)] == [True, False, False]


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pass the folder that holds"):
        read_gold(tmp_path, HEADLINE[0])


def test_the_public_gold_is_resolved_as_far_as_promised() -> None:
    report = run(public_data("temporal"))
    assert {one.row.source for one in report.outcomes} == set(SOURCES)
    assert share(report.named()) >= BAR_NAMED
    assert share(report.named(), "literal") >= BAR_NAMED
    assert share(report.headline()) >= BAR_ALL
