"""`graphmem bench supersession`: what the rules of belief make of small stories."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from graphmem.cli.output import failures, say


def supersession(
    *,
    failed: Annotated[bool, typer.Option("--failed", help="Also tell the stories that went wrong.")] = False,
) -> None:
    """Measure which statements lose their place in small stories of ours, by rules and without a server.

    Stories with a change are told apart from those without, beside what a memory reaches that never changes
    anything, and one in which the last turn ends all before it.

    Exit code 1 when less than .95 of the stories are told right, or a statement goes that is to stay.

    Example: graphmem bench supersession --failed
    """
    with failures():
        from graphmem.bench import beliefs as measure  # noqa: PLC0415 - loading it takes seconds

        report = asyncio.run(measure.run())
        say(measure.table(report))
        if failed:
            say("", measure.failures(report))
    if not report.passed:
        raise typer.Exit(1)
