"""What intervals are called."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.extract.time_expressions import describe, resolve

SAID = datetime(2023, 7, 15, 13, 51, tzinfo=UTC)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("7 May 2023", "7 May 2023"),
        ("May 2023", "May 2023"),
        ("the week of 3 May 2023", "the week of 1 May 2023"),
        ("2022", "2022"),
        ("last summer", "summer 2022"),
        ("winter 2022", "winter 2022/23"),
        ("Q3 2016", "the third quarter of 2016"),
        ("the 1990s", "the 1990s"),
        ("last weekend", "the weekend of 8 July 2023"),
        ("since 2016", "since 2016"),
        ("until March", "until March 2024"),
        ("by Friday", "until 22 July 2023"),
        ("from 3 to 5 June", "3–5 June 2023"),
        ("from 28 May to 3 June", "28 May – 3 June 2023"),
        ("from 28 December 2022 to 3 January 2023", "28 December 2022 – 3 January 2023"),
        ("from May to July", "May–July 2023"),
        ("between 2014 and 2018", "2014–2018"),
        ("a few days ago", "around 11–13 July 2023"),
        ("a few months ago", "around March–May 2023"),
        ("early June", "early June 2023"),
        ("mid-June", "mid-June 2023"),
        ("late 2021", "late 2021"),
        ("the last 24 hours", "13:51 on 14 July 2023 – 13:51 on 15 July 2023"),
        ("at 3 pm yesterday", "15:00 on 14 July 2023"),
        ("yesterday evening", "the evening of 14 July 2023"),
        ("from 5 to 6:30pm today", "17:00–18:30 on 15 July 2023"),
    ],
)
def test_an_interval_is_called(expression: str, expected: str) -> None:
    interval = resolve(expression, SAID)
    assert interval is not None
    assert describe(interval) == expected
