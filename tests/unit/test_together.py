"""Work at once, of which none outlives a failure of another."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.together import together


async def test_results_come_in_order() -> None:
    async def after(turns: int) -> int:
        for _ in range(turns):
            await asyncio.sleep(0)
        return turns

    assert await together(after(n) for n in (3, 1, 2)) == [3, 1, 2]
    assert await together([]) == []


async def test_the_first_error_ends_the_others_which_are_waited_for() -> None:
    ended: list[str] = []

    async def waits() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("waits")

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await together([waits(), fails()])
    assert ended == ["waits"]
