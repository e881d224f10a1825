"""A model's date counts where the turn says its expression, in any script."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.extract.grounding.dates import Said, Told, Verdict, date_of
from graphmem.extract.time_expressions import find_times

AT = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("我昨天去了北京。", "昨天"),
        ("我3月9日去了北京。", "3月9日"),
        ("昨日東京に行きました。", "昨日"),
        ("ฉันไปกรุงเทพเมื่อวานนี้", "เมื่อวาน"),
        ("어제는 서울에 갔어요.", "어제"),
        ("मैं कल दिल्ली गया।", "कल"),
        ("Fui ayer, después de comer.", "ayer"),
    ],
)
def test_an_expression_is_found_in_its_turn(text: str, expression: str) -> None:
    found = date_of("A record.", Told(expression, "2026-03-09", ""), [Said(text, AT)], find_times)
    assert found.interval is not None
    assert (found.text, found.interval.start, found.verdict) == (
        expression,
        datetime(2026, 3, 9, tzinfo=UTC),
        Verdict.FINE,
    )


def test_an_expression_that_is_part_of_another_word_is_not_said() -> None:
    found = date_of("A record.", Told("ayer", "2026-03-10", ""), [Said("The player won.", AT)], find_times)
    assert found.verdict is Verdict.REFUSED
