"""The encoder that asks a model, on the real graph: calls, order, failures, and encoding again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, LLMError, OutputTruncated
from graphmem.extract.encode_llm import LLMEncoder
from graphmem.extract.encode_local import LocalEncoder
from graphmem.model.prompt import Prompt
from graphmem.model.record import Encoding
from graphmem.ports.encoder import Encoder
from graphmem.testing import FakeClock, FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.stores import emptied
from tests.integration.test_write_together import whole

pytestmark = pytest.mark.integration

SMALL = {"minimum": 10, "target": 16, "maximum": 40}
START = datetime(2026, 5, 3, 10, tzinfo=UTC)


def said(session: str, count: int, subject: str = "tree") -> list[dict[str, Any]]:
    return [
        {
            "content": f"I planted {subject} number {n} near the old river in Lyon, together with Carla.",
            "name": "Ana",
            "id": f"{session}-{n}",
            "timestamp": (START + timedelta(minutes=n)).isoformat(),
        }
        for n in range(count)
    ]


def lines(prompt: Prompt) -> list[dict[str, Any]]:
    return [json.loads(line) for line in prompt.user.splitlines() if line.startswith('{"turn"')]


def telling(prompt: Prompt, shape: object = None) -> dict[str, Any]:
    """One record of each turn, in the model's words, and a note of where it is."""
    if prompt.purpose == "summarise":
        return {"summary": "Days of Ana and Carla in Lyon."}
    records = [
        {
            "type": "event",
            "text": f"Ana and Carla did this in Lyon: {line['text']}",
            "entities": ["Ana", "Carla", "Lyon"],
            "evidence_turns": [line["turn"]],
        }
        for line in lines(prompt)
    ]
    return {"records": records, "note": f"after {lines(prompt)[-1]['text'][:23]}"}


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


@pytest.fixture
def opened(store: RunningServer) -> Any:
    """Opens a memory over the one store with any encoder or model."""

    @asynccontextmanager
    async def open_(**options: Any) -> AsyncIterator[AsyncMemory]:
        auth = (store.username, store.password)
        embedder = FakeEmbedder(384, id="fake:model")
        options = {"segmenter": SMALL, **options}
        async with AsyncMemory(store.uri, auth, embedder=embedder, belief="rules", **options) as memory:
            yield memory

    return open_


async def raw(memory: AsyncMemory, statement: str, user: str) -> list[dict[str, Any]]:
    return await (await memory.open()).executor.raw(f"CYPHER 25 {statement}", {"u": user})


async def texts(memory: AsyncMemory, user: str) -> set[str]:
    return {record.memory for record in await memory.get_all(user_id=user, limit=1000)}


async def test_a_model_is_asked_once_for_a_segment_and_all_is_counted(opened: Any, user: str) -> None:
    llm = FakeLLM(telling)
    async with opened(llm=llm) as memory:
        result = await memory.add(said("s1", 6), user_id=user, session_id="s1", flush=True)
        segments = (await memory.stats(user_id=user)).segments

        assert result.records_written == 6
        assert segments == {"encoded": result.segments_closed} and result.segments_closed > 1
        assert llm.ledger.usage(user).purposes["encode"].calls == result.segments_closed
        await whole(memory, user)

        tuples = await raw(
            memory,
            "MATCH (r:Record {scope: $u})-[:EVIDENCED_BY]->(t:Turn) RETURN r.text ENDS WITH t.text AS own",
            user,
        )
        assert [row["own"] for row in tuples] == [True] * 6


async def test_inside_a_session_each_segment_knows_the_one_before(opened: Any, user: str) -> None:
    llm = FakeLLM(telling)
    async with opened(llm=llm, write={"encode_batch": 2}) as memory:
        await memory.add(said("s1", 8), user_id=user, session_id="s1", flush=True)

    assert "Earlier in it" not in llm.prompts[0].user
    for before, after in zip(llm.prompts, llm.prompts[1:], strict=False):
        last = lines(before)[-1]["text"]
        assert f"Note: after {last[:23]}" in after.user
        assert f"Ana and Carla did this in Lyon: {last}" in after.user


