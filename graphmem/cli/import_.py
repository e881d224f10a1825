"""`graphmem import`: the file of an export into this store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli import options
from graphmem.cli.counted import amounts, counted
from graphmem.cli.opening import opened
from graphmem.cli.output import complain, failures, say, say_json
from graphmem.model.portable import ImportResult

app = typer.Typer(add_completion=False)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="That `graphmem export` wrote.")],
    *,
    user: options.AnyUser = None,
    reembed: Annotated[
        bool, typer.Option("--reembed", help="Make all vectors anew, whatever the file holds.")
    ] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Bring in what `graphmem export` wrote, for the user whom the file names or for --user.

    The file is checked whole before anything is stored. What is there stays as it is: the same file twice
    adds nothing, and after Ctrl-C the same command goes on.

    Examples:

    graphmem import maya.jsonl

    graphmem import maya.jsonl --user maya-copy
    """
    again = "What came in stays; run the same command again to go on."
    with (
        failures(as_json),
        opened(quiet=quiet) as memory,
        counted("Bringing in", again, quiet=quiet) as progress,
    ):
        done = memory.import_(file, user_id=user, reembed=reembed, progress=progress)
    if as_json:
        say_json(done)
    elif not quiet:
        say(_told(done))
    if not done.complete:
        complain(f"{done.unembedded} turns have no vectors yet: {done.unembedded_reason}")
        raise typer.Exit(1)


def _told(done: ImportResult) -> str:
    if not done:
        return f"Everything in it was there already ({done.known:,} nodes of user {done.user})."
    known = f" {done.known:,} nodes were there already." if done.known else ""
    made = f" Made {done.embedded:,} vectors." if done.embedded else ""
    return f"User {done.user} has new: {amounts(dict(done.added))}.{known}{made}"
