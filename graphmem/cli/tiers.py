"""`graphmem tiers`: what is short, mid and long term, and why."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from graphmem.cli import options
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, harmless, note, results, say, say_json
from graphmem.model.tiers import LONG, MID, SHORT, Placed, Tiers

app = typer.Typer(add_completion=False)

_NAMES = {LONG: "long term", MID: "mid term", SHORT: "short term"}


@app.command("tiers")
def tiers(
    *,
    user: options.User,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, help="So many of each tier, warmest first.")
    ] = 10,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show what of a user's memory is short, mid and long term, how warm it is, and why it sits there.

    The latest segments are short-term. What answers keep coming back to is promoted to the long term by
    `graphmem consolidate`, and goes back when it cools. Search finds all of it, wherever it sits.

    Example:

    graphmem tiers --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.tiers(user)
    if as_json:
        say_json(found)
    elif not found:
        note(f"Nothing is remembered for user {user} yet.")
    else:
        results().print(_table(found, limit))
        say(_counts(found))


def _table(found: Tiers, limit: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("tier", "said", "session"):
        table.add_column(column, no_wrap=True)
    for column in ("heat", "visits", "turns"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("why")
    table.add_column("what", max_width=44, no_wrap=True, overflow="ellipsis")
    for tier in (LONG, MID, SHORT):
        for each in [each for each in found if each.leaf.tier == tier][:limit]:
            table.add_row(*_row(each))
    return table


def _row(each: Placed) -> tuple[str | Text, ...]:
    said = f"{each.leaf.end:%Y-%m-%d}" if each.leaf.end else ""
    figures = (f"{each.heat:.1f}", f"{each.visits:.1f}", f"{each.interactions:.1f}")
    what = harmless(" ".join(each.leaf.text.split()))
    return (_NAMES[each.leaf.tier], said, harmless(each.leaf.session_id), *figures, each.why, what)


def _counts(found: Tiers) -> str:
    told = [
        f"{_NAMES[tier]} {found.counts[tier]:,} segments with {found.records.get(tier, 0):,} records"
        for tier in (LONG, MID, SHORT)
        if tier in found.counts
    ]
    if found.open_turns:
        told.append(f"{found.open_turns:,} turns of segments that are still open")
    return "; ".join(told) + "."
