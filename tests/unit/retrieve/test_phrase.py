from __future__ import annotations

import pytest

from graphmem.retrieve.phrase import named, unnamed

SPEAKERS = ("Caroline", "Mel", "Dr. Wu")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Caroline paint?", ("Caroline",)),
        ("What do caroline and Mel share?", ("Caroline", "Mel")),
        ("What did Melanie say?", ()),
        ("Is this Mel's dog?", ("Mel",)),
        ("What did Dr. Wu prescribe?", ("Dr. Wu",)),
        ("", ()),
    ],
)
def test_only_whole_names_are_named(question: str, expected: tuple[str, ...]) -> None:
    assert named(question, SPEAKERS) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Caroline paint a sunrise?", "When did paint a sunrise?"),
        ("What is Mel's dog called?", "What is dog called?"),
        ("Caroline", "Caroline"),
        ("Caroline?", "Caroline?"),
    ],
)
def test_names_are_taken_out_unless_nothing_is_left(question: str, expected: str) -> None:
    assert unnamed(question, SPEAKERS) == expected
