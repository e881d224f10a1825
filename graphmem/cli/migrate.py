"""`graphmem migrate`: the schema of the database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, TypeVar

import typer
from rich.console import Console

from graphmem import bootstrap
from graphmem.cli.server_progress import server_progress
from graphmem.errors import GraphMemError
from graphmem.localserver import Report
from graphmem.named_models import make_embedder
from graphmem.settings import Settings
from graphmem.store import migrate as schema
from graphmem.store.executor import Executor
from graphmem.store.migrate import Migration, MigrationStatus, State

T = TypeVar("T")

app = typer.Typer(
    help="The schema: constraints and indexes, by numbered files. It also updates itself on first use.",
    no_args_is_help=True,
)

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


@app.command()
def status(*, as_json: JsonOption = False) -> None:
    """Show every migration and how it stands; exit code 1 when one was edited or is unknown.

    Example: graphmem migrate status --json
    """
    with _failures(as_json), server_progress(quiet=as_json) as progress:
        states = _run(schema.status, bootstrap.load_settings(), progress)
    typer.echo(json.dumps({"migrations": [_plain(item) for item in states]}) if as_json else _table(states))
    if any(item.state in (State.EDITED, State.UNKNOWN) for item in states):
        raise typer.Exit(1)


@app.command()
def apply(*, as_json: JsonOption = False, quiet: QuietOption = False) -> None:
    """Bring the database to this version's schema; harmless when it is there already.

    Example: graphmem migrate apply
    """
    with _failures(as_json), server_progress(quiet=quiet or as_json) as progress:
        settings = bootstrap.load_settings()

        async def work(executor: Executor) -> tuple[Migration, ...]:
            return await _apply(executor, settings, progress)

        done = [migration.source for migration in _run(work, settings, progress)]
    if as_json:
        typer.echo(json.dumps({"applied": done}))
    elif not quiet:
        typer.echo(
            "\n".join(f"applied {name}" for name in done) or "Nothing to do: the schema is up to date."
        )


async def _apply(executor: Executor, settings: Settings, progress: Report) -> tuple[Migration, ...]:
    if not schema.missing(await schema.status(executor)):
        return ()
    embedder = await make_embedder(settings, progress=progress)
    dimensions = embedder.dimensions or (await embedder.embed(["How long is a vector?"])).shape[1]
    return await schema.apply(executor, dimensions=dimensions, quantization=settings.quantization)


def _run(work: Callable[[Executor], Awaitable[T]], settings: Settings, progress: Report) -> T:
    async def connected() -> T:
        executor = await bootstrap.connect(settings, progress=progress)
        async with executor.driver:
            return await work(executor)

    return asyncio.run(connected())


def _plain(item: MigrationStatus) -> dict[str, str | None]:
    return {
        "version": item.version,
        "description": item.description,
        "source": item.source,
        "state": str(item.state),
        "applied_at": item.applied_at.isoformat() if item.applied_at else None,
    }


def _table(states: Sequence[MigrationStatus]) -> str:
    rows = [
        (item.version, item.description, str(item.state), f"{item.applied_at:%Y-%m-%d %H:%M:%S} UTC")
        if item.applied_at
        else (item.version, item.description, str(item.state), "")
        for item in states
    ]
    return "\n".join(f"{version}  {text:<20}  {state:<8}  {at}".rstrip() for version, text, state, at in rows)


@contextmanager
def _failures(as_json: bool) -> Iterator[None]:
    try:
        yield
    except GraphMemError as error:
        if as_json:
            typer.echo(json.dumps({"error": type(error).__name__, "message": str(error)}))
        else:
            Console(stderr=True, soft_wrap=True, highlight=False).print(f"Error: {error}", markup=False)
        raise typer.Exit(1) from error
