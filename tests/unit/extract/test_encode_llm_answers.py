"""What a model gives for a segment is stored, or counted with the reason, or asked for once more: over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.errors import OutputInvalid
from graphmem.extract.encode_llm import LLMEncoder
from graphmem.model.record import Encoding
from graphmem.model.turn import Turn
from graphmem.prompts.encode import EncodedSegment
from tests.endpoint import Response, completion, serving

TURNS = [Turn("t0", "s", 0, "user", "Ana", "I moved to Lyon in May and I like jazz.", None)]
LYON = {
    "type": "event",
    "text": "Ana moved to Lyon in May.",
    "entities": ["Ana", "Lyon"],
    "evidence_turns": [0],
}


async def encoded(*answers: Any, turns: Sequence[Turn] = TURNS) -> tuple[Encoding, int]:
    """What comes of these answers, one after the other, and how many were asked for."""
    left = [each if isinstance(each, str) else json.dumps(each) for each in answers]
    with serving(lambda _: Response(body=completion(left.pop(0)))) as endpoint:
        llm = OpenAILLM("m", base_url=f"{endpoint.url}/v1", retries=0)
        try:
            return await LLMEncoder(llm).encode(turns), len(endpoint.asked)
        finally:
            await llm.aclose()


def texts(encoding: Encoding) -> list[str]:
    return [record.text for record in encoding.records]


@pytest.mark.parametrize(
    "answer",
    [
        [LYON],
        [LYON, {**LYON, "evidence_turns": [0]}],
        {"records": LYON},
        {"records": [LYON]},
        {"records": json.dumps([LYON])},
        {"Records": [json.dumps(LYON)], "note": None},
        {"records": [None, LYON, {}, "", []], "note": ""},
        "```json\n" + json.dumps([LYON]) + "\n```",
        "Here they are:\n" + json.dumps([LYON]) + "\nThat is all.",
        [{**LYON, "text": ["Ana moved to Lyon in May."]}],
        [{**LYON, "entities": [{"name": "Ana", "type": "person"}, {"text": "Lyon"}]}],
    ],
)
async def test_a_list_in_any_form_is_the_list_of_records(answer: Any) -> None:
    encoding, asked = await encoded(answer)
    assert (texts(encoding), encoding.mended, asked) == (["Ana moved to Lyon in May."], {}, 1)
    assert encoding.records[0].entities == ("Ana", "Lyon")


@pytest.mark.parametrize(
    "answer",
    [[], {"records": []}, {"records": None}, {"records": {}}, {"records": [], "note": ""}, "```\n[]\n```"],
)
async def test_an_empty_list_says_that_there_are_no_records(answer: Any) -> None:
    encoding, asked = await encoded(answer)
    assert (encoding.records, encoding.mended, asked) == ((), {}, 1)


@pytest.mark.parametrize(
    "answer",
    [
        {"records": ["Ana moved to Lyon in May."], "note": ""},
        ["Ana moved to Lyon in May."],
        {"records": "Ana moved to Lyon in May."},
        {"records": ["Ana moved to Lyon in May.", "Ana moved to Lyon in May."]},
    ],
)
async def test_a_text_among_the_records_is_a_records_text(answer: Any) -> None:
    encoding, _ = await encoded(answer)
    assert (texts(encoding), encoding.mended) == (["Ana moved to Lyon in May."], {})
    assert encoding.records[0].evidence == ("t0",)


async def test_a_text_that_names_no_turn_is_proved_by_the_one_that_says_it() -> None:
    turns = [*TURNS, Turn("t1", "s", 1, "user", "Bo", "Carla works at the museum.", None)]
    answer = ["Carla works at the museum.", "Ana moved to Lyon in May."]
    encoding, _ = await encoded(answer, turns=turns)
    assert [(record.text, record.evidence) for record in encoding.records] == [(answer[0], ("t1",))]
    assert encoding.mended == {"records without evidence": 1}


@pytest.mark.parametrize(
    ("more", "mended"),
    [
        ([7], {"records without text": 1}),
        ([["a", "b"]], {"records without text": 1}),
        ([True, {"fact": "Ana likes jazz."}], {"records without text": 2}),
        ([{"text": ""}], {"records without substance": 1}),
        ([{"text": {"value": "Ana likes jazz."}}], {"records without substance": 1}),
        ([{**LYON, "text": "x" * 3000}], {"records too long": 1}),
    ],
)
async def test_what_is_not_stored_is_counted_with_the_reason(more: list[Any], mended: dict[str, int]) -> None:
    encoding, _ = await encoded({"records": [LYON, *more], "note": ""})
    assert (texts(encoding), encoding.mended) == (["Ana moved to Lyon in May."], mended)


@pytest.mark.parametrize(
    ("fields", "mended"),
    [
        ({"entities": ["Ana", "Oslo"]}, {"names dropped": 1}),
        ({"entities": ["Ana", {"kind": "place"}, True]}, {"names dropped": 2}),
        ({"tags": ["moving", {"a": 1}, "t" * 61]}, {"tags dropped": 2}),
        ({"tags": list("abcdefgh")}, {"tags dropped": 2}),
        ({"tags": ["event", "moving", "Moving"]}, {}),
        ({"status": "perhaps"}, {"statuses unknown": 1}),
        ({"type": "opinion"}, {"types unknown": 1}),
        ({"type": "Failure-Pattern"}, {}),
        ({"subject": "Peter"}, {"subjects dropped": 1}),
        ({"evidence_turns": [0, 9]}, {"evidence out of range": 1}),
    ],
)
async def test_fields_that_are_not_stored_are_counted(fields: dict[str, Any], mended: dict[str, int]) -> None:
    encoding, _ = await encoded({"records": [{**LYON, **fields}], "note": ""})
    assert (texts(encoding), encoding.mended) == (["Ana moved to Lyon in May."], mended)


async def test_a_note_that_is_too_long_is_cut_and_counted() -> None:
    encoding, _ = await encoded({"records": [LYON], "note": "n" * 2000})
    assert (len(encoding.note), encoding.mended) == (1200, {"notes cut": 1})


@pytest.mark.parametrize("useless", [[1, 2], [["a"]], [{"fact": "Ana moved."}], [True]])
async def test_records_of_which_none_can_be_read_are_asked_for_again(useless: list[Any]) -> None:
    encoding, asked = await encoded({"records": useless, "note": ""}, {"records": [LYON], "note": ""})
    assert (texts(encoding), asked) == (["Ana moved to Lyon in May."], 2)


async def test_records_of_which_none_can_ever_be_read_are_an_error() -> None:
    useless = {"records": [1, 2, 3], "note": ""}
    with pytest.raises(OutputInvalid, match="none of the 3 records has a text"):
        await encoded(useless, useless)


def test_the_schema_tells_the_defaults_of_what_may_be_left_out() -> None:
    schema = EncodedSegment.model_json_schema()
    record = schema["$defs"]["EncodedRecord"]["properties"]
    assert schema["properties"]["note"]["default"] == ""
    assert {
        name: record[name].get("default") for name in ("text", "subject", "status", "entities", "tags")
    } == {
        "text": "",
        "subject": "",
        "status": "",
        "entities": [],
        "tags": [],
    }
