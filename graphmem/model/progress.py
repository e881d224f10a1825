"""How long work tells how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Progress callback (done, total)."""
StageProgress = Callable[[str, int, int], None]
"""Progress callback (stage, done, total); total is 0 when unknown."""
