"""BEAM's and LongMemEval's questions, read beside what was said."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.bench import haystacks
from graphmem.bench.haystacks import read_beam, read_longmemeval
from graphmem.errors import InputError


def turn(number: int, role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "id": number, "content": text, **more}


CHAT = [
    {
        "batch_number": 1,
        "turns": [
            [turn(0, "user", "Always use metric units. ->-> 1,1", time_anchor="March-15-2024")],
            [turn(1, "assistant", "I will."), turn(2, "user", "How far is it? ->-> 1,2")],
        ],
    }
]
PROBES = {
    "instruction_following": [{"question": "How long is it?", "source_chat_ids": [[0], 1]}],
    "contradiction_resolution": [{"question": "Did I?", "source_chat_ids": {"a": [2], "b": [99]}}],
    "abstention": [{"question": "What is my name?"}],
}


def beam(folder: Path, probes: object = PROBES) -> Path:
    (folder / "1").mkdir()
    (folder / "1" / "chat.json").write_text(json.dumps(CHAT))
    (folder / "1" / "probing_questions.json").write_text(json.dumps(probes))
    return folder


def test_beam_has_its_probes_by_ability_with_the_places_of_their_sources(tmp_path: Path) -> None:
    (dialogue,) = read_beam(beam(tmp_path)).dialogues

    assert dialogue.scope == "beam:1"
    assert [(each.group, each.text, each.gold) for each in dialogue.questions] == [
        ("instruction following", "How long is it?", {0, 1}),
        ("contradiction resolution", "Did I?", {2}),
    ]
    assert dialogue.ended_at == datetime(2024, 3, 15, tzinfo=UTC)


def test_the_conversations_that_were_tuned_on_are_told_from_those_held_out(tmp_path: Path) -> None:
    data = read_beam(beam(tmp_path))

    assert data.subsets == {
        "conversations 1 to 4 (tuned on)": (1, 2, 3, 4),
        "conversations 5 to 10 (held out)": (5, 6, 7, 8, 9, 10),
    }
    assert data.held_out == "conversations 5 to 10 (held out)"


def test_nothing_was_tuned_on_the_larger_sizes_of_beam_with_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(haystacks, "LARGEST_100K", 40)

    data = read_beam(beam(tmp_path))

    assert (data.subsets, data.held_out) == ({}, "")


def test_beam_probes_of_another_form_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"probing_questions\.json does not have the form"):
        read_beam(beam(tmp_path, [1, 2]))


def test_a_folder_without_conversations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not hold BEAM's conversations"):
        read_beam(tmp_path)


def test_a_conversation_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no conversation 2"):
        read_beam(beam(tmp_path), (2,))


ENTRY = {
    "question_id": "q1",
    "question_type": "single-session-user",
    "question": "What did I buy?",
    "question_date": "2023/05/30 (Tue) 23:40",
    "answer": "a bike",
    "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
    "haystack_session_ids": ["s1", "s2"],
    "haystack_sessions": [
        [{"role": "user", "content": "Hello"}],
        [
            {"role": "user", "content": "I bought a bike", "has_answer": True},
            {"role": "assistant", "content": "Nice", "has_answer": False},
        ],
    ],
}


def test_longmemeval_has_the_marked_turns_and_the_date_of_the_question(tmp_path: Path) -> None:
    file = tmp_path / "longmemeval.json"
    file.write_text(json.dumps([ENTRY]))

    (dialogue,) = read_longmemeval(file).dialogues

    assert dialogue.scope == "longmemeval:q1"
    assert dialogue.asked_at == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    assert [(each.group, each.gold) for each in dialogue.questions] == [("single session user", {1})]


def test_longmemeval_without_a_question_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "longmemeval.json"
    file.write_text(json.dumps([{**ENTRY, "question": None}]))

    with pytest.raises(InputError, match="question 1 has no question"):
        read_longmemeval(file)
