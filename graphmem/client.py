"""AsyncMemory: what users construct."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from pathlib import Path
from types import TracebackType
from typing import Any

from graphmem import bootstrap, care, organise
from graphmem.entity_verbs import EntitiesOf
from graphmem.errors import ConfigError, InputError
from graphmem.localserver.progress import Report, silent
from graphmem.memory import UseCases
from graphmem.model.answer import Answer, AnswerPart
from graphmem.model.hit import Filters, SearchResult
from graphmem.model.results import (
    AddManyResult,
    AddResult,
    MemoryPage,
    Stats,
    StoredMemory,
)
from graphmem.model.turn import Conversation
from graphmem.model.usage import Usage
from graphmem.ports import LLM, Clock, Embedder, Encoder, Reranker


class AsyncMemory:
    """Long-term memory of any number of users, kept as a graph in Neo4j.

    Constructing it does nothing yet; the first verb connects. Without `uri` (or NEO4J_URI) that starts the
    managed local Neo4j, downloading it once; then the schema is brought up to date and the embedder checked
    against the one that filled the store. Use it within one event loop, from as many tasks as you like.

    uri, auth, database: a Neo4j ≥ 2026.06; auth is (user name, password).
    embedder: `local` (e5-small-v2 on the CPU), `openai:MODEL`, `sentence-transformers:MODEL`, or an Embedder.
    llm: the name of a model at OPENAI_BASE_URL, a mapping with fields of `settings.LLMSettings`, or an LLM;
    where GRAPHMEM_LLM_MODEL names none either, no language model is ever asked.
    reranker: `none`, `llm`, `sentence-transformers:MODEL`, the address of a rerank endpoint, a mapping with
    fields of `settings.RerankerSettings`, or a Reranker.
    home: folder of the managed Neo4j and of downloaded models; GRAPHMEM_HOME, else the user's data folder.
    encoder: `local`, `llm` (where a language model is named, that is the default), or an Encoder.
    clock: a port of your own. progress: told of downloads and of the server's start.
    settings: further options of `graphmem.settings.Settings`, such as quantization="SCALAR".

    Every verb may raise ConfigError, ServerUnavailable, SchemaOutOfDate or DimensionMismatch when the store
    cannot be opened, and InputError for what it is given.
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
        models = {"embedder": embedder, "encoder": encoder, "llm": llm, "reranker": reranker}
        named = {kind: given for kind, given in models.items() if isinstance(given, str | Mapping)}
        self.settings = bootstrap.load_settings(
            None, uri=uri, auth=auth, database=database, home=home, **named, **settings
        )
        self._ports: Mapping[str, Any] = {
            **{kind: None if kind in named else given for kind, given in models.items()},
            "clock": clock,
            "progress": progress,
        }
        self._opened: tuple[int, asyncio.AbstractEventLoop, asyncio.Task[UseCases]] | None = None

    async def open(self) -> UseCases:
        """Connect now rather than with the first verb."""
        here = (os.getpid(), asyncio.get_running_loop())
        if self._opened is None:
            opening = asyncio.ensure_future(bootstrap.open_memory(self.settings, **self._ports))
            self._opened = (*here, opening)
        if self._opened[:2] != here:
            raise ConfigError(
                "this memory was opened in another event loop or process, whose connections it holds: "
                "construct one per loop and, after a fork, one per process"
            )
        try:
            return await asyncio.shield(self._opened[2])
        except Exception:
            self._opened = None  # so that the next verb tries again
            raise

    async def add(
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
        """Remember messages: store their turns, then segment and encode what they complete.

        messages: a string (said by the user), a dict, or a list of dicts with `content` and, all optional,
        `role`, `name`, `timestamp`, `id`, `metadata`. A naive timestamp is UTC.
        session_id: the conversation they belong to (run_id and conversation_id mean the same). Without one
        the user's open conversation goes on, until 30 minutes pass.
        infer: False stores and embeds the turns only; `consolidate` makes records later.
        flush: the session ends here, so its last segment closes too.
        idempotency_key: makes messages without ids and timestamps harmless to send again with the same key.

        The turns are stored even when what follows fails; the result says what did. Messages that were
        stored before are counted as deduplicated. Raises Conflict, and stores nothing, when a message id
        comes again with another text or the user is being forgotten.
        """
        cases = await self.open()
        return await cases.add(
            messages,
            user_id=user_id,
            session_id=_one_of(session_id=session_id, run_id=run_id, conversation_id=conversation_id),
            agent_id=agent_id,
            metadata=metadata,
            infer=infer,
            flush=flush,
            idempotency_key=idempotency_key,
        )

    async def add_many(
        self,
        conversations: Iterable[Conversation],
        *,
        user_id: object = None,
        agent_id: object = None,
        infer: bool = True,
        progress: Callable[[AddManyResult], None] | None = None,
        concurrency: int | None = None,
    ) -> AddManyResult:
        """Remember whole conversations, several at once, each flushed at its end.

        conversations: read lazily, so a file of any size is fine. user_id: overrules what they name; a
        conversation without either is refused. progress: called with the sums so far after each one.
        concurrency: conversations at once, 4 by default; those of one session stay in order.

        A conversation that is refused (InputError, Conflict) is named in the result, and the others go on.
        """
        cases = await self.open()
        return await cases.add_many(
            conversations,
            user_id=user_id,
            agent_id=agent_id,
            infer=infer,
            progress=progress,
            concurrency=concurrency,
        )

    async def search(
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
        """The memories that answer a question, best first, each with the turns that prove it.

        top_k: 1 to 1000. threshold: least centred cosine of a hit's turn to the query, -1 to 1; about .3 is
        "on the subject". filters: type, tags, entity, session_id, agent_id, after, before. as_of: what was
        true then; known_at: what was believed then. reference_time: when the question is asked, now unless
        given; "last week" in it counts from there. strategy: a name, or a callable that takes a
        SearchRequest. explain: each hit tells its channels, ranks, factors and path through the graph.
        window: neighbours on each side that a hit brings along, 0 to 20.

        Raises InputError for an argument that cannot be used, EmbedderError when the model fails.
        """
        cases = await self.open()
        return await cases.search(
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

    async def ask(
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
        """An answer whose every claim is proved by turns; it abstains where memory does not hold the answer.

        With a language model (`llm`) one call words it, and every citation and quotation is checked: what
        cites a turn outside the context or misquotes one is dropped. Without, the best sentences are quoted
        with their dates. Dates, lengths of time, orders and counts are computed by code in both.

        token_budget: of the turns that are read. policy: "abstain", or "best_effort" to be told what comes
        nearest instead. construct: read the neighbourhoods of 50 candidates and keep what bears on the
        question; with a language model that takes several more calls. top_k: hits whose turns are read, 20
        (50 with construct) unless given. reference_time: when the question is asked, now unless given. The
        others are those of `search`.

        Raises InputError for an argument that cannot be used, and ModelError when a model fails.
        """
        cases = await self.open()
        return await cases.ask(
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

    async def ask_stream(
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
    ) -> AsyncGenerator[AnswerPart, None]:
        """As `ask`, in pieces as they come, each already checked.

        The texts of the parts, put together, are the text of the answer, which the last part brings.
        """
        cases = await self.open()
        parts = cases.ask_stream(
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
        async with aclosing(parts):
            async for part in parts:
                yield part

    async def get_context(
        self,
        query: str,
        *,
        user_id: object,
        token_budget: int = 1500,
        **options: Any,
    ) -> str:
        """What memory holds on a question, as text for a prompt of at most `token_budget` tokens.

        Turns are told verbatim in the order in which they were said, under a heading per session; a date that
        was resolved stands behind in brackets. options: those of `search`; 50 hits are considered.
        """
        cases = await self.open()
        return await cases.get_context(query, user_id=user_id, token_budget=token_budget, **options)

    async def get(self, id: object, *, user_id: object) -> StoredMemory:
        """The record or turn with this id. Raises NotFound when this user has none."""
        return await (await self.open()).get(id, user_id=user_id)

    async def get_all(
        self,
        *,
        user_id: object,
        filters: Mapping[str, object] | Filters | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> MemoryPage:
        """One page of the user's current records, in the order in which they were written.

        filters: type, tags, entity, session_id, agent_id, after, before; the type "turn" lists turns instead.
        cursor: of the page before.
        """
        return await (await self.open()).get_all(user_id=user_id, filters=filters, limit=limit, cursor=cursor)

    entities = EntitiesOf()
    delete = care.delete
    delete_all = care.delete_all
    forget_user = care.forget_user
    retain = care.retain
    update = care.update
    undo = care.undo
    history = care.history
    export = care.export
    import_ = care.import_
    check = care.check
    tree = organise.tree
    rebuild_tree = organise.rebuild_tree
    tiers = organise.tiers
    profile = organise.profile
    consolidate = organise.consolidate

    async def stats(self, *, user_id: object) -> Stats:
        """How much of the user's memory there is."""
        return await (await self.open()).stats(user_id=user_id)

    async def usage(self, *, user_id: object = None) -> Usage:
        """What language models have cost since the memory was opened, by purpose: on behalf of this user, or
        of everybody. The 10,000 users who were served last are remembered.
        """
        return (await self.open()).usage(user_id=user_id)

    async def close(self) -> None:
        """Give the connections back; the managed Neo4j keeps running. A later verb opens anew."""
        opened, self._opened = self._opened, None
        if opened is None or opened[0] != os.getpid():
            return
        opening = opened[2]
        if not opening.done():
            opening.cancel()
            await asyncio.wait([opening])
        if not opening.cancelled() and opening.exception() is None:
            await opening.result().close()

    async def __aenter__(self) -> AsyncMemory:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _one_of(**names: object) -> object:
    """The session under any of its names. Raises InputError when two of them differ."""
    given = {name: value for name, value in names.items() if value is not None}
    if len({str(value) for value in given.values()}) > 1:
        raise InputError(f"{' and '.join(given)} name different sessions; give one of them")
    return next(iter(given.values()), None)
