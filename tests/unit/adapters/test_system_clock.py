"""The system's clock is aware and right."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from graphmem.adapters.system_clock import SystemClock


def test_it_tells_the_present_in_utc() -> None:
    before = datetime.now(UTC)
    now = SystemClock().now()
    assert now.utcoffset() == timedelta(0)
    assert before <= now <= datetime.now(UTC)
