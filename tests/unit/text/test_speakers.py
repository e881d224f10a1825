"""Who is named, and which words are only spelt alike."""

from __future__ import annotations

import pytest

from graphmem.text.speakers import mentions

NAMES = ("Ana", "Will", "May", "Rose", "Mark", "Hope", "Art", "Sunny", "April", "June", "Frank", "Caroline")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("What did Will do in May?", ["Will"]),
        ("What will May do?", ["May"]),
        ("What will Will do with Rose?", ["Will", "Rose"]),
        ("Will Ana come?", ["Ana"]),
        ("Will she meet Mark in April?", ["Mark"]),
        ("Will bought what?", ["Will"]),
        ("May I ask Ana?", ["Ana"]),
        ("May's dog is called what?", ["May"]),
        ("Where was Ana on 3 June?", ["Ana"]),
        ("What did Ana do in June 2024?", ["Ana"]),
        ("What did June do in April and May?", ["June"]),
        ("Did Ana travel from May to June?", ["Ana"]),
        ("What did April say before May called?", ["May", "April"]),
        ("What did Ana do before May?", ["Ana"]),
        ("What was at the end of May?", []),
        ("Does Ana hope to mark the rose?", ["Ana"]),
        ("Which art does Art like?", ["Art"]),
        ("Was it sunny when Sunny came?", ["Sunny"]),
        ("To be frank, did Frank call?", ["Frank"]),
        ("Hope you are well. Where is Ana?", ["Ana"]),
        ("Mark the day: Ana is coming.", ["Ana"]),
        ("Rose and Ana went where?", ["Ana", "Rose"]),
        ("what did will do in may?", ["Will"]),
        ("What did rose and mark buy?", ["Rose", "Mark"]),
        ("will ana come in june?", ["Ana"]),
        ("WHAT DID WILL DO IN MAY?", ["Will"]),
        ("What did caroline paint?", ["Caroline"]),
        ("what is mark's job", ["Mark"]),
        ("I will sing in the garden.", []),
        ("She rose early and I may mark it.", []),
    ],
)
def test_names_that_are_words_go_by_case_and_place(text: str, named: list[str]) -> None:
    assert list(mentions(text, NAMES)) == named


@pytest.mark.parametrize(
    ("text", "names", "named"),
    [
        ("Did Ana meet the hunter?", ["Hunter"], []),
        ("What did Ana Lucía say?", ["Ana", "Ana Lucía"], ["Ana Lucía"]),
        ("What did Augustus do in August?", ["Augustus", "August"], ["Augustus"]),
        ("王小明住在哪里？", ["王小", "王小明"], ["王小明"]),
        ("What did will smith do?", ["Will Smith"], ["Will Smith"]),
    ],
)
def test_the_longest_name_counts(text: str, names: list[str], named: list[str]) -> None:
    assert list(mentions(text, names)) == named


def test_a_mention_ends_behind_its_s() -> None:
    assert mentions("Is this Mark's dog?", ["Mark"]) == {"Mark": [(8, 14)]}
