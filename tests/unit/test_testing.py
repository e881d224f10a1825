"""The fakes do what the real ones promise (see also tests/contract)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.errors import EmbedderError
from graphmem.testing import FakeClock, FakeEmbedder


async def test_the_embedder_fails_when_told_to() -> None:
    embedder = FakeEmbedder(fail=True)
    with pytest.raises(EmbedderError, match="told to fail"):
        await embedder.embed(["a"])
    embedder.fail = False
    assert (await embedder.embed(["a"])).shape == (1, 64)


async def test_the_embedder_remembers_its_calls() -> None:
    embedder = FakeEmbedder()
    await embedder.embed(["a"], kind="query")
    assert embedder.calls == [(("a",), "query")]


def test_the_clock_stands_still_until_moved() -> None:
    clock = FakeClock(datetime(2024, 5, 1, 14, tzinfo=timezone(timedelta(hours=2))))
    assert clock.now() == datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert clock.now().utcoffset() == timedelta(0)
    assert clock.advance(timedelta(minutes=5)) == clock.now() == datetime(2024, 5, 1, 12, 5, tzinfo=UTC)


def test_the_clock_needs_an_aware_time() -> None:
    with pytest.raises(ValueError, match="aware"):
        FakeClock(datetime(2024, 5, 1))
