"""`graphmem bench locomo` says what is wrong before it opens anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graphmem.bench import runner
from graphmem.cli.bench import app
from graphmem.errors import InputError

SAMPLE = {
    "sample_id": "conv-1",
    "conversation": {"session_1": [{"speaker": "Ana", "dia_id": "D1:1", "text": "one"}]},
    "qa": [{"question": "Who?", "category": 4, "evidence": ["D1:1"]}],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([SAMPLE]))
    return path


def failed(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["locomo", *map(str, arguments)], env={"COLUMNS": "300"})
    return result.exit_code, result.output


def test_an_absent_file(tmp_path: Path) -> None:
    code, output = failed(tmp_path / "nothing.json")

    assert code == 1
    assert "nothing.json does not exist" in output


def test_a_file_that_is_not_locomo(tmp_path: Path) -> None:
    (tmp_path / "chat.json").write_text('[{"role": "user", "content": "Hello"}]')

    code, output = failed(tmp_path / "chat.json")

    assert code == 1
    assert "does not have the form locomo" in output


def test_a_conversation_that_the_file_does_not_have(file: Path) -> None:
    code, output = failed(file, "--conversations", "1,11")

    assert code == 1
    assert "has no conversation 11; its numbers are 1 to 1" in output


def test_numbers_that_are_none(file: Path) -> None:
    code, output = failed(file, "--conversations", "one")

    assert code == 2
    assert "'one' is no list of numbers" in output


@pytest.mark.parametrize("option", ["--json", "--plot"])
def test_a_folder_that_is_not_there_is_told_before_the_measuring(file: Path, option: str) -> None:
    code, output = failed(file, option, file.parent / "missing" / "out")

    assert code == 1
    assert "missing does not exist" in output


def test_the_options_reach_the_benchmark_as_they_are_meant(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    async def seen(options: runner.Options, **rest: Any) -> None:
        given.append(options)
        raise InputError("seen")

    monkeypatch.setattr(runner, "run", seen)

    failed(file, "--conversations", "2,1", "--without", "time", "--without", "quota", "--with", "records",
           "--ablate", "--crowd", "1000", "--crowd-remove", "--fresh", "--seed", "4", "--questions", "7",
           "--recorded", "--no-control")  # fmt: skip

    assert given == [
        runner.Options(
            path=file,
            conversations=(2, 1),
            questions=7,
            without=("time", "quota"),
            with_=("records",),
            strategy="evidence",
            ablate=True,
            crowd=1000,
            crowd_remove=True,
            fresh=True,
            seed=4,
            recorded=True,
            control=False,
        )
    ]
