"""Memory: AsyncMemory for code that does not await."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from graphmem import blocking
from graphmem.blocking_entities import BlockingEntitiesOf
from graphmem.client import AsyncMemory
from graphmem.errors import ConfigError
from graphmem.localserver.progress import Report, silent
from graphmem.model.answer import Answer, AnswerPart
from graphmem.model.hit import Filters, SearchResult
from graphmem.model.results import (
    AddManyResult,
    AddResult,
    ConsolidateResult,
    MemoryPage,
    Stats,
    StoredMemory,
)
from graphmem.model.turn import Conversation
from graphmem.model.usage import Usage
from graphmem.ports import LLM, Clock, Embedder, Encoder, Reranker

T = TypeVar("T")
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
        future.add_done_callback(lambda _: self._loop.call_soon_threadsafe(self._loop.stop))
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSING_SECONDS)


async def _until(work: Coroutine[Any, Any, T], over: threading.Event) -> T:
    """The work's result; `over` is set when it has ended, in whatever way."""
    try:
        return await work
    finally:
        over.set()


class Memory:
    """Long-term memory of any number of users, kept as a graph in Neo4j; blocking.

    As AsyncMemory, whose documentation holds here too; it runs an event loop on its own thread. Safe in
    threads, in notebooks and inside a running loop (which it blocks while it waits). It closes itself when it
    is no longer referenced and when the interpreter ends.
    """

    def __init__(
        self,
        uri: str | None = None,
        auth: tuple[str, str] | None = None,
        database: str | None = None,
        *,
        embedder: str | Embedder | None = None,
        home: str | Path | None = None,
        encoder: str | Encoder | None = None,
        llm: str | Mapping[str, Any] | LLM | None = None,
        reranker: str | Mapping[str, Any] | Reranker | None = None,
        clock: Clock | None = None,
        progress: Report = silent,
        **settings: Any,
    ) -> None:
        self._memory = AsyncMemory(
            uri,
            auth,
            database,
            embedder=embedder,
            home=home,
            encoder=encoder,
            llm=llm,
            reranker=reranker,
            clock=clock,
            progress=progress,
            **settings,
        )
        self._loop = _LoopThread()
        self._end = weakref.finalize(self, self._loop.end, self._memory.close)

    def open(self) -> None:
        """Connect now rather than with the first verb."""
        self._loop.run(self._memory.open())

    def add(
        self,
        messages: object,
        *,
        user_id: object,
        session_id: object = None,
        agent_id: object = None,
        run_id: object = None,
        conversation_id: object = None,
        metadata: Mapping[str, object] | None = None,
        infer: bool = True,
        flush: bool = False,
        idempotency_key: str | None = None,
    ) -> AddResult:
        """Remember messages; see AsyncMemory.add."""
        return self._loop.run(
            self._memory.add(
                messages,
                user_id=user_id,
                session_id=session_id,
                agent_id=agent_id,
                run_id=run_id,
                conversation_id=conversation_id,
                metadata=metadata,
                infer=infer,
                flush=flush,
                idempotency_key=idempotency_key,
            )
        )

    def add_many(
        self,
        conversations: Iterable[Conversation],
        *,
        user_id: object = None,
        agent_id: object = None,
        infer: bool = True,
        progress: Callable[[AddManyResult], None] | None = None,
        concurrency: int | None = None,
    ) -> AddManyResult:
        """Remember whole conversations; see AsyncMemory.add_many. progress is called on another thread."""
        return self._loop.run(
            self._memory.add_many(
                conversations,
                user_id=user_id,
                agent_id=agent_id,
                infer=infer,
                progress=progress,
                concurrency=concurrency,
            )
        )

    def search(
        self,
        query: str,
        *,
        user_id: object,
        top_k: int = 10,
        threshold: float | None = None,
        filters: Mapping[str, object] | Filters | None = None,
        as_of: object = None,
        known_at: object = None,
        reference_time: object = None,
        strategy: object = None,
        explain: bool = False,
        window: int = 0,
    ) -> SearchResult:
        """The memories that answer a question; see AsyncMemory.search."""
        return self._loop.run(
            self._memory.search(
                query,
                user_id=user_id,
                top_k=top_k,
                threshold=threshold,
                filters=filters,
                as_of=as_of,
                known_at=known_at,
                reference_time=reference_time,
                strategy=strategy,
                explain=explain,
                window=window,
            )
        )

    def ask(
        self,
        question: str,
        *,
        user_id: object,
        token_budget: int = 1500,
        policy: str = "abstain",
        construct: bool = False,
        top_k: int | None = None,
        threshold: float | None = None,
        filters: Mapping[str, object] | Filters | None = None,
        as_of: object = None,
        known_at: object = None,
        reference_time: object = None,
        strategy: object = None,
        window: int = 2,
    ) -> Answer:
        """An answer whose every claim is proved by turns; see AsyncMemory.ask."""
        return self._loop.run(
            self._memory.ask(
                question,
                user_id=user_id,
                token_budget=token_budget,
                policy=policy,
                construct=construct,
                top_k=top_k,
                threshold=threshold,
                filters=filters,
                as_of=as_of,
                known_at=known_at,
                reference_time=reference_time,
                strategy=strategy,
                window=window,
            )
        )

    def ask_stream(
        self,
        question: str,
        *,
        user_id: object,
        token_budget: int = 1500,
        policy: str = "abstain",
        construct: bool = False,
        top_k: int | None = None,
        threshold: float | None = None,
        filters: Mapping[str, object] | Filters | None = None,
        as_of: object = None,
        known_at: object = None,
        reference_time: object = None,
        strategy: object = None,
        window: int = 2,
    ) -> Iterator[AnswerPart]:
        """An answer in pieces as they come; see AsyncMemory.ask_stream."""
        parts = self._memory.ask_stream(
            question,
            user_id=user_id,
            token_budget=token_budget,
            policy=policy,
            construct=construct,
            top_k=top_k,
            threshold=threshold,
            filters=filters,
            as_of=as_of,
            known_at=known_at,
            reference_time=reference_time,
            strategy=strategy,
            window=window,
        )
        try:
            while (part := self._loop.run(_following(parts))) is not None:
                yield part
        finally:
            # Closed before the stream was read to its end; or interrupted, and so ending by itself.
            with suppress(ConfigError, RuntimeError):
                self._loop.run(parts.aclose())

    def get_context(
        self,
        query: str,
        *,
        user_id: object,
        token_budget: int = 1500,
        **options: Any,
    ) -> str:
        """What memory holds on a question, as text for a prompt; see AsyncMemory.get_context."""
        return self._loop.run(
            self._memory.get_context(query, user_id=user_id, token_budget=token_budget, **options)
        )

    def get(self, id: object, *, user_id: object) -> StoredMemory:
        """The record or turn with this id; see AsyncMemory.get."""
        return self._loop.run(self._memory.get(id, user_id=user_id))

    def get_all(
        self,
        *,
        user_id: object,
        filters: Mapping[str, object] | Filters | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> MemoryPage:
        """One page of the user's records; see AsyncMemory.get_all."""
        return self._loop.run(
            self._memory.get_all(user_id=user_id, filters=filters, limit=limit, cursor=cursor)
        )

    entities = BlockingEntitiesOf()
    delete = blocking.delete
    delete_all = blocking.delete_all
    forget_user = blocking.forget_user
    retain = blocking.retain
    update = blocking.update
    undo = blocking.undo
    history = blocking.history
    export = blocking.export
    import_ = blocking.import_
    check = blocking.check
    tree = blocking.tree
    rebuild_tree = blocking.rebuild_tree
    tiers = blocking.tiers
    profile = blocking.profile

    def consolidate(
        self,
        *,
        user_id: object,
        reencode: bool = False,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> ConsolidateResult:
        """Finish what is unfinished; see AsyncMemory.consolidate. progress is called on another thread."""
        return self._loop.run(self._memory.consolidate(user_id=user_id, reencode=reencode, progress=progress))

    def stats(self, *, user_id: object) -> Stats:
        """How much of the user's memory there is."""
        return self._loop.run(self._memory.stats(user_id=user_id))

    def usage(self, *, user_id: object = None) -> Usage:
        """What language models have cost; see AsyncMemory.usage."""
        return self._loop.run(self._memory.usage(user_id=user_id))

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
