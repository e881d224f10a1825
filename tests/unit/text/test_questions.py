from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest

from graphmem.arguments.search_request import search_request
from graphmem.text.questions import asked_of

DOCUMENT = " ".join(f"Section {i}. The supplier bears the risk of loss." for i in range(200))


def test_a_short_question_is_asked_as_it_is() -> None:
    assert asked_of("I read this. Where does Ana live?") == "I read this. Where does Ana live?"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (f"{DOCUMENT}\n\nWhere does Ana live?", "Where does Ana live?"),
        (f"Where does Ana live?\n\n{DOCUMENT}", "Where does Ana live?"),
        (f"Who signed? {DOCUMENT} (When?)\nThanks!", "Who signed? (When?)"),
        (f"{DOCUMENT}\n\n李娜住在哪里？", "李娜住在哪里？"),
    ],
)
def test_of_a_long_text_the_sentences_that_ask_are_asked(text: str, asked: str) -> None:
    assert asked_of(text) == asked


def test_of_a_long_text_that_asks_nothing_the_end_is_asked() -> None:
    asked = asked_of(f"{DOCUMENT}\n\nTell me where Ana lives.")
    assert asked.endswith("Tell me where Ana lives.")
    assert len(asked) <= 500
    assert len(asked_of("x" * 5_000)) == 500


def test_many_questions_are_cut_from_the_front() -> None:
    asked = asked_of(" ".join(f"What is in part {i}?" for i in range(300)))
    assert asked.endswith("What is in part 299?")
    assert len(asked) <= 1_500


def test_a_long_question_is_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        request = search_request(
            f"{DOCUMENT}\n\nWhere does Ana live?", scope="ana", now=datetime(2026, 1, 1, tzinfo=UTC)
        )
    assert request.query == "Where does Ana live?"
    assert "what it asks is searched for, in 20: 'Where does Ana live?'" in caplog.text
