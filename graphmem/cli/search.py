"""`graphmem search`: memories, with the words that prove them."""

from __future__ import annotations

from typing import Annotated

import typer

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, note, say, say_each, say_json
from graphmem.model.hit import SearchResult

app = typer.Typer(add_completion=False)


Question = Annotated[str, typer.Argument(help="What to look for, in words.", show_default=False)]
TopK = Annotated[int, typer.Option("--top-k", "-k", min=1, help="At most so many hits.")]
Threshold = Annotated[
    float | None,
    typer.Option(min=-1, max=1, help="Only hits at least this similar to the question, -1 to 1."),
]
Explain = Annotated[bool, typer.Option("--explain", help="Show channels, ranks, path and times.")]
Window = Annotated[int, typer.Option(min=0, max=20, help="Also show so many turns before and after.")]


@app.command()
def search(
    question: Question,
    *,
    user: options.User,
    top_k: TopK = 10,
    threshold: Threshold = None,
    types: options.Types = None,
    tags: options.Tags = None,
    entity: options.EntityName = None,
    session: options.Session = None,
    agent: options.Agent = None,
    after: options.After = None,
    before: options.Before = None,
    as_of: options.AsOf = None,
    known_at: options.KnownAt = None,
    window: Window = 0,
    explain: Explain = False,
    full: options.Full = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find memories about a question, best first, each with the turns that prove it.

    Examples:

    graphmem search "What is Maya allergic to?" --user demo

    graphmem search "plans for the summer" -u demo --type event --after 2026-06-01 -k 5

    graphmem search "Which bike?" -u demo --explain

    graphmem search "Which bike?" -u demo --json | jq '.hits[0].citations'
    """
    wanted = options.chosen(types, tags, entity, session, agent, after, before)
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.search(
            question,
            user_id=user,
            top_k=top_k,
            threshold=threshold,
            filters=wanted,
            as_of=as_of,
            known_at=known_at,
            explain=explain,
            window=window,
        )
    if as_json:
        say_json(found)
    else:
        _print(found, explain=explain, full=full, quiet=quiet, user=user)


def _print(found: SearchResult, *, explain: bool, full: bool, quiet: bool, user: str) -> None:
    say_each(rendering.hits(found.hits, full=full))
    if not found and not quiet:
        note(f"Nothing was found for user {user}. `graphmem list --user {user}` shows what is remembered.")
    if explain:
        say_each(rendering.plan(found.plan))
        say(rendering.timings(found.timings))
