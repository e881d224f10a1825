"""`graphmem forget`: memories, selections of them, or a whole user, for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli import options
from graphmem.cli.counted import amounts, counted
from graphmem.cli.opening import opened
from graphmem.cli.output import complain, failures, note, say, say_json
from graphmem.model.forgetting import ForgetResult
from graphmem.model.hit import Filters
from graphmem.model.progress import Progress

if TYPE_CHECKING:
    from graphmem import Memory

app = typer.Typer(add_completion=False)
_AGAIN = "What is gone is gone; run the same command again to go on."
Forget = Callable[["Memory", bool, Progress | None], ForgetResult]

Ids = Annotated[list[str] | None, typer.Argument(help="Of records or turns, as search and list print them.")]
Everything = Annotated[bool, typer.Option("--everything", help="Forget the user, with all there is.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Count what would go, and leave it.")]


@app.command()
def forget(
    ids: Ids = None,
    *,
    user: options.User,
    everything: Everything = False,
    session: options.Session = None,
    agent: options.Agent = None,
    after: options.After = None,
    before: options.Before = None,
    types: options.Types = None,
    tags: options.Tags = None,
    entity: options.EntityName = None,
    dry_run: DryRun = False,
    yes: options.Yes = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Delete memories for good: those with these ids, those that the filters choose, or --everything.

    A turn goes with all that was understood from it. Filters by session, agent or time choose turns; a filter
    by type, tag or entity chooses records, and what was said stays. It asks first, unless --yes is given.
    Ctrl-C loses nothing: the same command goes on.

    Examples:

    graphmem forget 7d1c0c2b7f0e4b6c9a55d0f3c1e2a4b6 --user demo

    graphmem forget --session s05-bike --user demo --dry-run

    graphmem forget --before 2023-01-01 --user demo --yes

    graphmem forget --everything --user demo
    """
    wanted = options.chosen(types, tags, entity, session, agent, after, before)
    work = _chosen(ids or (), everything, wanted, user)
    carry_out(work, user, dry_run=dry_run, yes=yes, as_json=as_json, quiet=quiet)


def carry_out(work: Forget, user: str, *, dry_run: bool, yes: bool, as_json: bool, quiet: bool) -> None:
    """Ask, unless `yes`, forget behind a bar, and tell what went; exit code 1 when it is not complete."""
    with failures(as_json), opened(quiet=quiet) as memory:
        if not dry_run and not yes:
            _confirm(work(memory, True, None), user)
        with counted("Forgetting", _AGAIN, quiet=quiet) as progress:
            done = work(memory, dry_run, progress)
    if as_json:
        say_json(done)
    elif not quiet:
        say(_told(done))
    _complain_of(done)
    if not done.complete:
        raise typer.Exit(1)


def _chosen(ids: Sequence[str], everything: bool, wanted: Filters, user: str) -> Forget:
    """What is to be done; misuse when that is nothing, or two things."""
    ways = [bool(ids), everything, wanted != Filters()]
    if sum(ways) != 1:
        raise typer.BadParameter("name ids, or filters, or --everything: one of the three")
    if everything:
        return lambda memory, dry, progress: memory.forget_user(user, dry_run=dry, progress=progress)
    if ids:
        return lambda memory, dry, progress: _each(memory, ids, user, dry, progress)
    return lambda memory, dry, progress: memory.delete_all(
        user_id=user, filters=wanted, dry_run=dry, progress=progress
    )


def _each(
    memory: Memory, ids: Sequence[str], user: str, dry_run: bool, progress: Progress | None
) -> ForgetResult:
    done = ForgetResult(dry_run=dry_run)
    for number, id in enumerate(ids, 1):
        done = done.plus(memory.delete(id, user_id=user, dry_run=dry_run))
        if progress:
            progress(number, len(ids))
    return done


def _confirm(would: ForgetResult, user: str) -> None:
    """Say what would go, and end unless the person agrees."""
    if not would:
        return
    note(f"For good, of user {user}: {amounts(dict(would.removed))}.")
    typer.confirm("Forget this?", abort=True, err=True)


def _told(done: ForgetResult) -> str:
    """What went, in sentences."""
    if not done:
        return "There was nothing to forget."
    verb = "Would forget" if done.dry_run else "Forgot"
    told = f"{verb} {amounts(dict(done.removed))}."
    if done.restored:
        told += f" {done.restored} records that they had superseded are believed again."
    if done.segments_reopened:
        verb = "would be made" if done.dry_run else "were made"
        told += f" Records of {done.segments_reopened} segments {verb} anew."
    return told


def _complain_of(done: ForgetResult) -> None:
    """One sentence about each thing that could not be made anew."""
    for segment in done.failed_segments:
        complain(f"segment {segment.uid} could not be encoded again: {segment.reason}")
    if done.unembedded:
        complain(f"{done.unembedded} turns beside what went have no vectors yet: {done.unembedded_reason}")
