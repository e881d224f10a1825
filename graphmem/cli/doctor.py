"""`graphmem doctor`: is everything as it must be, and if not, what to do."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from typing import Annotated

import typer
from rich.text import Text

from graphmem.cli import checks, options
from graphmem.cli.checks import Check, State
from graphmem.cli.output import complain, say_each, say_json
from graphmem.errors import GraphMemError

app = typer.Typer(add_completion=False)

_MARKS = {State.OK: ("✓", "green"), State.NOTE: ("!", "yellow"), State.WRONG: ("✗", "red")}


@app.command()
def doctor(
    *,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="Download, start, migrate and recreate what is missing, then look again."),
    ] = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Check packages, server, schema, indexes and embedder; say what is wrong and how to mend each.

    Without --fix nothing is downloaded, started or changed. Exit code 1 when something is wrong; what mends
    itself on first use is marked with ! and is not.

    Examples:

    graphmem doctor

    graphmem doctor --fix

    graphmem doctor --json | jq '.checks[] | select(.state != "ok")'
    """
    found = [checks.versions(), checks.packages()]
    if found[-1].state is State.OK:
        found += _looked_at(fix=fix, quiet=quiet)
    wrong = any(check.state is State.WRONG for check in found)
    if as_json:
        say_json({"ok": not wrong, "checks": found})
    else:
        shown = [check for check in found if not quiet or check.state is State.WRONG]
        say_each(line for check in shown for line in _lines(check))
    if wrong:
        raise typer.Exit(1)


def _looked_at(*, fix: bool, quiet: bool) -> list[Check]:
    # Only now: these need every package, and reading them takes seconds.
    from graphmem.cli import live_checks  # noqa: PLC0415
    from graphmem.cli.mending import mend  # noqa: PLC0415
    from graphmem.cli.server_progress import server_progress  # noqa: PLC0415
    from graphmem.localserver import Progress  # noqa: PLC0415

    async def examined() -> list[Check]:
        return [check async for check in live_checks.examine(os.environ)]

    with server_progress(quiet=quiet) as report:
        if fix:
            try:
                asyncio.run(mend(os.environ, report))
            except GraphMemError as error:
                complain(str(error))
        report(Progress("Looking at everything"))
        return asyncio.run(examined())


def _lines(check: Check) -> Iterable[Text]:
    mark, style = _MARKS[check.state]
    yield Text.assemble((mark, style), f" {check.name:<12}{check.found}")
    if check.mend:
        yield Text.assemble((f"  {'':<12}→ {check.mend}", "bold"))
