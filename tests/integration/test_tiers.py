"""What answers come back to warms, what is warm is promoted, and what cools goes back; nothing is lost by it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.model.tiers import TraitDraft
from graphmem.store.tiers import distil
from graphmem.testing import FakeClock, FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.forget.conftest import START, said
from tests.integration.stores import emptied
from tests.integration.whole_store import graph, rows

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(START + timedelta(days=30))


def opened(store: RunningServer, clock: FakeClock, **options: Any) -> AsyncMemory:
    auth = (store.username, store.password)
    small = {"minimum": 5, "target": 12, "maximum": 40}
    embedder = FakeEmbedder(384, id="fake:tiers")
    return AsyncMemory(store.uri, auth, embedder=embedder, segmenter=small, clock=clock, **options)


@pytest.fixture
async def memory(store: RunningServer, clock: FakeClock) -> AsyncIterator[AsyncMemory]:
    async with opened(store, clock) as memory:
        yield memory


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


LOUNGE = "I prefer the zephyr lounge whenever I fly to Oslo with my sister."
GLAZIER = "My daughter Zephyra works as a glazier in Bergen."


async def filled(memory: AsyncMemory, user: str, sessions: int = 12, first: str = LOUNGE) -> None:
    """One segment a session; the first tells what is asked about later."""
    await memory.add(said(first), user_id=user, session_id="s0", flush=True)
    for day in range(1, sessions):
        text = f"On day {day} I repaired bicycle number {day}zz in the workshop behind the station."
        await memory.add(
            said(text, start=START + timedelta(days=day)), user_id=user, session_id=f"s{day}", flush=True
        )


async def asked_often(
    memory: AsyncMemory, user: str, question: str = "Which lounge does Anna prefer when flying to Oslo?"
) -> None:
    for _ in range(4):
        await memory.search(question, user_id=user, top_k=1)
    await (await memory.open()).reading.access_log.flush()


async def test_the_short_term_is_a_queue_and_the_rest_moves_on_with_its_records(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await filled(memory, user)
    await memory.add(said("Still open.", start=START + timedelta(days=40)), user_id=user, session_id="open")

    found = await memory.tiers(user)

    assert (found.counts, found.open_turns) == ({"short": 7, "mid": 5}, 1)
    short = [each.leaf.session_id for each in found if each.leaf.tier == "short"]
    assert sorted(short) == ["s10", "s11", "s5", "s6", "s7", "s8", "s9"]
    wrong = rows(
        store,
        "MATCH (l:Summary {scope: $user, is_leaf: true})-[:SUMMARISES]->()<-[:FROM_SEGMENT]-(r) "
        "WHERE r.tier <> l.tier OR NOT (CASE l.tier WHEN 'mid' THEN l:MidTerm AND r:MidTerm AND NOT r:ShortTerm "
        "ELSE l:ShortTerm AND r:ShortTerm AND NOT l:MidTerm END) RETURN r.uid",
        user=user,
    )
    assert wrong == []


async def test_what_answers_come_back_to_is_promoted_distilled_and_goes_back_when_it_cools(
    store: RunningServer, memory: AsyncMemory, user: str, clock: FakeClock
) -> None:
    await filled(memory, user)
    await asked_often(memory, user)

    done = await memory.consolidate(user_id=user)

    assert (done.tiers.promoted, done.tiers.demoted) == (1, 0)
    (warm,) = [each for each in await memory.tiers(user) if each.leaf.tier == "long"]
    assert (warm.leaf.session_id, warm.visits, warm.interactions) == ("s0", 4.0, 0.0)
    assert warm.why == "warm: 3.2, above 2"
    (trait,) = await memory.profile(user)
    assert trait.attribute == "preference"
    assert "zephyr lounge" in trait.value
    assert trait.since == START
    assert [each.session_id for each in trait.citations] == ["s0"]

    clock.advance(timedelta(days=60))
    cooled = await memory.consolidate(user_id=user)

    assert (cooled.tiers.promoted, cooled.tiers.demoted) == (0, 1)
    assert len(await memory.profile(user)) == 1
    found = await memory.search("Which lounge does Anna prefer when flying to Oslo?", user_id=user, top_k=1)
    assert "zephyr lounge" in found[0].memory


async def test_a_profile_loses_what_is_deleted_and_what_is_no_longer_believed(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await filled(memory, user)
    await asked_often(memory, user)
    await memory.consolidate(user_id=user)
    (trait,) = await memory.profile(user)

    await memory.update(trait.records[0], "Anna prefers the garden lounge.", user_id=user)
    assert len(await memory.profile(user)) == 0

    await memory.delete(trait.citations[0].turn_id, user_id=user)
    assert [each for each in graph(store, user)[0] if "zephyr" in each.casefold()] == []
    assert (await memory.check(user)).problems == ()


async def test_advice_knows_the_profile_though_it_shares_no_word_with_the_question(
    memory: AsyncMemory, user: str
) -> None:
    await filled(memory, user, 30, GLAZIER)
    await memory.add(
        [{"role": "assistant", "content": f"Noted, bicycle {n}zz is repaired in the workshop."} for n in range(12)],
        user_id=user, session_id="chat", flush=True,
    )  # fmt: skip
    question = "Can you recommend a place to wait at the workshop station with a bicycle?"

    async def shown() -> bool:
        found = await memory.search(question, user_id=user, top_k=5)
        assert found.plan is not None and found.plan.type == "personalized_advice"
        return any("glazier" in hit.memory for hit in found)

    assert not await shown()
    await asked_often(memory, user, "Where does Zephyra work as a glazier?")
    await memory.consolidate(user_id=user)
    assert await shown()


async def test_a_model_distils_what_is_promoted(store: RunningServer, user: str, clock: FakeClock) -> None:
    traits = {
        "traits": [{"attribute": "lounge", "value": "Anna waits in the zephyr lounge.", "records": [1]}]
    }
    llm = FakeLLM({"distil": traits, "summarise": {"summary": "Days of Anna."}})
    async with opened(store, clock, llm=llm, encoder="local", planner="rules") as memory:
        await filled(memory, user)
        await asked_often(memory, user)
        await memory.consolidate(user_id=user)
        (trait,) = await memory.profile(user)
    assert (trait.attribute, trait.value, trait.confidence) == (
        "lounge", "Anna waits in the zephyr lounge.", 0.5,
    )  # fmt: skip


async def test_tiers_and_profile_are_carried_along(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await filled(memory, user)
    await asked_often(memory, user)
    await memory.consolidate(user_id=user)
    await memory.export(user, tmp_path / "user.jsonl")
    await memory.import_(tmp_path / "user.jsonl", user_id=f"{user}-2")
    assert graph(store, f"{user}-2", vectors=False) == graph(store, user, vectors=False)
    assert await memory.profile(f"{user}-2") == await memory.profile(user)


async def test_encoding_again_leaves_everything_in_its_tier(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await filled(memory, user)
    before = (await memory.tiers(user)).records
    await memory.consolidate(user_id=user, reencode=True)
    assert (await memory.tiers(user)).records == before


async def test_a_streamed_answer_counts_like_any_other(memory: AsyncMemory, user: str) -> None:
    question, used = "Which lounge does Anna prefer?", []
    for name in (user, f"{user}-streamed"):
        await memory.add(said("I prefer the quiet lounge."), user_id=name, session_id="s0", flush=True)
    answer = await memory.ask(question, user_id=user)
    *_, last = [part async for part in memory.ask_stream(question, user_id=f"{user}-streamed")]
    await (await memory.open()).reading.access_log.flush()
    for name in (user, f"{user}-streamed"):
        used += [(each.leaf.session_id, each.visits, each.interactions) for each in await memory.tiers(name)]

    assert last.answer is not None
    assert [each.text for each in last.answer.citations] == [each.text for each in answer.citations] != []
    assert used[0] == used[1]
    assert used[0][1] > 0


async def test_reading_does_not_wait_for_touches_and_a_closed_memory_has_written_them(
    store: RunningServer, memory: AsyncMemory, user: str, clock: FakeClock
) -> None:
    await filled(memory, user, sessions=2)
    async with opened(store, clock) as other:
        await other.search("Which lounge does Anna prefer?", user_id=user, top_k=1)
        assert not any(each.visits for each in await memory.tiers(user))
    assert [each.visits for each in await memory.tiers(user) if each.leaf.session_id == "s0"] == [1.0]
    async with opened(store, clock, tiers={"touches": False}) as other:
        await other.search("Which lounge does Anna prefer?", user_id=user, top_k=1)
    assert [each.visits for each in await memory.tiers(user) if each.leaf.session_id == "s0"] == [1.0]


async def test_nobody_sees_or_warms_another_s_tiers(memory: AsyncMemory, user: str) -> None:
    await filled(memory, user, sessions=2)
    before = await memory.tiers(user)
    other = f"{user}-other"
    await asked_often(memory, other)
    assert not await memory.tiers(other)
    assert not await memory.profile(other)
    assert await memory.tiers(user) == before


async def test_nothing_is_distilled_from_a_record_that_is_gone(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await filled(memory, user, sessions=2)
    executor = (await memory.open()).executor
    drafts = [TraitDraft("lounge", "the zephyr lounge", ("no such record",))]
    assert await distil(executor, user, drafts) == 0
    assert rows(store, "MATCH (p:Profile {scope: $user}) RETURN p.uid", user=user) == []
