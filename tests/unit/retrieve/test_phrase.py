from __future__ import annotations

import pytest

from graphmem.retrieve.phrase import named, unnamed

SPEAKERS = ("Caroline", "Mel", "Dr. Wu", "José", "李娜", "王小", "王小明", "Anna", "민수", "मीना")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Caroline paint?", ("Caroline",)),
        ("What do caroline and Mel share?", ("Caroline", "Mel")),
        ("What did Melanie say?", ()),
        ("Is this Mel's dog?", ("Mel",)),
        ("What did Dr. Wu prescribe?", ("Dr. Wu",)),
        ("", ()),
        ("Where does Jose\u0301 live?", ("José",)),
        ("李娜住在哪里？", ("李娜",)),
        ("王小明和李娜认识吗？", ("李娜", "王小明")),
        ("Annaはどこに住んでいますか", ("Anna",)),
        ("민수는 어디에 살아?", ("민수",)),
        ("मीना कहाँ रहती है?", ("मीना",)),
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
        ("李娜住在哪里？", "住在哪里？"),
    ],
)
def test_names_are_taken_out_unless_nothing_is_left(question: str, expected: str) -> None:
    assert unnamed(question, SPEAKERS) == expected


def test_a_month_and_a_verb_stay_where_a_speaker_is_called_alike() -> None:
    speakers = ("Will", "May")
    assert named("What did Will do in May?", speakers) == ("Will",)
    assert unnamed("What did Will do in May?", speakers) == "What did do in May?"
