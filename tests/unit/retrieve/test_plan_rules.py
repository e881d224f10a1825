from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.model.interval import Granularity, Interval, TimeExpression
from graphmem.model.plan import Access, Operation, Phrasing, QuestionType
from graphmem.retrieve.plan_rules import RulesPlanner

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SPEAKERS = ("Ana", "Ben")


def no_times(text: str, said_at: datetime | None) -> Sequence[TimeExpression]:
    return ()


def plan(question: str):
    return RulesPlanner(no_times).plan(question, SPEAKERS, NOW)


@pytest.mark.parametrize(
    ("question", "type", "operation", "access"),
    [
        ("Where does Ana live?", QuestionType.SINGLE, Operation.LOOKUP, Access.LOOKUP),
        ("When did Ana move?", QuestionType.TEMPORAL, Operation.LOOKUP, Access.LOOKUP),
        ("How long has Ana lived here?", QuestionType.TEMPORAL, Operation.DURATION, Access.LOOKUP),
        ("How many dogs does Ana have?", QuestionType.AGGREGATE, Operation.COUNT, Access.COMPOSE),
        ("What activities does Ana do?", QuestionType.AGGREGATE, Operation.LIST, Access.COMPOSE),
        ("What do Ana and Ben have in common?", QuestionType.COMPARISON, Operation.COMPARE, Access.COMPOSE),
        ("In which order did she visit them?", QuestionType.TEMPORAL, Operation.ORDER, Access.COMPOSE),
        (
            "Can you list the order in which I brought up different aspects of it?",
            QuestionType.TEMPORAL,
            Operation.ORDER,
            Access.COMPOSE,
        ),
        ("What are the different ways to do it?", QuestionType.SINGLE, Operation.LOOKUP, Access.LOOKUP),
        ("Can you recommend a book?", QuestionType.PERSONALIZED_ADVICE, Operation.LOOKUP, Access.LOOKUP),
        (
            "What did you tell me of it?",
            QuestionType.PRIOR_ASSISTANT_RESPONSE,
            Operation.LOOKUP,
            Access.REPLAY,
        ),
        ("the bike", QuestionType.OTHER, Operation.LOOKUP, Access.LOOKUP),
    ],
)
def test_wording_decides(question: str, type: QuestionType, operation: Operation, access: Access) -> None:
    found = plan(question)
    assert (found.type, found.operation, found.access) == (type, operation, access)


@pytest.mark.parametrize(
    ("question", "asks_assistant", "asks_user", "wishes"),
    [
        ("Which libraries are used in this project?", False, False, True),
        ("Could you show me how to log in?", False, False, True),
        ("How long did I say the project takes?", False, True, False),
        ("What have I mentioned about Lyon?", False, True, True),
        ("What did you recommend when I asked about Lyon?", True, False, True),
        ("Where does Ana live?", False, False, False),
        ("the bike", False, False, False),
        ("How many dogs do I have?", False, False, False),
    ],
)
def test_whose_words_and_wishes_count(
    question: str, asks_assistant: bool, asks_user: bool, wishes: bool
) -> None:
    found = plan(question)
    assert (found.asks_assistant, found.asks_user, found.wishes) == (asks_assistant, asks_user, wishes)


def test_a_name_in_s_is_no_plural() -> None:
    found = RulesPlanner(no_times).plan("What did Jonas do in May?", ("Jonas",), NOW)
    assert (found.operation, found.access) == (Operation.LOOKUP, Access.LOOKUP)


def test_a_question_of_one_speaker_has_one_route_in_both_phrasings() -> None:
    found = plan("When did Ana move to Lyon?")
    assert found.speakers == ("Ana",)
    assert found.wants_time
    (route,) = found.routes
    assert route.text(Phrasing.FULL) == "When did Ana move to Lyon?"
    assert route.text(Phrasing.UNNAMED) == "When did move to Lyon?"


def test_two_speakers_get_a_route_each() -> None:
    found = plan("What do both Ana and Ben collect?")
    assert [route.goal for route in found.routes] == ["What do both Ana and Ben collect?", "Ana", "Ben"]
    assert found.routes[1].text(Phrasing.FULL) == "What do Ana collect?"


def test_only_names_of_the_question_become_entities() -> None:
    assert plan("Did Ana meet Anna Keller in Basel?").entities == ("Ana", "Anna Keller", "Basel")
    assert plan("Did Ana go to Basel on a Friday in May?").entities == ("Ana", "Basel")


def test_a_dated_question_has_a_window_but_one_that_asks_for_a_time_has_none() -> None:
    may = Interval(NOW, NOW + timedelta(days=31), Granularity.MONTH)

    def in_may(text: str, said_at: datetime | None) -> Sequence[TimeExpression]:
        return (TimeExpression("in May", 0, 6, "range", may),)

    planner = RulesPlanner(in_may)
    assert planner.plan("What did Ana do in May?", SPEAKERS, NOW).window == may
    assert planner.plan("When in May did Ana move?", SPEAKERS, NOW).window is None


def test_the_plan_says_only_what_the_question_says() -> None:
    found = plan("Was hat sie gekauft?")
    assert found.speakers == () and found.entities == () and found.window is None


async def test_awaited_it_gives_the_same_plan() -> None:
    question = "What activities does Ana do?"
    assert await RulesPlanner(no_times)(question, SPEAKERS, NOW, scope="user") == plan(question)
