"""`graphmem show`: one memory and its evidence."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, say_each, say_json

app = typer.Typer(add_completion=False)


@app.command()
def show(
    id: Annotated[str, typer.Argument(help="Of a record or a turn, as search and list print it.")],
    *,
    user: options.User,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show one memory with everything that is known of it, and the words that prove it in full.

    Example:

    graphmem show 7d1c0c2b7f0e4b6c9a55d0f3c1e2a4b6 --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.get(id, user_id=user)
    if as_json:
        say_json(found)
    else:
        say_each(rendering.details(found))
