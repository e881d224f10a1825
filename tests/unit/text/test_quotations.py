from __future__ import annotations

import pytest

from graphmem.text.quotations import own_lines


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("What do you think of this?\n> I moved to Oslo.", ["What do you think of this?"]),
        ("> I moved to Oslo.\nCongratulations!", ["Congratulations!"]),
        ("Please proofread:\n\nDear all,\nI moved to Bergen.\nBest, Kari", ["Please proofread:"]),
        ("Here is a CV to review.\nName: Kari Dahl\nI work at Equinor.", ["Here is a CV to review."]),
        ("I live in Graz. Can you translate this letter?\nI moved to Oslo.", ["I live in Graz. Can you translate this letter?"]),
        ("Translate this: I moved to Oslo.", ["Translate this:"]),
        ("Kannst du diesen Brief korrigieren? Korrigiere bitte:\nIch wohne in Oslo.", ["Kannst du diesen Brief korrigieren? Korrigiere bitte:"]),
        ("Here are the lyrics:\nI was born in the USA", ["Here are the lyrics:"]),
        ("Look what Kari wrote:\nI moved to Oslo.\nI work at Equinor.", ["Look what Kari wrote:"]),
        ("My sister wrote: I moved to Oslo.\nI live in Graz.", ["My sister wrote: ", "I live in Graz."]),
        ("Thanks!\n\nOn Mon, 2 Mar 2026 at 09:00, Ben <b@example.org> wrote:\nI moved to Oslo.", ["Thanks!"]),
        ("Zur Info\n---------- Weitergeleitete Nachricht ---------\nIch bin umgezogen.", ["Zur Info"]),
        ("FYI\nFrom: Kari Dahl <kari@example.org>\nSubject: news\nI moved to Oslo.", ["FYI"]),
        ("See:\nKari: I moved to Oslo.\nBen: We miss you.\nGreat news.", ["See:", "Great news."]),
        ("It fails.\n2026-03-01 12:00:00 INFO I am user kari\nERROR my home is /home/kari", ["It fails."]),
        ("Traceback (most recent call last):\nI live in Graz.", ["I live in Graz."]),
        ("~~~\nI live in Oslo.\n```\nstill\n~~~\nI live in Graz.", ["I live in Graz."]),
    ],
)  # fmt: skip
def test_what_is_quoted_is_not_the_writers(text: str, own: list[str]) -> None:
    assert list(own_lines(text)) == own


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Graz. What do you think?",
        "I like to review code.\nI live in Graz.",
        "I checked this and moved on.\nI live in Graz.",
        "I got an email from Ana.\nI live in Graz.",
        "I wrote a poem today.\nI live in Graz.",
        "My resume is done.\nI work at Siemens.",
        "I said: I will move to Graz.",
        "Here's what I did:\n- I moved to Graz\n- I bought a car",
        "Favourite colour: blue\nFavourite food: pizza\nHome: Graz",
        "Note: I moved to Graz.",
        "This is my new address.\nI live in Graz now.",
        "The error is gone.\nI work at Siemens.",
        "Can you explain photosynthesis?\nI study biology in Graz.",
    ],
)
def test_what_the_writer_says_stays(text: str) -> None:
    assert list(own_lines(text)) == text.split("\n")
