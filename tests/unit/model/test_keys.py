"""Keys of names."""

import pytest

from graphmem.model.keys import normalised


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Anna Keller", "anna keller"),
        ("  Support-Group ", "support group"),
        ("SUPPORT_group", "support group"),
        ("O'Brien", "obrien"),
        ("O’Brien", "obrien"),
        ("U.S.", "us"),
        ("Straße", "strasse"),
        ("ﬁne Café", "fine café"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("東京", "東京"),
        ("!!!", "!!!"),
        ("", ""),
    ],
)
def test_normalised(name: str, key: str) -> None:
    assert normalised(name) == key


def test_a_long_key_is_hashed_and_still_exact() -> None:
    assert len(normalised("a" * 512)) == 512
    assert len(normalised("a" * 513)) == 32
    assert normalised("a" * 513) == normalised("A" * 513) != normalised("a" * 514)
