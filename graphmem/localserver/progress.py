"""What a long step tells whoever waits for it.

The server code never draws: it calls a Report with a Progress, and the command line turns that into a bar.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of a long task.

    step: what is being done, a short sentence fit for a terminal.
    done, total: bytes so far and bytes in all; total is 0 where the length is unknown (waiting for a server).
    """

    step: str
    done: int = 0
    total: int = 0


Report = Callable[[Progress], None]


def silent(progress: Progress) -> None:
    """Tell nobody; the default of every function that reports."""
