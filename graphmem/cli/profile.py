"""`graphmem profile`: what lasts about a user."""

from __future__ import annotations

from collections.abc import Iterator

import typer
from rich.text import Text

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, note, say_each, say_json
from graphmem.model.tiers import UserProfile

app = typer.Typer(add_completion=False)


@app.command("profile")
def profile(
    *,
    user: options.User,
    full: options.Full = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Show what lasts about a user, distilled from long-term memories, with the turns that prove it.

    Example:

    graphmem profile --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.profile(user)
    if as_json:
        say_json(found)
    elif not found:
        note(
            f"User {user} has no profile yet: it is distilled from what answers keep coming back to, by "
            f"`graphmem consolidate --user {user}`."
        )
    else:
        say_each(_lines(found, full=full))


def _lines(found: UserProfile, *, full: bool) -> Iterator[Text | str]:
    attribute = ""
    for trait in found:
        if trait.attribute != attribute:
            attribute = trait.attribute
            yield Text(attribute, style="bold")
        since = f", since {trait.since:%Y-%m-%d}" if trait.since else ""
        yield f" - {trait.value} ({trait.confidence:.2f}{since})"
        for each in rendering.proofs(trait.citations, full=full):
            yield Text("   ") + each
