"""Accesses are written in batches; what one user's raise costs the others nothing, and is logged."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any, cast

import pytest

from graphmem.errors import ServerUnavailable
from graphmem.store.executor import Executor
from graphmem.testing import FakeClock
from graphmem.write.access_log import AccessLog


class Recorder:
    """An executor that keeps the scopes of what is written, and raises an error for "ana"."""

    def __init__(self, error: Exception | None = None, gate: asyncio.Event | None = None) -> None:
        self.error, self.gate, self.written = error, gate, list[str]()
        self.begun = asyncio.Event()

    async def write(self, name: str, /, *, scope: str, **parameters: Any) -> list[Any]:
        self.begun.set()
        if self.gate:
            await self.gate.wait()
        if scope == "ana" and self.error:
            raise self.error
        self.written.append(scope)
        return []


def log(executor: Recorder, delay: float = 0.0) -> AccessLog:
    return AccessLog(cast(Executor, executor), FakeClock(), timedelta(days=30), delay=delay)


@pytest.mark.parametrize(
    ("error", "level", "traceback"),
    [
        (ServerUnavailable("it is gone"), logging.WARNING, False),
        (RuntimeError("it is broken"), logging.ERROR, True),
    ],
)
async def test_a_failure_costs_the_others_nothing_and_is_logged(
    caplog: pytest.LogCaptureFixture, error: Exception, level: int, traceback: bool
) -> None:
    executor = Recorder(error)
    accesses = log(executor)
    for scope in ("bea", "ana", "cleo"):
        accesses.record(scope, ["r1"], [])
    assert accesses._task is not None
    await asyncio.wait_for(accesses._task, 10)
    assert sorted(executor.written) == ["bea", "cleo"]
    (record,) = [each for each in caplog.records if each.name == "graphmem.write.access_log"]
    assert (record.levelno, bool(record.exc_info)) == (level, traceback)
    assert "'ana'" in record.getMessage() and str(error) in caplog.text


async def test_after_a_failure_more_is_written() -> None:
    executor = Recorder(RuntimeError("a fault"))
    accesses = log(executor)
    accesses.record("ana", ["r1"], [])
    assert accesses._task is not None
    await asyncio.wait_for(accesses._task, 10)
    accesses.record("bea", ["r1"], [])
    await asyncio.wait_for(accesses._task, 10)
    assert executor.written == ["bea"]


async def test_closing_writes_what_waits_without_waiting_for_the_delay() -> None:
    executor = Recorder()
    accesses = log(executor, delay=600)
    accesses.record("ana", ["r1"], [])
    await asyncio.wait_for(accesses.close(), 10)
    assert executor.written == ["ana"]


async def test_closing_finishes_the_batch_that_is_being_written() -> None:
    gate = asyncio.Event()
    executor = Recorder(gate=gate)
    accesses = log(executor)
    accesses.record("ana", ["r1"], [])
    await asyncio.wait_for(executor.begun.wait(), 10)
    closing = asyncio.create_task(accesses.close())
    await asyncio.sleep(0)
    gate.set()
    await asyncio.wait_for(closing, 10)
    assert executor.written == ["ana"]
