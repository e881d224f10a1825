"""forget, update, history, export, import, check: what is asked of the memory, and what is printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from graphmem.model.checkup import CheckResult, Problem
from graphmem.model.forgetting import ForgetResult, RetentionRule
from graphmem.model.history import HandEdit, History, Replacement, Version
from graphmem.model.hit import Filters
from graphmem.model.portable import ExportResult, ImportResult, Manifest
from graphmem.model.results import FailedSegment, StoredMemory
from tests.unit.cli.conftest import FakeMemory, flat

Run = Callable[..., Result]
GONE = ForgetResult({"Turn": 1, "Passage": 3, "Record": 0}, segments_reopened=1)
AT = datetime(2026, 5, 3, 10, tzinfo=UTC)
MANIFEST = Manifest(1, "0.1.0", "0004", "local", 384, False, "ana", AT, {"Turn": 2}, {"NEXT": 1}, "ab")


class Care(FakeMemory):
    """Answers the verbs of care from `answer`."""

    answer: Any = None

    def delete(self, id: str, **options: Any) -> Any:
        return self._answered("delete", {"id": id, **options})

    def delete_all(self, **options: Any) -> Any:
        return self._answered("delete_all", options)

    def forget_user(self, user: str, **options: Any) -> Any:
        return self._answered("forget_user", {"user": user, **options})

    def retain(self, rule: RetentionRule, **options: Any) -> Any:
        return self._answered("retain", {"rule": rule, **options})

    def update(self, id: str, text: str, **options: Any) -> Any:
        return self._answered("update", {"id": id, "text": text, **options})

    def history(self, id: str, **options: Any) -> Any:
        return self._answered("history", {"id": id, **options})

    def export(self, user: str, target: Any, **options: Any) -> Any:
        return self._answered("export", {"user": user, "target": target, **options})

    def import_(self, path: Any, **options: Any) -> Any:
        return self._answered("import_", {"path": path, **options})

    def check(self, user: str, **options: Any) -> Any:
        return self._answered("check", {"user": user, **options})

    def _answered(self, verb: str, options: dict[str, Any]) -> Any:
        self._note(verb, {name: value for name, value in options.items() if name != "progress"})
        return self.answer


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Care:
    import graphmem

    fake = Care()
    monkeypatch.setitem(vars(graphmem), "Memory", fake)
    monkeypatch.delenv("GRAPHMEM_USER", raising=False)
    return fake


def test_forget_counts_asks_and_forgets(memory: Care, run: Run) -> None:
    memory.answer = GONE
    result = run("forget", "t1", "-u", "ana", input="y\n")

    assert result.exit_code == 0
    assert memory.calls == [
        ("delete", {"id": "t1", "user_id": "ana", "dry_run": True}),
        ("delete", {"id": "t1", "user_id": "ana", "dry_run": False}),
    ]
    assert "Forgot 3 Passage, 1 Turn, 0 Record." in result.stdout
    assert "Records of 1 segments were made anew." in result.stdout


def test_forget_does_nothing_when_the_person_says_no(memory: Care, run: Run) -> None:
    memory.answer = GONE
    result = run("forget", "--everything", "-u", "ana", input="n\n")

    assert result.exit_code == 1
    assert memory.calls == [("forget_user", {"user": "ana", "dry_run": True})]


def test_a_dry_run_asks_nothing(memory: Care, run: Run) -> None:
    memory.answer = ForgetResult({"Turn": 2}, dry_run=True)
    result = run("forget", "--session", "s1", "-u", "ana", "--dry-run")

    assert result.stdout.strip() == "Would forget 2 Turn."
    filters = Filters(session_id="s1")
    assert memory.calls == [("delete_all", {"user_id": "ana", "filters": filters, "dry_run": True})]


@pytest.mark.parametrize("given", [(), ("t1", "--everything"), ("--everything", "--tag", "x")])
def test_forget_needs_one_way_of_choosing(memory: Care, run: Run, given: tuple[str, ...]) -> None:
    result = run("forget", *given, "-u", "ana", "--yes")

    assert result.exit_code == 2
    assert "one of the three" in flat(result.stderr)
    assert memory.calls == []


def test_what_could_not_be_made_anew_is_told(memory: Care, run: Run) -> None:
    memory.answer = ForgetResult({"Turn": 1}, failed_segments=(FailedSegment("g1", "out of order"),))
    result = run("forget", "t1", "-u", "ana", "--yes")

    assert result.exit_code == 1
    assert "segment g1 could not be encoded again: out of order" in flat(result.stderr)


def test_an_interrupted_forget_says_how_to_go_on(memory: Care, run: Run) -> None:
    memory.error = KeyboardInterrupt()
    result = run("forget", "--everything", "-u", "ana", "--yes")

    assert result.exit_code == 130
    assert "run the same command again" in flat(result.stderr)


def test_retain_counts_asks_and_lets_go(memory: Care, run: Run) -> None:
    memory.answer = ForgetResult({"Record": 4})
    result = run("retain", "--tag", "Smalltalk", "--unused-for", "90", "-u", "ana", input="y\n")

    rule = RetentionRule(tags=("smalltalk",), unused_for=timedelta(days=90))
    assert memory.calls == [
        ("retain", {"rule": rule, "user_id": "ana", "dry_run": True}),
        ("retain", {"rule": rule, "user_id": "ana", "dry_run": False}),
    ]
    assert result.exit_code == 0
    assert "Forgot 4 Record." in result.stdout


def test_retain_needs_a_rule(memory: Care, run: Run) -> None:
    result = run("retain", "-u", "ana", "--yes")

    assert (result.exit_code, memory.calls) == (2, [])
    assert "name an age, a tag or a time without use" in flat(result.stderr)


def test_update_shows_the_new_version(memory: Care, run: Run) -> None:
    memory.answer = StoredMemory("r2", "Maya is allergic to walnuts.", "fact", "s1")
    result = run("update", "r1", "Maya is allergic to walnuts.", "-u", "ana", "--reason", "misheard")

    assert result.stdout.splitlines()[0] == "Maya is allergic to walnuts."
    assert memory.calls[0][1]["reason"] == "misheard"


def test_history_tells_the_versions(memory: Care, run: Run) -> None:
    old = StoredMemory("r1", "Old words.", "fact", "s1", superseded_at=AT)
    new = StoredMemory("r2", "New words.", "fact", "s1")
    memory.answer = History(
        (
            Version(old, replaced_by=(Replacement("r2", AT, "edited"),)),
            Version(new, edits=(HandEdit("e1", "ana", AT, "misheard"),)),
        )
    )
    result = run("history", "r1", "-u", "ana")

    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[0] == "Version 1"
    assert "Version 2, believed now" in lines
    assert "replaced by r2 at 2026-05-03 10:00: edited" in lines
    assert "changed by ana at 2026-05-03 10:00: misheard" in lines


def test_export_writes_where_it_is_told(memory: Care, run: Run) -> None:
    memory.answer = ExportResult(Path("a.jsonl"), MANIFEST, 1234)
    result = run("export", "a.jsonl", "-u", "ana", "--embeddings")

    assert memory.calls == [("export", {"user": "ana", "target": Path("a.jsonl"), "embeddings": True})]
    assert result.stdout == ""
    assert "Wrote 2 Turn to a.jsonl, 1,234 bytes." in flat(result.stderr)


def test_export_to_standard_output_has_no_json_beside_it(memory: Care, run: Run) -> None:
    assert run("export", "-", "-u", "ana", "--json").exit_code == 2


def test_import_tells_what_is_new(memory: Care, run: Run) -> None:
    memory.answer = ImportResult("ana", MANIFEST, {"Turn": 2}, known=3, embedded=4)
    result = run("import", "a.jsonl")

    assert result.stdout.strip() == "User ana has new: 2 Turn. 3 nodes were there already. Made 4 vectors."
    assert memory.calls == [("import_", {"path": Path("a.jsonl"), "user_id": None, "reembed": False})]


def test_import_of_what_is_there_says_so(memory: Care, run: Run) -> None:
    memory.answer = ImportResult("ana", MANIFEST, known=3)
    assert "there already (3 nodes of user ana)" in run("import", "a.jsonl").stdout


def test_a_sound_graph_passes(memory: Care, run: Run) -> None:
    memory.answer = CheckResult((), {"Turn": 2}, 17)
    result = run("check", "-u", "ana")

    assert (result.exit_code, result.stdout.strip()) == (0, "All is well: 17 checks of user ana (2 Turn).")


def test_problems_fail_and_say_what_helps(memory: Care, run: Run) -> None:
    problem = Problem("turns_astray", 6, ("a", "b"), "turns hang on no session", "export and import")
    memory.answer = CheckResult((problem,), {"Turn": 2}, 17)
    result = run("check", "-u", "ana")

    assert result.exit_code == 1
    assert "6 × turns hang on no session (a, b, …): export and import" in flat(result.stderr)
    told = json.loads(run("check", "-u", "ana", "--json").stdout)
    assert told["problems"][0]["name"] == "turns_astray"
