"""The machine's clock."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """Implements ports.Clock with the system's time."""

    def now(self) -> datetime:
        """The present time, aware, in UTC."""
        return datetime.now(UTC)
