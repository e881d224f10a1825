"""`graphmem history`: the versions of a memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, say_each, say_json
from graphmem.model.history import History, Version

app = typer.Typer(add_completion=False)


@app.command("history")
def history(
    id: Annotated[str, typer.Argument(help="Of any version of a record.")],
    *,
    user: options.User,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Tell how a memory came to be what it is: its versions, oldest first, what replaced each, and why.

    Example:

    graphmem history 7d1c0c2b7f0e4b6c9a55d0f3c1e2a4b6 --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.history(id, user_id=user)
    if as_json:
        say_json(found)
    else:
        say_each(_lines(found))


def _lines(found: History) -> Iterator[Text | str]:
    for number, version in enumerate(found, 1):
        yield f"Version {number}{_standing(version)}"
        yield from rendering.details(version.memory)
        for edit in version.edits:
            yield Text(
                f"   changed by {edit.by} at {rendering.moment(edit.at)}: {edit.reason or 'no reason given'}"
            )
        for each in version.replaced_by:
            yield Text(f"   replaced by {each.id} at {rendering.moment(each.at)}: {each.reason}")
        for each in version.spared:
            when = rendering.moment(each.at)
            yield Text(f"   {each.id} had replaced it ({each.reason}), which was taken back at {when}")


def _standing(version: Version) -> str:
    if version.closes:
        return f", the same as {version.closes}" + (", believed of that time" if version.current else "")
    return ", believed now" if version.current else ""
