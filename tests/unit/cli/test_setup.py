"""What a fresh machine is given: pinned packages, commands that exist, and everything that ships."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


def constraints() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


@pytest.mark.parametrize("line", [*PROJECT["project"]["dependencies"], *EXTRAS["dev"], *EXTRAS["plot"]])
def test_every_dependency_is_pinned_within_its_range(line: str) -> None:
    requirement = Requirement(line)
    pinned = constraints()[canonicalize_name(requirement.name)]
    assert requirement.specifier.contains(pinned)


def test_constraints_name_no_index() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert "http" not in text.replace("httpcore", "").replace("httpx", "").replace("httptools", "")
    assert [line for line in text.splitlines() if line.startswith("-")] == []


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(
    ("target", "command"),
    [
        ("demo", "graphmem demo"),
        ("test", "python -m pytest"),
        ("check", "lint-imports"),
        ("bench", "bench locomo"),
    ],
)
def test_a_target_sets_up_first_and_then_does_its_work(target: str, command: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "--dry-run", target, f"VENV={tmp_path / 'v'}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
    )
    lines = done.stdout.splitlines()
    assert command in lines[-1]
    assert any("pip install" in line and "constraints.txt" in line for line in lines[:-1])


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_an_old_python_is_refused_in_words(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    done = subprocess.run(
        ["make", "demo", f"VENV={tmp_path / 'v'}", f"PYTHON={old}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
    )
    assert done.returncode != 0
    assert "graphmem needs Python 3.11 or newer" in done.stderr
    assert not (tmp_path / "v").exists()


def test_the_gate_runs_the_checks_and_the_readme_s_tests() -> None:
    gate = ROOT / ".ci" / "run"
    assert os.access(gate, os.X_OK)
    lines = gate.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make ")] == ["make check", "make test"]


def test_every_package_is_installed() -> None:
    """A new folder of modules that pyproject does not list works here and is missing in a wheel."""
    listed = set(PROJECT["tool"]["setuptools"]["packages"])
    folders = {path.parent for path in (ROOT / "graphmem").rglob("*.py")}
    found = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    assert found - listed == set()
