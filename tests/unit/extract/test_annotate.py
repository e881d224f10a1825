"""Relative times and what they mean, in brackets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.extract.annotate import annotated

SAID = datetime(2023, 5, 8, 14, tzinfo=UTC)  # a Monday

NOTED = [
    ("I saw her yesterday.", "I saw her yesterday [2023-05-07]."),
    ("It was last week, in Rome.", "It was last week [2023-05-01 to 2023-05-07], in Rome."),
    ("We met last summer.", "We met last summer [2022-06-01 to 2022-08-31]."),
    ("I leave in June.", "I leave in June [2023-06]."),
    ("I started about a year ago.", "I started about a year ago [2022-05]."),
    ("I met them on the 5th after my trip.", "I met them on the 5th [2023-05-05] after my trip."),
    ("That was three years ago.", "That was three years ago [2020]."),
    ("We've been together for three years.", "We've been together for three years [since 2020]."),
    ("I have had them for 3 years now!", "I have had them for 3 years [since 2020] now!"),
]
LEFT = [
    "It took four months.",
    "I was there for two days.",
    "The party was on 3 May 2023.",
    "I am tired today.",
    "We sing every Monday.",
    "Since 2016 I sing.",
    "",
]


@pytest.mark.parametrize(("said", "noted"), NOTED)
def test_the_meaning_stands_behind_the_expression(said: str, noted: str) -> None:
    assert annotated(said, SAID) == noted


@pytest.mark.parametrize("said", LEFT)
def test_what_says_it_all_or_nothing_is_left_as_it_is(said: str) -> None:
    assert annotated(said, SAID) == said


def test_without_a_time_of_saying_nothing_is_noted() -> None:
    assert annotated("I saw her yesterday.", None) == "I saw her yesterday."


def test_the_day_is_the_speakers() -> None:
    paris = datetime(2023, 5, 8, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    assert annotated("I saw her yesterday.", paris) == "I saw her yesterday [2023-05-07]."
