"""`graphmem check`: is a user's graph what it should be?"""

from __future__ import annotations

import typer

from graphmem.cli import options, rendering
from graphmem.cli.counted import amounts, counted
from graphmem.cli.opening import opened
from graphmem.cli.output import complain, failures, say, say_json

app = typer.Typer(add_completion=False)


@app.command("check")
def check(*, user: options.User, as_json: options.Json = False, quiet: options.Quiet = False) -> None:
    """Look over a user's graph: every record proved, every turn in its place, no edge to another user, no
    node left alone, counts that agree. Nothing is written.

    Exit code 1 when something is wrong; each finding says what helps.

    Example:

    graphmem check --user demo
    """
    with (
        failures(as_json),
        opened(quiet=quiet) as memory,
        counted("Checking", "Nothing was written.", quiet=quiet) as progress,
    ):
        found = memory.check(user, progress=progress)
    if as_json:
        say_json(found)
    for problem in () if as_json else found:
        complain(rendering.problem(problem))
    if found:
        raise typer.Exit(1)
    if not quiet and not as_json:
        held = amounts(dict(found.nodes)) or "nothing is stored"
        say(f"All is well: {found.checks} checks of user {user} ({held}).")
