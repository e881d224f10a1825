"""Which openings announce another subject."""

import pytest

from graphmem.extract.announcement import announces

ANNOUNCING = [
    "Okay, thank you. We've got some questions now on funding from Sian.",
    "The next questions are from Dawn.",
    "Okay. Just one further point, from Darren.",
    "Great, let's move on.",
    "By the way, did I tell you about my sister?",
    "Speaking of dogs, mine is ill.",
    "We will now go on to item four.",
    "I'd like to ask you about the budget.",
    "On a different note, how was Lyon?",
    "Let’s talk about the trip.",
]
GOING_ON = [
    "That is a good question.",
    "I moved to Lyon last month.",
    "What happened next?",
    "She asked me what I thought of the film.",
    "I turned it off.",
    "",
    "   ",
]


@pytest.mark.parametrize("text", ANNOUNCING)
def test_an_announcement_is_heard(text: str) -> None:
    assert announces(text)


@pytest.mark.parametrize("text", GOING_ON)
def test_what_goes_on_is_not_an_announcement(text: str) -> None:
    assert not announces(text)


def test_only_the_opening_announces() -> None:
    assert not announces("word " * 45 + "let's move on")
