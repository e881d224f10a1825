"""What a long command of several steps is doing, on stderr."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.progress import TimeRemainingColumn as Remaining

from graphmem.cli.output import note
from graphmem.localserver.progress import Progress as ServerStep


@contextmanager
def steps(*, quiet: bool, lines: bool = True) -> Iterator[Callable[[str, int, int], None]]:
    """One bar on stderr that shows the step a command is at. lines: without a terminal, name each step."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield _Lines(quiet or not lines)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, Remaining(compact=True), console=console, transient=True) as bar:
        yield _Bar(bar)


class _Bar:
    """Begins a new task, with its own clock, whenever the step changes."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._step = ""

    def __call__(self, step: str, done: int, total: int) -> None:
        if step != self._step:
            for task in self._bar.task_ids:
                self._bar.remove_task(task)
            self._bar.add_task(step, total=total or None)
            self._step = step
        self._bar.update(self._bar.task_ids[-1], completed=done, total=total or None)


class _Lines:
    """Names each step once, for logs."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._step = ""

    def __call__(self, step: str, done: int, total: int) -> None:
        if step != self._step and not self._quiet:
            note(step + (f" ({total:,})" if total else ""))
        self._step = step


def server(tell: Callable[[str, int, int], None]) -> Callable[[ServerStep], None]:
    """What a server's start or a download tells, on the bar."""

    def report(step: ServerStep) -> None:
        unit = 10**6 if step.total else 1
        named = re.sub(r" \(\d+ s\)$", "", step.step)  # the bar has a clock of its own
        tell(named + (", MB" if step.total else ""), step.done // unit, step.total // unit)

    return report
