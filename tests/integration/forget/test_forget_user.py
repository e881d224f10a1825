"""A forgotten user is gone from every label, property and relationship; nobody else has changed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from graphmem import AsyncMemory, Conflict, NotFound
from graphmem.store import forgetting
from graphmem.store.executor import Transaction
from graphmem.store.vocabulary import NODES, STORE
from tests.conftest import RunningServer
from tests.integration.forget.conftest import said
from tests.integration.whole_store import counts, everything, rows

pytestmark = pytest.mark.integration

TEXTS = (
    "I moved to Quillhaven last month with my sister Berengaria.",
    "Berengaria loves the zephyrgarden near the station.",
    "On Friday we met Dr. Quixworth at the museum.",
    "I always want a window seat, never the aisle.",
)
OTHERS = ("I moved to Lyon last month.", "My sister Carla works at the museum.")
WORDS = ("quillhaven", "berengaria", "zephyrgarden", "quixworth")


async def two_users(memory: AsyncMemory, user: str) -> str:
    other = f"other-{user}"
    await memory.add(said(*TEXTS), user_id=user, session_id="s1", flush=True)
    await memory.add(said(*TEXTS[:2]), user_id=user, session_id="s2", infer=False)
    await memory.add(said(*OTHERS), user_id=other, session_id="s1", flush=True)
    return other


async def test_nothing_of_a_forgotten_user_is_left_and_others_are_as_before(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    other = await two_users(memory, user)
    before = counts(store, other)
    told = everything(store).casefold()
    assert [word for word in (*WORDS, user) if word not in told] == []

    would = await memory.forget_user(user, dry_run=True)
    assert counts(store, user)["Turn"] == 6
    done = await memory.forget_user(user)

    assert would.removed == done.removed
    assert (done.removed["Turn"], done.removed["Session"], done.removed["Scope"]) == (6, 2, 1)
    told = everything(store).casefold().replace(other, "")
    assert [word for word in (*WORDS, user) if word in told] == []
    assert counts(store, other) == before
    assert (await memory.check(other)).problems == ()


async def test_every_label_goes(store: RunningServer, memory: AsyncMemory, user: str) -> None:
    labels = [label for label in NODES if label not in (STORE, "Scope")]
    for label in (*labels, "Scope"):
        rows(store, f"CREATE (n:{label} {{scope: $user, uid: $user}})", user=user)
    rows(
        store,
        "MATCH (a {scope: $user}), (b {scope: $user}) WHERE a <> b CREATE (a)-[:NEXT]->(b)",
        user=user,
    )

    done = await memory.forget_user(user)

    assert done.removed == dict.fromkeys(sorted([*labels, "Scope"]), 1)
    assert rows(store, "MATCH (n {scope: $user}) RETURN n", user=user) == []


async def test_what_is_not_a_users_stays(store: RunningServer, memory: AsyncMemory, user: str) -> None:
    await two_users(memory, user)
    query = "MATCH (n) WHERE n:Store OR n:__Neo4jMigration RETURN count(n) AS n"
    before = rows(store, query)

    await memory.forget_user(user)

    assert rows(store, query) == before


async def test_a_user_who_is_being_forgotten_cannot_be_written_to(memory: AsyncMemory, user: str) -> None:
    await two_users(memory, user)
    cases = await memory.open()
    await forgetting.mark(cases.executor, user, cases.clock.now())

    with pytest.raises(Conflict, match="is being forgotten"):
        await memory.add(said("Hello again."), user_id=user, session_id="s1")
    with pytest.raises(Conflict, match="is being forgotten"):
        await memory.add("Hello again.", user_id=user)
    assert next(problem.name for problem in (await memory.check(user)).problems) == "forgetting_broken_off"

    await memory.forget_user(user)
    assert (await memory.add(said("Hello again."), user_id=user, session_id="s1")).turns_added == 1


async def test_a_writer_who_came_first_is_waited_for(
    store: RunningServer, memory: AsyncMemory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer holds its session while the user is marked; what it writes goes with the rest."""
    from graphmem.store import turns

    await memory.add(said("Hello."), user_id=user, session_id="s1")
    looked, go_on = asyncio.Event(), asyncio.Event()
    place = turns.place

    async def slow(*arguments: object) -> object:
        found = await place(*arguments)  # type: ignore[arg-type]
        looked.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(turns, "place", slow)
    writing = asyncio.create_task(
        memory.add(
            [{"content": "Late but acknowledged.", "id": "late"}], user_id=user, session_id="s1", infer=False
        )
    )
    await looked.wait()
    forgotten = asyncio.create_task(memory.forget_user(user))
    await asyncio.sleep(0.5)
    assert not forgotten.done()
    go_on.set()

    await asyncio.gather(writing, return_exceptions=True)
    await forgotten
    assert rows(store, "MATCH (n {scope: $user}) RETURN labels(n) AS l", user=user) == []


