"""`graphmem tiers`: what is short, mid and long term, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, note, say_each, say_json
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
        say_each(_lines(found, limit))


def _lines(found: Tiers, limit: int) -> Iterator[Text | str]:
    for tier, name in _NAMES.items():
        held = [each for each in found if each.leaf.tier == tier]
        waiting = found.open_turns if tier == SHORT else 0
        if not held and not waiting:
            continue
        still_open = f", and {waiting:,} turns of segments that are still open" if waiting else ""
        records = found.records.get(tier, 0)
        yield Text(f"{name}: {len(held):,} segments with {records:,} records{still_open}", style="bold")
        for each in held[:limit]:
            yield from _placed(each)
        if len(held) > limit:
            yield Text(f"   … {len(held) - limit:,} more; --limit shows them", style="dim")


def _placed(each: Placed) -> Iterator[Text]:
    said = f"{each.leaf.end:%Y-%m-%d}, " if each.leaf.end else ""
    yield Text(f"   {said}session {each.leaf.session_id}: {each.why}")
    visits, shown = round(each.visits, 1), round(each.interactions, 1)
    yield Text(f"      heat {each.heat:.1f} from {visits:g} visits and {shown:g} turns shown", style="dim")
    yield Text(f"      {rendering.shortened(each.leaf.text)}")
