"""Text to sentences."""

import pytest

from graphmem.extract.local.pieces import pieces
from graphmem.extract.local.sentences import Trimmer, is_filler, is_question, sentences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I met Dr. Lee. She is kind!", ["I met Dr. Lee.", "She is kind!"]),
        ("It costs 3.50 euros. Cheap.", ["It costs 3.50 euros.", "Cheap."]),
        ("Wait... what? Yes.", ["Wait... what?", "Yes."]),
        ("猫が好きです。犬も好きです。", ["猫が好きです。", "犬も好きです。"]),
        ("One line\nanother line", ["One line", "another line"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_at_marks_and_lines(text: str, found: list[str]) -> None:
    assert list(pieces(text)) == found


def test_a_list_is_one_sentence_behind_its_heading() -> None:
    text = "## Plan\nThe parts are:\n- Login\n- Logout\n\nThen we rest."
    assert list(pieces(text)) == ["The parts are: Login; Logout", "Then we rest."]


def test_fenced_code_is_no_sentence() -> None:
    assert list(pieces("Run this:\n```python\nprint('x')\n```\nIt prints.")) == ["It prints."]


def test_pieces_are_lazy() -> None:
    assert next(pieces("First. " + "More. " * 1_000_000)) == "First."


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Hey Mel, I moved.", "I moved."),
        ("Wow, Caroline! I moved.", "I moved."),
        ("I moved, Caroline!", "I moved!"),
        ("Melanie was late.", "Melanie was late."),
        ("No doubt about it.", "No doubt about it."),
        ("So cool you came.", "So cool you came."),
    ],
)
def test_openings_and_calls_are_trimmed(said: str, text: str) -> None:
    assert Trimmer.for_names(["Caroline", "Melanie"])(said) == text


@pytest.mark.parametrize(
    "text",
    ["That's great!", "Good to see you!", "Thanks for the kind words!", "Talk to you soon!", "😀😀",
     "Me too.", "It was so awesome.", "Have a nice day!", "!!!", ""],
)  # fmt: skip
def test_filler(text: str) -> None:
    assert is_filler(text)


@pytest.mark.parametrize(
    "text", ["I moved to Lyon.", "That book is about bees.", "She has a great dog named Rex."]
)
def test_statements_are_no_filler(text: str) -> None:
    assert not is_filler(text)


def test_a_question_may_end_in_a_quotation_mark() -> None:
    assert is_question('He asked "why?"')
    assert not is_question("He asked why.")


def test_a_piece_too_long_to_be_a_sentence_is_left_out() -> None:
    found = list(sentences("x" * 601 + ". I moved.", Trimmer.for_names([])))
    assert [sentence.text for sentence in found] == ["I moved."]


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        (
            "I prefer writing in the morning, can you help me plan my week?",
            ["I prefer writing in the morning.", "can you help me plan my week?"],
        ),
        (
            "I'm stuck, and I'd rather use Word, so how do I start?",
            ["I'm stuck, and I'd rather use Word.", "so how do I start?"],
        ),
        ("Do you know that I prefer tea?", ["Do you know that I prefer tea?"]),
        ("Would you prefer tea, or can you wait?", ["Would you prefer tea, or can you wait?"]),
    ],
)
def test_a_wish_that_runs_on_into_a_question_is_a_sentence_of_its_own(text: str, apart: list[str]) -> None:
    assert list(pieces(text)) == apart


@pytest.mark.parametrize(
    "text", ["मैं ठीक हूँ।", "ฉันอยู่ที่นี่", "நான் சென்னையில் வசிக்கிறேன்.", "Jose\u0301 vive en Me\u0301xico."]
)
def test_letters_with_marks_say_something(text: str) -> None:
    assert not is_filler(text)
