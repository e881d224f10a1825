"""Memory: AsyncMemory for code that does not await, derived from it verb by verb."""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, Unpack

from graphmem.arguments.options import AskOptions, Id
from graphmem.bootstrap import MemoryOptions
from graphmem.entities import AsyncEntities
from graphmem.errors import ConfigError
from graphmem.memory import AsyncMemory
from graphmem.model.answer import AnswerPart

_logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
_CLOSING_SECONDS = 10


class _LoopThread:
    """One event loop on a daemon thread of its own, which outlives any loop of the caller's."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="graphmem", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run it on the loop and wait; an interrupt while waiting cancels it, and waits until it has ended.

        What it holds (a place in a queue, segments that it claimed) is given back before the caller goes on,
        who may close the connections next. A second interrupt does not wait.
        """
        problem = self._problem()
        if problem:
            work.close()
            raise ConfigError(problem)
        over = threading.Event()
        future = asyncio.run_coroutine_threadsafe(_until(work, over), self._loop)
        try:
            return future.result()
        except BaseException:
            if future.cancel():
                over.wait(_CLOSING_SECONDS)
            raise

    def _problem(self) -> str:
        if os.getpid() != self._pid:
            return "this Memory belongs to the parent process: construct one in each process, after the fork"
        if threading.current_thread() is self._thread:
            return "a callback of this Memory called the Memory itself, which would wait for ever"
        return "" if self._thread.is_alive() else "this Memory is closed: construct a new one"

    def end(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a last piece of work, then end the loop; a second call does nothing."""
        if os.getpid() != self._pid or not self._thread.is_alive():
            return
        future = asyncio.run_coroutine_threadsafe(last(), self._loop)
        future.add_done_callback(self._stop)
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSING_SECONDS)

    def _stop(self, last: Future[None]) -> None:
        if not last.cancelled() and (error := last.exception()):
            _logger.warning("closing the memory failed: %s", error)
        self._loop.call_soon_threadsafe(self._loop.stop)


async def _until(work: Coroutine[Any, Any, T], over: threading.Event) -> T:
    """The work's result; `over` is set when it has ended, in whatever way."""
    try:
        return await work
    finally:
        over.set()


class _Blocks(Protocol[S_co]):
    """An object whose verbs run those of `_verbs` on the event loop of `_loop`, and wait."""

    @property
    def _verbs(self) -> S_co: ...

    @property
    def _loop(self) -> _LoopThread: ...


def _blocking(
    verb: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[_Blocks[S], P], T]:
    """The verb as a method that waits: same parameters, result and documentation."""

    @functools.wraps(verb)
    def call(self: _Blocks[S], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._loop.run(verb(self._verbs, *args, **kwargs))

    call.__annotations__ = {**verb.__annotations__}
    return call


class Entities:
    """Looks after the people, places and things that memories mention; see AsyncEntities."""

    def __init__(self, loop: _LoopThread, entities: AsyncEntities) -> None:
        self._loop = loop
        self._verbs = entities

    list = _blocking(AsyncEntities.list)
    show = _blocking(AsyncEntities.show)
    candidates = _blocking(AsyncEntities.candidates)
    merge = _blocking(AsyncEntities.merge)
    split = _blocking(AsyncEntities.split)
    alias = _blocking(AsyncEntities.alias)
    unalias = _blocking(AsyncEntities.unalias)
    changes = _blocking(AsyncEntities.changes)
    undo = _blocking(AsyncEntities.undo)


class Memory:
    """Long-term memory of any number of users, kept as a graph in Neo4j; blocking.

    Every verb is that of AsyncMemory, run on an event loop on a thread of its own, where progress callbacks
    are called too. Safe in threads, in notebooks and inside a running loop (which it blocks while it waits).
    It closes itself when it is no longer referenced and when the interpreter ends.
    """

    def __init__(
        self,
        uri: str | None = None,
        auth: tuple[str, str] | None = None,
        database: str | None = None,
        **options: Unpack[MemoryOptions],
    ) -> None:
        self._verbs = AsyncMemory(uri, auth, database, **options)
        self._loop = _LoopThread()
        self._end = weakref.finalize(self, self._loop.end, self._verbs.close)

    def open(self) -> None:
        """Connect now rather than with the first verb."""
        self._loop.run(self._verbs.open())

    add = _blocking(AsyncMemory.add)
    add_many = _blocking(AsyncMemory.add_many)
    search = _blocking(AsyncMemory.search)
    ask = _blocking(AsyncMemory.ask)
    get_context = _blocking(AsyncMemory.get_context)
    get = _blocking(AsyncMemory.get)
    get_all = _blocking(AsyncMemory.get_all)
    delete = _blocking(AsyncMemory.delete)
    delete_all = _blocking(AsyncMemory.delete_all)
    forget_user = _blocking(AsyncMemory.forget_user)
    retain = _blocking(AsyncMemory.retain)
    update = _blocking(AsyncMemory.update)
    undo = _blocking(AsyncMemory.undo)
    history = _blocking(AsyncMemory.history)
    export = _blocking(AsyncMemory.export)
    import_ = _blocking(AsyncMemory.import_)
    check = _blocking(AsyncMemory.check)
    consolidate = _blocking(AsyncMemory.consolidate)
    tree = _blocking(AsyncMemory.tree)
    rebuild_tree = _blocking(AsyncMemory.rebuild_tree)
    tiers = _blocking(AsyncMemory.tiers)
    profile = _blocking(AsyncMemory.profile)
    stats = _blocking(AsyncMemory.stats)
    usage = _blocking(AsyncMemory.usage)

    @property
    def entities(self) -> Entities:
        """The verbs about people, places and things that memories mention."""
        return Entities(self._loop, self._verbs.entities)

    def ask_stream(
        self, question: str, *, user_id: Id, **options: Unpack[AskOptions]
    ) -> Iterator[AnswerPart]:
        """As `ask`, in pieces as they come; see AsyncMemory.ask_stream."""
        parts = self._verbs.ask_stream(question, user_id=user_id, **options)
        try:
            while (part := self._loop.run(_following(parts))) is not None:
                yield part
        finally:
            # Closed before the stream was read to its end; or interrupted, and so ending by itself.
            with suppress(ConfigError, RuntimeError):
                self._loop.run(parts.aclose())

    def close(self) -> None:
        """Give the connections back and end the thread; the managed Neo4j keeps running."""
        self._end()

    def __enter__(self) -> Memory:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


async def _following(parts: AsyncGenerator[AnswerPart, None]) -> AnswerPart | None:
    return await anext(parts, None)
