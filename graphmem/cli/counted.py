"""Long work behind a bar that counts, which Ctrl-C ends without a loss."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from graphmem.cli.output import INTERRUPTED, counting, note
from graphmem.model.progress import Progress


@contextmanager
def counted(what: str, interrupted: str, *, quiet: bool = False) -> Iterator[Progress]:
    """Told of (done, total), it draws a bar; `interrupted` is said when the person breaks it off."""
    with counting(what, 1, quiet=quiet) as bar:

        def progress(done: int, total: int) -> None:
            bar.update(bar.task_ids[0], completed=done, total=total)

        try:
            yield progress
        except KeyboardInterrupt:
            bar.stop()
            note(f"Interrupted. {interrupted}")
            raise typer.Exit(INTERRUPTED) from None


def several(number: int, one: str, many: str = "") -> str:
    """ "1 segment", "2,300 memories"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def amounts(counts: dict[str, int]) -> str:
    """ "3 Turn, 12 Passage", largest first."""
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{count:,} {label}" for label, count in ordered)
