"""`graphmem undo`: a superseded memory believed again."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, say_each, say_json

app = typer.Typer(add_completion=False)


@app.command("undo")
def undo(
    id: Annotated[str, typer.Argument(help="Of what was superseded, as history and list print it.")],
    *,
    user: options.User,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Take back that one memory took another's place, by itself or by `graphmem update`.

    The older is believed again, and the same two are left alone from now on.

    Examples:

    graphmem list --user demo | grep -A1 "lives in"

    graphmem undo 7d1c0c2b7f0e4b6c9a55d0f3c1e2a4b6 --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        again = memory.undo(id, user_id=user)
    if as_json:
        say_json(again)
    else:
        say_each(rendering.details(again))
