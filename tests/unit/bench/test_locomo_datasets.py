"""LoCoMo's questions and gold, and what of them may reach a memory."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.bench.datasets import Asked, asked, read_audit, read_locomo, sample
from graphmem.errors import InputError
from tests.public_data import public_data


def turn(dia_id: str, text: str) -> dict[str, str]:
    return {"speaker": "Ana", "dia_id": dia_id, "text": text}


def question(text: str, evidence: Any, category: int = 4) -> dict[str, Any]:
    return {"question": text, "answer": "SECRET", "evidence": evidence, "category": category}


SPOKEN = {
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [turn("D1:1", "one"), turn("D1:2", "two")],
    "session_2_date_time": "9:00 am on 9 May, 2023",
    "session_2": [turn("D2:1", "three"), turn("D2:2", "four")],
    "session_3_date_time": "9:00 am on 9 June, 2023",
}


def write(path: Path, *questions: dict[str, Any], **more: Any) -> Path:
    sample = {"sample_id": "conv-1", "conversation": SPOKEN, "qa": list(questions), **more}
    path.write_text(json.dumps([sample]))
    return path


@pytest.mark.parametrize(
    ("evidence", "places"),
    [
        (["D1:2"], {1}),
        (["D1:1", "D2:2"], {0, 3}),
        (["D1:2; D2:1"], {1, 2}),
        (["D1:1 D2:1"], {0, 2}),
        (["D2:02"], {3}),
        (["D:2:1"], {2}),
        (["D", "D1:1"], {0}),
        (["D9:9", "D1:1"], {0}),
        ("D1:2", {1}),
    ],
)
def test_evidence_of_every_form_names_places_in_the_whole_conversation(
    tmp_path: Path, evidence: Any, places: set[int]
) -> None:
    (dialogue,) = read_locomo(write(tmp_path / "l.json", question("?", evidence))).dialogues

    assert [one.gold for one in dialogue.questions] == [frozenset(places)]


@pytest.mark.parametrize(("evidence", "category"), [(["D"], 4), ([], 4), (["D9:9"], 1), (["D1:1"], 5)])
def test_questions_that_cannot_be_measured_are_left_out(
    tmp_path: Path, evidence: list[str], category: int
) -> None:
    data = read_locomo(write(tmp_path / "l.json", question("?", evidence, category)))

    assert data.questions == ()


def test_equal_texts_stay_two_questions(tmp_path: Path) -> None:
    file = write(tmp_path / "l.json", question("Who?", ["D1:1"]), question("Who?", ["D2:1"], 2))

    found = [(one.conversation, one.position, one.category, one.gold) for one in read_locomo(file).questions]

    assert found == [(1, 0, 4, frozenset({0})), (1, 1, 2, frozenset({2}))]


def test_a_memory_is_given_the_words_and_the_end_of_the_conversation_and_nothing_else(tmp_path: Path) -> None:
    (dialogue,) = read_locomo(write(tmp_path / "l.json", question("Who?", ["D1:1"]))).dialogues

    given = asked(dialogue.questions[0], dialogue)

    assert given == Asked("Who?", datetime(2023, 5, 9, 9, tzinfo=UTC))
    assert [field.name for field in dataclasses.fields(Asked)] == ["text", "reference_time"]


def test_what_was_said_holds_neither_gold_nor_answers(tmp_path: Path) -> None:
    (dialogue,) = read_locomo(write(tmp_path / "l.json", question("Who?", ["D1:1"]))).dialogues

    assert "SECRET" not in repr(dialogue.sessions)
    assert "Who?" not in repr(dialogue.sessions)
    assert dialogue.scope == "locomo:conv-1"
    assert dialogue.turns == 4


def test_a_sample_is_the_same_for_the_same_seed_and_keeps_the_order(tmp_path: Path) -> None:
    data = read_locomo(write(tmp_path / "l.json", *(question(str(n), ["D1:1"]) for n in range(20))))

    first = [one.position for one in sample(data, 5, 7).questions]

    assert len(first) == 5
    assert first == sorted(first)
    assert first == [one.position for one in sample(data, 5, 7).questions]
    assert first != [one.position for one in sample(data, 5, 8).questions]


def test_as_many_are_drawn_of_those_to_be_answered(tmp_path: Path) -> None:
    asked = [question(str(n), ["D1:1"] if n % 2 else []) for n in range(20)]
    drawn = sample(read_locomo(write(tmp_path / "l.json", *asked)), 5, 7)

    assert (len(drawn.questions), len(drawn.probes)) == (5, 5)
    assert any(not one.gold for one in drawn.probes)


def test_a_sample_larger_than_the_file_is_the_file(tmp_path: Path) -> None:
    data = read_locomo(write(tmp_path / "l.json", question("a", ["D1:1"])))

    assert sample(data, 99, 0) == data
    assert sample(data, None, 0) == data


def test_a_number_that_is_not_in_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"l\.json has no conversation 2, 7; its numbers are 1 to 1"):
        read_locomo(write(tmp_path / "l.json", question("a", ["D1:1"])), [2, 1, 7])


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"locomo10\.json does not exist"):
        read_locomo(tmp_path / "locomo10.json")


def test_another_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chat.json").write_text('[{"role": "user", "content": "Hello"}]')

    with pytest.raises(InputError, match=r"chat\.json does not have the form locomo"):
        read_locomo(tmp_path / "chat.json")


def test_a_file_without_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"sample 1 has no questions \(qa\)"):
        read_locomo(write(tmp_path / "l.json", qa=None))


def test_a_question_without_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="sample 1, question 1 has no text"):
        read_locomo(write(tmp_path / "l.json", {"category": 1, "evidence": ["D1:1"]}))


def test_one_name_for_two_samples_is_refused(tmp_path: Path) -> None:
    one = {"sample_id": "conv-1", "conversation": SPOKEN, "qa": []}
    other = {**one, "conversation": {"session_9": [turn("D9:1", "nine")]}}
    (tmp_path / "l.json").write_text(json.dumps([one, other]))

    with pytest.raises(InputError, match="conv-1 names two samples"):
        read_locomo(tmp_path / "l.json")


def test_audited_questions_are_keyed_from_one_and_zero(tmp_path: Path) -> None:
    (tmp_path / "errors.json").write_text(
        '[{"question_id": "locomo_0_qa1"}, {"question_id": "locomo_9_qa12"}]'
    )

    assert read_audit(tmp_path / "errors.json") == {(1, 1), (10, 12)}


@pytest.mark.parametrize("content", ["{", '{"a": 1}', "[1]", '[{"id": 1}]'])
def test_an_audit_of_another_form_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "errors.json").write_text(content)

    with pytest.raises(InputError, match=r"errors\.json does not have the form"):
        read_audit(tmp_path / "errors.json")


def test_the_public_file_has_1536_questions_to_measure() -> None:
    data = read_locomo(public_data("locomo") / "locomo10.json")

    assert Counter(one.category for one in data.questions) == {1: 282, 2: 321, 3: 92, 4: 841}
    assert sum(dialogue.turns for dialogue in data.dialogues) == 5882
    assert len({(one.conversation, one.position) for one in data.questions}) == 1536
    assert sum(one.conversation in (9, 10) for one in data.questions) == 312


def test_the_public_audit_names_156_questions() -> None:
    assert len(read_audit(public_data("locomo-audit") / "errors.json")) == 156
