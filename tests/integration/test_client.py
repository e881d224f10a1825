"""Memory and AsyncMemory as users hold them: threads, loops, processes, closing."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, ConfigError, DimensionMismatch, InputError, Memory, ServerUnavailable
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder(384, id="fake:client")


@pytest.fixture
def memory(store: RunningServer, embedder: FakeEmbedder) -> Iterator[Memory]:
    with Memory(store.uri, (store.username, store.password), embedder=embedder) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


def test_a_blocking_memory_remembers(memory: Memory, user: str) -> None:
    result = memory.add("I moved to Lyon.", user_id=user, run_id="s1", flush=True)

    assert result.session_ids == ("s1",)
    assert [record.type for record in memory.get_all(user_id=user)] == ["event"]
    assert memory.stats(user_id=user).nodes["turns"] == 1


def test_many_threads_share_one_memory(memory: Memory, user: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        results = list(
            pool.map(lambda i: memory.add(f"Hello {i}.", user_id=user, session_id="s1"), range(12))
        )

    assert [result.turns_added for result in results] == [1] * 12
    assert memory.stats(user_id=user).nodes["turns"] == 12


async def test_it_works_inside_a_running_loop(memory: Memory, user: str) -> None:
    assert memory.add("Hello.", user_id=user).turns_added == 1


def test_two_names_of_one_session_must_agree(memory: Memory, user: str) -> None:
    with pytest.raises(InputError, match="session_id and run_id name different sessions"):
        memory.add("Hello.", user_id=user, session_id="a", run_id="b")


def test_a_callback_that_calls_back_is_told_so(memory: Memory, user: str) -> None:
    from graphmem import Conversation, Message

    with pytest.raises(ConfigError, match="would wait for ever"):
        memory.add_many(
            [Conversation("s1", (Message("user", "Hello."),))],
            user_id=user,
            progress=lambda _: memory.stats(user_id=user),  # type: ignore[arg-type,return-value]
        )


def test_a_closed_memory_says_so_and_closing_twice_is_fine(
    store: RunningServer, embedder: FakeEmbedder, user: str
) -> None:
    memory = Memory(store.uri, (store.username, store.password), embedder=embedder)
    memory.add("Hello.", user_id=user)
    memory.close()
    memory.close()

    with pytest.raises(ConfigError, match="closed"):
        memory.stats(user_id=user)
    assert not [thread for thread in threading.enumerate() if thread is memory._loop._thread]


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_after_a_fork_the_child_is_told_to_make_its_own(memory: Memory, user: str) -> None:
    memory.add("Hello.", user_id=user)
    child = os.fork()
    if child == 0:
        try:
            memory.stats(user_id=user)
        except ConfigError:
            os._exit(7)
        finally:
            os._exit(1)

    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7
    assert memory.stats(user_id=user).nodes["turns"] == 1


def test_another_loop_is_told_to_make_its_own(
    store: RunningServer, embedder: FakeEmbedder, user: str
) -> None:
    memory = AsyncMemory(store.uri, (store.username, store.password), embedder=embedder)

    async def first() -> None:
        await memory.add("Hello.", user_id=user)

    async def second() -> None:
        with pytest.raises(ConfigError, match="another event loop"):
            await memory.stats(user_id=user)

    with asyncio.Runner() as one, asyncio.Runner() as two:
        one.run(first())
        two.run(second())
        one.run(memory.close())


async def test_another_embedder_is_refused(store: RunningServer, embedder: FakeEmbedder, user: str) -> None:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder) as memory:
        await memory.add("Hello.", user_id=user)
    with pytest.raises(DimensionMismatch, match="fake:other"):
        await AsyncMemory(store.uri, auth, embedder=FakeEmbedder(384, id="fake:other")).open()


async def test_a_wrong_password_is_a_config_error(store: RunningServer, embedder: FakeEmbedder) -> None:
    with pytest.raises(ConfigError, match="NEO4J_PASSWORD"):
        await AsyncMemory(store.uri, (store.username, "wrong"), embedder=embedder).open()


async def test_a_server_that_is_not_there_is_named_and_tried_again(embedder: FakeEmbedder) -> None:
    memory = AsyncMemory("bolt://127.0.0.1:1", ("neo4j", "secret"), embedder=embedder)
    for _ in range(2):
        with pytest.raises(ServerUnavailable, match="NEO4J_URI"):
            await memory.stats(user_id="ana")
