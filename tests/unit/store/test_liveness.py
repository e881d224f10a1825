"""What becomes of a call when its server is gone; the server is a real socket, open or closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from graphmem.errors import ServerUnavailable
from graphmem.store import liveness
from graphmem.store.liveness import Liveness


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "_LOOK", 0.01)
    monkeypatch.setattr(liveness, "_PATIENCE", 0.05)


@asynccontextmanager
async def listening(port: int = 0) -> AsyncIterator[int]:
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", port)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()


async def closed_port() -> int:
    async with listening() as port:
        return port


async def for_ever(ended: asyncio.Event) -> None:
    try:
        await asyncio.Event().wait()
    finally:
        ended.set()


async def test_a_call_that_takes_long_is_left_alone_while_the_server_answers() -> None:
    async def slow() -> str:
        await asyncio.sleep(0.2)
        return "done"

    async with listening() as port:
        assert await Liveness(f"bolt://127.0.0.1:{port}").watched(slow) == "done"


async def test_a_server_of_somebody_else_is_given_up_on() -> None:
    ended = asyncio.Event()

    port = await closed_port()
    with pytest.raises(ServerUnavailable, match=f"127.0.0.1:{port} does not answer any more"):
        await Liveness(f"bolt://127.0.0.1:{port}").watched(lambda: for_ever(ended))
    assert ended.is_set()


async def test_ours_is_started_once_for_all_calls_and_they_are_made_again() -> None:
    port, started, tries = await closed_port(), [], []

    async with listening() as other:  # stands for the server that is started
        watch = Liveness(f"bolt://127.0.0.1:{port}")

        async def restart() -> None:
            started.append(port)
            object.__setattr__(watch, "uri", f"bolt://127.0.0.1:{other}")

        object.__setattr__(watch, "restart", restart)

        async def work() -> str:
            tries.append(1)
            if not started:
                raise ServerUnavailable("connection refused")
            return "done"

        assert await asyncio.gather(*(watch.watched(work) for _ in range(3))) == ["done"] * 3
    assert started == [port]
    assert len(tries) == 6


async def test_an_error_of_a_server_that_answers_is_raised() -> None:
    async def refused() -> None:
        raise ServerUnavailable("gave up after retries")

    async with listening() as port:
        with pytest.raises(ServerUnavailable, match="gave up after retries"):
            await Liveness(f"bolt://127.0.0.1:{port}", asyncio.sleep).watched(refused)  # type: ignore[arg-type]


async def test_a_cancelled_call_ends_its_work() -> None:
    ended = asyncio.Event()

    async with listening() as port:
        task = asyncio.ensure_future(Liveness(f"bolt://127.0.0.1:{port}").watched(lambda: for_ever(ended)))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert ended.is_set()
