"""What fails later costs no turn, and consolidate makes it whole; a killed writer leaves no half."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, EmbedderError, ModelError
from graphmem.extract.encode_local import LocalEncoder
from graphmem.model.record import Encoding
from graphmem.model.turn import Turn
from graphmem.ports.embedder import Matrix
from graphmem.testing import FakeClock, FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied
from tests.integration.test_write_together import whole

pytestmark = pytest.mark.integration

MOVED = {
    "content": "I moved to Lyon last month.",
    "name": "Ana",
    "id": "m1",
    "timestamp": "2026-05-03T10:00Z",
}
WORKS = {"content": "Carla works at the museum.", "name": "Ana", "id": "m2", "timestamp": "2026-05-03T10:01Z"}


class FailingEncoder:
    """Fails as long as it is told to, then encodes as the local one does."""

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = error
        self.seen: list[tuple[str, ...]] = []

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        self.seen.append(tuple(turn.text for turn in turns))
        if self.error:
            raise self.error
        return await LocalEncoder().encode(turns, reference=reference, note=note)


class PickyEmbedder(FakeEmbedder):
    """Refuses texts that hold a word."""

    word = "forbidden"

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        if any(self.word in text for text in texts):
            raise EmbedderError(f"a text holds {self.word}")
        return await super().embed(texts, kind=kind)


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
def embedder() -> FakeEmbedder:
    return PickyEmbedder(384, id="fake:writing")


@pytest.fixture
def encoder() -> FailingEncoder:
    return FailingEncoder(ModelError("the model is out of order"))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(datetime(2026, 5, 3, 12, tzinfo=UTC))


@pytest.fixture
async def memory(store: RunningServer, embedder: FakeEmbedder) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder) as opened:
        yield opened


@pytest.fixture
async def fragile(
    store: RunningServer, embedder: FakeEmbedder, encoder: FailingEncoder, clock: FakeClock
) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder, encoder=encoder, clock=clock) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


async def test_a_failing_embedder_costs_no_turn(
    memory: AsyncMemory, user: str, embedder: FakeEmbedder
) -> None:
    embedder.fail = True
    result = await memory.add([MOVED, WORKS], user_id=user, session_id="s1", flush=True)

    assert (result.turns_added, result.unembedded, result.segments_closed) == (2, 2, 0)
    assert "told to fail" in result.unembedded_reason
    assert not result.complete
    assert (await memory.stats(user_id=user)).unembedded == 2

    embedder.fail = False
    mended = await memory.consolidate(user_id=user)

    assert (mended.turns_embedded, mended.segments_closed, mended.complete) == (2, 2, True)
    assert mended.records_written == 2
    await whole(memory, user)


async def test_a_retry_embeds_what_the_first_try_could_not(
    memory: AsyncMemory, user: str, embedder: FakeEmbedder
) -> None:
    embedder.fail = True
    await memory.add([MOVED], user_id=user, session_id="s1", flush=True)
    embedder.fail = False

    result = await memory.add([MOVED], user_id=user, session_id="s1", flush=True)

    assert (result.turns_deduplicated, result.segments_closed, result.complete) == (1, 1, True)
    await whole(memory, user)


async def test_one_text_that_the_embedder_refuses_does_not_keep_the_others_out(
    memory: AsyncMemory, user: str
) -> None:
    bad = {**WORKS, "content": "This is forbidden.", "id": "m9"}
    await memory.add([MOVED], user_id=user, session_id="s1", infer=False)
    result = await memory.add([WORKS], user_id=user, session_id="s2", infer=False)
    assert result.complete

    result = await memory.add([bad], user_id=user, session_id="s3", infer=False)
    mended = await memory.consolidate(user_id=user)

    assert (result.unembedded, mended.unembedded) == (1, 1)
    assert "forbidden" in mended.unembedded_reason
    assert mended.segments_encoded == 3  # the refused turn has its segment too


@pytest.mark.parametrize("error", [ModelError("the model is out of order"), ValueError("a defect")])
async def test_a_failed_segment_keeps_its_turns_and_is_encoded_later(
    fragile: AsyncMemory, user: str, encoder: FailingEncoder, error: Exception
) -> None:
    encoder.error = error
    result = await fragile.add([MOVED, WORKS], user_id=user, session_id="s1", flush=True)

    assert [failed.reason for failed in result.failed_segments] == [str(error), str(error)]
    assert (result.turns_added, result.segments_closed, result.records_written) == (2, 2, 0)
    assert (await fragile.stats(user_id=user)).segments == {"failed": 2}

    encoder.error = None
    mended = await fragile.consolidate(user_id=user)

    assert (mended.segments_encoded, mended.records_written, mended.failed_segments) == (2, 2, ())
    await whole(fragile, user)


async def test_consolidating_what_is_whole_does_nothing(memory: AsyncMemory, user: str) -> None:
    await memory.add([MOVED], user_id=user, session_id="s1", flush=True)

    first = await memory.consolidate(user_id=user)
    assert (first.segments_encoded, first.tree.written) == (0, 1)  # the root is summed up when there is time
    assert not await memory.consolidate(user_id=user)


async def test_infer_false_leaves_records_to_consolidate(memory: AsyncMemory, user: str) -> None:
    result = await memory.add([MOVED], user_id=user, session_id="s1", infer=False, flush=True)
    assert (result.turns_added, result.segments_closed, result.complete) == (1, 0, True)

    assert (await memory.consolidate(user_id=user)).records_written == 1


async def test_a_segment_whose_encoder_vanished_is_free_after_its_lease(
    fragile: AsyncMemory, user: str, encoder: FailingEncoder, clock: FakeClock
) -> None:
    await fragile.add([MOVED], user_id=user, session_id="s1", flush=True)
    encoder.error = None
    cases = await fragile.open()
    (segment,) = await cases.executor.raw(
        "CYPHER 25 MATCH (s:Segment {scope: $u}) RETURN s.uid AS uid", {"u": user}
    )
    await cases.executor.write(
        "segments/claim",
        scope=user, uids=[segment["uid"]], owner="vanished", now=clock.now(),
        lease_until=clock.now() + timedelta(minutes=10),
    )  # fmt: skip

    waits = await fragile.consolidate(user_id=user)
    assert (bool(waits), waits.held, waits.held_until) == (False, 1, clock.now() + timedelta(minutes=10))
    clock.advance(timedelta(minutes=11))
    assert (await fragile.consolidate(user_id=user)).segments_encoded == 1


class OtherWords(LocalEncoder):
    """Encodes as the local one does, in other words."""

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        from dataclasses import replace

        found = await LocalEncoder.encode(self, turns, reference=reference, note=note)
        return Encoding(tuple(replace(r, text=f"It is said: {r.text}") for r in found.records), found.note)


async def encode_again(memory: AsyncMemory, user: str) -> None:
    cases = await memory.open()
    await cases.executor.raw(
        "CYPHER 25 MATCH (s:Segment {scope: $user}) SET s.status = 'closed'", {"user": user}
    )
    await memory.consolidate(user_id=user)


async def test_encoding_again_the_same_changes_nothing(memory: AsyncMemory, user: str) -> None:
    await memory.add([MOVED, WORKS], user_id=user, session_id="s1", flush=True)
    before = await memory.get_all(user_id=user)

    await encode_again(memory, user)

    assert await memory.get_all(user_id=user) == before


async def test_records_that_a_new_encoding_no_longer_yields_are_superseded(
    store: RunningServer, memory: AsyncMemory, user: str, embedder: FakeEmbedder
) -> None:
    await memory.add([MOVED], user_id=user, session_id="s1", flush=True)
    (old,) = (await memory.get_all(user_id=user)).items
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder, encoder=OtherWords()) as other:
        await encode_again(other, user)

    (new,) = (await memory.get_all(user_id=user)).items
    assert new.memory == f"It is said: {old.memory}"
    assert (await memory.get(old.id, user_id=user)).superseded_at is not None
    reasons = await (await memory.open()).executor.raw(
        "CYPHER 25 MATCH (new:Record {scope: $u})-[e:SUPERSEDES]->(old) "
        "RETURN new.uid AS new, old.uid AS old, e.reason AS reason",
        {"u": user},
    )
    assert reasons == [{"new": new.id, "old": old.id, "reason": "re-encoded"}]

    await encode_again(memory, user)

    assert [record.id for record in await memory.get_all(user_id=user)] == [old.id]


WRITER = """
import asyncio, sys
from graphmem import AsyncMemory
from graphmem.testing import FakeEmbedder

