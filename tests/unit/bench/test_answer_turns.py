"""Whether the words of one turn give the gold answer: no heading, no date of a record, no speaker does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.bench.answer_turns import InTurns, answered_in, shown_in
from graphmem.bench.answerable import Found, answerable
from graphmem.model.hit import Citation


def turn(place: int, session: str, said_at: datetime | None, text: str) -> Citation:
    return Citation(f"{session}/m{place}", session, "Caroline", said_at, text, "user", f"m{place}", place)


MAY, JUNE = datetime(2023, 5, 8, 13, 56, tzinfo=UTC), datetime(2023, 6, 9, 20, 0, tzinfo=UTC)
TURNS = (
    turn(0, "s1", MAY, "I went to a support group yesterday. It was powerful!"),
    turn(1, "s1", MAY, "We've been married for five years and have two cats."),
    turn(2, "s1", MAY, "The park was lovely."),
    turn(3, "s2", JUNE, "I gave a talk at my school last week."),
    turn(4, "s2", None, "We met yesterday."),
)
CONTEXT = """# Monday, 8 May 2023 (session s1)
Caroline: I went to a support group yesterday [2023-05-07]. It was powerful!
Caroline: The park was lovely. [2023-05-01] [true until 2023-06-01]
# Friday, 9 June 2023 (session s2)
Caroline: I gave a talk at my school last week [2023-05-29 to 2023-06-04]."""


@pytest.mark.parametrize(
    ("gold", "place", "found"),
    [
        ("7 May 2023", 0, True),  # yesterday
        ("7 May", 0, True),
        ("8 May 2023", 0, False),  # the day of the heading
        ("8 May 2023", 2, False),
        ("The week before 9 June 2023", 3, True),
        ("June 2023", 3, False),
        ("2018", 1, True),  # for five years
        ("6 May 2023", 4, False),  # nobody knows when that was said
        ("two cats", 1, True),
        ("Caroline", 1, False),  # a speaker's name is not what was said
        ("park powerful", 2, False),
        ("the", 2, False),
    ],
)
def test_a_gold_answer_is_found_in_the_text_of_a_turn(gold: str, place: int, found: bool) -> None:
    assert answered_in(gold, [place], TURNS, [place]) == InTurns(found, found)


def test_what_a_heading_alone_meets_is_found_leniently_only() -> None:
    assert answerable("8 May 2023", CONTEXT) is Found.SAME
    assert answered_in("8 May 2023", shown_in(CONTEXT, TURNS), TURNS, {0}) == InTurns(False, False)


def test_a_turn_that_proves_nothing_does_not_count_as_a_gold_one() -> None:
    assert answered_in("7 May 2023", [0, 3], TURNS, {3}) == InTurns(True, False)


def test_an_answer_is_not_put_together_from_two_turns() -> None:
    turns = (turn(0, "s1", MAY, "It was red"), turn(1, "s1", MAY, "wine."))
    assert answered_in("red wine", [0, 1], turns, {0, 1}) == InTurns(False, False)


def test_a_context_shows_its_turns_whatever_stands_behind_them_in_brackets() -> None:
    assert shown_in(CONTEXT, TURNS) == {0, 2, 3}


def test_the_same_words_in_another_session_are_another_turn() -> None:
    turns = (turn(0, "s1", MAY, "Thanks!"), turn(1, "s2", JUNE, "Thanks!"))
    assert shown_in("# Friday, 9 June 2023 (session s2)\nCaroline: Thanks!", turns) == {1}


def test_an_empty_context_shows_nothing() -> None:
    assert shown_in("", TURNS) == frozenset()
