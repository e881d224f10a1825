"""Quotations are the turn's own words, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.answer.quotes import verbatim

SAID = "True. I'm Maya — I’ve been\n vegetarian since 2014, and “no” to hazelnuts."


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("vegetarian since 2014", "vegetarian since 2014"),
        ("VEGETARIAN SINCE 2014", "vegetarian since 2014"),
        ("I've been vegetarian", "I’ve been\n vegetarian"),
        ("\"I'm Maya - I've been\"", "I'm Maya — I’ve been"),
        ("and 'no' to hazelnuts", None),
        ('and "no" to hazelnuts', "and “no” to hazelnuts"),
        ("…vegetarian since…", "vegetarian since"),
        ("vegetarian since 2015", None),
        ("tarian since", None),
        ("vegetarian ... hazelnuts", None),
        ("hazelnut", None),
        ("", None),
        (" … ", None),
        ("“”", None),
    ],
)
def test_only_what_was_said_is_found(quote: str, words: str | None) -> None:
    assert verbatim(quote, SAID) == words


@pytest.mark.parametrize(
    ("quote", "text", "words"),
    [
        ("cafe", "Das Café am Markt", None),
        ("cafe\u0301", "Das Café am Markt", "Café"),
        ("café", "Das Cafe\u0301 am Markt", "Cafe\u0301"),
        ("strasse", "Tumringer Straße 5", "Straße"),
        ("stras", "Tumringer Straße 5", None),
        ("東京", "昨日東京に行った", "東京"),
        ("a b", "a\u200bb c", None),
        ("ab", "a\u200bb c", "a\u200bb"),
        ("2", "x² = 4", None),
        ("850 euros", "It costs 1,850 euros.", None),
        ("It costs 1", "It costs 1,850 euros.", None),
        ("1,850 euros", "It costs 1,850 euros.", "1,850 euros"),
        ("at 7", "at 7:30, or at 7", "at 7"),
        ("in 2014", "in 2014, or in 2015.", "in 2014"),
        ("ทะเลกับแม่", "เมื่อวานฉันไปเที่ยวทะเลกับแม่", "ทะเลกับแม่"),
        ("ទៅផ្សារ", "ខ្ញុំទៅផ្សារថ្ងៃនេះ", "ទៅផ្សារ"),
    ],
)
def test_letters_are_compared_by_what_they_are(quote: str, text: str, words: str | None) -> None:
    assert verbatim(quote, text) == words


@given(st.text(), st.data())
def test_a_quotation_is_a_part_of_the_text_and_words_of_the_text_are_found(
    text: str, data: st.DataObject
) -> None:
    words = text.split()
    found = verbatim(data.draw(st.text()), text)
    assert found is None or (found and found in text)
    if words:
        first = data.draw(st.integers(0, len(words) - 1))
        quote = "  ".join(words[first : first + 3])
        again = verbatim(quote, text)
        assert again is None or again in text
        if quote.isascii() and text.isascii() and text.isprintable() and quote.strip(" \"'.").isalnum():
            assert again is not None