async def main(uri, name, password, user):
    memory = AsyncMemory(uri, (name, password), embedder=FakeEmbedder(384, id="fake:writing"),
                         segmenter={"minimum": 20, "target": 30, "maximum": 60})
    await memory.open()
    for call in range(1000):
        messages = [{"content": f"Carla met friend {call} of group {i} in Lyon.", "id": f"{call}-{i}"} for i in range(4)]
        await memory.add(messages, user_id=user, session_id="s1")
        print(call, flush=True)

asyncio.run(main(*sys.argv[1:]))
"""


async def _writer(store: RunningServer, user: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, store.uri, store.username, store.password, user,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def test_a_writer_that_is_killed_leaves_no_half_and_consolidate_finishes(
    store: RunningServer, user: str, embedder: FakeEmbedder, clock: FakeClock
) -> None:
    acknowledged = 0
    for delay in (0.0, 0.05, 0.15):
        process = await _writer(store, user)
        assert process.stdout is not None
        for _ in range(3):
            acknowledged = max(acknowledged, int(await process.stdout.readline()) + 1)
        await asyncio.sleep(delay)
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
    later = FakeClock(datetime.now(UTC) + timedelta(hours=1))
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder, clock=later) as memory:
        result = await memory.consolidate(user_id=user)
        stats = await memory.stats(user_id=user)

        assert result.complete
        assert stats.nodes["turns"] >= 4 * acknowledged
        assert stats.nodes["turns"] % 4 == 0
        assert stats.unembedded == 0
        await whole(memory, user)
