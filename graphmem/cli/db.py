"""`graphmem db`: the managed local Neo4j, for those who have no server of their own."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from graphmem import localserver
from graphmem.cli.server_progress import server_progress
from graphmem.errors import GraphMemError
from graphmem.localserver import ServerAddress, ServerOptions, ServerStatus

app = typer.Typer(
    help="The local Neo4j that graphmem downloads, starts and keeps when NEO4J_URI is not set.",
    no_args_is_help=True,
)

DEFAULTS = ServerOptions()

HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home", envvar="GRAPHMEM_HOME", help="Folder of the server; the user's data folder by default."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


@app.command()
def start(
    *,
    home: HomeOption = None,
    heap: Annotated[str, typer.Option(help="Largest Java heap, as in 1g.")] = DEFAULTS.heap_max,
    page_cache: Annotated[str, typer.Option(help="Neo4j's page cache, as in 256m.")] = DEFAULTS.page_cache,
    new_ports: Annotated[bool, typer.Option(help="Find other ports than the home's.")] = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Start the server; the first time, download it (176 MB) and choose ports and a password.

    Example: graphmem db start --heap 2g
    """
    with _failures(as_json), server_progress(quiet=quiet or as_json) as progress:
        place = _home(home)
        options = ServerOptions(
            min(DEFAULTS.heap_initial, heap, key=localserver.size_in_bytes), heap, page_cache
        )
        address = localserver.start(
            place, progress=progress, environ=os.environ, options=options, new_ports=new_ports
        )
    told = {"state": "running", **_public(address), "password_file": str(localserver.password_file(place))}
    _tell(told, as_json, quiet, f"Neo4j runs at {address.uri} (Browser: {address.browser_url}).")


@app.command()
def stop(*, home: HomeOption = None, as_json: JsonOption = False, quiet: QuietOption = False) -> None:
    """Stop the server and wait until it has ended; what was stored stays.

    Example: graphmem db stop
    """
    with _failures(as_json), server_progress(quiet=quiet or as_json) as progress:
        stopped = localserver.stop(_home(home), progress=progress)
    _tell(
        {"state": "stopped", "was_running": stopped},
        as_json,
        quiet,
        "Stopped." if stopped else "It was not running.",
    )


@app.command()
def status(*, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Show whether the server runs, its ports, version, disk and memory.

    Example: graphmem db status --json
    """
    with _failures(as_json):
        found = localserver.status(_home(home))
    _tell(_plain(found), as_json, False, _described(found))


@app.command()
def wipe(
    *,
    home: HomeOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Delete everything that is stored: every memory of every user in this home, for good.

    Example: graphmem db wipe --yes
    """
    place = _home(home)
    if not yes:
        if not sys.stdin.isatty():
            raise typer.BadParameter(
                "nobody is there to be asked; add --yes to delete every memory", param_hint="--yes"
            )
        typer.confirm(f"Delete every memory in {place}?", abort=True, err=True)
    with _failures(as_json), server_progress(quiet=quiet or as_json) as progress:
        localserver.wipe(place, progress=progress)
    _tell({"state": "stopped", "wiped": True}, as_json, quiet, f"Every memory in {place} is deleted.")


@app.command()
def browser(
    *,
    home: HomeOption = None,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page where a display is.")
    ] = True,
    as_json: JsonOption = False,
) -> None:
    """Print how to sign in to Neo4j Browser, and open it where there is a display.

    Example: graphmem db browser --no-open
    """
    with _failures(as_json), server_progress(quiet=as_json) as progress:
        place = _home(home)
        address = localserver.ensure_running(place, progress=progress, environ=os.environ)
    password_file = localserver.password_file(place)
    text = (
        f"Neo4j Browser:  {address.browser_url}\nConnect to:     {address.uri}\n"
        f"User:           {address.username}\nPassword:       in {password_file}"
    )
    _tell({**_public(address), "password_file": str(password_file)}, as_json, False, text)
    if open_page and not as_json and _has_display():
        webbrowser.open(address.browser_url)


def _home(home: Path | None) -> Path:
    return home or localserver.default_home()


def _public(address: ServerAddress) -> dict[str, str]:
    """Without the password, which belongs in no terminal and no log."""
    return {name: value for name, value in dataclasses.asdict(address).items() if name != "password"}


def _plain(found: ServerStatus) -> dict[str, object]:
    plain = {field.name: getattr(found, field.name) for field in dataclasses.fields(found)}
    return {name: _json_value(value) for name, value in plain.items()}


def _json_value(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, Path) else value


def _described(found: ServerStatus) -> str:
    rows = [("state", found.state + (f", process {found.pid}" if found.pid else ""))]
    rows.append(("version", f"Neo4j {found.version}" + ("" if found.installed else " (not installed yet)")))
    if found.installed:
        rows += [("Bolt", found.uri), ("Browser", found.browser_url), ("user", found.username)]
        rows.append(("password", f"in {found.password_file}"))
    if found.started_at:
        rows.append(("since", f"{found.started_at.astimezone():%Y-%m-%d %H:%M:%S}"))
        rows.append(("memory", _megabytes(found.memory_bytes)))
    rows.append(
        ("disk", f"{_megabytes(found.disk_bytes)} stored, {_megabytes(found.cache_bytes)} downloaded")
    )
    rows.append(("home", str(found.home)))
    if found.state == "stopped":
        rows.append(("", "Start it with `graphmem db start`; it also starts by itself on first use."))
    return "\n".join(f"{name:<10}{value}".rstrip() for name, value in rows)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


def _has_display() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _tell(values: dict[str, object] | dict[str, str], as_json: bool, quiet: bool, text: str) -> None:
    if as_json:
        typer.echo(json.dumps(values))
    elif not quiet:
        typer.echo(text)


@contextmanager
def _failures(as_json: bool) -> Iterator[None]:
    """Errors of ours become one message and exit code 1; anything else is a bug and shows itself."""
    try:
        yield
    except GraphMemError as error:
        if as_json:
            typer.echo(json.dumps({"error": type(error).__name__, "message": str(error)}))
        else:
            Console(stderr=True, soft_wrap=True, highlight=False).print(f"Error: {error}", markup=False)
        raise typer.Exit(1) from error
