"""What `add` stores, and what it does when the same comes again; on the real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, Conflict, InputError, NotFound
from graphmem.model.segment import VectorSum
from graphmem.store import segments
from graphmem.testing import FakeClock, FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(NOON)


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder(384, id="fake:writing")


@pytest.fixture
async def memory(
    store: RunningServer, clock: FakeClock, embedder: FakeEmbedder
) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder, clock=clock) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


def said(text: str, id: str | None = None, at: Any = None, name: str = "Ana") -> dict[str, Any]:
    return {"role": "user", "content": text, "name": name, "id": id, "timestamp": at}


async def turns(memory: AsyncMemory, user: str) -> list[dict[str, Any]]:
    cases = await memory.open()
    return await cases.executor.raw(
        "CYPHER 25 MATCH (t:Turn {scope: $user}) "
        "RETURN t.uid AS uid, t.session_uid AS session, t.position AS position, t.text AS text, "
        "t.said_at AS said_at, t.utc_offset_minutes AS offset, t.context AS context, "
        "t.passage_count AS passages, t:Unembedded AS unembedded, "
        "COUNT { (t)-[:NEXT]->() } AS next, COUNT { (:Session)-[:HAS_TURN]->(t) } AS sessions "
        "ORDER BY session, position",
        {"user": user},
    )


async def test_turns_are_stored_verbatim_in_order(memory: AsyncMemory, user: str) -> None:
    result = await memory.add(
        [said("I moved to Lyon. It rains  a lot!", "m1"), said("Nice?\n", "m2", name="Ben")],
        user_id=user,
        session_id="s1",
    )

    stored = await turns(memory, user)
    assert [turn["text"] for turn in stored] == ["I moved to Lyon. It rains  a lot!", "Nice?\n"]
    assert [turn["position"] for turn in stored] == [0, 1]
    assert [turn["next"] for turn in stored] == [1, 0]
    assert [turn["passages"] for turn in stored] == [2, 1]
    assert [turn["sessions"] for turn in stored] == [1, 1]
    assert (result.turns_added, result.turns_deduplicated, result.unembedded) == (2, 0, 0)
    assert result.turn_ids == tuple(turn["uid"] for turn in stored)
    assert result.session_ids == ("s1",)


async def test_adding_again_changes_nothing(memory: AsyncMemory, user: str) -> None:
    batch = [said("I moved to Lyon.", "m1"), said("It rains a lot.", "m2")]
    first = await memory.add(batch, user_id=user, session_id="s1", flush=True)
    before = await memory.stats(user_id=user)

    second = await memory.add(batch, user_id=user, session_id="s1", flush=True)

    assert second.turn_ids == first.turn_ids
    assert (second.turns_added, second.turns_deduplicated, second.records_written) == (0, 2, 0)
    assert await memory.stats(user_id=user) == before


async def test_the_same_id_with_another_text_is_a_conflict_and_stores_nothing(
    memory: AsyncMemory, user: str
) -> None:
    await memory.add([said("I moved to Lyon.", "m1")], user_id=user, session_id="s1")

    with pytest.raises(Conflict, match="'m1' of session 's1'"):
        await memory.add(
            [said("Something new.", "m2"), said("I moved to Paris.", "m1")], user_id=user, session_id="s1"
        )

    assert [turn["text"] for turn in await turns(memory, user)] == ["I moved to Lyon."]


async def test_one_id_twice_in_a_call_is_one_turn(memory: AsyncMemory, user: str) -> None:
    result = await memory.add([said("Hi.", "m1"), said("Hi.", "m1")], user_id=user, session_id="s1")

    assert (result.turns_added, result.turns_deduplicated) == (1, 1)
    assert len(await turns(memory, user)) == 1


async def test_one_id_is_two_turns_for_two_users_and_in_two_sessions(memory: AsyncMemory, user: str) -> None:
    other = f"{user}-other"
    ids = set()
    for scope, session in ((user, "s1"), (user, "s2"), (other, "s1")):
        result = await memory.add([said("Hi.", "m1")], user_id=scope, session_id=session)
        ids.add((scope, *result.turn_ids))

    assert len(ids) == 3
    assert [turn["session"] for turn in await turns(memory, user)] == ["s1", "s2"]
    assert len(await turns(memory, other)) == 1


async def test_what_nothing_tells_apart_may_be_said_twice(memory: AsyncMemory, user: str) -> None:
    for _ in range(2):
        await memory.add("ok", user_id=user, session_id="s1")

    assert [turn["text"] for turn in await turns(memory, user)] == ["ok", "ok"]


async def test_an_idempotency_key_makes_a_call_without_ids_repeatable(memory: AsyncMemory, user: str) -> None:
    for _ in range(2):
        await memory.add(["ok", "ok"], user_id=user, idempotency_key="call-1")

    assert [turn["text"] for turn in await turns(memory, user)] == ["ok", "ok"]


async def test_times_are_kept_in_utc_with_the_speakers_offset(memory: AsyncMemory, user: str) -> None:
    evening = datetime(2026, 5, 3, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    await memory.add(
        [said("Late.", "m1", evening), said("Naive.", "m2", "2026-05-01T10:00:00"), said("Undated.", "m3")],
        user_id=user,
        session_id="s1",
    )

    stored = await turns(memory, user)
    assert [turn["said_at"].iso_format() for turn in stored] == [
        "2026-05-02T22:30:00.000000000+00:00",
        "2026-05-01T10:00:00.000000000+00:00",
        "0001-01-01T00:00:00.000000000+00:00",
    ]
    assert [turn["offset"] for turn in stored] == [120, 0, 0]
    page = await memory.get_all(user_id=user, filters={"type": "turn"})
    shown = {turn.memory: turn.citations[0].said_at for turn in page}
    assert shown["Late."] == evening
    assert shown["Late."].utcoffset() == timedelta(hours=2)
    assert shown["Undated."] is None


async def test_a_turn_that_follows_enters_the_context_of_those_before(
    memory: AsyncMemory, user: str, embedder: FakeEmbedder
) -> None:
    await memory.add([said("Where are you?", "m1")], user_id=user, session_id="s1")
    embedder.calls.clear()

    await memory.add([said("In Lyon.", "m2", name="Ben")], user_id=user, session_id="s1")

    both = "Ana: Where are you?\nBen: In Lyon."
    assert [turn["context"] for turn in await turns(memory, user)] == [both, both]
    assert embedder.calls[0] == ((both, both, "Ben: In Lyon."), "document")


async def test_a_long_session_gives_the_same_contexts_at_once_and_one_by_one(
    memory: AsyncMemory, user: str
) -> None:
    batch = [said(f"{'word ' * (i % 40)}number {i}.", f"m{i}") for i in range(40)]
    await memory.add(batch, user_id=user, session_id="at once", infer=False)
    for message in batch:
        await memory.add(message, user_id=user, session_id="one by one", infer=False)

    stored = await turns(memory, user)
    at_once = [turn["context"] for turn in stored if turn["session"] == "at once"]
    assert len(at_once) == 40
    assert at_once == [turn["context"] for turn in stored if turn["session"] == "one by one"]
    assert not any(turn["unembedded"] for turn in stored)


async def test_without_a_session_id_the_open_session_goes_on_until_a_gap(
    memory: AsyncMemory, user: str, clock: FakeClock
) -> None:
    first = await memory.add("Hello.", user_id=user)
    clock.advance(timedelta(minutes=29))
    second = await memory.add("Still there?", user_id=user)
    clock.advance(timedelta(minutes=30))
    third = await memory.add("A new day.", user_id=user)

    assert second.session_ids == first.session_ids
    assert third.session_ids != first.session_ids


async def test_without_a_session_id_a_call_is_split_at_gaps_and_a_retry_finds_the_same_sessions(
    memory: AsyncMemory, user: str, clock: FakeClock
) -> None:
    batch = [said("One.", None, NOON), said("Two.", None, NOON + timedelta(days=1))]
    first = await memory.add(batch, user_id=user)
    clock.advance(timedelta(days=3))
    second = await memory.add(batch, user_id=user)

    assert len(first.session_ids) == 2
    assert second.session_ids == first.session_ids
    assert (second.turns_added, second.turns_deduplicated) == (0, 2)


async def test_writers_without_a_session_id_agree_on_one(memory: AsyncMemory, user: str) -> None:
    results = await asyncio.gather(*(memory.add(f"Hello {i}.", user_id=user) for i in range(6)))

    assert len({result.session_ids for result in results}) == 1
    assert [turn["position"] for turn in await turns(memory, user)] == [0, 1, 2, 3, 4, 5]


async def test_a_user_being_forgotten_takes_no_messages(memory: AsyncMemory, user: str) -> None:
    await memory.add("Hello.", user_id=user, session_id="s1")
    cases = await memory.open()
    await cases.executor.raw(
        "CYPHER 25 MATCH (s:Scope {scope: $user}) SET s.forgetting_at = datetime()", {"user": user}
    )

    with pytest.raises(Conflict, match="being forgotten"):
        await memory.add("Again.", user_id=user, session_id="s1")


@pytest.mark.parametrize("wrong", [None, "", "  ", "a\nb", "x" * 513, 1.5, "\ud800"])
async def test_a_user_id_that_cannot_be_kept_is_refused(memory: AsyncMemory, wrong: object) -> None:
    with pytest.raises(InputError, match="user_id"):
        await memory.add("Hello.", user_id=wrong)


async def test_a_number_is_the_user_of_its_digits(memory: AsyncMemory, user: str) -> None:
    number = int(user[-12:], 16)
    result = await memory.add("Hello.", user_id=number)

    assert (await memory.get(result.turn_ids[0], user_id=str(number))).memory == "Hello."


async def test_an_id_of_another_user_is_not_found(memory: AsyncMemory, user: str) -> None:
    result = await memory.add([said("I moved to Lyon.", "m1")], user_id=user, session_id="s1", flush=True)
    records = await memory.get_all(user_id=user)

    for id in (*result.turn_ids, *(record.id for record in records)):
        with pytest.raises(NotFound, match="has no memory"):
            await memory.get(id, user_id=f"{user}-other")


async def test_records_cite_the_turns_behind_them(memory: AsyncMemory, user: str) -> None:
    result = await memory.add(
        [said("I moved to Lyon last month.", "m1", NOON)], user_id=user, session_id="s1", flush=True
    )

    (record,) = (await memory.get_all(user_id=user)).items
    assert "Lyon" in record.memory
    assert [(cited.turn_id, cited.message_id) for cited in record.citations] == [(result.turn_ids[0], "m1")]
    assert await memory.get(record.id, user_id=user) == record
    assert (record.event_from, record.event_to) == (
        datetime(2026, 4, 1, tzinfo=UTC),
        datetime(2026, 5, 1, tzinfo=UTC),
    )


async def test_pages_follow_each_other_without_gap_or_repeat(memory: AsyncMemory, user: str) -> None:
    batch = [said(f"Thing {i}.", f"m{i}", NOON + timedelta(minutes=i // 3)) for i in range(11)]
    await memory.add(batch, user_id=user, session_id="s1", infer=False)
    found: list[str] = []
    cursor = None
    while True:
        page = await memory.get_all(user_id=user, filters={"type": "turn"}, limit=4, cursor=cursor)
        found += [turn.memory for turn in page]
        cursor = page.cursor
        if cursor is None:
            break

    assert sorted(found) == sorted(message["content"] for message in batch)
    assert len(page) == 3


async def test_the_segmenter_starts_from_the_users_session_before_and_keeps_nothing_of_it(
    memory: AsyncMemory, clock: FakeClock, user: str
) -> None:
    async def before(session: str, user: str = user) -> VectorSum:
        executor = (await memory.open()).executor
        pending = await executor.transaction(lambda tx: segments.unsegmented(tx, user, session))
        assert pending is not None
        return pending.before

    async def write(session: str, text: str, user: str = user, *, flush: bool = True) -> None:
        clock.advance(timedelta(minutes=1))
        await memory.add([said(text)], user_id=user, session_id=session, flush=flush)

    stranger = f"{user}-other"
    await write("theirs", "Trains leave from Ghent.", stranger)
    await write("s1", "I moved to Lyon.")
    assert await before("s1") == VectorSum()
    await write("s2", "The cello is new.", flush=False)  # no segment of it is closed yet
    await write("s3", "My cat sleeps all day.")

    of_s1 = await before("s2")
    assert of_s1.count == 1
    assert await before("s3") == of_s1 != await before("theirs", stranger)
    await write("s2", "It is a fine cello.")
    assert (await before("s2")).total != of_s1.total  # s3 was written before it now

    await memory.delete_all(user_id=user, session_id="s1")
    await memory.delete_all(user_id=user, session_id="s3")
    assert await before("s2") == VectorSum()
