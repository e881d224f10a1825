"""What adding leaves stale is done when it is quiet: once, for one user after the other, whatever one of them raises."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import ContextVar

import pytest

from graphmem.errors import ServerUnavailable
from graphmem.write.maintenance import BackgroundMaintenance

JOB: ContextVar[str] = ContextVar("job", default="none")


async def settled(maintenance: BackgroundMaintenance) -> None:
    task = maintenance._task
    assert task is not None
    await asyncio.wait_for(task, 10)


def failing(done: list[str], *errors: BaseException) -> Callable[[str], Awaitable[None]]:
    """Work that raises these for "ana", one at each attempt, and then succeeds."""
    left = list(errors)

    async def work(scope: str) -> None:
        if scope == "ana" and left:
            done.append(f"{scope} failed")
            raise left.pop(0)
        done.append(scope)

    return work


async def test_a_user_is_seen_to_once_when_it_is_quiet() -> None:
    done: list[str] = []
    maintenance = BackgroundMaintenance(failing(done), quiet=0.05)
    for scope in ("ana", "bea", "ana"):
        maintenance.note(scope)
    await asyncio.sleep(0)
    assert done == []
    await settled(maintenance)
    assert done == ["bea", "ana"]

    maintenance.note("bea")
    await settled(maintenance)
    assert done == ["bea", "ana", "bea"]


@pytest.mark.parametrize(
    "error",
    [
        ServerUnavailable("the server is gone"),
        RuntimeError("a fault"),
        asyncio.CancelledError("a query's own"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_a_failure_costs_the_others_nothing_and_is_tried_again(error: BaseException) -> None:
    done: list[str] = []
    maintenance = BackgroundMaintenance(failing(done, error), quiet=0, retry=0.05)
    maintenance.note("ana")
    maintenance.note("bea")
    await settled(maintenance)
    assert done == ["ana failed", "bea", "ana"]


async def test_what_is_noted_after_a_failure_does_not_wait_for_the_next_attempt() -> None:
    done: list[str] = []
    maintenance = BackgroundMaintenance(failing(done, RuntimeError("a fault")), quiet=0, retry=600)
    maintenance.note("ana")
    await asyncio.sleep(0.01)
    assert done == ["ana failed"]  # and the next attempt is ten minutes away
    maintenance.note("bea")
    maintenance.note("ana")
    await settled(maintenance)
    assert done == ["ana failed", "bea", "ana"]


def test_attempts_are_further_and_further_apart_up_to_an_hour() -> None:
    maintenance = BackgroundMaintenance(failing([]))
    assert [maintenance.delay(n) for n in (1, 2, 3, 6, 7, 5000)] == [60, 120, 240, 1920, 3600, 3600]


async def test_failures_in_a_row_are_counted_until_one_attempt_succeeds(
    caplog: pytest.LogCaptureFixture,
) -> None:
    errors = [ServerUnavailable(f"fault {n}") for n in range(2)]
    maintenance = BackgroundMaintenance(failing([], *errors), quiet=0, retry=0.01)
    maintenance.note("ana")
    await settled(maintenance)
    assert ["failed 2 times" in each.getMessage() for each in caplog.records] == [False, True]
    assert maintenance._failures == {}


@pytest.mark.parametrize(
    ("error", "level", "traceback"),
    [
        (ServerUnavailable("it is gone"), logging.WARNING, False),
        (RuntimeError("it is broken"), logging.ERROR, True),
    ],
)
async def test_a_failure_is_logged_with_its_user(
    caplog: pytest.LogCaptureFixture, error: Exception, level: int, traceback: bool
) -> None:
    maintenance = BackgroundMaintenance(failing([], error), quiet=0, retry=0.01)
    maintenance.note("ana")
    await settled(maintenance)
    (record,) = [each for each in caplog.records if each.name == "graphmem.write.maintenance"]
    assert (record.levelno, bool(record.exc_info)) == (level, traceback)
    assert "'ana' failed 1 times in a row" in record.getMessage() and str(error) in caplog.text


async def test_after_so_many_failures_it_is_left_to_the_next_add(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    errors = [RuntimeError(f"fault {n}") for n in range(3)]
    maintenance = BackgroundMaintenance(failing(done, *errors), quiet=0, retry=0.01, attempts=3)
    maintenance.note("ana")
    await settled(maintenance)
    assert done == ["ana failed"] * 3
    assert "'ana' failed 3 times in a row and is left to the next add" in caplog.messages[-1]

    maintenance.note("ana")
    await settled(maintenance)
    assert done[3:] == ["ana"]


async def test_it_is_no_part_of_the_job_that_added() -> None:
    jobs: list[str] = []

    async def work(scope: str) -> None:
        jobs.append(JOB.get())

    maintenance = BackgroundMaintenance(work, quiet=0)
    JOB.set("the caller's")
    maintenance.note("ana")
    await settled(maintenance)
    assert jobs == ["none"]


async def test_closing_cancels_what_runs() -> None:
    begun, ended = asyncio.Event(), list[str]()

    async def work(scope: str) -> None:
        begun.set()
        await asyncio.sleep(60)
        ended.append(scope)

    maintenance = BackgroundMaintenance(work, quiet=0)
    maintenance.note("ana")
    await begun.wait()
    await asyncio.wait_for(maintenance.close(), 10)
    assert maintenance._task is not None and maintenance._task.cancelled()
    assert ended == []


async def test_closing_ends_the_wait_for_the_next_attempt() -> None:
    done: list[str] = []
    maintenance = BackgroundMaintenance(failing(done, RuntimeError("a fault")), quiet=0, retry=600)
    maintenance.note("ana")
    await asyncio.sleep(0.01)
    await asyncio.wait_for(maintenance.close(), 10)
    assert done == ["ana failed"]


async def test_none_never_begins() -> None:
    never = BackgroundMaintenance(failing([]), quiet=None)
    never.note("ana")
    assert never._task is None
