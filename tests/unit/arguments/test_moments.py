from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.arguments.moments import moment, month_number
from graphmem.errors import InputError


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        ("2026-05-03T10:00:00Z", "2026-05-03T10:00:00+00:00"),
        ("2026-05-03t10:00:00z", "2026-05-03T10:00:00+00:00"),
        ("2026-05-03 10:00 UTC", "2026-05-03T10:00:00+00:00"),
        ("2026-05-03T00:30:00+02:00", "2026-05-03T00:30:00+02:00"),
        ("2026-05-03 10:00:00 -0730", "2026-05-03T10:00:00-07:30"),
        ("2026-05-03T10:00:00.123456789Z", "2026-05-03T10:00:00.123456+00:00"),
        (" 2026-05-03 ", "2026-05-03T00:00:00+00:00"),
        ("20260503", "2026-05-03T00:00:00+00:00"),
        (1_777_802_400, "2026-05-03T10:00:00+00:00"),
        (1_777_802_400_000, "2026-05-03T10:00:00+00:00"),
        (1_777_802_400.25, "2026-05-03T10:00:00.250000+00:00"),
        ("1777802400", "2026-05-03T10:00:00+00:00"),
        ("1777802400000", "2026-05-03T10:00:00+00:00"),
        ("1777802400.000200", "2026-05-03T10:00:00.000200+00:00"),
        (-86_400, "1969-12-31T00:00:00+00:00"),
        (datetime(2026, 5, 3, 10), "2026-05-03T10:00:00+00:00"),
        (datetime(2026, 5, 3, 10, tzinfo=ZoneInfo("Europe/Berlin")), "2026-05-03T10:00:00+02:00"),
        (date(2026, 5, 3), "2026-05-03T00:00:00+00:00"),
    ],
)
def test_moments_in_the_speakers_offset(given_value: object, expected: str) -> None:
    read = moment(given_value, "message 1")
    assert read is not None
    assert read.isoformat() == expected


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_an_unknown_moment_is_none(nothing: object) -> None:
    assert moment(nothing, "message 1") is None


@pytest.mark.parametrize(
    "impossible",
    [
        "2026-02-30",
        "2026-13-01T00:00:00Z",
        "2026-05-03T25:00",
        "2026-05-03T10:00:60Z",
        "yesterday",
        "12345",
        "2026-05-03T10:00+24:00",
        "2026-05-03T10:00+18:01",
        "2026-05-03T10:00:00+01:00:30",
        "0001-01-01T00:00:00+02:00",
        "9999-12-31T23:00:00-05:00",
        float("nan"),
        float("inf"),
        10**100,
        10**20,
        True,
        [],
        {},
        b"2026-05-03",
        timedelta(days=1),
        datetime(2026, 5, 3, tzinfo=timezone(timedelta(hours=19))),
    ],
)
def test_an_impossible_moment_is_an_error_with_advice(impossible: object) -> None:
    with pytest.raises(InputError, match=r"message 4: the timestamp .* cannot be read .*ISO 8601"):
        moment(impossible, "message 4")


def test_a_zone_becomes_a_fixed_offset_so_that_values_compare_equal() -> None:
    summer = moment(datetime(2026, 7, 1, tzinfo=ZoneInfo("Europe/Berlin")), "message 1")
    assert summer == datetime(2026, 7, 1, tzinfo=timezone(timedelta(hours=2)))
    assert summer is not None
    assert summer.tzinfo == timezone(timedelta(hours=2))


def test_months() -> None:
    assert [month_number(name) for name in ("May", "september", "Sept.", "Jun")] == [5, 9, 9, 6]
    for wrong in ("Ma", "Juny", "", "ju"):
        with pytest.raises(ValueError, match=r"no month"):
            month_number(wrong)


@given(
    st.datetimes(
        min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1), timezones=st.none() | st.just(UTC)
    )
)
def test_iso_strings_come_back_as_they_were(value: datetime) -> None:
    assert moment(value.isoformat(), "message 1") == value.replace(tzinfo=UTC)


@given(st.text() | st.integers() | st.floats())
def test_whatever_is_given_is_a_moment_or_an_input_error(value: object) -> None:
    try:
        read = moment(value, "message 1")
    except InputError:
        return
    assert read is None or read.tzinfo is not None