async def test_a_writer_who_waited_for_what_is_gone_begins_anew(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    """The writer finds the session, waits for its lock, and gets it when the session is deleted."""
    await memory.add(said("Hello."), user_id=user, session_id="s1", infer=False)
    deleted, go_on = asyncio.Event(), asyncio.Event()

    async def delete(tx: Transaction) -> None:
        await tx.run("forget/nodes", scope=user, limit=1000)
        deleted.set()
        await go_on.wait()

    deleting = asyncio.create_task((await memory.open()).executor.transaction(delete))
    await deleted.wait()
    writing = asyncio.create_task(memory.add(said("Hello again."), user_id=user, session_id="s1"))
    await asyncio.sleep(0.5)
    assert not writing.done()
    go_on.set()
    await deleting

    assert (await writing).turns_added == 1
    assert rows(store, "MATCH (t:Turn {scope: $user}) RETURN t.text AS t", user=user) == [
        {"t": "Hello again."}
    ]


async def test_many_writers_and_a_forgetter_leave_all_or_nothing_of_a_turn(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    async def write(writer: int) -> None:
        for number in range(12):
            message = {"content": f"Carla met friend {number} of {writer}.", "id": f"{writer}-{number}"}
            try:
                await memory.add([message], user_id=user, session_id=f"s{writer % 3}")
            except Conflict:
                return

    async def forget() -> None:
        await asyncio.sleep(0.4)
        await memory.forget_user(user)

    await asyncio.gather(*(write(writer) for writer in range(6)), forget())

    found = await memory.check(user)
    assert [p.name for p in found.problems if p.name not in ("turns_unembedded", "segments_unfinished")] == []
    await memory.forget_user(user)
    assert rows(store, "MATCH (n {scope: $user}) RETURN labels(n) AS l", user=user) == []


async def test_forgetting_somebody_unknown_does_nothing(memory: AsyncMemory, user: str) -> None:
    assert not await memory.forget_user(user)
    with pytest.raises(NotFound):
        await memory.delete("nothing", user_id=user)


FORGETTER = """
import asyncio, sys
from graphmem import AsyncMemory
from graphmem.store import forgetting
from graphmem.testing import FakeEmbedder

forgetting.remove_batch.__defaults__ = (20,)

async def main(uri, name, password, user):
    memory = AsyncMemory(uri, (name, password), embedder=FakeEmbedder(384, id="fake:forgetting"))
    await memory.forget_user(user, progress=lambda done, total: print(done, flush=True))

asyncio.run(main(*sys.argv[1:]))
"""


async def test_killed_in_the_middle_it_goes_on(store: RunningServer, memory: AsyncMemory, user: str) -> None:
    other = await two_users(memory, user)
    before = counts(store, other)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", FORGETTER, store.uri, store.username, store.password, user,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    await process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    left = counts(store, user)
    assert left and left != {"Scope": 1}

    with pytest.raises(Conflict, match="is being forgotten"):
        await memory.add("Hello.", user_id=user)
    assert await memory.forget_user(user)

    told = everything(store).casefold().replace(other, "")
    assert [word for word in (*WORDS, user) if word in told] == []
    assert counts(store, other) == before


async def test_delete_all_leaves_the_user_who_may_be_written_to(memory: AsyncMemory, user: str) -> None:
    await two_users(memory, user)

    done = await memory.delete_all(user_id=user)

    assert "Scope" not in done.removed
    assert (await memory.stats(user_id=user)).nodes == dict.fromkeys(
        ("sessions", "turns", "passages", "segments", "records", "evidence", "aliases"), 0
    )
    assert (await memory.add("Hello.", user_id=user)).turns_added == 1
