from __future__ import annotations

import pytest

from graphmem.arguments.text import blank, label, said, shown, well_formed
from graphmem.errors import InputError


def test_text_stays_verbatim() -> None:
    assert said("  Grüße,\r\n\tنعم 👩‍👧 \x00 ", "message 1") == "  Grüße,\r\n\tنعم 👩‍👧 \x00 "


def test_emoji_halves_that_form_a_pair_are_joined() -> None:
    assert well_formed("ok \ud83d\ude00", "message 1") == "ok 😀"


@pytest.mark.parametrize("text", ["ab\ud83d", "\ude00ab", "\ude00\ud83d", "caf\udce9"])
def test_a_lone_half_is_an_error_with_advice(text: str) -> None:
    with pytest.raises(InputError, match=r"message 2: half of a surrogate pair.*replace"):
        well_formed(text, "message 2")


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b", "\ufeff", "\x00\x00", "\u00a0"])
def test_what_nobody_can_see_is_empty(text: str) -> None:
    assert blank(text)
    with pytest.raises(InputError, match=r"message 3: the content is empty"):
        said(text, "message 3")


def test_a_million_characters_are_stored_and_one_more_is_refused() -> None:
    assert len(said("x" * 1_000_000, "message 1")) == 1_000_000
    with pytest.raises(InputError, match=r"has 1,000,001 characters.*Split it"):
        said("x" * 1_000_001, "message 1")


@pytest.mark.parametrize(
    ("given", "expected"), [(None, None), (" m1 ", "m1"), (7, "7"), (0, "0"), ("", None)]
)
def test_labels(given: object, expected: str | None) -> None:
    assert label(given, "message 1", "the id") == expected


@pytest.mark.parametrize("given", [True, 1.5, ["m1"], {"a": 1}, b"m1", "a\x00b", "a\nb", "n" * 301])
def test_labels_that_cannot_name_anything(given: object) -> None:
    with pytest.raises(InputError, match=r"message 1: the id"):
        label(given, "message 1", "the id")


def test_a_number_too_long_to_print_is_no_id() -> None:
    with pytest.raises(InputError, match=r"the id is a value that cannot be printed"):
        label(10**5000, "message 1", "the id")


def test_long_values_are_cut_in_messages() -> None:
    assert shown("x" * 100) == "'" + "x" * 56 + "…"
    assert shown(3) == "3 (int)"
