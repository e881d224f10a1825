"""`graphmem consolidate`: finish what a crash, a failing model or --no-infer left unfinished."""

from __future__ import annotations

import typer
from rich.console import Console

from graphmem.cli import options
from graphmem.cli.opening import opened
from graphmem.cli.output import complain, failures, say, say_json
from graphmem.model.results import ConsolidateResult

app = typer.Typer(add_completion=False)


@app.command()
def consolidate(*, user: options.User, as_json: options.Json = False, quiet: options.Quiet = False) -> None:
    """Embed turns without vectors, close open segments, and make records of segments that have none.

    Exit code 1 when something could still not be finished; it can be run again at any time.

    Example:

    graphmem consolidate --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        waiting = Console(stderr=True, quiet=quiet)
        with waiting.status("Finishing what is unfinished"):
            done = memory.consolidate(user_id=user)
    if as_json:
        say_json(done)
    elif not quiet:
        say(_told(done))
    _complain_of(done)
    if not done.complete:
        raise typer.Exit(1)


def _told(done: ConsolidateResult) -> str:
    if not done:
        return "Nothing was unfinished."
    return (
        f"Embedded {done.turns_embedded} turns, closed {done.segments_closed} segments, encoded "
        f"{done.segments_encoded} segments into {done.records_written} records."
    )


def _complain_of(done: ConsolidateResult) -> None:
    for segment in done.failed_segments:
        complain(f"segment {segment.uid} could not be encoded: {segment.reason}")
    if done.unembedded:
        complain(f"{done.unembedded} turns have no vectors yet: {done.unembedded_reason}")
