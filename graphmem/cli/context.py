"""`graphmem context`: a question's memories as one text for a prompt."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from graphmem.cli import options
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, note, say_json

app = typer.Typer(add_completion=False)


@app.command()
def context(
    question: Annotated[str, typer.Argument(help="What the prompt is about.", show_default=False)],
    *,
    user: options.User,
    budget: Annotated[int, typer.Option("--budget", "-b", min=1, help="At most so many tokens.")] = 1500,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Print a text about a question, ready to stand in a prompt: memories, dates, and who said what.

    Examples:

    graphmem context "Which bike did Maya buy?" --user demo

    graphmem context "Which bike did Maya buy?" --user demo --budget 300 | my-agent
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        text = memory.get_context(question, user_id=user, token_budget=budget)
    if as_json:
        say_json({"context": text})
        return
    sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")
    if not text and not quiet:
        note(f"Nothing was found for user {user}.")
