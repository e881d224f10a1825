"""The context that is made for one question."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from pydantic import BaseModel

from graphmem.answer.construct import merged
from graphmem.errors import LLMError, OutputTruncated
from graphmem.model.evidence import Evidence
from graphmem.model.hit import Citation
from graphmem.model.prompt import Prompt
from graphmem.prompts.construct import ConstructOutput
from graphmem.testing import FakeLLM
from tests.unit.answer.memories import Memory, found, request, turn

TURNS = [turn(f"t{n}", f"Message {n} speaks of the garden.", f"2026-05-01T10:{n:02}") for n in range(40)]
ASKS = "What grows in the garden?"
Decide = Callable[[int, str], dict[str, object]]


def lines(prompt: Prompt) -> list[tuple[int, str]]:
    """Number and text of the messages that were shown."""
    return [
        (int(n), text) for n, text in re.findall(r"^\w+ (\d+) \| [^|]* \| [^:]*: (.*)$", prompt.user, re.M)
    ]


def deciding(decide: Decide) -> FakeLLM:
    def answer(prompt: Prompt, output: type[BaseModel] | None) -> object:
        assert output is ConstructOutput
        return {"decisions": [{"number": n, **decide(n, text)} for n, text in lines(prompt)]}

    return FakeLLM(answer)


def keep_all(number: int, text: str) -> dict[str, object]:
    return {"op": "KEEP", "text": text}


async def constructed(llm: FakeLLM | None, hits: list[Citation], budget: int = 5000) -> Evidence:
    asking = Memory(TURNS).asking(llm)
    return await asking.construct(request(ASKS, construct=True, token_budget=budget), found(ASKS, hits))


@pytest.mark.parametrize(
    ("candidates", "calls"),
    [
        ([10], 1),  # a window of 5
        ([10, 13], 1),  # of 8
        ([10, 14], 2),  # of 9
        ([10, 20], 2),  # two of 5
        ([2, 5, 9, 12, 16, 19], 3),  # one of 22
        ([], 0),
    ],
)
async def test_one_call_for_each_part_of_each_window(candidates: list[int], calls: int) -> None:
    llm = deciding(keep_all)
    await constructed(llm, [TURNS[n] for n in candidates])
    assert len(llm.prompts) == calls
    assert llm.ledger.usage("ana").purposes.get("construct", None) == (
        llm.ledger.usage().purposes.get("construct", None)
    )
    assert llm.ledger.usage().total.calls == calls


async def test_what_is_kept_is_read_in_the_order_in_which_it_was_said() -> None:
    def decide(number: int, text: str) -> dict[str, object]:
        kept = "Message 9 " in text or "Message 21 " in text
        return {"op": "KEEP", "text": f"short {text[8:10]}"} if kept else {"op": "DROP"}

    evidence = await constructed(deciding(decide), [TURNS[20], TURNS[10]])
    assert [(each.number, each.text) for each in evidence] == [(1, "short 9 "[:7]), (2, "short 21")]
    assert [each.citation for each in evidence] == [TURNS[9], TURNS[21]]


async def test_a_part_that_fails_keeps_its_messages_as_they_were_said() -> None:
    def answer(prompt: Prompt, output: type[BaseModel] | None) -> object:
        if "Message 10 " in prompt.user:
            return OutputTruncated("cut off")
        return {"decisions": [{"number": n, "op": "DROP", "text": ""} for n, _ in lines(prompt)]}

    evidence = await constructed(FakeLLM(answer), [TURNS[10], TURNS[20]])
    assert [each.text for each in evidence] == [TURNS[n].text for n in range(8, 13)]


async def test_a_model_that_cannot_be_reached_costs_only_the_compression() -> None:
    evidence = await constructed(FakeLLM({"construct": LLMError("no network")}), [TURNS[10]])
    assert [each.citation for each in evidence] == TURNS[8:13]


async def test_a_message_without_a_decision_is_kept_and_numbers_from_nowhere_do_nothing() -> None:
    output = {
        "decisions": [
            {"number": 1, "op": "DROP"},
            {"number": 1, "op": "KEEP", "text": "again"},
            {"number": 77, "op": "KEEP", "text": "from nowhere"},
            {"number": 3, "op": "KEEP", "text": "  "},
        ]
    }
    evidence = await constructed(FakeLLM({"construct": output}), [TURNS[10]])
    assert [each.text for each in evidence] == [TURNS[n].text for n in range(9, 13)]


def test_of_two_decisions_one_that_keeps_wins_then_the_earlier() -> None:
    a, b, c = TURNS[:3]
    assert merged([(a, b), (b, c)], [("A", None), ("B2", None)]) == {"t0": "A", "t1": "B2"}
    assert merged([(a, b), (b, c)], [("A", "B1"), ("B2", "C")]) == {"t0": "A", "t1": "B1", "t2": "C"}
    assert merged([(a, b), (b, c)], [(None, None), (None, None)]) == {}


async def test_the_budget_holds_the_best_candidates() -> None:
    evidence = await constructed(deciding(keep_all), [TURNS[30], TURNS[10]], budget=50)
    assert [each.citation for each in evidence] == [TURNS[10], TURNS[30]]
    assert evidence.tokens <= 50


async def test_without_a_model_sentences_are_kept_by_score() -> None:
    turns = [
        turn("t1", "I had soup. The garden is full of roses. It rains.", "2026-05-01T10:00"),
        turn("t2", "We watched a film.", "2026-05-01T10:01"),
    ]
    evidence = await Memory(turns).asking().construct(request(ASKS, construct=True), found(ASKS, [turns[0]]))
    assert [(each.citation.turn_id, each.text) for each in evidence] == [
        ("t1", "The garden is full of roses.")
    ]
    assert evidence.items[0].citation.text == turns[0].text


async def test_of_a_long_message_that_nobody_shortened_an_excerpt_is_read() -> None:
    long = turn(
        "t1", " ".join(["It rained all day."] * 200 + ["Beans grow in the garden."]), "2026-05-01T10:01"
    )
    llm = FakeLLM({"construct": LLMError("down")})
    asking = Memory([long]).asking(llm)
    evidence = await asking.construct(request(ASKS, construct=True, token_budget=100), found(ASKS, [long]))
    (item,) = evidence
    assert item.text.endswith("Beans grow in the garden.") and evidence.tokens <= 40
    assert item.citation == long
