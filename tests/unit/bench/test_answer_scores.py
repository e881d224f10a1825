"""F1 and BLEU-1 against the values that the survey prints, and LoCoMo's own F1."""

from __future__ import annotations

import pytest

from graphmem.bench.answer_scores import bleu1, f1, locomo_f1, words

GOLD = "7 May 2023"


@pytest.mark.parametrize(
    ("said", "shared", "precise"),
    [
        ("Caroline went to the LGBTQ support group on May 7, 2023.", 0.375, 3 / 13),
        ("May 7, 2023", 6 / 7, 0.75),
        ("8 May 2023", 2 / 3, 2 / 3),
    ],
)
def test_the_golden_values_of_the_survey(said: str, shared: float, precise: float) -> None:
    assert f1(said, GOLD) == pytest.approx(shared)
    assert bleu1(said, GOLD) == pytest.approx(precise)


def test_words_are_cut_as_nltk_cuts_them() -> None:
    assert words("She doesn't pay $1,250.50, it's well-known... 10:30") == [
        "she", "does", "n't", "pay", "$", "1,250.50", ",", "it", "'s", "well-known", "...", "10:30",
    ]  # fmt: skip


def test_a_word_counts_as_often_as_both_have_it() -> None:
    assert f1("red red red", "red red blue") == pytest.approx(2 / 3)
    assert bleu1("red red red", "red") == pytest.approx(1 / 3)


def test_bleu_punishes_an_answer_that_is_too_short() -> None:
    assert bleu1("May", "7 May 2023") == pytest.approx(0.1353, abs=1e-4)


def test_nothing_said_is_worth_nothing() -> None:
    assert (f1("", GOLD), bleu1("", GOLD), locomo_f1("", GOLD)) == (0.0, 0.0, 0.0)
    assert (f1(GOLD, ""), bleu1(GOLD, ""), locomo_f1(GOLD, "", 1)) == (0.0, 0.0, 0.0)


def test_locomo_counts_stems_without_articles_and_punctuation() -> None:
    assert locomo_f1("The running, of DOGS!", "a dog runs") == pytest.approx(4 / 5)
    assert locomo_f1("salt and pepper", "the salt, pepper") == 1.0


def test_locomo_holds_each_part_of_a_list_against_what_fits_it_best() -> None:
    assert locomo_f1("swimming, a pottery class", "pottery, camping", 1) == pytest.approx((2 / 3 + 0) / 2)
    assert locomo_f1("swimming, a pottery class", "pottery, camping", 4) == pytest.approx(2 / 5)


def test_locomo_cuts_the_gold_of_category_3_at_its_semicolon() -> None:
    assert locomo_f1("likely no", "Likely no; she prefers cats", 3) == 1.0
    assert locomo_f1("likely no", "Likely no; she prefers cats", 2) == pytest.approx(4 / 7)
