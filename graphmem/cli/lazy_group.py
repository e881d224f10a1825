"""A group whose commands are imported when one is run: `--help` must not wait for spaCy and the driver."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of the root: its module under graphmem.cli holds it as `app`.

    help: the line it has in the root's help. panel: heading it stands under. group: has commands of its own.
    """

    name: str
    module: str
    help: str
    panel: str
    group: bool = False

    def listed(self) -> TyperCommand:
        """What the root's help shows; it cannot be run."""
        return TyperCommand(self.name, help=self.help, rich_help_panel=self.panel)

    def loaded(self) -> Any:
        """The real command."""
        application: typer.Typer = import_module(f"graphmem.cli.{self.module}").app
        command = get_group(application) if self.group else get_command(application)
        command.name = self.name
        return command


class LazyGroup(TyperGroup):
    """Lists its entries and loads the one that is run; shows the cause of a failure with --debug."""

    entries: Sequence[Entry] = ()

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands.update({entry.name: entry.listed() for entry in self.entries})

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names, imported now."""
        name, _, rest = super().resolve_command(ctx, args)
        entry = next((entry for entry in self.entries if entry.name == name), None)
        return name, entry.loaded() if entry else None, rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except typer.Exit as end:
            if ctx.params.get("debug") and end.__cause__:
                traceback.print_exception(end.__cause__)
            raise
