"""AsyncMemory: every verb once, with its signature, its contract, the check of its arguments and the call."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Unpack

from graphmem import bootstrap
from graphmem.answer.asked import telling
from graphmem.answer.relay import ended, relayed
from graphmem.arguments.ask_request import BUDGET, ask_request
from graphmem.arguments.ask_request import token_budget as checked_budget
from graphmem.arguments.filters import TURN, listing
from graphmem.arguments.filters import filters as read_filters
from graphmem.arguments.identifiers import agreed, identifier, optional, scope_of
from graphmem.arguments.messages import Messages
from graphmem.arguments.messages import messages as read_messages
from graphmem.arguments.notes import Notes
from graphmem.arguments.options import (
    AskOptions,
    DeletionOptions,
    FilterOptions,
    Id,
    SearchOptions,
    refuse_unknown,
)
from graphmem.arguments.search_request import search_request
from graphmem.arguments.text import whole
from graphmem.bootstrap import MemoryOptions
from graphmem.components import Components
from graphmem.entities import AsyncEntities
from graphmem.errors import ConfigError, Conflict, InputError
from graphmem.localserver.progress import silent
from graphmem.model.answer import Answer, AnswerPart
from graphmem.model.checkup import CheckResult
from graphmem.model.forgetting import ForgetResult, RetentionRule
from graphmem.model.history import History
from graphmem.model.hit import Hit, SearchResult
from graphmem.model.portable import ExportResult, ImportResult
from graphmem.model.progress import Progress, StageProgress
from graphmem.model.results import (
    AddManyResult,
    AddResult,
    ConsolidateResult,
    FailedConversation,
    MemoryPage,
    Stats,
    StoredMemory,
)
from graphmem.model.tiers import Tiers, UserProfile
from graphmem.model.tree import Tree, TreeWork
from graphmem.model.turn import Conversation
from graphmem.model.usage import Usage
from graphmem.store.history import history
from graphmem.store.tiers import profile
from graphmem.store.tree import shown_tree
from graphmem.write import intake
from graphmem.write.many import add_side_by_side

_logger = logging.getLogger(__name__)
_PORTS = ("embedder", "encoder", "llm", "reranker")
_LARGEST_PAGE = 1000
_CONTEXT_HITS = 50
_LOOKED_AT = 10
"""Hits whose use is recorded: a long list is looked through, not looked at."""


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
    clock: a port of your own. progress: called while things are downloaded and the server starts.
    Further options are those of `graphmem.settings.Settings`, such as quantization="SCALAR"; see
    `bootstrap.MemoryOptions`.

    Every verb may raise ConfigError, ServerUnavailable, SchemaOutOfDate or DimensionMismatch when the store
    cannot be opened, and InputError for what it is given. user_id names whose memory it is, and nothing of
    another user is ever read or changed.
    """

    def __init__(
        self,
        uri: str | None = None,
        auth: tuple[str, str] | None = None,
        database: str | None = None,
        **options: Unpack[MemoryOptions],
    ) -> None:
        refuse_unknown(options, MemoryOptions, type(self).__name__)
        given: dict[str, Any] = dict(options)
        ports = {name: given.pop(name, None) for name in _PORTS}
        named = {name: port for name, port in ports.items() if isinstance(port, str | Mapping)}
        self._ports: Mapping[str, Any] = {
            **{name: None if name in named else port for name, port in ports.items()},
            "clock": given.pop("clock", None),
            "progress": given.pop("progress", silent),
        }
        self.settings = bootstrap.load_settings(None, uri=uri, auth=auth, database=database, **named, **given)
        self._opened: tuple[int, asyncio.AbstractEventLoop, asyncio.Task[Components]] | None = None

    async def open(self) -> Components:
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
        messages: Messages,
        *,
        user_id: Id,
        session_id: Id | None = None,
        agent_id: Id | None = None,
        run_id: Id | None = None,
        conversation_id: Id | None = None,
        metadata: Mapping[str, Any] | None = None,
        infer: bool = True,
        flush: bool = False,
        idempotency_key: Id | None = None,
    ) -> AddResult:
        """Remember messages: store their turns, then segment and encode what they complete.

        messages: a string (said by the user), a dict, or a list of dicts with `content` and, all optional,
        `role`, `name`, `timestamp`, `id`, `metadata`. A naive timestamp is UTC.
        session_id: the conversation they belong to (run_id and conversation_id mean the same). Without one
        the user's open conversation goes on, until 30 minutes pass.
        metadata: kept with every message, under the message's own. infer: False stores and embeds the turns
        only; `consolidate` makes records later. flush: the session ends here, so its last segment closes too.
        idempotency_key: makes messages without ids and timestamps harmless to send again with the same key.

        The turns are stored even when what follows fails; the result says what did. Messages that were
        stored before are counted as deduplicated, those that say nothing as left out; a key that looks like a
        speaker or a time and is not understood is logged as a warning.

        Raises Conflict, and stores nothing, when a message id
        comes again with another text or the user is being forgotten.
        """
        scope, parts = scope_of(user_id), await self.open()
        notes = Notes()
        batches = intake.batches(
            read_messages(messages, metadata, notes),
            scope=scope,
            session_uid=agreed(session_id=session_id, run_id=run_id, conversation_id=conversation_id),
            agent_id=optional(agent_id, "agent_id") or "",
            idempotency_key=optional(idempotency_key, "idempotency_key"),
        )
        for sentence in notes.warnings():
            _logger.warning("messages of user %s: %s", scope, sentence)
        with parts.ledger.recording():
            added = await parts.writing.path.add(scope, batches, infer=infer, flush=flush)
        if added.segments_closed:
            parts.writing.maintenance.note(scope)
        return replace(added, left_out=dict(notes.left_out))

    async def add_many(
        self,
        conversations: Iterable[Conversation],
        *,
        user_id: Id | None = None,
        agent_id: Id | None = None,
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
        pinned, parts = optional(user_id, "user_id"), await self.open()

        async def add(conversation: Conversation) -> AddResult | FailedConversation:
            try:
                return await self.add(
                    conversation.messages,
                    user_id=pinned or scope_of(conversation.user_id),
                    session_id=conversation.session_id,
                    agent_id=agent_id or conversation.agent_id,
                    infer=infer,
                    flush=True,
                )
            except (InputError, Conflict) as error:
                return FailedConversation(conversation.session_id, str(error))

        with parts.ledger.recording():  # one job, whose budget holds for all of them together
            at_once = concurrency or parts.writing.concurrency
            return await add_side_by_side(conversations, add, progress, at_once)

    async def search(
        self, query: str, *, user_id: Id, explain: bool = False, **options: Unpack[SearchOptions]
    ) -> SearchResult:
        """The memories that answer a question, best first, each with the turns that prove it.

        top_k: 10, 1 to 1000. threshold: least centred cosine of a hit's turn to the query, -1 to 1; about .3
        is "on the subject". filters: type, tags, entity, session_id, agent_id, after, before. as_of: what was
        true then; known_at: what was believed then. reference_time: when the question is asked, now unless
        given; "last week" in it counts from there. strategy: a name, or a callable that takes a
        SearchRequest. explain: each hit tells its channels, ranks, factors and path through the graph.
        window: neighbours on each side that a hit brings along, 0 to 20.

        Raises InputError for an argument that cannot be used, EmbedderError when the model fails.
        """
        parts = await self.open()
        request = search_request(
            query, scope=scope_of(user_id), now=parts.clock.now(), explain=explain, **options
        )
        look = parts.reading.strategy(options.get("strategy"))
        with parts.ledger.recording():
            found = await look(request)
        _record_access(parts, request.scope, found.hits)
        return found

    async def ask(self, question: str, *, user_id: Id, **options: Unpack[AskOptions]) -> Answer:
        """An answer whose every claim is proved by turns; it abstains where memory does not hold the answer.

        With a language model (`llm`) one call words it, and every citation and quotation is checked: what
        cites a turn outside the context or misquotes one is dropped. Without, the best sentences are quoted
        with their dates. Dates, lengths of time, orders and counts are computed by code in both.

        token_budget: of the turns that are read, 1500. policy: "abstain", or "best_effort" to be told what
        comes nearest instead. construct: read the neighbourhoods of 50 candidates and keep what bears on the
        question; with a language model that takes several more calls. top_k: hits whose turns are read, 20
        (50 with construct). window: 2. The other options are those of `search`.

        Raises InputError for an argument that cannot be used, and ModelError when a model fails.
        """
        parts = await self.open()
        request = ask_request(question, scope=scope_of(user_id), now=parts.clock.now(), **options)
        look = parts.reading.strategy(options.get("strategy"))
        with parts.ledger.recording() as recording:
            answer = await parts.reading.asking(request, await look(request.search))
        parts.reading.access_log.record(request.search.scope, (), answer.citations)
        return replace(answer, usage=recording.usage)

    async def ask_stream(
        self, question: str, *, user_id: Id, **options: Unpack[AskOptions]
    ) -> AsyncGenerator[AnswerPart, None]:
        """As `ask`, in pieces as they come, each already checked.

        The texts of the parts, put together, are the text of the answer, which the last part brings.
        """
        parts = await self.open()
        request = ask_request(question, scope=scope_of(user_id), now=parts.clock.now(), **options)
        look = parts.reading.strategy(options.get("strategy"))

        async def produce(tell: Callable[[AnswerPart], Awaitable[None]]) -> None:
            with parts.ledger.recording() as recording:
                async with ended(parts.reading.asking.stream(request, await look(request.search))) as stream:
                    async for part in stream:
                        if part.answer is not None:
                            parts.reading.access_log.record(request.search.scope, (), part.answer.citations)
                        await tell(_with_usage(part, recording.usage))

        async with aclosing(relayed(produce)) as pieces:
            async for piece in pieces:
                yield piece

    async def get_context(
        self, query: str, *, user_id: Id, token_budget: int = BUDGET, **options: Unpack[SearchOptions]
    ) -> str:
        """What memory holds on a question, as text for a prompt of at most `token_budget` tokens.

        Turns are told verbatim in the order in which they were said, under a heading per session; a date that
        was resolved stands behind in brackets. options: those of `search`; 50 hits are considered.
        """
        budget = checked_budget(token_budget)
        if options.get("top_k") is None and options.get("limit") is None:
            options["top_k"] = _CONTEXT_HITS
        found = await self.search(query, user_id=user_id, **options)
        wanted = telling(query, found.plan)
        return (await self.open()).reading.context(found.hits, budget, wanted)

    async def get(self, id: str, *, user_id: Id) -> StoredMemory:
        """The record or turn with this id. Raises NotFound when this user has none."""
        parts = await self.open()
        return await parts.reading.graph.get(scope_of(user_id), identifier(id, "id"))

    async def get_all(
        self,
        *,
        user_id: Id,
        filters: FilterOptions | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> MemoryPage:
        """One page of the user's current records, in the order in which they were written.

        filters: type, tags, entity, session_id, agent_id, after, before; the type "turn" lists turns instead.
        limit: 1 to 1000. cursor: of the page before.
        """
        scope, parts = scope_of(user_id), await self.open()
        wanted, size = listing(read_filters(filters)), whole(limit, "limit", 1, _LARGEST_PAGE)
        page = parts.reading.graph.turns if TURN in wanted.type else parts.reading.graph.records
        return await page(scope, wanted, size, cursor)

    @property
    def entities(self) -> AsyncEntities:
        """The verbs about people, places and things that memories mention."""
        return AsyncEntities(self.open)

    async def delete(self, id: str, *, user_id: Id, dry_run: bool = False) -> ForgetResult:
        """Delete one memory for good.

        A turn goes with its passages and every record that it proves, alone or with other turns; what these
        records had superseded is believed again; entities, topics and dates that nothing mentions any more
        go; the turns beside it get new contexts, and its segment is encoded again from what is left. A record
        goes alone: what was said stays, and a later encoding does not bring the same statement back.

        dry_run: count what would go, and leave everything as it is. Raises NotFound.
        """
        scope, parts = scope_of(user_id), await self.open()
        with parts.ledger.recording():
            return await parts.changing.forgetting.delete(scope, identifier(id, "id"), dry_run=dry_run)

    async def delete_all(
        self,
        *,
        user_id: Id,
        session_id: Id | None = None,
        filters: FilterOptions | None = None,
        **options: Unpack[DeletionOptions],
    ) -> ForgetResult:
        """Delete all memories of a user that fit, for good.

        Without session_id and filters that is everything but the user as such. Filters by session, agent or
        time of saying choose turns, each of which goes as in `delete`; filters that name a type of record, a
        tag or an entity choose records, whose turns stay. It can be broken off; the next call goes on.

        dry_run: count what would go. progress: called with how much is gone, and of how much.
        """
        refuse_unknown(options, DeletionOptions, "delete_all")
        scope, wanted, session = scope_of(user_id), read_filters(filters), optional(session_id, "session_id")
        if session is not None:
            wanted = replace(wanted, session_id=session)
        parts = await self.open()
        with parts.ledger.recording():
            return await parts.changing.forgetting.delete_all(scope, wanted, **options)

    async def forget_user(self, user_id: Id, **options: Unpack[DeletionOptions]) -> ForgetResult:
        """Delete a user with everything that was ever stored for them; nobody else's memory changes.

        While it runs, `add` for this user raises Conflict. It can be broken off, by a crash too: the user
        then stays closed to writers, and the next call goes on. dry_run: count what would go. progress:
        called with how many nodes are gone, and of how many.
        """
        refuse_unknown(options, DeletionOptions, "forget_user")
        scope, parts = scope_of(user_id), await self.open()
        return await parts.changing.forgetting.everything(scope, **options)

    async def retain(
        self,
        rules: RetentionRule | Sequence[RetentionRule],
        *,
        user_id: Id,
        **options: Unpack[DeletionOptions],
    ) -> ForgetResult:
        """Delete what retention rules let go: by age, by tag, by lack of use (see RetentionRule).

        A rule by age alone deletes turns with all that derives from them; one by tags or lack of use deletes
        records, and what was said stays. Nothing runs by itself: call it when it suits you, every night say.
        dry_run: count what would go. progress: as in `delete_all`.
        """
        refuse_unknown(options, DeletionOptions, "retain")
        several = (rules,) if isinstance(rules, RetentionRule) else tuple(rules)
        scope, parts = scope_of(user_id), await self.open()
        with parts.ledger.recording():
            return await parts.changing.retention(scope, several, **options)

    async def update(self, id: str, text: str, *, user_id: Id, reason: str = "") -> StoredMemory:
        """Put a record into other words, by hand; the new version, which search finds from now on.

        The old version stays, superseded (reason "edited"); the new one has an Edit with the user's id and
        the reason as its evidence, beside the turns of the old one. Encoding the segment again changes
        neither. The same edit twice is one. Raises NotFound, also for a turn: what was said cannot be edited.
        Raises Conflict when something else has superseded the record.
        """
        scope, parts = scope_of(user_id), await self.open()
        return await parts.changing.editing(scope, identifier(id, "id"), text, by=scope, reason=reason)

    async def undo(self, id: str, *, user_id: Id) -> StoredMemory:
        """Take back that one record superseded another; the older, which is believed again.

        id: of the record that was superseded, of its closed copy ("true until …"), or of the version that an
        edit made. The closed copy goes; an edit is believed no more; `history` still tells both. The same two
        never supersede each other again, whatever is encoded or consolidated, unless the edit is made once
        more. Raises NotFound; Conflict when nothing superseded the record, or its segment does not yield it
        any more.
        """
        scope, parts = scope_of(user_id), await self.open()
        return await parts.changing.undoing(scope, identifier(id, "id"))

    async def history(self, id: str, *, user_id: Id) -> History:
        """The versions of a record, oldest first: what replaced what, when and why, each with its evidence.

        id: of any version. Raises NotFound.
        """
        scope, parts = scope_of(user_id), await self.open()
        return await history(parts.executor, scope, identifier(id, "id"))

    async def export(
        self,
        user_id: Id,
        target: str | Path | BinaryIO,
        *,
        embeddings: bool = False,
        progress: Progress | None = None,
    ) -> ExportResult:
        """Write everything of a user, the graph with its provenance, to a file of JSON Lines.

        target: a path, whose file appears when it is whole, or a file open for bytes. embeddings: with the
        vectors, which makes the file four times as long and spares `import_` making them anew. The first line
        is a manifest with counts and a checksum. progress: called with how many nodes are written, and of how
        many. Raises NotFound when nothing is stored for the user, InputError when the file cannot be written.
        """
        where = Path(target) if isinstance(target, str) else target
        scope, parts = scope_of(user_id), await self.open()
        return await parts.reading.exporting(scope, where, embeddings=embeddings, progress=progress)

    async def import_(
        self,
        path: str | Path,
        *,
        user_id: Id | None = None,
        reembed: bool = False,
        progress: Progress | None = None,
    ) -> ImportResult:
        """Bring in the file of an export: for the user whom it names, or for another.

        The file is read through first; one that was cut off or changed is refused. What is stored already
        stays as it is, so the same file twice adds nothing, and a call that was broken off is taken up again.
        Vectors that the file lacks are made. reembed: make all of them anew; without it, vectors of another
        embedder are refused (DimensionMismatch). progress: called with how many lines are stored, and of how
        many. Raises InputError for a file that cannot be used, Conflict where a session went on differently
        here.
        """
        user, parts = optional(user_id, "user_id"), await self.open()
        return await parts.writing.importing(Path(path), user=user, reembed=reembed, progress=progress)

    async def check(self, user_id: Id, *, progress: Progress | None = None) -> CheckResult:
        """Look over a user's graph: is every record proved, every turn in its place, no edge to another user,
        no node left alone, do the counts agree? Nothing is written.

        What is found is told with what helps. progress: called with how many checks are done, and of how
        many.
        """
        scope, parts = scope_of(user_id), await self.open()
        return await parts.reading.checking(scope, progress)

    async def consolidate(
        self, *, user_id: Id, reencode: bool = False, progress: StageProgress | None = None
    ) -> ConsolidateResult:
        """Finish what is unfinished, and look after what is there: embed turns without vectors, close open
        segments, encode segments that have no records yet, failed ones, and those that a vanished process
        left; compare statements; write summaries that are old; promote and demote; look the graph over.

        reencode: encode all segments again, with the encoder that this memory has now. Records that come out
        again stay; those that do not are superseded, found no more but with `known_at`. A segment whose
        encoding fails keeps its records. Safe to run twice, and to break off: `consolidate` goes on.
        progress: called with each stage, how much of it is done, and of how much (0: not known).
        """
        scope, parts = scope_of(user_id), await self.open()
        with parts.ledger.recording():
            done = await parts.writing.path.consolidate(scope, reencode=reencode, progress=progress)
        if done and progress:
            progress("comparing names", 0, 0)
        alike = await parts.changing.entities.likely(scope) if done else ()
        checked = await parts.reading.checking(scope, partial(progress, "checking") if progress else None)
        return replace(done, alike=alike, problems=checked.problems)

    async def tree(self, user_id: Id, *, depth: int = 2, limit: int = 200) -> Tree:
        """The upper part of a user's summary tree, with the size, depth and greatest fan-out of the whole.

        Each encoded segment of a conversation is a leaf; inner nodes sum up what lies below them (MemTree, in
        the form of "Memory in the LLM Era", experiment 6). depth: 0 is the root alone. limit: nodes at most.
        """
        if depth < 0 or limit < 1:
            raise InputError(f"depth is {depth} and limit {limit}; give a depth from 0 and a limit from 1")
        scope, parts = scope_of(user_id), await self.open()
        return await shown_tree(parts.executor, scope, depth, limit)

    async def rebuild_tree(self, user_id: Id, *, progress: Progress | None = None) -> TreeWork:
        """Build a user's summary tree anew over its leaves, and write all summaries of its inner nodes.

        Adding keeps the tree in shape; building anew groups what was said long apart more closely. Leaves
        stay as they are. With a language model it is asked once for each inner node. progress: called with
        how many summaries are written, and of how many.
        """
        scope, parts = scope_of(user_id), await self.open()
        tree = parts.writing.path.tree
        with parts.ledger.recording():
            planted, mended = await tree.plant(scope), await tree.mend(scope)
            await tree.rebuild(scope)
            return replace(await tree.summarise(scope, progress), planted=planted, mended=mended)

    async def tiers(self, user_id: Id) -> Tiers:
        """What of a user's memory is short, mid and long term, and why.

        The short term is a queue of the latest segments; the mid term holds all others; what answers keep
        coming back to is promoted to the long term, and goes back when it cools (MemoryOS; "Memory in the LLM
        Era", experiment 6). Everything is found wherever it sits. `consolidate` promotes and demotes.
        """
        scope, parts = scope_of(user_id), await self.open()
        return await parts.writing.path.tiers.view(scope)

    async def profile(self, user_id: Id) -> UserProfile:
        """What lasts about a user, distilled from what was promoted to the long term, with its proofs.

        Traits whose records are no longer believed are left out.
        """
        scope, parts = scope_of(user_id), await self.open()
        return await profile(parts.executor, scope)

    async def stats(self, *, user_id: Id) -> Stats:
        """How much of the user's memory there is."""
        scope, parts = scope_of(user_id), await self.open()
        return await parts.reading.graph.stats(scope)

    async def usage(self, *, user_id: Id | None = None) -> Usage:
        """What language models have cost since the memory was opened, by purpose: on behalf of this user, or
        of everybody. The 10,000 users who were served last are remembered.
        """
        user, parts = optional(user_id, "user_id"), await self.open()
        return parts.ledger.usage(user)

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


def _record_access(parts: Components, scope: str, hits: Sequence[Hit]) -> None:
    first = hits[:_LOOKED_AT]
    shown = [each for hit in first for each in hit.citations]
    parts.reading.access_log.record(scope, [hit.id for hit in first if hit.type != TURN], shown)


def _with_usage(part: AnswerPart, usage: Usage) -> AnswerPart:
    return part if part.answer is None else replace(part, answer=replace(part.answer, usage=usage))
