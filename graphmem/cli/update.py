"""`graphmem update`: a memory put into other words, by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, say_each, say_json

app = typer.Typer(add_completion=False)


@app.command("update")
def update(
    id: Annotated[str, typer.Argument(help="Of a record, as search and list print it.")],
    text: Annotated[str, typer.Argument(help="What it should say.")],
    *,
    user: options.User,
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept with the change.")] = "",
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Put a memory into other words; the old version stays in its history.

    Example:

    graphmem update 7d1c0c2b7f0e4b6c9a55d0f3c1e2a4b6 "Maya is allergic to walnuts." --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        changed = memory.update(id, text, user_id=user, reason=reason)
    if as_json:
        say_json(changed)
    else:
        say_each(rendering.details(changed))
