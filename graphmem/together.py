"""Several pieces of work at once, of which none outlives a failure of another."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def together(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Their results, in order. The first error ends the others, which are waited for, and is raised."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            if not task.cancelling():  # one that is ending already may be putting something in order
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
