"""Results on stdout, everything else on stderr."""

from __future__ import annotations

import dataclasses
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from graphmem.errors import GraphMemError

INTERRUPTED = 130
_WIDEST = 100


def results() -> Console:
    """Where results go. Lines are ours to break, so a pipe sees the same as a terminal."""
    return Console(soft_wrap=True, highlight=False, markup=False, emoji=False)


def drawings() -> Console:
    """Where results go that are drawn: they are fitted into the terminal, and their words are wrapped."""
    return Console(highlight=False, markup=False, emoji=False)


def notes() -> Console:
    """Where everything else goes."""
    return Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)


def width() -> int:
    """Columns that text is wrapped to, at most 100."""
    return min(Console().width, _WIDEST)


def say(*lines: str | Text) -> None:
    """Print lines of the result."""
    say_each(lines)


def say_each(lines: Iterable[str | Text]) -> None:
    """Print lines of the result as they come."""
    console = results()
    for line in lines:
        console.print(harmless(line))


def harmless(line: str | Text) -> Text:
    """Without control characters: stored text may hold some that steer a terminal."""
    shown = line if isinstance(line, Text) else Text(line)
    shown.plain = "".join(map(_harmless, shown.plain))
    return shown


def _harmless(char: str) -> str:
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) == "Cc" and char not in "\n\t" else char


def note(text: str, style: str = "") -> None:
    """Tell the person, without touching the result."""
    notes().print(text, style=style or None)


def complain(message: str) -> None:
    """One sentence in red."""
    notes().print(harmless(Text(f"Error: {message}", style="red")))


def say_json(value: object) -> None:
    """Print a result as one JSON object; moments are in ISO 8601."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, default=_text) + "\n")


def _text(value: object) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


@contextmanager
def failures(as_json: bool = False) -> Iterator[None]:
    """Errors of ours become one sentence on stderr (or one JSON object) and exit code 1."""
    try:
        yield
    except GraphMemError as error:
        if as_json:
            say_json({"error": type(error).__name__, "message": str(error)})
        else:
            complain(str(error))
        raise typer.Exit(1) from error


@contextmanager
def counting(what: str, total: int, *, quiet: bool = False) -> Iterator[Progress]:
    """A bar on stderr with one task that counts to `total`; without a terminal nothing is drawn."""
    console = Console(stderr=True)
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(compact=True),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
    with bar:
        bar.add_task(what, total=total)
        yield bar
