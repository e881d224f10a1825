"""Passages: exact slices, no word lost, never too long, fast on anything."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract import passages, tokens
from graphmem.model.identity import uid
from graphmem.model.turn import Passage, Turn


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in passages.split(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("Hello", ["Hello"]),
        ("  I moved.  Then it rained!  ", ["I moved.", "Then it rained!"]),
        ("It cost 3.50 euros. Really?", ["It cost 3.50 euros.", "Really?"]),
        ("你好吗？我很好。", ["你好吗？", "我很好。"]),
        ("I saw Dr. Lee in St. Louis.", ["I saw Dr. Lee in St. Louis."]),
        ("Wait... what?!", ["Wait... what?!"]),
        ("「元気？」と聞いた。はい！", ["「元気？」", "と聞いた。", "はい！"]),
        ("One line\nand another", ["One line\nand another"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_a_long_sentence_is_cut_into_even_pieces_between_words() -> None:
    found = pieces("word " * 450)
    assert [tokens.count(piece) for piece in found] == [150, 150, 150]
    assert all(piece.startswith("word") and piece.endswith("word") for piece in found)


def test_cuts_avoid_words_where_they_can() -> None:
    found = pieces("extraordinary " * 150)
    assert [tokens.count(piece) for piece in found] == [150, 150]
    assert {word for piece in found for word in piece.split()} == {"extraordinary"}


@given(st.text(st.sampled_from("ab .!?\n。字-é\u2003"), max_size=600))
def test_pieces_are_in_order_apart_and_leave_only_white_space(text: str) -> None:
    at = 0
    for start, end in passages.split(text):
        assert not text[at:start].strip()
        assert start < end
        assert text[start:end] == text[start:end].strip()
        assert tokens.count(text[start:end]) <= 200
        at = end
    assert not text[at:].strip()


@given(st.text(max_size=200))
def test_any_text_is_covered(text: str) -> None:
    assert "".join("".join(piece.split()) for piece in pieces(text)) == "".join(text.split())


HOSTILE = {
    "prose": "The quick brown fox jumps over the lazy dog. " * 2223,
    "one word": "x" * 100_000,
    "white space": " \n" * 50_000,
    "marks": "!" * 100_000,
    "brackets": "(((a." * 20_000,
    "no spaces": "字字！" * 33_334,
    "no end": "word " * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hundred_thousand_characters_are_no_trouble(name: str) -> None:
    started = time.process_time()
    found = pieces(HOSTILE[name])
    assert time.process_time() - started < 2.0
    assert "".join("".join(piece.split()) for piece in found) == "".join(HOSTILE[name].split())
    assert all(tokens.count(piece) <= 200 for piece in found)


def test_passages_of_a_turn() -> None:
    turn = Turn("t1", "s", 0, "user", "Ann", " I moved. It rained. ", None)
    assert passages.passages(turn) == (
        Passage(uid("t1", "passage", "0"), "t1", 0, 1, 9, "I moved."),
        Passage(uid("t1", "passage", "1"), "t1", 1, 10, 20, "It rained."),
    )


def test_the_speaker_is_embedded_with_the_passage() -> None:
    passage = Passage("p", "t", 0, 0, 8, "I moved.")
    assert passages.embedded_text("Ann", passage) == "Ann: I moved."
    assert passages.embedded_text("", passage) == "I moved."
