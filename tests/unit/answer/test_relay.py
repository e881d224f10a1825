"""What a task tells comes in order; its error too; nobody leaves it running."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from contextvars import ContextVar

import pytest

from graphmem.answer.relay import Tell, relayed

PLACE: ContextVar[str] = ContextVar("place", default="outside")


async def test_everything_comes_in_order_and_the_context_stays_inside() -> None:
    async def work(tell: Tell[str]) -> None:
        PLACE.set("inside")
        for number in range(200):  # more than the queue holds
            await tell(f"{number} {PLACE.get()}")

    found = [(part, PLACE.get()) async for part in relayed(work)]
    assert found == [(f"{number} inside", "outside") for number in range(200)]


async def test_an_error_comes_after_what_was_told() -> None:
    async def work(tell: Tell[int]) -> None:
        await tell(1)
        raise ValueError("broken")

    parts = relayed(work)
    assert await anext(parts) == 1
    with pytest.raises(ValueError, match="broken"):
        await anext(parts)


async def test_it_ends_with_whoever_listens() -> None:
    ended = asyncio.Event()

    async def work(tell: Tell[int]) -> None:
        try:
            for number in range(1_000_000):
                await tell(number)
        finally:
            ended.set()

    async with aclosing(relayed(work)) as parts:
        assert await anext(parts) == 0
    assert ended.is_set()


async def test_it_ends_with_whoever_listens_when_much_was_told_that_nobody_heard() -> None:
    async def work(tell: Tell[int]) -> None:
        for number in range(1_000_000):
            await tell(number)

    async def first() -> int:
        async with aclosing(relayed(work)) as parts:
            heard = await anext(parts)
            for _ in range(10):  # until the queue is full and the telling waits
                await asyncio.sleep(0)
            return heard

    assert await asyncio.wait_for(first(), timeout=10) == 0
