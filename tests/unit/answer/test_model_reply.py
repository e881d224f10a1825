"""Answers with a scripted model: what it may say, and what code checks and computes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from graphmem.answer.relay import ended
from graphmem.errors import ConfigError, LLMError, OutputTruncated
from graphmem.model.answer import Answer, AnswerPart, Policy
from graphmem.model.hit import Citation
from graphmem.model.prompt import Prompt
from graphmem.testing import FakeLLM
from tests.unit.answer.memories import Memory, found, request, turn

ROSALBA = turn("t1", "First plan: the Rosalba gravel bike. It costs 1,850 euros.", "2026-01-10T18:05")
DOUBTS = turn("t2", "I don't want the Rosalba any more.", "2026-03-11T21:09")
TARN = turn("t3", "I bought a bike on Saturday, a green Tarn.", "2026-03-30T19:36")
RACE = turn(
    "t4", "1:52:14! Yesterday! The half marathon is done.", "2026-03-30T19:30", speaker="Jonas", session="s2"
)
DOG = turn("t5", "We fetched him last Saturday from the shelter.", "2026-09-12T16:30", session="s3")
TURNS = [ROSALBA, DOUBTS, TARN, RACE, DOG]
# in the order in which they were said
NUMBERS = {"rosalba": 1, "doubts": 2, "race": 3, "tarn": 4, "dog": 5}


def cites(name: str, quote: str = "") -> dict[str, Any]:
    return {"number": NUMBERS[name], "quote": quote}


def claim(text: str, *support: dict[str, Any]) -> dict[str, Any]:
    return {"text": text, "support": list(support)}


def output(*claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"answerable": True, **more, "claims": list(claims)}


async def asked(
    question: str, said: Any, *, turns: Sequence[Citation] = TURNS, **options: Any
) -> tuple[Answer, FakeLLM]:
    llm = said if isinstance(said, FakeLLM) else FakeLLM({"answer": said})
    asking = Memory(turns).asking(llm)
    return await asking(request(question, **options), found(question, turns)), llm


async def streamed(question: str, said: Any, **options: Any) -> tuple[list[AnswerPart], FakeLLM]:
    llm = FakeLLM({"answer": said})
    asking = Memory(TURNS).asking(llm)
    parts = [part async for part in asking.stream(request(question, **options), found(question, TURNS))]
    return parts, llm


async def test_a_claim_is_proved_by_the_turn_and_the_words_it_cites() -> None:
    answer, llm = await asked(
        "Which bike did Maya buy?", output(claim("Maya bought a green Tarn", cites("tarn", "a GREEN tarn")))
    )
    (one,) = answer.claims
    assert answer.text == "Maya bought a green Tarn."
    assert [(proof.citation, proof.quote) for proof in one.proofs] == [(TARN, "a green Tarn")]
    assert answer.citations == (TARN,)
    assert (answer.abstained, answer.dropped, len(llm.prompts)) == (False, (), 1)


async def test_what_is_not_proved_is_dropped_and_named() -> None:
    said = output(
        claim("It is green.", cites("tarn", "green")),
        claim("It is fast.", cites("tarn", "very fast")),
        claim("It has 24 gears.", {"number": 6, "quote": ""}),
        claim("It was stolen."),
        claim("It has a name.", {"number": 0, "quote": ""}, {"number": -1, "quote": "Tarn"}),
    )
    answer, _ = await asked("What about the bike?", said)
    assert answer.text == "It is green."
    assert answer.dropped == ("It is fast.", "It has 24 gears.", "It was stolen.", "It has a name.")


async def test_one_proof_that_holds_is_enough_and_the_others_go() -> None:
    answer, _ = await asked(
        "Which bike?", output(claim("A Tarn.", cites("dog", "Tarn"), cites("tarn", "Tarn")))
    )
    assert [proof.citation for proof in answer.claims[0].proofs] == [TARN]


async def test_it_abstains_when_no_claim_is_left() -> None:
    answer, _ = await asked("Which car?", output(claim("A red one.", cites("tarn", "red car"))))
    assert answer.abstained
    assert (answer.text, answer.claims, answer.dropped) == (
        "This memory does not hold the answer.", (), ("A red one.",)
    )  # fmt: skip


async def test_it_says_what_is_missing() -> None:
    said = {"answerable": False, "missing": "which car\nJonas drives.", "claims": []}
    answer, _ = await asked("Which car?", said)
    assert answer.text == "This memory does not hold the answer. Missing: which car Jonas drives."
    assert not answer


async def test_claims_of_a_question_that_cannot_be_answered_do_not_count() -> None:
    answer, _ = await asked("Which car?", {**output(claim("A Tarn.", cites("tarn"))), "answerable": False})
    assert (answer.abstained, answer.dropped) == (True, ("A Tarn.",))


async def test_best_effort_tells_what_comes_nearest_with_its_proof() -> None:
    said = {"answerable": False, "missing": "the car", "claims": []}
    answer, llm = await asked("Which car?", said, policy=Policy.BEST_EFFORT)
    assert answer.text == (
        "This memory does not hold the answer. Missing: the car. The nearest it holds: Maya said: "
        "“First plan: the Rosalba gravel bike. It costs 1,850 euros.”"
    )
    assert (answer.abstained, answer.citations) == (False, (ROSALBA,))
    assert "give the likeliest" in llm.prompts[0].system


async def test_without_evidence_nobody_is_asked() -> None:
    answer, llm = await asked("Which bike?", output(), turns=[])
    assert (answer.text, answer.abstained, llm.prompts) == (
        "Nothing in this memory bears on the question.",
        True,
        [],
    )


async def test_contradicting_turns_are_told_with_their_dates_the_current_one_first() -> None:
    said = output(
        claim("Maya plans to buy the Rosalba.", cites("rosalba")),
        claim("Maya bought a Tarn", cites("tarn")),
        conflict=True,
    )
    answer, _ = await asked("Which bike does Maya want?", said)
    assert answer.text == (
        "Maya bought a Tarn (said on 30 March 2026). Maya plans to buy the Rosalba (said on 10 January 2026)."
    )


async def test_items_are_numbered_counted_by_code_and_not_told_twice() -> None:
    said = output(
        claim("The Rosalba", cites("rosalba")),
        claim("The Tarn", cites("tarn")),
        claim("the tarn", cites("tarn")),
        claim("A third one", cites("dog", "bike")),
        enumerated=True,
    )
    answer, _ = await asked("How many bikes did Maya look at?", said)
    assert answer.text == "1. The Rosalba\n2. The Tarn\n2 in all."
    assert answer.computed == "2 in all"


async def test_a_number_that_was_said_is_told_and_nothing_is_counted() -> None:
    answer, llm = await asked(
        "How many bikes did Maya buy?", output(claim("She bought one", cites("tarn", "a bike")))
    )
    assert (answer.text, answer.computed) == ("She bought one.", "")
    assert "When a turn states the number itself" in llm.prompts[0].system


async def test_a_list_has_no_total() -> None:
    answer, _ = await asked("List the bikes.", output(claim("The Tarn", cites("tarn")), enumerated=True))
    assert (answer.text, answer.computed) == ("1. The Tarn", "")


async def test_a_length_of_time_is_computed_from_the_events_that_are_named() -> None:
    said = output(
        claim("The half marathon and the day Fado came lie apart.", cites("race"), cites("dog")),
        calculation="duration",
        events=[cites("dog", "last Saturday"), cites("race", "Yesterday")],
    )
    question = "How long was it from the half marathon to the dog?"
    answer, _ = await asked(question, said)
    assert answer.computed == "160 days (5 months and 7 days), from 29 March 2026 to 5 September 2026"
    assert answer.text.endswith(
        "apart. 160 days (5 months and 7 days), from 29 March 2026 to 5 September 2026."
    )
    answer, _ = await asked("How many weeks passed from the half marathon to the dog?", said)
    assert answer.computed.startswith("22 weeks and 6 days (160 days), from")


async def test_a_length_of_time_lasts_until_the_question_is_asked() -> None:
    said = output(claim("Fado came.", cites("dog")), calculation="duration", events=[cites("dog")])
    answer, _ = await asked("How long has Fado been with them?", said)
    assert answer.computed == "8 days, from 5 September 2026 to 13 September 2026"


@pytest.mark.parametrize("events", [[], [cites("dog", "no such words"), cites("race")], [{"number": 9}]])
async def test_nothing_is_computed_from_events_that_are_not_proved(events: list[dict[str, Any]]) -> None:
    said = output(claim("Fado came.", cites("dog")), calculation="duration", events=events)
    answer, _ = await asked("How long was it from the race to the dog?", said)
    assert (answer.computed, answer.text) == ("", "Fado came.")


async def test_a_date_is_resolved_by_code_and_told_once() -> None:
    question, event = "When did they fetch Fado?", [cites("dog", "last Saturday")]
    said = output(claim("They fetched Fado last Saturday", cites("dog")), calculation="date", events=event)
    answer, _ = await asked(question, said)
    assert answer.text == "They fetched Fado last Saturday."  # a claim's own words mean that day
    assert answer.computed == "5 September 2026"
    said = output(claim("They fetched Fado", cites("dog")), calculation="date", events=event)
    answer, _ = await asked(question, said)
    assert answer.text == "They fetched Fado. 5 September 2026."


async def test_events_are_put_in_order_by_code() -> None:
    said = output(
        claim("Fado came", cites("dog", "last Saturday")),
        claim("Jonas ran", cites("race", "Yesterday")),
        claim("Maya planned", cites("rosalba")),
        calculation="order",
    )
    answer, _ = await asked("In which order did it happen?", said)
    assert answer.text == "1. Maya planned\n2. Jonas ran\n3. Fado came"


async def test_streamed_parts_are_checked_and_make_up_the_text() -> None:
    said = output(
        claim("It is green.", cites("tarn", "green")),
        claim("It is fast.", cites("tarn", "very fast")),
        claim("It is new.", cites("tarn", "Saturday")),
    )
    parts, llm = await streamed("What about the bike?", json.dumps(said))
    assert [part.text for part in parts] == ["It is green.", " It is new.", ""]
    assert [part.claim and part.claim.text for part in parts] == ["It is green.", "It is new.", None]
    last = parts[-1].answer
    assert last is not None
    assert (last.text, last.dropped, len(llm.prompts)) == ("It is green. It is new.", ("It is fast.",), 1)
    assert [part.answer for part in parts[:-1]] == [None, None]


async def test_items_are_numbered_while_they_come() -> None:
    said = output(claim("The Rosalba", cites("rosalba")), claim("The Tarn", cites("tarn")), enumerated=True)
    parts, _ = await streamed("How many bikes did Maya look at?", json.dumps(said))
    assert [part.text for part in parts] == ["1. The Rosalba", "\n2. The Tarn", "\n2 in all."]


async def test_claims_that_were_told_are_not_dropped_by_what_follows_them() -> None:
    text = json.dumps(output(claim("It is green.", cites("tarn"))))[:-1] + ', "answerable": false}'
    parts, _ = await streamed("What about the bike?", text)
    assert parts[-1].answer is not None
    assert (parts[-1].answer.text, parts[-1].answer.dropped) == ("It is green.", ())


async def test_a_claim_is_shown_before_the_model_has_ended() -> None:
    text = json.dumps(output(claim("It is green.", cites("tarn")), claim("It is new.", cites("tarn"))))
    cut = text.index(', {"text": "It is new."')
    asking = Memory(TURNS).asking(FakeLLM({"answer": (text[:cut], LLMError("the line broke"))}))
    question = "What about the bike?"
    stream = asking.stream(request(question), found(question, TURNS))
    assert (await anext(stream)).text == "It is green."
    assert (await anext(stream)).text == " (The answer was cut off here.)"


@pytest.mark.parametrize("error", [LLMError("the line broke"), OutputTruncated("too long")])
async def test_a_model_that_fails_after_a_claim_leaves_what_was_told_and_says_so(error: Exception) -> None:
    text = json.dumps(output(claim("It is green.", cites("tarn")), claim("It is new.", cites("tarn"))))
    cut = text.index(', {"text": "It is new."')
    parts, llm = await streamed("What about the bike?", (text[:cut], error))
    last = parts[-1].answer
    assert last is not None
    assert (last.text, last.cut_off) == ("It is green. (The answer was cut off here.)", True)
    assert [each.text for each in last.claims] == ["It is green."]
    assert "".join(part.text for part in parts) == last.text
    assert len(llm.prompts) == 1


@pytest.mark.parametrize("error", [LLMError("the line broke"), OutputTruncated("too long")])
async def test_a_model_that_fails_before_any_claim_raises(error: Exception) -> None:
    with pytest.raises(type(error)):
        await streamed("What about the bike?", ('{"answerable": true,', error))


async def test_rivals_and_orders_wait_for_one_another_when_streamed() -> None:
    said = output(claim("The Rosalba.", cites("rosalba")), claim("The Tarn.", cites("tarn")), conflict=True)
    parts, _ = await streamed("Which bike does Maya want?", json.dumps(said))
    assert "".join(part.text for part in parts) == (
        "The Tarn (said on 30 March 2026). The Rosalba (said on 10 January 2026)."
    )


async def test_a_stream_that_is_no_answer_is_asked_for_once_more_in_shape() -> None:
    parts, llm = await streamed("Which bike?", ["It is a Tarn!", output(claim("A Tarn.", cites("tarn")))])
    assert [part.text for part in parts] == ["A Tarn.", ""]
    assert len(llm.prompts) == 2


async def test_a_stream_that_breaks_off_between_claims_keeps_those_that_came() -> None:
    parts, llm = await streamed(
        "Which bike?",
        f'{{"answerable": true, "claims": [{json.dumps(claim("A Tarn.", cites("tarn")))}, {{"te',
    )
    last = parts[-1].answer
    assert last is not None
    assert (last.text, len(llm.prompts)) == ("A Tarn.", 1)


@pytest.mark.parametrize("error", [LLMError("down"), OutputTruncated("cut"), ConfigError("no key")])
async def test_what_the_model_raises_is_raised(error: Exception) -> None:
    with pytest.raises(type(error)):
        await asked("Which bike?", error)


async def test_the_prompt_holds_the_evidence_once_numbered_and_dated() -> None:
    _, llm = await asked("When did they fetch Fado?", output())
    (prompt,) = llm.prompts
    assert (prompt.purpose, prompt.version, prompt.scope) == ("answer", "answer/1", "ana")
    marker = prompt.user.split()[0]
    lines = prompt.user.splitlines()
    assert lines[0] == f"{marker} evidence begins"
    assert lines[5] == (
        f"{marker} 5 | Saturday 12 September 2026 16:30 | Maya: We fetched him last Saturday from the shelter. "
        "[last Saturday = 5 September 2026]"
    )
    assert lines[6:] == [
        f"{marker} evidence ends", "", "Today is Sunday 13 September 2026 10:00.", "Question: When did they fetch Fado?"
    ]  # fmt: skip


async def test_an_answer_asked_for_again_is_looked_at_from_its_first_claim() -> None:
    broken = json.dumps(output(claim("It is fast.", cites("tarn", "very fast"))))[:-1] + ", and"
    second = output(claim("Maya bought a green Tarn.", cites("tarn", "a green Tarn")))
    parts, llm = await streamed("Which bike did Maya buy?", [broken, second])
    answer = parts[-1].answer
    assert answer is not None
    assert (answer.text, answer.dropped, len(llm.prompts)) == ("Maya bought a green Tarn.", (), 2)


class Watched(FakeLLM):
    """Tells whether its stream has ended."""

    ended = False

    async def stream(self, prompt: Prompt) -> AsyncIterator[str]:
        try:
            async for piece in super().stream(prompt):
                yield piece
        finally:
            self.ended = True


async def test_the_models_stream_ends_with_whoever_listens() -> None:
    llm = Watched({"answer": output(*(claim(f"Fact {number}.", cites("tarn")) for number in range(9)))})
    question = "Which bike did Maya buy?"
    async with ended(Memory(TURNS).asking(llm).stream(request(question), found(question, TURNS))) as parts:
        assert (await anext(parts)).text == "Fact 0."
    assert llm.ended
