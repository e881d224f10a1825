"""The only source of the present time."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time; a fake one makes tests repeatable."""

    def now(self) -> datetime:
        """The present time, aware, in UTC."""
        ...
