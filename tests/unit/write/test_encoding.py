"""Encoding that is broken off gives back what it claimed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.extract.embed import EmbedTexts
from graphmem.model.record import Encoding
from graphmem.model.segment import Segment
from graphmem.store import segments
from graphmem.store.segments import SegmentTurns
from graphmem.testing import FakeClock, FakeEmbedder
from graphmem.write.encoding import EncodeSegments
from graphmem.write.timing import Stopwatch

SESSIONS = [["a1", "a2"], ["b1"], ["c1"]]


class Waiting:
    """Encodes for ever; tells when every session has begun. error: raised in one of them then."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.running = 0
        self.begun = asyncio.Event()
        self.error = error

    async def encode(self, turns: Any, *, reference: str = "", note: str = "", scope: str = "") -> Encoding:
        self.running += 1
        if self.running < len(SESSIONS):
            await asyncio.Event().wait()
        self.begun.set()
        if self.error:
            raise self.error
        await asyncio.Event().wait()
        raise AssertionError("nobody ends the waiting")


@pytest.fixture
def given_back(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Uids of segments that were claimed and are free again."""
    freed: list[str] = []

    async def claim(executor: Any, scope: str, uids: Sequence[str], **named: Any) -> tuple[SegmentTurns, ...]:
        return tuple(SegmentTurns(Segment(uid, uid[0], 0, "encoding", ()), ()) for uid in uids)

    async def fail(executor: Any, scope: str, uid: str, owner: str, error: str) -> None:
        await asyncio.sleep(0.01)  # as a server takes
        freed.append(uid)

    monkeypatch.setattr(segments, "claim", claim)
    monkeypatch.setattr(segments, "fail", fail)
    return freed


def encoding(encoder: Waiting) -> asyncio.Task[Any]:
    clock = FakeClock(datetime(2026, 5, 3, tzinfo=UTC))
    encode = EncodeSegments(None, encoder, EmbedTexts(FakeEmbedder()), clock)  # type: ignore[arg-type]
    return asyncio.create_task(encode("ana", SESSIONS, Stopwatch()))


async def test_a_cancelled_encoding_holds_no_segment(given_back: list[str]) -> None:
    encoder = Waiting()
    task = encoding(encoder)
    await asyncio.wait_for(encoder.begun.wait(), 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert sorted(given_back) == ["a1", "a2", "b1", "c1"]


async def test_what_ends_one_session_frees_the_segments_of_all(given_back: list[str]) -> None:
    class Ended(BaseException):
        """What no encoder should raise."""

    with pytest.raises(Ended):
        await encoding(Waiting(Ended()))
    assert sorted(given_back) == ["a1", "a2", "b1", "c1"]
