"""`graphmem tree`: a user's conversations, summed up upward."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

import typer
from rich.text import Text
from rich.tree import Tree as Drawing

from graphmem.cli import options, rendering
from graphmem.cli.counted import counted
from graphmem.cli.opening import opened
from graphmem.cli.output import complain, drawings, failures, harmless, note, say, say_json
from graphmem.model.tree import Tree, TreeItem

app = typer.Typer(
    help="The summary tree: a leaf for each stretch of conversation, and summaries above.",
    no_args_is_help=True,
)

_SHOWN = 160


@app.command()
def show(
    *,
    user: options.User,
    depth: Annotated[
        int, typer.Option("--depth", "-d", min=0, help="Down to this level; 0 is the root.")
    ] = 2,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="So many nodes at most.")] = 200,
    full: options.Full = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Draw the upper part of a user's summary tree, with the size, depth and fan-out of the whole.

    Examples:

    graphmem tree show --user demo

    graphmem tree show --user demo --depth 1 --full
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.tree(user, depth=depth, limit=limit)
    if as_json:
        say_json(found)
        return
    if not found:
        note(f"User {user} has no summaries yet: `graphmem consolidate --user {user}` makes them.")
        return
    drawings().print(_drawn(found, full=full))
    say(_measures(found))


def _drawn(found: Tree, *, full: bool) -> Drawing:
    drawings: dict[str, Drawing] = {}
    for item in found:
        label = harmless(_label(item, full=full))
        above = drawings.get(item.parent_id)
        drawings[item.id] = above.add(label) if above else Drawing(label)
    for each in _cut_off(found):
        drawings[each.id].add(Text("…", style="dim"))
    return drawings[found.items[0].id]


def _cut_off(found: Tree) -> Iterator[TreeItem]:
    """Inner nodes of which not all children are among the nodes."""
    for item in found:
        below = sum(each.parent_id == item.id for each in found)
        if not item.is_leaf and below < item.child_count:
            yield item


def _label(item: TreeItem, *, full: bool) -> Text:
    text = item.text or "(not summed up yet)"
    words = " ".join(text.split()) if full else rendering.shortened(text, _SHOWN)
    head = f"session {item.session_id}" if item.is_leaf else f"{item.leaf_count} segments"
    marks = ", ".join(filter(None, (_span(item.start, item.end), item.tier, "old" if item.stale else "")))
    return Text.assemble((head, "bold"), f" ({marks}) ", words)


def _span(start: datetime | None, end: datetime | None) -> str:
    if start is None or end is None:
        return ""
    first, last = f"{start:%Y-%m-%d}", f"{end:%Y-%m-%d}"
    return first if first == last else f"{first} to {last}"


def _measures(found: Tree) -> str:
    return (
        f"{found.leaves:,} leaves under {found.inner:,} inner nodes; depth {found.depth}, at most "
        f"{found.fan_out} children" + (f"; {found.stale:,} summaries are old" if found.stale else "") + "."
    )


@app.command()
def rebuild(*, user: options.User, as_json: options.Json = False, quiet: options.Quiet = False) -> None:
    """Group a user's leaves anew and write all summaries above them. Leaves, records and turns stay.

    It can be broken off: `graphmem consolidate` writes the summaries that are missing. With a language model,
    that is asked once for each inner node.

    Example:

    graphmem tree rebuild --user demo
    """
    broken_off = "The tree stands; `graphmem consolidate` writes the summaries that are missing."
    with (
        failures(as_json),
        opened(quiet=quiet) as memory,
        counted("Summing up", broken_off, quiet=quiet) as progress,
    ):
        done = memory.rebuild_tree(user, progress=progress)
        found = memory.tree(user, depth=0)
    for reason, count in done.failed.items():
        complain(f"{count} summaries could not be written: {reason}")
    if as_json:
        say_json(done)
    elif not quiet:
        say(_measures(found) if found else f"User {user} has no segments to sum up.")
    if done.failed:
        raise typer.Exit(1)
