"""LoCoMo, LongMemEval and BEAM: small files in their form, and the real ones where they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.importers import read
from tests.public_data import public_data


def saved(folder: Path, document: object, name: str = "chat.json") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps(document), encoding="utf-8")
    return folder / name


def locomo() -> dict[str, Any]:
    return {
        "sample_id": "conv-1",
        "qa": [{"question": "GOLD", "answer": "GOLD", "evidence": ["D1:1"]}],
        "event_summary": {"events_session_1": {"Ana": ["GOLD"]}},
        "observation": {"session_1_observation": {"Ana": [["GOLD", "D1:1"]]}},
        "session_summary": {"session_1_summary": "GOLD"},
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_10_date_time": "12:05 am on 29 February, 2024",
            "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "Late."}],
            "session_2_date_time": "12:30 pm on 9 May, 2023",
            "session_2": [
                {
                    "speaker": "Ana",
                    "dia_id": "D2:1",
                    "text": "Look!",
                    "blip_caption": "a red kite",
                    "query": "GOLD",
                }
            ],
            "session_11_date_time": "1:00 pm on 1 March, 2024",
        },
    }


def test_locomo_sessions_come_in_order_with_their_dates(tmp_path: Path) -> None:
    found = list(read(saved(tmp_path, [locomo()])))
    assert [(one.user_id, one.session_id) for one in found] == [
        ("conv-1", "session_2"),
        ("conv-1", "session_10"),
    ]
    (look,), (late,) = (one.messages for one in found)
    assert (look.role, look.name, look.id) == ("user", "Ana", "D2:1")
    assert look.content == "Look! [shares a red kite]"
    assert str(look.timestamp) == "2023-05-09 12:30:00+00:00"
    assert str(late.timestamp) == "2024-02-29 00:05:00+00:00"
    assert "GOLD" not in repr(found)


@pytest.mark.parametrize(
    "date", ["29 February 2023", "1:00 pm on 29 February, 2023", "25:00 pm on 1 May, 2023", 3]
)
def test_locomo_dates_that_cannot_be(tmp_path: Path, date: object) -> None:
    sample = locomo()
    sample["conversation"]["session_2_date_time"] = date
    with pytest.raises(InputError, match=r"conv-1, session_2: the (date|timestamp)"):
        list(read(saved(tmp_path, [sample])))


def test_the_real_locomo() -> None:
    path = public_data("locomo/locomo10.json")
    raw = json.loads(path.read_text(encoding="utf-8"))
    found = list(read(path))
    assert len(found) == 272
    assert sum(len(one.messages) for one in found) == 5_882
    assert len({one.user_id for one in found}) == 10
    assert sum("[shares " in message.content for one in found for message in one.messages) == 1_226
    assert str(found[0].messages[0].timestamp) == "2023-05-08 13:56:00+00:00"
    first = raw[0]["conversation"]["session_1"]
    assert [message.id for message in found[0].messages] == [turn["dia_id"] for turn in first]


def longmemeval() -> dict[str, Any]:
    turns = [
        {"role": "user", "content": "I adopted a cat.", "has_answer": True},
        {"role": "assistant", "content": "\u200b"},
        {"role": "user", "content": "Her name is Mio."},
    ]
    return {
        "question_id": "q1",
        "question": "GOLD",
        "answer": "GOLD",
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 03:00"],
        "haystack_session_ids": ["s", "s"],
        "haystack_sessions": [turns, [{"role": "user", "content": "Hi"}]],
    }


def test_longmemeval_turns_keep_their_number_and_lose_their_flag(tmp_path: Path) -> None:
    found = list(read(saved(tmp_path, [longmemeval()])))
    assert [(one.user_id, one.session_id) for one in found] == [("q1", "s"), ("q1", "s#2")]
    assert [(m.id, m.content) for m in found[0].messages] == [
        ("1", "I adopted a cat."),
        ("3", "Her name is Mio."),
    ]
    assert str(found[0].messages[0].timestamp) == "2023-05-20 02:21:00+00:00"
    assert "GOLD" not in repr(found)
    assert "has_answer" not in repr(found)


def test_longmemeval_lists_of_different_length(tmp_path: Path) -> None:
    entry = longmemeval()
    entry["haystack_dates"].pop()
    with pytest.raises(InputError, match=r"question 1: .* must be lists of the same length"):
        list(read(saved(tmp_path, [entry])))


def test_the_real_longmemeval() -> None:
    found = list(read(public_data("longmemeval/longmemeval_single.json")))
    assert len(found) == 53
    assert sum(len(one.messages) for one in found) == 549  # of 550, one is a zero-width space
    assert {one.user_id for one in found} == {"e47becba"}


def beam() -> list[dict[str, Any]]:
    turns = [
        [
            {"role": "user", "id": 0, "content": "Before any anchor? ->-> 1,1", "index": "1,1"},
            {"role": "assistant", "id": 1, "content": "Yes."},
        ],
        [
            {
                "role": "user",
                "id": 2,
                "content": "Use a -> b and a->->b. ->-> 2,N/A",
                "time_anchor": "March-15-2024",
            },
            {"role": "assistant", "id": 3, "content": "Done."},
        ],
    ]
    return [{"batch_number": 1, "time_anchor": None, "turns": turns}]


def test_beam_is_read_from_its_folder_without_markers(tmp_path: Path) -> None:
    saved(tmp_path / "7", beam())
    (one,) = read(tmp_path / "7")
    assert (one.user_id, one.session_id) == ("beam-7", "batch-1")
    assert [(m.id, m.role, m.content) for m in one.messages] == [
        ("0", "user", "Before any anchor?"),
        ("1", "assistant", "Yes."),
        ("2", "user", "Use a -> b and a->->b."),
        ("3", "assistant", "Done."),
    ]
    assert [m.timestamp and str(m.timestamp) for m in one.messages] == [
        None,
        None,
        "2024-03-15 00:00:00+00:00",
        "2024-03-15 00:00:00+00:00",
    ]


def test_beam_anchors_that_cannot_be(tmp_path: Path) -> None:
    for anchor in ("March 15", "February-30-2024", "Mars-15-2024", 5):
        document = beam()
        document[0]["turns"][0][0]["time_anchor"] = anchor
        with pytest.raises(InputError, match=r"batch 1, turn 1: the time anchor"):
            list(read(saved(tmp_path, document)))


def test_the_real_beam() -> None:
    folder = public_data("beam-100k")
    found = [one for number in range(1, 11) for one in read(folder / str(number))]
    assert len(found) == 40
    assert sum(len(one.messages) for one in found) == 2_432
    assert not [m for one in found for m in one.messages if "->->" in m.content]
    assert all(m.timestamp for one in found for m in one.messages)
