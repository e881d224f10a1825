"""What adding leaves old is done when it is quiet: once, for one user after the other, and for no one in particular."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

from graphmem.errors import ServerUnavailable
from graphmem.write.upkeep import Upkeep

JOB: ContextVar[str] = ContextVar("job", default="none")


async def settled(upkeep: Upkeep) -> None:
    task = upkeep._task
    assert task is not None
    await asyncio.wait_for(task, 10)


async def test_a_user_is_seen_to_once_when_it_is_quiet() -> None:
    done: list[str] = []

    async def work(scope: str) -> None:
        done.append(scope)

    upkeep = Upkeep(work, quiet=0.05)
    for scope in ("ana", "bea", "ana"):
        upkeep.note(scope)
    await asyncio.sleep(0)
    assert done == []
    await settled(upkeep)
    assert done == ["bea", "ana"]

    upkeep.note("bea")
    await settled(upkeep)
    assert done == ["bea", "ana", "bea"]


async def test_one_failure_costs_the_others_nothing() -> None:
    done: list[str] = []

    async def work(scope: str) -> None:
        if scope == "ana":
            raise ServerUnavailable("the server is gone")
        done.append(scope)

    upkeep = Upkeep(work, quiet=0)
    upkeep.note("ana")
    upkeep.note("bea")
    await settled(upkeep)
    assert done == ["bea"]


async def test_it_is_no_part_of_the_job_that_added() -> None:
    jobs: list[str] = []

    async def work(scope: str) -> None:
        jobs.append(JOB.get())

    upkeep = Upkeep(work, quiet=0)
    JOB.set("the caller's")
    upkeep.note("ana")
    await settled(upkeep)
    assert jobs == ["none"]


async def test_closing_breaks_it_off_and_none_never_begins() -> None:
    begun, ended = asyncio.Event(), list[str]()

    async def work(scope: str) -> None:
        begun.set()
        await asyncio.sleep(60)
        ended.append(scope)

    upkeep = Upkeep(work, quiet=0)
    upkeep.note("ana")
    await begun.wait()
    await asyncio.wait_for(upkeep.close(), 10)
    assert ended == []

    never = Upkeep(work, quiet=None)
    never.note("ana")
    assert never._task is None
