"""English or not."""

import pytest

from graphmem.extract.local.language import is_english


@pytest.mark.parametrize(
    "text",
    [
        "I went to the market.",
        "Nice work, Sam!",
        "Gonna continue my edu",
        "42",
        "",
        "I love Gruyère and crème brûlée.",
    ],
)
def test_english(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ich will nächsten Sonntag einen Gratin kochen.",
        "Le 27 juin, Mamie fête ses 85 ans à Lyon.",
        "Ayer empecé la lección doce de español.",
        "昨日、支援グループに行きました。",
        "Вчера я ходил в магазин.",
        "أحب القهوة كثيرا",
    ],
)
def test_other_languages(text: str) -> None:
    assert not is_english(text)
