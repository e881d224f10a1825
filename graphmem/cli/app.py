"""The root of the command line: what there is, and how every command ends.

Exit codes: 0 done, 1 failed, 2 misused, 130 interrupted.
"""

from __future__ import annotations

import logging
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from graphmem.cli.lazy_group import Entry, LazyGroup
from graphmem.cli.output import complain

_REMEMBER, _OPERATE = "Remember and find", "Look after it"


class Commands(LazyGroup):
    """Every command, in the order in which a newcomer needs them."""

    entries = (
        Entry("demo", "demo", "See it work: a sample conversation, six questions, the graph.", _REMEMBER),
        Entry("add", "add", "Remember the conversations of files.", _REMEMBER),
        Entry("search", "search", "Find memories, with the words that prove them.", _REMEMBER),
        Entry("ask", "ask", "Get an answer, with the turns that prove it.", _REMEMBER),
        Entry("context", "context", "Print what a prompt about a question should hold.", _REMEMBER),
        Entry("list", "list", "List what is remembered, page by page.", _REMEMBER),
        Entry("show", "show", "Show one memory and its evidence.", _REMEMBER),
        Entry("profile", "profile", "What lasts about a user.", _REMEMBER),
        Entry("history", "history", "Tell the versions of one memory.", _REMEMBER),
        Entry("update", "update", "Put one memory into other words.", _REMEMBER),
        Entry("undo", "undo", "Believe again what was superseded.", _REMEMBER),
        Entry("forget", "forget", "Delete memories, or a whole user, for good.", _REMEMBER),
        Entry("retain", "retain", "Let go what is old, tagged or unused.", _REMEMBER),
        Entry("consolidate", "consolidate", "Finish what was left unfinished.", _REMEMBER),
        Entry("tiers", "tiers", "What is short, mid and long term, and why.", _OPERATE),
        Entry("tree", "tree", "The summary tree: show, rebuild.", _OPERATE, group=True),
        Entry("entities", "entities", "Which names mean one: list, merge, split.", _OPERATE, group=True),
        Entry("export", "export", "Write a user's graph to a file.", _OPERATE),
        Entry("import", "import_", "Bring in what export wrote.", _OPERATE),
        Entry("check", "check", "Look over a user's graph.", _OPERATE),
        Entry("doctor", "doctor", "Check everything and say how to mend what is wrong.", _OPERATE),
        Entry("db", "db", "The local Neo4j: start, stop, status, browser, wipe.", _OPERATE, group=True),
        Entry("migrate", "migrate", "The schema of the database: status, apply.", _OPERATE, group=True),
        Entry("bench", "bench", "Measure it on public benchmarks.", _OPERATE, group=True),
    )


app = typer.Typer(
    cls=Commands,
    help="Long-term memory for LLM agents, kept as a graph in Neo4j.",
    epilog="Begin with `graphmem demo`. Without NEO4J_URI, a Neo4j of its own is downloaded and started.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"graphmem {version('graphmem')}")
        raise typer.Exit


@app.callback()
def root(
    *,
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where in the code a failure arose.")] = False,
) -> None:
    """Options that stand before the command."""
    if not debug:  # what the driver tries again is nobody's concern until it gives up
        logging.getLogger("neo4j").setLevel(logging.ERROR)


def main() -> None:
    """Run the command line and exit; a bug ends in one sentence too, unless --debug stands first."""
    try:
        app(prog_name="graphmem")
    except Exception as error:
        if "--debug" in sys.argv[1:2]:
            raise
        complain(
            f"graphmem failed in a way it should not: {type(error).__name__}: {error}. Run "
            "`graphmem --debug …` to see where, and please report it"
        )
        sys.exit(1)
