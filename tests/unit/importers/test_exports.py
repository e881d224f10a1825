"""Every reader gives back what was written, speaker by speaker and second by second; nothing is mistaken."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from graphmem.errors import InputError
from graphmem.importers import read
from tests.damaged_files import fault
from tests.unit.importers.exports import ACTIVITY, FORMS, RECORDING, Form, Said, made_up

MESSAGES = 2_000


def written(folder: Path, form: Form, messages: list[Said]) -> Path:
    path = folder / form.file
    content = form.write(messages)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read_back(path: Path) -> tuple[str, list[Said]]:
    reading = read(path)
    found = [
        Said(one.role, one.name, one.timestamp, one.content) for each in reading for one in each.messages
    ]
    assert reading.notes.damaged == []
    return reading.form, found


@pytest.mark.parametrize("name", FORMS)
def test_what_was_written_is_read_exactly(name: str, tmp_path: Path) -> None:
    form = FORMS[name]
    messages = made_up(MESSAGES, people=form.people)

    recognised, found = read_back(written(tmp_path, form, messages))

    assert recognised == name.split(maxsplit=1)[0]
    assert found == [form.kept(each) for each in messages]


def test_the_activity_of_a_takeout_is_read_day_by_day(tmp_path: Path) -> None:
    messages = [replace(each, text=each.text.replace("\n\n", "\n")) for each in made_up(200, people=False)]
    asked = [
        replace(told, at=question.at) for question, told in zip(messages[::2], messages[1::2], strict=True)
    ]
    expected = [each for pair in zip(messages[::2], asked, strict=True) for each in pair]

    form, found = read_back(written(tmp_path, ACTIVITY, messages))

    assert form == "gemini"
    assert found == expected


def test_lines_of_one_speaker_in_a_recording_are_one_message(tmp_path: Path) -> None:
    messages = made_up(200, people=True)
    expected: list[Said] = []
    for each in map(RECORDING.kept, messages):
        if expected and expected[-1].name == each.name:
            expected[-1] = replace(expected[-1], text=f"{expected[-1].text}\n{each.text}")
        else:
            expected.append(each)

    form, found = read_back(written(tmp_path, RECORDING, messages))

    assert form == "subtitles"
    assert found == expected


def test_an_export_of_slack_is_read_as_a_folder(tmp_path: Path) -> None:
    (tmp_path / "general").mkdir()
    (tmp_path / "users.json").write_text('[{"id": "U1", "name": "rui", "profile": {"display_name": "Rui"}}]')
    for day, text in (
        ("2026-03-01", "I moved to Porto."),
        ("2026-03-02", "Hi <@U1>, see <https://a.b|this>"),
    ):
        second = day[-1]
        said = f'[{{"type": "message", "user": "U1", "text": "{text}", "ts": "177244200{second}.0002"}}]'
        (tmp_path / "general" / f"{day}.json").write_text(said)

    form, found = read_back(tmp_path)

    assert form == "slack"
    assert [(each.name, each.text) for each in found] == [
        ("Rui", "I moved to Porto."),
        ("Rui", "Hi @Rui, see this"),
    ]


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("[07.03.26, 21:22:39] Jonas: hi", "2026-03-07T21:22:39"),
        ("12/24/25, 11:23 PM - Jonas: hi", "2025-12-24T23:23:00"),
        ("\u200e[14/10/2021, 3:34:09\u202fPM] Jonas: hi", "2021-10-14T15:34:09"),
        ("2025/12/20 17:46 - Jonas: hi", "2025-12-20T17:46:00"),
        ("2026-03-07, 9:22 p.m. - Jonas: hi", "2026-03-07T21:22:00"),
        ("24/12/25, 9:22 p. m. - Jonas: hi", "2025-12-24T21:22:00"),
        ("24/12/2025 à 10:30 - Jonas : hi", "2025-12-24T10:30:00"),
        ("25.12.2025 um 10:30 - Jonas: hi", "2025-12-25T10:30:00"),
        ("2026年3月7日 下午5:46 - Jonas：hi", "2026-03-07T17:46:00"),
        ("2026. 3. 7. 오후 5:46, Jonas : hi", "2026-03-07T17:46:00"),
        ("Jonas, [07.03.2026 21:22]\nhi", "2026-03-07T21:22:00"),
        ("13/3/26, 0:05 - Jonas: hi", "2026-03-13T00:05:00"),
        ("12/13/25, 12:05 AM - Jonas: hi", "2025-12-13T00:05:00"),
        ("٢٤/١٢/٢٠٢٥، ٩:٢٢ م - Jonas: hi", "2025-12-24T21:22:00"),
    ],
)
def test_stamps_of_messengers(line: str, at: str, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(f"{line}\n", encoding="utf-8")
    _, (said,) = read_back(tmp_path / "chat.txt")
    assert said.at is not None
    assert (said.name, said.text, said.at.isoformat()[:19]) == ("Jonas", "hi", at)


def test_the_day_is_found_from_the_order_of_time(tmp_path: Path) -> None:
    lines = ("3/4/26, 10:00 - Ana: a", "4/4/26, 10:00 - Ben: b", "1/5/26, 10:00 - Ana: c")
    (tmp_path / "chat.txt").write_text("\n".join(lines))
    _, found = read_back(tmp_path / "chat.txt")
    assert [each.at and each.at.date().isoformat() for each in found] == [
        "2026-04-03",
        "2026-04-04",
        "2026-05-01",
    ]


def test_a_date_that_can_be_read_in_two_ways_is_told(tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text("3/4/26, 10:00 - Ana: a\n")
    reading = read(tmp_path / "chat.txt")
    list(reading)
    assert reading.notes.remarks == [
        "dates such as 3/4/26 can be read in two ways; the first number was read as the day"
    ]


def test_dates_in_an_unknown_form_are_refused(tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text("03.08.21 | 12.30h | Jonas | hi\n03.08.21 | 12.31h | Mira | ok\n")
    with pytest.raises(InputError, match="most lines begin with something like a date"):
        list(read(tmp_path / "chat.txt"))


@pytest.mark.parametrize("name", FORMS)
def test_a_damaged_file_is_read_or_refused_and_loses_nothing_in_silence(name: str, tmp_path: Path) -> None:
    """Some of what `python -m tests.damaged_files` tries by the thousand."""
    assert [wrong for seed in range(15) if (wrong := fault(FORMS[name], tmp_path, Random(seed)))] == []


def test_a_damaged_chat_of_a_messenger_costs_no_other(tmp_path: Path) -> None:
    said = {"id": 1, "type": "message", "date": "2026-01-01T00:00:00", "from": "Ana", "text": "hi"}
    chats = [{"name": "A", "messages": [said]}, {"name": "B", "messages": "gone"}, {"messages": [said]}]
    (tmp_path / "result.json").write_text(json.dumps({"chats": {"list": chats}}))
    reading = read(tmp_path / "result.json")
    assert [one.session_id for one in reading] == ["A", "result-3"]
    assert reading.notes.damaged == [f"{tmp_path / 'result.json'}, B: messages is 'gone'; expected a list"]


def test_a_chat_without_an_id_is_named_after_the_file(tmp_path: Path) -> None:
    chat = {"chat_messages": [{"sender": "human", "text": "I grow tomatoes."}]}
    (tmp_path / "claude.json").write_text(json.dumps([{"uuid": "u1", **chat}, chat]))
    assert [one.session_id for one in read(tmp_path / "claude.json")] == ["u1", "claude-2"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.zip", b"PK\x03\x04 and so on", "is a ZIP archive; unpack it"),
        ("a.json", b"PK\x03\x04 and so on", "is a ZIP archive; unpack it"),
        ("a.mbox", b"hello\n", "mail 1 has neither a sender nor a date; it is no mail"),
        (
            "a.json",
            b'[{"header": "Gemini Apps", "title": "Used", "time": "2026-01-01"}]',
            r"left out: 1 activities",
        ),
    ],
)
def test_what_is_no_conversation_is_told_by_name(
    tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=told):
        list(read(tmp_path / name))
