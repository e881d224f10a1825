"""A memory for one command: opened behind a spinner, closed afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import graphmem
from graphmem.cli.server_progress import server_progress
from graphmem.localserver.progress import Progress

if TYPE_CHECKING:
    from graphmem import Memory


@contextmanager
def opened(*, quiet: bool = False) -> Iterator[Memory]:
    """The memory of the environment's settings; downloads and starts what it needs, with a bar on stderr."""
    with server_progress(quiet=quiet) as report:
        report(Progress("Opening the memory"))
        memory = graphmem.Memory(progress=report)  # loaded only now: it takes seconds
        try:
            memory.open()
        except BaseException:
            memory.close()
            raise
    try:
        yield memory
    finally:
        memory.close()