class Counting:
    """Tells how many sessions are encoded at once, and that each keeps its order; waits until three are."""

    def __init__(self) -> None:
        self.three = asyncio.Event()
        self.running: set[str] = set()
        self.most = 0
        self.seen: dict[str, list[int]] = {}

    async def encode(self, turns: Any, *, reference: str = "", note: str = "", scope: str = "") -> Encoding:
        session = turns[0].session_uid
        assert session not in self.running
        self.running.add(session)
        self.most = max(self.most, len(self.running))
        self.seen.setdefault(session, []).append(turns[0].position)
        if self.most >= 3:
            self.three.set()
        await asyncio.wait_for(self.three.wait(), 30)
        await asyncio.sleep(0.01)
        self.running.discard(session)
        return await LocalEncoder().encode(turns, reference=reference, note=note)


async def test_sessions_are_encoded_side_by_side_up_to_a_cap(opened: Any, user: str) -> None:
    encoder: Encoder = (counting := Counting())
    heard: list[tuple[int, int]] = []
    async with opened(encoder=encoder, write={"concurrency": 3, "encode_batch": 2}) as memory:
        for session in "abcdef":
            await memory.add(said(session, 4), user_id=user, session_id=session, infer=False)

        def hear(step: str, done: int, of: int) -> None:
            if step == "encoding segments":
                heard.append((done, of))

        result = await memory.consolidate(user_id=user, progress=hear)

        assert counting.most == 3
        assert all(places == sorted(places) for places in counting.seen.values()) and len(counting.seen) == 6
        assert heard[-1] == (result.segments_encoded, result.segments_encoded)
        assert [done for done, _ in heard] == sorted(done for done, _ in heard)
        await whole(memory, user)


async def test_a_model_that_fails_for_one_segment_costs_that_one_only(opened: Any, user: str) -> None:
    def picky(prompt: Prompt, shape: object) -> Any:
        bad = any("number 2 " in line["text"] for line in lines(prompt))
        return LLMError("the model is overloaded") if bad else telling(prompt)

    async with opened(llm=FakeLLM(picky), planner="rules") as memory:
        result = await memory.add(said("s1", 6), user_id=user, session_id="s1", flush=True)
        (failed,) = result.failed_segments
        assert failed.reason == "the model is overloaded"
        assert (await memory.stats(user_id=user)).segments["failed"] == 1
        found = await memory.search("tree number 2 near the old river", user_id=user, top_k=10)
        assert any("number 2 " in hit.memory for hit in found)

    async with opened(llm=FakeLLM(telling)) as memory:
        mended = await memory.consolidate(user_id=user)
        assert (mended.segments_encoded, mended.complete) == (1, True)
        assert len(await texts(memory, user)) == 6
        await whole(memory, user)


async def test_what_is_cut_off_is_asked_for_in_halves_and_both_are_counted(opened: Any, user: str) -> None:
    def short(prompt: Prompt, shape: object) -> Any:
        return OutputTruncated("cut off") if len(lines(prompt)) > 1 else telling(prompt)

    llm = FakeLLM(short)
    async with opened(llm=llm, segmenter={}) as memory:
        result = await memory.add(said("s1", 3), user_id=user, session_id="s1", flush=True)
        assert (result.segments_closed, result.records_written) == (1, 3)
        assert result.mended == {"answers cut off": 2}
        assert [len(lines(prompt)) for prompt in llm.prompts] == [3, 1, 2, 1, 1]


async def test_encoding_again_with_a_model_supersedes_what_rules_made(opened: Any, user: str) -> None:
    async with opened() as memory:
        await memory.add(said("s1", 5), user_id=user, session_id="s1", flush=True)
        await memory.add(said("s2", 3, "rose"), user_id=user, session_id="s2", flush=True)
        old = await texts(memory, user)
        before = datetime.now(UTC)

    async with opened(llm=FakeLLM(telling), planner="rules") as memory:
        first = await memory.consolidate(user_id=user, reencode=True)
        assert (first.records_written, first.records_superseded, first.complete) == (8, len(old), True)
        new = await texts(memory, user)
        assert len(new) == 8 and not new & old

        edges = await raw(
            memory,
            "MATCH (new:Record {scope: $u})-[e:SUPERSEDES]->(old:Record) "
            "MATCH (new)-[:EVIDENCED_BY]->(t:Turn)<-[:EVIDENCED_BY]-(old) "
            "RETURN e.reason AS reason, e.at = old.superseded_at AS same, count(DISTINCT t) AS turns",
            user,
        )
        assert {(edge["reason"], edge["same"]) for edge in edges} == {("re-encoded", True)}
        assert sum(edge["turns"] for edge in edges) == len(old)

        second = await memory.consolidate(user_id=user, reencode=True)
        assert second.records_superseded == 0
        assert await texts(memory, user) == new
        (counts,) = await raw(
            memory,
            "MATCH (r:Record {scope: $u}) OPTIONAL MATCH (r)-[e:SUPERSEDES]->() "
            "RETURN count(DISTINCT r) AS records, count(e) AS edges",
            user,
        )
        assert counts == {"records": 8 + len(old), "edges": len(old)}

        now = await memory.search("What did Ana plant near the river?", user_id=user, top_k=10)
        then = await memory.search(
            "What did Ana plant near the river?", user_id=user, top_k=10, known_at=before
        )
        assert len(now) >= 1 and {hit.memory for hit in now} <= new
        assert len(then) >= 1 and {hit.memory for hit in then} <= old
        await whole(memory, user)


