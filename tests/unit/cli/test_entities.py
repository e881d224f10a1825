"""entities: what is asked of the memory, and what is printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from typer.testing import Result

from graphmem.errors import Conflict
from graphmem.model.entity import Entity, EntityChange, EntityDetails, EntityPage
from tests.unit.cli.conftest import FakeMemory

Run = Callable[..., Result]
AT = datetime(2026, 5, 3, 10, 0, 7, 123456, tzinfo=UTC)
ROBERT = Entity("r1", "Robert", 3, ("bertie",), ("Bob",))
CHANGE = EntityChange("c1", "merge", "Bob", "b1", "Robert", "r1", AT, "ana", "his nickname")


class Verbs:
    """Notes what it is asked and answers from `answer`."""

    def __init__(self, memory: FakeMemory) -> None:
        self.memory, self.answer = memory, None

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        def asked(*given: object, **options: object) -> Any:
            self.memory._note(verb, {"given": given, **options})
            return self.answer

        return asked


@pytest.fixture
def verbs(memory: FakeMemory) -> Any:
    verbs = Verbs(memory)
    memory.entities = verbs  # type: ignore[attr-defined]
    return verbs


def test_the_list_tells_names_counts_and_how_to_go_on(run: Run, memory: FakeMemory, verbs: Any) -> None:
    verbs.answer = EntityPage((ROBERT,), 4)
    result = run("entities", "list", "-u", "ana", "--part", "ob", "--skip", "1", "-n", "1")
    assert result.stdout.splitlines() == [
        "Robert, also Bob, bertie",
        "   3 memories · id r1",
        "2 to 2 of 4; --skip 2 goes on",
    ]
    assert memory.calls == [("list", {"given": (), "user_id": "ana", "part": "ob", "limit": 1, "skip": 1})]


def test_an_empty_list_says_so(run: Run, verbs: Any) -> None:
    verbs.answer = EntityPage()
    assert run("entities", "list", "-u", "ana").stdout == "No entities.\n"


def test_show_tells_what_stands_beside(run: Run, verbs: Any) -> None:
    verbs.answer = EntityDetails(ROBERT, ("Lyon", "Anna"), ("bike",), "", AT, AT)
    assert run("entities", "show", "Robert", "-u", "ana").stdout.splitlines()[2:] == [
        "   merged     Bob",
        "   beside     Lyon, Anna",
        "   topics     bike",
        "   said       2026-05-03",
    ]


@pytest.mark.parametrize(
    ("kind", "arguments", "told"),
    [
        ("merge", ("Bob", "Robert"), "Bob is Robert."),
        ("alias", ("Bob", "Robert"), "Bob is also called Robert."),
        ("unalias", ("Bob", "Robert"), "Bob is not called Robert."),
    ],
)
def test_a_change_is_told_with_how_to_take_it_back(
    run: Run, memory: FakeMemory, verbs: Any, kind: str, arguments: tuple[str, str], told: str
) -> None:
    verbs.answer = EntityChange("c1", kind, "Bob", "b1", "Robert", "r1", AT, "ana")
    result = run("entities", kind, *arguments, "-u", "ana")
    assert result.stdout == f"{told} `graphmem entities undo c1` takes it back.\n"
    assert (memory.calls[0][0], memory.calls[0][1]["given"]) == (kind, arguments)
    assert json.loads(run("entities", kind, *arguments, "-u", "ana", "--json").stdout)["id"] == "c1"


def test_changes_are_listed_to_the_minute(run: Run, verbs: Any) -> None:
    verbs.answer = (CHANGE,)
    assert run("entities", "changes", "-u", "ana").stdout.splitlines() == [
        "Bob is Robert: his nickname",
        "   2026-05-03 10:00 by ana · id c1",
    ]
    verbs.answer = ()
    assert run("entities", "changes", "-u", "ana").stdout == "Nothing was changed by hand.\n"


def test_undo_says_what_was_taken_back(run: Run, verbs: Any) -> None:
    verbs.answer = CHANGE
    assert run("entities", "undo", "c1", "-u", "ana").stdout == "Taken back: Bob is Robert.\n"


def test_several_of_one_name_are_a_sentence_and_exit_code_1(run: Run, memory: FakeMemory, verbs: Any) -> None:
    memory.error = Conflict("several entities are called 'Ana': 1 (Ana); 2 (Ana). Give the id of one")
    result = run("entities", "show", "Ana", "-u", "ana")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Give the id of one" in result.stderr
