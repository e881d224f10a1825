"""Answers without a model: quotations, and what code works out from them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graphmem.model.answer import Answer, Policy
from graphmem.model.hit import Citation
from tests.unit.answer.memories import Memory, found, request, turn

ALLERGY = turn(
    "t1", "True. I cook, so please note: I'm allergic to hazelnuts. Almonds are fine.", "2026-01-10T18:04"
)
PLAN = turn("t2", "First plan: a new bike. I've fallen in love with the Rosalba.", "2026-01-10T18:05")
CATS = turn("t3", "Cats make me sneeze.", "2026-01-10T18:06", speaker="Jonas")
HOLIDAY = turn(
    "t4", "Two weeks of holiday in Portugal in July!", "2026-03-11T21:21", speaker="Jonas", session="s2"
)
CHANGE = turn(
    "t5", "No holiday in Portugal. We're going to Ireland in July instead.", "2026-04-18T10:17", session="s3"
)
FLATS = turn(
    "t6",
    "We've seen six flats in Lörrach, and five of them were cupboards.",
    "2026-04-18T10:05",
    session="s3",
)
ASKS = turn(
    "t7",
    "How far is the pharmacy from home?",
    "2026-07-27T21:54",
    speaker="Iris",
    session="s4",
    role="assistant",
)
REPLY = turn("t8", "Six minutes on foot.", "2026-07-27T21:56", session="s4")
COMMUTE = turn(
    "t9", "I commute now: 50 minutes to the hospital, every day.", "2026-06-19T20:21", session="s5"
)
DOG = turn("t10", "We fetched him last Saturday from the shelter in Weil.", "2026-09-12T16:30", session="s6")
RACE = turn("t11", "I ran the half marathon yesterday.", "2026-03-30T19:30", speaker="Jonas", session="s7")
EVERYTHING = [ALLERGY, PLAN, CATS, HOLIDAY, CHANGE, FLATS, ASKS, REPLY, COMMUTE, DOG, RACE]


async def answer(
    question: str, turns: Sequence[Citation] = EVERYTHING, policy: Policy = Policy.ABSTAIN
) -> Answer:
    return await Memory(EVERYTHING).asking()(request(question, policy=policy), found(question, turns))


async def test_the_best_sentence_is_quoted_with_who_and_when() -> None:
    told = await answer("What is Maya allergic to?", [ALLERGY, PLAN])
    assert told.text.splitlines()[0] == (
        "Maya said on 10 January 2026: “I cook, so please note: I'm allergic to hazelnuts. Almonds are fine.”"
    )
    assert [(proof.citation, proof.quote) for proof in told.claims[0].proofs] == [
        (ALLERGY, "I cook, so please note: I'm allergic to hazelnuts."),
        (ALLERGY, "Almonds are fine."),
    ]
    assert (told.abstained, told.usage.total.calls, told.dropped) == (False, 0, ())


@pytest.mark.parametrize(
    ("question", "text", "computed"),
    [
        (
            "When did they fetch him from the shelter?",
            "5 September 2026. Maya said on 12 September 2026: "
            "“We fetched him last Saturday from the shelter in Weil.”",
            "5 September 2026",
        ),
        (
            "How many flats did they see?",
            "Six. Maya said on 18 April 2026: “We've seen six flats in Lörrach, and five of them were cupboards.”",
            "",
        ),
        (
            "How long does Maya commute to the hospital?",
            "50 minutes. Maya said on 19 June 2026: “I commute now: 50 minutes to the hospital, every day.”",
            "",
        ),
        (
            "How many days passed between the half marathon and fetching him from the shelter?",
            "160 days, from 29 March 2026 to 5 September 2026. "
            "Jonas said on 30 March 2026: “I ran the half marathon yesterday.”\n"
            "Maya said on 12 September 2026: “We fetched him last Saturday from the shelter in Weil.”",
            "160 days, from 29 March 2026 to 5 September 2026",
        ),
        (
            "How long ago was the half marathon?",
            "168 days (5 months and 15 days), from 29 March 2026 to 13 September 2026. "
            "Jonas said on 30 March 2026: “I ran the half marathon yesterday.”",
            "168 days (5 months and 15 days), from 29 March 2026 to 13 September 2026",
        ),
    ],
)
async def test_what_can_be_worked_out_stands_first(question: str, text: str, computed: str) -> None:
    told = await answer(question)
    assert (told.text, told.computed) == (text, computed)


async def test_a_later_change_of_mind_comes_first() -> None:
    told = await answer("Where do they go on holiday in July?", [HOLIDAY, CHANGE])
    assert told.citations == (CHANGE, HOLIDAY)
    assert told.text.startswith("Maya said on 18 April 2026: “We're going to Ireland in July instead.”")


async def test_what_answers_a_question_is_told_instead_of_the_question() -> None:
    told = await answer("How far is the pharmacy from home?", [ASKS, REPLY, CATS])
    assert told.citations[0] == REPLY
    assert told.text.startswith("Maya said on 27 July 2026: “Six minutes on foot.”")


async def test_statements_are_enumerated_with_one_proof_each() -> None:
    told = await answer("Which holidays did they plan?", [HOLIDAY, CHANGE])
    assert [len(claim.proofs) for claim in told.claims] == [1] * len(told.claims)
    assert told.text.splitlines()[-1] == f"{len(told.claims)} statements bear on this."
    assert told.text.startswith("1. ")


async def test_events_are_told_in_the_order_in_which_they_happened() -> None:
    told = await answer(
        "In which order did they fetch him from the shelter and run the half marathon?", [DOG, RACE]
    )
    assert told.citations == (RACE, DOG)
    assert told.text.splitlines()[-1] == "In the order of their dates."


async def test_two_events_that_are_not_clear_are_not_reckoned_with() -> None:
    told = await answer("How long was it between the half marathon and the wedding?", [RACE, DOG])
    assert (told.computed, told.abstained) == ("", False)


@pytest.mark.parametrize("question", ["What is the capital of Mongolia?", "Who wrote Faust?"])
async def test_it_abstains_where_nothing_bears_on_the_question(question: str) -> None:
    told = await answer(question, [ALLERGY, CATS])
    assert (told.text, told.abstained, told.citations) == ("This memory does not hold the answer.", True, ())


async def test_it_abstains_where_only_somebody_else_did_it() -> None:
    told = await answer("When did Jonas get allergic to hazelnuts?", [ALLERGY, CATS])
    assert told.abstained


async def test_best_effort_quotes_what_comes_nearest() -> None:
    told = await answer("What is the capital of Mongolia?", [CATS], Policy.BEST_EFFORT)
    assert told.text == (
        "This memory does not hold the answer. The nearest it holds: "
        "Jonas said on 10 January 2026: “Cats make me sneeze.”"
    )
    assert (told.abstained, told.citations) == (False, (CATS,))


async def test_nothing_found_is_said_so() -> None:
    told = await answer("What is Maya allergic to?", [])
    assert (told.text, told.abstained) == ("Nothing in this memory bears on the question.", True)


async def test_a_turn_without_vectors_or_date_is_quoted_too() -> None:
    bare = turn("t1", "I am allergic to hazelnuts! Really.", None, speaker="")
    memory = Memory([bare])

    async def nothing(*_: object) -> dict[str, tuple[()]]:
        return {}

    memory.nearness = nothing  # type: ignore[method-assign,assignment]
    told = await memory.asking()(
        request("What is she allergic to?"), found("What is she allergic to?", [bare])
    )
    assert told.text.startswith("user said: “I am allergic to hazelnuts!")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many flats did they see in Lörrach?", "One of the flats in Lörrach was nice, we did see it."),
        ("How many flats did Jonas see?", "We have 3 cats, Jonas, and I did see the flats."),
    ],
)
async def test_a_part_is_no_count_and_a_name_is_not_what_is_counted(question: str, said: str) -> None:
    one = turn("t1", said, "2026-04-18T10:05", speaker="Jonas")
    told = await Memory([one]).asking()(request(question), found(question, [one]))
    assert told.text == f"1. Jonas said on 18 April 2026: “{said}”\n1 statement bears on this."


async def test_a_budget_that_holds_nothing_is_told_as_such() -> None:
    question = "What is Maya allergic to?"
    told = await Memory([ALLERGY]).asking()(request(question, token_budget=3), found(question, [ALLERGY]))
    assert told.abstained
    assert told.text == "Nothing of what was found fits into 3 tokens. Ask with a larger token budget."


async def test_a_length_of_time_is_told_on_one_line() -> None:
    one = turn("t1", "I commute for two\u2028weeks to the hospital.", "2026-04-18T10:05")
    question = "How long did Maya commute to the hospital?"
    told = await Memory([one]).asking()(request(question), found(question, [one]))
    assert told.text.startswith("Two weeks. Maya said")


async def test_a_turn_without_words_does_no_harm_to_the_smallest_budget() -> None:
    one = turn("t1", "\n", "2026-04-18T10:05")
    told = await Memory([one]).asking()(request("Which bike?", token_budget=1), found("Which bike?", [one]))
    assert told.abstained


async def test_a_date_of_another_sentence_of_the_turn_is_told_with_perhaps() -> None:
    adopted = turn("t20", "I adopted Rex the dog. Next week I will travel to Rome.", "2026-08-31T09:00")
    told = await Memory([adopted]).asking()(
        request("When did Maya adopt Rex the dog?"), found("When did Maya adopt Rex the dog?", [adopted])
    )
    assert not told.abstained
    assert told.text.startswith("Perhaps the week of 7 September 2026")
