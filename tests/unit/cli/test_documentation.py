"""docs/cli.md names every command and every option that there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.core import TyperGroup

from graphmem.cli.app import Commands

DOCUMENT = (Path(__file__).parents[3] / "docs" / "cli.md").read_text(encoding="utf-8")
ENTRIES = {entry.name: entry for entry in Commands.entries}


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if not entry.group])
def test_every_option_is_documented(name: str) -> None:
    assert f"`graphmem {name}" in DOCUMENT
    options = [
        opt for parameter in ENTRIES[name].loaded().params for opt in parameter.opts if opt.startswith("--")
    ]
    assert [option for option in options if option != "--help" and f"`{option}" not in DOCUMENT] == []


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if entry.group])
def test_every_command_of_a_group_is_documented(name: str) -> None:
    group = ENTRIES[name].loaded()
    assert isinstance(group, TyperGroup)
    line = next(line for line in DOCUMENT.splitlines() if line.startswith(f"| `graphmem {name} "))
    assert [each for each in group.commands if each not in line] == []
