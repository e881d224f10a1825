"""A stream on a thread of its own, and who stops listening to it."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Any

import pytest

from graphmem import AsyncMemory, Memory
from graphmem.answer.relay import Tell, relayed
from graphmem.model.answer import AnswerPart


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Interrupts as in a terminal; what runs in the background is started with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_while_a_stream_is_awaited_stays_one() -> None:
    ended = threading.Event()

    async def work(tell: Tell[AnswerPart]) -> None:
        try:
            await tell(AnswerPart("one"))
            threading.Timer(0.2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)  # as closing a connection takes
            ended.set()

    async def ask_stream(*args: Any, **named: Any) -> AsyncGenerator[AnswerPart, None]:
        async with aclosing(relayed(work)) as parts:
            async for part in parts:
                yield part

    memory = Memory()
    memory._verbs.ask_stream = ask_stream  # type: ignore[method-assign]
    heard = memory.ask_stream("Where?", user_id="ana")
    assert next(heard).text == "one"
    with pytest.raises(KeyboardInterrupt):
        next(heard)
    assert ended.wait(10)
    memory.close()


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_waits_until_the_work_has_put_its_things_in_order() -> None:
    done: list[str] = []

    async def open_slowly() -> None:
        try:
            threading.Timer(0.2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.2)  # as giving back what was claimed takes
            done.append("given back")

    memory = Memory()
    memory._verbs.open = open_slowly  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyboardInterrupt):
        memory.consolidate(user_id="ana")
    assert done == ["given back"]
    memory.close()


def test_a_close_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def close() -> None:
        raise OSError("the disk is full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AsyncMemory, "close", lambda self: close())
        Memory().close()

    assert [record.getMessage() for record in caplog.records] == [
        "closing the memory failed: the disk is full"
    ]
