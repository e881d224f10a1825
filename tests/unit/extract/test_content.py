from __future__ import annotations

import pytest

from graphmem.extract.content import statement_share


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("I moved to Lyon.", 1.0),
        ("Where do you live?", 0.0),
        ("¿Qué tal? Bien!", 5 / 14),
        ("你好吗？我很好。", 0.5),
        ("", 1.0),
        ("...", 1.0),
        ("ok", 1.0),
        ("Is Dr. Lee in St. Louis?", 0.0),
        ("Really?! No way.", 7 / 15),
    ],
)
def test_share_of_characters_outside_questions(text: str, share: float) -> None:
    assert statement_share(text) == pytest.approx(share)


def test_a_huge_turn_is_read_in_one_pass() -> None:
    assert statement_share("a" * 1_000_000) == 1.0
    assert statement_share("?" * 200_000) == 1.0
