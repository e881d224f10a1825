"""`graphmem demo`: a sample conversation into the graph, and six questions about it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from graphmem import bootstrap
from graphmem.cli import options, rendering
from graphmem.cli.add import complain_of, remembered, told
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, say_each
from graphmem.importers.sample import sample, sample_questions
from graphmem.localserver import password_file
from graphmem.settings import Settings

if TYPE_CHECKING:
    from graphmem import Memory

app = typer.Typer(add_completion=False)

USER = "demo"
HITS = 3


@app.command()
def demo(*, quiet: options.Quiet = False) -> None:
    """See it work: remember ten sessions of a sample conversation, ask six questions, look at the graph.

    The first time it downloads a Neo4j and a small model (200 MB) and starts the server, unless NEO4J_URI
    names one. The sample belongs to the user "demo"; nobody else's memory is touched, and running it again
    adds nothing twice.

    Example:

    graphmem demo
    """
    with failures():
        settings = bootstrap.load_settings()
        with opened(quiet=quiet) as memory:
            say_each(_remembering(memory, quiet=quiet))
            say_each(_asking(memory))
        say_each(_looking(settings))


@dataclass(frozen=True, slots=True)
class DemoQuery:
    """A statement to paste into Neo4j Browser."""

    title: str
    text: str


def demo_queries() -> tuple[DemoQuery, ...]:
    """Three ways to look at the sample's graph."""
    folder = files("graphmem.cli") / "demo_queries"
    entries = sorted(
        (each for each in folder.iterdir() if each.name.endswith(".cypher")), key=lambda each: each.name
    )
    return tuple(_query(entry.read_text(encoding="utf-8")) for entry in entries)


def _query(source: str) -> DemoQuery:
    title, text = source.strip().split("\n", 1)
    return DemoQuery(title.removeprefix("//").strip(), text)


def _remembering(memory: Memory, *, quiet: bool) -> Iterator[str | Text]:
    conversations = sample()
    messages = sum(len(one.messages) for one in conversations)
    yield Text("A year of Maya and Jonas, told to their assistant Iris", style="bold")
    started = time.monotonic()
    done = remembered(memory, conversations, messages, quiet=quiet)
    complain_of(done)
    yield f"Remembered in {time.monotonic() - started:.1f} s: {told(done)}"


def _asking(memory: Memory) -> Iterator[str | Text]:
    for number, each in enumerate(sample_questions(), 1):
        started = time.monotonic()
        found = memory.search(each.question, user_id=USER, top_k=HITS)
        took = (time.monotonic() - started) * 1000
        yield ""
        yield Text.assemble(
            (f"Question {number}: {each.question}", "bold magenta"),
            (f"  ({each.kind}, {took:.0f} ms)", "dim"),
        )
        yield from rendering.hits(found.hits, ids=False)


def _looking(settings: Settings) -> Iterator[str | Text]:
    address = asyncio.run(bootstrap.locate(settings))
    yield ""
    yield Text("The graph", style="bold magenta")
    if address.browser_url:
        yield f"Neo4j Browser  {address.browser_url}"
        yield f"Connect to     {address.uri}"
        yield f"User           {address.username}"
        yield f"Password       in {password_file(settings.server.home)}"
    else:
        yield f"Open Neo4j Browser of {address.uri} as {address.username}."
    for query in demo_queries():
        yield ""
        yield Text(query.title, style="dim")
        yield query.text
    yield ""
    yield Text("Next", style="bold magenta")
    yield f'graphmem search "How does Jonas take his coffee?" --user {USER} --explain'
    yield f"graphmem list --user {USER} --type preference"
    yield "graphmem add YOUR-CHAT.json --user YOU"
    yield "graphmem doctor          graphmem db stop          graphmem --help"
