"""Reading answers: what is accepted, what is not, and that nothing is made up."""

from __future__ import annotations

import json
import re
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from graphmem.adapters.llm_output import Unreadable, read


class Item(BaseModel):
    kind: Literal["fact", "event"]
    text: str
    places: list[str]


class Answer(BaseModel):
    items: list[Item]
    score: float = 0.0


class Settings(BaseModel):
    colour: str = "grey"
    size: int | None = None


class Tree(BaseModel):
    name: str
    children: list[Tree] = []


GOOD = {
    "items": [{"kind": "fact", "text": "It is 7° in Ghent.", "places": ["Ghent"]}],
    "score": 0.5,
}
TEXT = json.dumps(GOOD, ensure_ascii=False)


def test_a_clean_answer_is_read_as_it_is() -> None:
    assert read(TEXT, Answer).model_dump() == GOOD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("  \x00\ufeff ", "it is empty"),
        ("I do not know.", "no JSON object with the fields"),
        ("<think>Hm</think>", "thinks and then says nothing"),
        ("42", "no JSON object with the fields"),
        ('{"errors": [{"kind": "fact", "text": "busy", "places": []}]}', "no JSON object"),
        ('{"error": "busy"}', "no JSON object with the fields"),
        ("{}", "no JSON object with the fields"),
        ('{"items": "}', "no JSON object"),
        ('{"items": [}"kind": "fact", "text": "It is 7", "places": []}], "score": 1}', "no JSON object"),
        ("}{", "it ends before it is complete"),
        ('{"items": [{"kind": "rumour", "text": "x", "places": []}]}', "items.0.kind"),
        ('{"items": [{"kind": "fact", "text": {"a": 1}, "places": []}]}', "items.0.text"),
    ],
)
def test_what_is_no_answer_is_told(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(text, Answer)


def test_fields_with_defaults_do_not_turn_any_object_into_an_answer() -> None:
    with pytest.raises(Unreadable, match="no JSON object"):
        read('{"message": "busy"}', Settings)
    assert read('{"colour": "red"}', Settings) == Settings(colour="red")


def test_a_bare_list_is_the_one_list_that_was_asked_for() -> None:
    assert read("[]", Answer) == Answer(items=[])
    assert read(json.dumps(GOOD["items"]), Answer).items[0].places == ["Ghent"]


def test_null_stays_where_it_may_be_and_gives_way_to_a_default_elsewhere() -> None:
    assert read('{"colour": null, "size": null}', Settings) == Settings(colour="grey", size=None)


@pytest.mark.parametrize("end", range(1, len(TEXT) - 2))
def test_an_answer_cut_anywhere_is_never_completed(end: int) -> None:
    with pytest.raises(Unreadable) as raised:
        read(TEXT[:end], Answer, ended=False)
    assert raised.value.cut


def test_closing_brackets_are_added_only_when_the_model_ended_by_itself() -> None:
    lacking = TEXT.removesuffix(', "score": 0.5}')
    assert len(read(lacking, Answer, ended=True).items) == 1
    with pytest.raises(Unreadable, match="ends before"):
        read(lacking, Answer, ended=False)


def test_an_answer_that_was_thought_of_and_given_up_does_not_count() -> None:
    draft = TEXT.replace("7", "8")
    assert read(f"<think>Perhaps {draft}? No.</think>{TEXT}", Answer).model_dump() == GOOD
    with pytest.raises(Unreadable, match="2 answers that differ"):
        read(f"Perhaps {draft}? No: {TEXT}", Answer)


@pytest.mark.parametrize("looped", ["<think>", "[", "{'a':[", "{} ", '"', "</think>{"])
def test_a_model_that_loops_is_no_standstill(looped: str) -> None:
    with pytest.raises(Unreadable):
        read(looped * 50_000, Answer)


def test_deep_nesting_is_no_crash() -> None:
    deep = '{"name": "a", "children": [' * 400 + '{"name": "b"}' + "]}" * 400
    try:
        assert read(deep, Tree).name == "a"
    except Unreadable as error:
        assert "deeply" in str(error)


def test_an_answer_in_another_language_is_left_alone() -> None:
    text = '{"items": [{"kind": "event", "text": "今日は京都へ", "places": ["京都"]}]}'
    assert read(text, Answer).items[0].text == "今日は京都へ"


def test_a_thought_mentioned_inside_an_answer_is_kept() -> None:
    text = '{"items": [{"kind": "fact", "text": "She wrote <think>no</think>", "places": []}]}'
    assert read(text, Answer).items[0].text == "She wrote <think>no</think>"


@given(st.text(alphabet="{}[]\"',:\\ ntaue0123<>/think`\n#", max_size=60))
def test_any_text_ends_in_a_value_or_a_reason(text: str) -> None:
    try:
        read(text, Answer)
    except Unreadable as error:
        assert str(error)


@given(
    st.lists(
        st.tuples(st.integers(0, len(TEXT) - 1), st.sampled_from(["", '"', "'", ",", "}", "[", "\n", " "]))
    ),
    st.booleans(),
)
def test_no_word_is_lost_or_made_up_by_repair(damages: list[tuple[int, str]], ended: bool) -> None:
    signs = list(TEXT)
    for at, sign in damages:
        if not signs[at].isalnum():  # only what is between words is damaged
            signs[at] = sign
    try:
        answer = read("".join(signs), Answer, ended=ended)
    except Unreadable:
        return
    kept = " ".join([answer.items[0].text, *answer.items[0].places]) if answer.items else ""
    assert re.sub(r"\W", "", kept) == "Itis7inGhentGhent"
