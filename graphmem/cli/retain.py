"""`graphmem retain`: let go what is old, tagged or no longer used."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

import typer

from graphmem.cli import options
from graphmem.cli.counted import counted
from graphmem.cli.forget import AGAIN, DryRun, Yes, complain_of, confirm, told
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, say, say_json
from graphmem.model.forgetting import RetentionRule

app = typer.Typer(add_completion=False)

OlderThan = Annotated[
    float | None, typer.Option("--older-than", metavar="DAYS", min=0.001, help="Said longer ago.")
]
UnusedFor = Annotated[
    float | None,
    typer.Option(
        "--unused-for", metavar="DAYS", min=0.001, help="Records that no search has shown for so long."
    ),
]


@app.command("retain")
def retain(
    *,
    user: options.User,
    older_than: OlderThan = None,
    tags: options.Tags = None,
    unused_for: UnusedFor = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Delete for good what a rule lets go: what is old, has a tag, was not used. All that is named must hold.

    By age alone it takes what was said, with all that was understood from it; by tag or lack of use it takes
    records, and what was said stays. What was promoted to the long term does not go for lack of use.

    Examples:

    graphmem retain --older-than 365 --user demo --dry-run

    graphmem retain --tag smalltalk --unused-for 90 --user demo --yes
    """
    rule = RetentionRule(_days(older_than), tuple(tag.casefold() for tag in tags or ()), _days(unused_for))
    if rule == RetentionRule():
        raise typer.BadParameter("name an age, a tag or a time without use")
    with failures(as_json), opened(quiet=quiet) as memory:
        if not dry_run and not yes:
            confirm(memory.retain(rule, user_id=user, dry_run=True), user)
        with counted("Forgetting", AGAIN, quiet=quiet) as progress:
            done = memory.retain(rule, user_id=user, dry_run=dry_run, progress=progress)
    if as_json:
        say_json(done)
    elif not quiet:
        say(told(done))
    complain_of(done)
    if not done.complete:
        raise typer.Exit(1)


def _days(number: float | None) -> timedelta | None:
    return None if number is None else timedelta(days=number)
