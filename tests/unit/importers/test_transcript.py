from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import InputError
from graphmem.importers import read
from graphmem.model.turn import Conversation


def transcript(folder: Path, text: str) -> list[Conversation]:
    path = folder / "chat.txt"
    path.write_bytes(text.encode("utf-8"))
    return list(read(path))


def rows(conversation: Conversation) -> list[tuple[str, str | None, str]]:
    return [(one.role, one.name, one.content) for one in conversation.messages]


def test_names_and_roles(tmp_path: Path) -> None:
    (one,) = transcript(
        tmp_path, "Ana: Hi!\r\nDr. Jean-Luc O'Brien: Hello: again\nAssistant: Noted.\nUser:ok\nÉlodie : Oui\n"
    )
    assert one.session_id == "chat"
    assert rows(one) == [
        ("user", "Ana", "Hi!"),
        ("user", "Dr. Jean-Luc O'Brien", "Hello: again"),
        ("assistant", None, "Noted.\nUser:ok"),
        ("user", "Élodie", "Oui"),
    ]


def test_lines_without_a_name_continue_the_message(tmp_path: Path) -> None:
    (one,) = transcript(
        tmp_path,
        "Ana: First\nsecond at 10:30\nhttps://example.org/x: y\n\nthird\n    Note: indented\n\nBen: ok\n",
    )
    assert rows(one) == [
        ("user", "Ana", "First\nsecond at 10:30\nhttps://example.org/x: y\n\nthird\n    Note: indented"),
        ("user", "Ben", "ok"),
    ]


def test_without_names_every_paragraph_is_a_message(tmp_path: Path) -> None:
    (one,) = transcript(tmp_path, "I moved to Lyon.\nIt is warm.\n\n\nI like it.\n")
    assert rows(one) == [("user", None, "I moved to Lyon.\nIt is warm."), ("user", None, "I like it.")]


def test_date_headers_open_sessions(tmp_path: Path) -> None:
    headers = [
        "# 2026-05-03",
        "--- 4 May 2026 ---",
        "Monday, May 5, 2026",
        "6.5.2026",
        "[2026-05-07T09:00+02:00]",
    ]
    text = "".join(f"{header}\nAna: a\n\n" for header in headers)
    found = transcript(tmp_path, text)
    assert [one.session_id for one in found] == [f"chat 2026-05-0{day}" for day in (3, 4, 5, 6, 7)]
    assert [str(one.messages[0].timestamp) for one in found] == [
        "2026-05-03 00:00:00+00:00",
        "2026-05-04 00:00:00+00:00",
        "2026-05-05 00:00:00+00:00",
        "2026-05-06 00:00:00+00:00",
        "2026-05-07 09:00:00+02:00",
    ]


def test_a_stamp_dates_its_message(tmp_path: Path) -> None:
    (one,) = transcript(tmp_path, "[2026-05-03 10:00] Ana: a\n2026-05-03T10:01:30+02:00 - Ben: b\nAna: c\n")
    assert [(m.name, m.content, m.timestamp and m.timestamp.isoformat()) for m in one.messages] == [
        ("Ana", "a", "2026-05-03T10:00:00+00:00"),
        ("Ben", "b", "2026-05-03T10:01:30+02:00"),
        ("Ana", "c", None),
    ]


@pytest.mark.parametrize("header", ["2026-02-30", "30 February 2026", "31.4.2026"])
def test_a_date_that_does_not_exist_names_its_line(tmp_path: Path, header: str) -> None:
    with pytest.raises(InputError, match=r"chat\.txt, line 2: "):
        transcript(tmp_path, f"Ana: hi\n{header}\nAna: b\n")
