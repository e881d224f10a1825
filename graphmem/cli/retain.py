"""`graphmem retain`: let go what is old, tagged or no longer used."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli import options
from graphmem.cli.forget import DryRun, carry_out
from graphmem.model.forgetting import ForgetResult, RetentionRule
from graphmem.model.progress import Progress

if TYPE_CHECKING:
    from graphmem import Memory

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
    yes: options.Yes = False,
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

    def work(memory: Memory, dry: bool, progress: Progress | None) -> ForgetResult:
        return memory.retain(rule, user_id=user, dry_run=dry, progress=progress)

    carry_out(work, user, dry_run=dry_run, yes=yes, as_json=as_json, quiet=quiet)


def _days(number: float | None) -> timedelta | None:
    return None if number is None else timedelta(days=number)
