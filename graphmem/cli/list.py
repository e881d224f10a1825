"""`graphmem list`: what is remembered, page by page."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, note, say_each, say_json

app = typer.Typer(add_completion=False)


@app.command("list")
def list_memories(
    *,
    user: options.User,
    turns: Annotated[bool, typer.Option("--turns", help="List what was said, not what it means.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="So many on a page.")] = 20,
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended.")] = None,
    types: options.Types = None,
    tags: options.Tags = None,
    entity: options.EntityName = None,
    session: options.Session = None,
    agent: options.Agent = None,
    after: options.After = None,
    before: options.Before = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """List a user's current memories in the order in which they were written, or their turns.

    Examples:

    graphmem list --user demo

    graphmem list --user demo --type preference --entity Maya

    graphmem list --user demo --turns --session s05-bike --limit 50 --json
    """
    if turns and types:
        raise typer.BadParameter("turns have no other type; leave one of the two out", param_hint="--type")
    chosen_types = ["turn"] if turns else types
    wanted = options.chosen(chosen_types, tags, entity, session, agent, after, before)
    with failures(as_json), opened(quiet=quiet) as memory:
        page = memory.get_all(user_id=user, filters=wanted, limit=limit, cursor=cursor)
    if as_json:
        say_json(page)
        return
    say_each(rendering.rows(page.items))
    if quiet:
        return
    if page.cursor:
        note(f"There are more: --cursor {page.cursor}")
    elif not page:
        note(f"Nothing is remembered for user {user} that fits. `graphmem add FILE --user {user}` adds.")
