"""A progress bar for whatever the managed server reports: downloads, start, recovery."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TransferSpeedColumn,
)
from rich.progress import Progress as Bar

from graphmem.localserver import Progress, Report, silent


@contextmanager
def server_progress(*, quiet: bool = False) -> Iterator[Report]:
    """A Report that draws on stderr; silent when told to be, or when nobody looks at a terminal."""
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    with _Drawing() as drawing:
        yield drawing


class _Drawing:
    """One line for a wait, one bar for a download; both go when the work is done."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        text = TextColumn("{task.description}")
        self._waiting = Bar(SpinnerColumn(), text, TimeElapsedColumn(), console=console, transient=True)
        columns = (text, BarColumn(), TaskProgressColumn(), DownloadColumn(), TransferSpeedColumn())
        self._loading = Bar(*columns, console=console, transient=True)
        self._shown: Bar | None = None

    def __enter__(self) -> _Drawing:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._shown:
            self._shown.stop()

    def __call__(self, progress: Progress) -> None:
        wanted = self._loading if progress.total else self._waiting
        if wanted is not self._shown:
            self._show(wanted)
        if not wanted.task_ids:
            wanted.add_task(progress.step, total=progress.total or None)
        task = wanted.task_ids[-1]
        wanted.update(task, description=progress.step, completed=progress.done, total=progress.total or None)

    def _show(self, wanted: Bar) -> None:
        if self._shown:
            self._shown.stop()
        wanted.start()
        self._shown = wanted
