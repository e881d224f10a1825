"""What answering will cost is told, and agreed to, before anything is opened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graphmem.bench import runner
from graphmem.bench.replies import Answering
from graphmem.cli.bench import app
from graphmem.errors import InputError

SAMPLE = {
    "sample_id": "conv-1",
    "conversation": {"session_1": [{"speaker": "Ana", "dia_id": "D1:1", "text": "one"}]},
    "qa": [{"question": "Who?", "category": 4, "evidence": ["D1:1"], "answer": "Ana"}],
}
MODEL = {"GRAPHMEM_LLM_MODEL": "some-model", "OPENAI_API_KEY": "k", "COLUMNS": "300"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([SAMPLE]))
    return path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[runner.Options]:
    given: list[runner.Options] = []

    async def seen(options: runner.Options, **rest: Any) -> None:
        given.append(options)
        raise InputError("started")

    monkeypatch.setattr(runner, "run", seen)
    return given


def invoke(*arguments: object, model: bool = True) -> tuple[int, str]:
    env = {**(MODEL if model else {"GRAPHMEM_LLM_MODEL": "", "COLUMNS": "300"})}
    result = CliRunner().invoke(app, [*map(str, arguments)], env=env)
    return result.exit_code, result.output


def test_the_cost_is_told_and_a_small_one_goes_on(file: Path, started: list[runner.Options]) -> None:
    code, output = invoke(
        "locomo", file, "--answer", "--judge", "--runs", "2", "--cache", file.parent / "kept"
    )

    assert code == 1 and "started" in output
    assert "graphmem: 2 calls, about" in output
    assert "judge: 12 calls, about" in output
    assert "what earlier runs kept is free" in output
    assert started[0].answering == Answering(judge=True, runs=2, cache=file.parent / "kept")


def test_a_large_one_is_refused_where_nobody_can_agree(file: Path, started: list[runner.Options]) -> None:
    code, output = invoke("locomo", file, "--answer", "--token-limit", "100")

    assert (code, started) == (1, [])
    assert "more than 100, and nobody is there to agree: add --yes" in output


def test_yes_agrees(file: Path, started: list[runner.Options]) -> None:
    invoke("locomo", file, "--answer", "--token-limit", "100", "--yes")
    assert len(started) == 1


@pytest.mark.parametrize(("said", "runs"), [("y\n", 1), ("n\n", 0)])
def test_on_a_terminal_it_is_asked_for(
    file: Path, started: list[runner.Options], monkeypatch: pytest.MonkeyPatch, said: str, runs: int
) -> None:
    monkeypatch.setattr("graphmem.cli.bench_answers._attended", lambda: True)
    arguments = ["locomo", str(file), "--answer", "--token-limit", "100"]
    result = CliRunner().invoke(app, arguments, env=MODEL, input=said)
    assert "Go on?" in result.output
    assert len(started) == runs


def test_quoting_costs_nothing(file: Path, started: list[runner.Options]) -> None:
    _, output = invoke("locomo", file, "--answer", "--token-limit", "0", model=False)
    assert "calls" not in output
    assert started[0].answering == Answering()


def test_a_judge_without_a_model_is_refused(file: Path, started: list[runner.Options]) -> None:
    code, output = invoke("locomo", file, "--answer", "--judge", model=False)
    assert (code, started) == (1, [])
    assert "none is named: set GRAPHMEM_LLM_MODEL or --judge-model" in output
    code, output = invoke("locomo", file, "--answer", "--simplify", model=False)
    assert (code, started) == (1, [])


def test_judging_needs_answers(file: Path, started: list[runner.Options]) -> None:
    code, output = invoke("locomo", file, "--judge")
    assert (code, started) == (2, [])
    assert "there is nothing to judge or repeat" in output