async def test_a_model_that_fails_while_encoding_again_costs_no_record(opened: Any, user: str) -> None:
    async with opened() as memory:
        await memory.add(said("s1", 3), user_id=user, session_id="s1", flush=True)
        old = await texts(memory, user)
    async with opened(llm=FakeLLM({"encode": LLMError("down")})) as memory:
        result = await memory.consolidate(user_id=user, reencode=True)
        assert result.records_superseded == 0 and not result.complete
        assert await texts(memory, user) == old
    async with opened() as memory:
        assert (await memory.consolidate(user_id=user)).complete
        assert await texts(memory, user) == old


async def test_encoding_again_that_is_broken_off_is_finished_by_consolidate(opened: Any, user: str) -> None:
    clock = FakeClock(START + timedelta(days=1))

    class Dying(LLMEncoder):
        async def encode(self, *given: Any, **named: Any) -> Encoding:
            if len(self.llm.prompts) == 2:  # type: ignore[attr-defined]
                raise asyncio.CancelledError
            return await super().encode(*given, **named)

    async with opened() as memory:
        await memory.add(said("s1", 6), user_id=user, session_id="s1", flush=True)
        old = await texts(memory, user)
    write = {"encode_batch": 1, "concurrency": 1}
    async with opened(encoder=Dying(FakeLLM(telling)), clock=clock, write=write) as memory:
        with pytest.raises(asyncio.CancelledError):
            await memory.consolidate(user_id=user, reencode=True)
    async with opened(llm=FakeLLM(telling), clock=clock) as memory:
        assert len(await texts(memory, user) & old) > 0
        done = await memory.consolidate(user_id=user)  # at once: what was broken off holds nothing
        assert done.segments_encoded > 0 and done.complete
        assert len(await texts(memory, user)) == 6 and not await texts(memory, user) & old
        await whole(memory, user)


async def test_a_note_is_that_of_the_segment_before_whatever_was_encoded_late(opened: Any, user: str) -> None:
    def picky(prompt: Prompt, shape: object) -> Any:
        bad = any("number 2 " in line["text"] for line in lines(prompt))
        return LLMError("the model is overloaded") if bad else telling(prompt)

    async with opened(llm=FakeLLM(picky)) as memory:
        await memory.add(said("s1", 6), user_id=user, session_id="s1", flush=True)
    late = FakeLLM(telling)
    async with opened(llm=late) as memory:
        assert (await memory.consolidate(user_id=user)).segments_encoded == 1
        more = [{**each, "id": f"more-{n}"} for n, each in enumerate(said("s1", 9)[6:])]
        await memory.add(more, user_id=user, session_id="s1", flush=True)

    assert "Note:" not in late.prompts[0].user  # the session's note is from its end, not from before
    asked = [each for each in late.prompts if each.purpose == "encode"]
    assert "Note: after I planted tree number 5" in asked[1].user


async def test_a_slow_model_keeps_its_lease(opened: Any, user: str) -> None:
    class Slow(LocalEncoder):
        async def encode(self, *given: Any, **named: Any) -> Encoding:
            await asyncio.sleep(2)  # longer than the lease
            left.append(
                await raw(
                    memory,
                    "MATCH (s:Segment {scope: $u, status: 'encoding'}) "
                    "RETURN count(s) AS held, sum(toInteger(s.lease_until < datetime())) AS lapsed",
                    user,
                )
            )
            return await LocalEncoder.encode(self, *given, **named)

    left: list[list[dict[str, int]]] = []
    async with opened(encoder=Slow(), write={"lease_seconds": 1.5}) as memory:
        await memory.add(said("s1", 8), user_id=user, session_id="s1", flush=True)
    assert len(left) >= 4
    assert [(row["held"] > 0, row["lapsed"]) for (row,) in left] == [(True, 0)] * len(left)
