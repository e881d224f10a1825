"""Words that tell what a sentence is about."""

from __future__ import annotations

import pytest

from graphmem.answer.asked import telling
from graphmem.text.meaning import content, rarity, share, stem
from tests.unit.answer.memories import plan


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("fetched", "fetch"), ("fetching", "fetch"), ("running", "run"), ("ran", "run"), ("bought", "buy"),
        ("cities", "city"), ("married", "marry"), ("bikes", "bik"), ("bike", "bik"), ("missed", "miss"),
        ("selling", "sell"), ("spring", "spring"), ("gas", "gas"), ("seen", "see"), ("Töpferkurs", "Töpferkur"),
    ],
)  # fmt: skip
def test_forms_of_a_word_meet(word: str, base: str) -> None:
    assert stem(word) == base


def test_small_words_do_not_count() -> None:
    assert content("When did they fetch Fado from the shelter?") == {"fetch", "fado", "shelter"}
    assert content("") == frozenset()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is Maya allergic to?", {"allergic"}),
        ("Where was Maya in July 2026?", {"maya", "july", "2026"}),
        ("Where did Maya swim in July 2026?", {"swim"}),
        ("Who is Maya?", {"maya"}),
    ],
)
def test_names_and_times_are_looked_at_elsewhere(question: str, words: set[str]) -> None:
    assert telling(question, plan(question)) == words


def test_rare_words_tell_more() -> None:
    bags = [content("a bike"), content("a bike and a dog"), content("a bike again")]
    weights = rarity(content("bike dog"), bags)
    assert weights["dog"] > weights["bik"]
    assert share(content("dog"), weights) > 0.5 > share(content("bike"), weights)
    assert share(content("cat"), weights) == 0.0
    assert share(content("cat"), {}) == 0.0
