"""`graphmem export`: one user's graph into a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli import options
from graphmem.cli.counted import amounts, counted
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, note, say_json

app = typer.Typer(add_completion=False)
STDOUT = Path("-")


@app.command("export")
def export(
    file: Annotated[Path, typer.Argument(help="To write; - is standard output.")],
    *,
    user: options.User,
    embeddings: Annotated[
        bool, typer.Option("--embeddings", help="With the vectors, so that an import need not make them.")
    ] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Write everything of a user to a file of JSON Lines: the graph, with where each statement comes from.

    The file appears when it is whole, or not at all. `graphmem import` reads it.

    Examples:

    graphmem export maya.jsonl --user demo

    graphmem export - --user demo | gzip > maya.jsonl.gz
    """
    if file == STDOUT and as_json:
        raise typer.BadParameter("standard output holds the export already", param_hint="--json")
    target = sys.stdout.buffer if file == STDOUT else file
    with (
        failures(as_json),
        opened(quiet=quiet) as memory,
        counted("Writing", "Nothing was written.", quiet=quiet) as progress,
    ):
        done = memory.export(user, target, embeddings=embeddings, progress=progress)
    if as_json:
        say_json(done)
    elif not quiet:
        note(f"Wrote {amounts(dict(done.manifest.nodes))} to {file}, {done.bytes:,} bytes.")
