"""`graphmem consolidate`: finish what a crash, a failing model or --no-infer left unfinished."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli import options, rendering
from graphmem.cli.counted import several
from graphmem.cli.opening import opened
from graphmem.cli.output import INTERRUPTED, complain, failures, note, say, say_json
from graphmem.cli.steps import steps
from graphmem.model.results import ConsolidateResult

app = typer.Typer(add_completion=False)


Reencode = Annotated[
    bool,
    typer.Option("--reencode", help="Also make the records of all segments again, with the present encoder."),
]


@app.command()
def consolidate(
    *,
    user: options.User,
    reencode: Reencode = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Finish what is unfinished, and look after the rest: embed turns without vectors, close open segments,
    make records of segments that have none, compare statements, write old summaries, promote and demote,
    and look the graph over.

    Exit code 1 when something could still not be finished or is wrong. It can be broken off and run again at
    any time. With --reencode records that come out again stay, and those that do not are superseded.

    Examples:

    graphmem consolidate --user demo

    graphmem consolidate --user demo --reencode
    """
    with failures(as_json), opened(quiet=quiet) as memory, steps(quiet=quiet, lines=False) as tell:
        try:
            done = memory.consolidate(user_id=user, reencode=reencode, progress=tell)
        except KeyboardInterrupt:
            note("Interrupted. What is done is kept; the same command goes on.")
            raise typer.Exit(INTERRUPTED) from None
    if as_json:
        say_json(done)
    elif not quiet:
        say(_told(done))
    _complain_of(done)
    if done.problems or done.tree.failed or not done.complete:
        raise typer.Exit(1)


def _told(done: ConsolidateResult) -> str:
    held = ""
    if done.held:
        held = (
            f" Another process holds {several(done.held, 'segment')}, until "
            f"{rendering.moment(done.held_until)} UTC at the latest; run this again then."
        )
    if not done:
        return f"Nothing else was unfinished.{held}" if held else "Nothing was unfinished."
    told = (
        f"Embedded {several(done.turns_embedded, 'turn')}, "
        f"closed {several(done.segments_closed, 'segment')}, encoded "
        f"{several(done.segments_encoded, 'segment')} into {several(done.records_written, 'record')}."
    )
    if done.records_superseded:
        told += f" Superseded {several(done.records_superseded, 'former record')}."
    if done.tree.written:
        told += f" Wrote {several(done.tree.written, 'summary', 'summaries')}."
    moved = {
        "Moved {} out of the short term.": done.tiers.overflowed,
        "Promoted {} to the long term.": done.tiers.promoted,
        "Demoted {}.": done.tiers.demoted,
    }
    for what, count in moved.items():
        told += f" {what.format(several(count, 'segment'))}" if count else ""
    if done.tiers.distilled:
        told += f" Distilled {several(done.tiers.distilled, 'trait')}."
    if done.alike:
        pairs = several(len(done.alike), "pair")
        told += f" {pairs} of names may be one: `graphmem entities candidates` lists them."
    return told + held


_TOLD = ("segments_unfinished", "segments_leafless", "turns_unembedded", "nodes_unembedded")
"""Checks for what was just said to be unfinished."""


def _complain_of(done: ConsolidateResult) -> None:
    for segment in done.failed_segments:
        complain(f"segment {segment.uid} could not be encoded: {segment.reason}")
    if done.unembedded:
        complain(f"{done.unembedded} turns have no vectors yet: {done.unembedded_reason}")
    if done.records_unembedded:
        complain(f"{done.records_unembedded} records have no vectors yet: {done.unembedded_reason}")
    for reason, count in done.tree.failed.items():
        complain(f"{count} summaries could not be written: {reason}")
    if done.tiers.failed:
        complain(f"no model distilled the profile, rules did: {done.tiers.failed}")
    for problem in done.problems:
        if problem.name not in _TOLD:
            complain(rendering.problem(problem))
