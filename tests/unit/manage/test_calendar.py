"""Which calendar nodes an interval hangs on."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.manage.calendar import Dates, date_of, dates_of
from graphmem.model.interval import Granularity, Interval


def interval(start: str, end: str, granularity: Granularity) -> Interval:
    bounds = [datetime.fromisoformat(bound).replace(tzinfo=UTC) if bound else None for bound in (start, end)]
    return Interval(bounds[0], bounds[1], granularity)


@pytest.mark.parametrize(
    ("start", "end", "granularity", "dates"),
    [
        ("2023-05-07", "2023-05-08", Granularity.DAY, Dates(days=("2023-05-07",))),
        ("2023-05-07T18:00", "2023-05-07T19:00", Granularity.HOUR, Dates(days=("2023-05-07",))),
        ("2023-05-06", "2023-05-08", Granularity.DAY, Dates(days=("2023-05-06", "2023-05-07"))),
        ("2023-05-08", "2023-05-16", Granularity.DAY, Dates(months=("2023-05",))),
        ("2023-04-28", "2023-05-20", Granularity.DAY, Dates(months=("2023-04", "2023-05"))),
        ("2023-05-01", "2023-06-01", Granularity.MONTH, Dates(months=("2023-05",))),
        ("2022-12-01", "2023-03-01", Granularity.SEASON, Dates(months=("2022-12", "2023-01", "2023-02"))),
        ("2021-01-01", "2022-01-01", Granularity.YEAR, Dates(years=("2021",))),
        ("2019-06-01", "2021-06-01", Granularity.MONTH, Dates(years=("2019", "2020", "2021"))),
        ("2016-01-01", "", Granularity.YEAR, Dates(years=("2016",))),
        ("", "2023-06-01", Granularity.MONTH, Dates(months=("2023-05",))),
    ],
)
def test_dates_of(start: str, end: str, granularity: Granularity, dates: Dates) -> None:
    assert dates_of(interval(start, end, granularity)) == dates


def test_a_week_links_its_seven_days() -> None:
    week = dates_of(interval("2023-05-01", "2023-05-08", Granularity.WEEK))
    assert (len(week.days), week.days[0], week.days[-1]) == (7, "2023-05-01", "2023-05-07")


def test_each_year_of_a_century_is_linked_and_of_a_longer_time_its_ends() -> None:
    century = dates_of(interval("1800-01-01", "1900-01-01", Granularity.YEAR)).years
    assert (len(century), century[0], century[15], century[-1]) == (100, "1800", "1815", "1899")
    longer = dates_of(interval("0800-01-01", "1900-01-01", Granularity.YEAR))
    assert longer == Dates(years=("0800", "1899"))


SAID = datetime(2019, 8, 9, 23, 30, tzinfo=timezone(timedelta(hours=-2)))


@pytest.mark.parametrize(
    ("start", "end", "granularity", "dates"),
    [
        ("2016-01-01", "", Granularity.YEAR, Dates(years=("2016", "2017", "2018", "2019"))),
        ("2019-06-01", "", Granularity.MONTH, Dates(months=("2019-06", "2019-07", "2019-08"))),
        ("2019-08-08", "", Granularity.DAY, Dates(days=("2019-08-08", "2019-08-09"))),
        ("2020-01-01", "", Granularity.YEAR, Dates(years=("2020",))),
        ("", "2019-10-01", Granularity.MONTH, Dates(months=("2019-08", "2019-09"))),
        ("", "2018-01-01", Granularity.YEAR, Dates(years=("2017",))),
    ],
)
def test_an_open_interval_reaches_to_the_day_it_was_told(
    start: str, end: str, granularity: Granularity, dates: Dates
) -> None:
    assert dates_of(interval(start, end, granularity), SAID) == dates


def test_the_day_is_the_speakers_own() -> None:
    said_at = datetime(2023, 5, 8, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    assert date_of(said_at) == Dates(days=("2023-05-08",))
    assert date_of(None) == Dates()
