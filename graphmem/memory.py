"""What a memory can do: the use cases, in the order in which a user meets them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from graphmem.adapters.ledger import Ledger
from graphmem.answer.asking import Asking
from graphmem.answer.relay import ended, relayed
from graphmem.arguments.ask_request import ask_request
from graphmem.arguments.filters import TURN
from graphmem.arguments.filters import filters as read_filters
from graphmem.arguments.identifiers import identifier, optional, scope_of
from graphmem.arguments.messages import messages as read_messages
from graphmem.arguments.search_request import search_request
from graphmem.entities.care import EntityCare
from graphmem.errors import Conflict, InputError
from graphmem.forget.editing import EditRecord
from graphmem.forget.forgetting import Forgetting
from graphmem.forget.retention import Retention
from graphmem.forget.undoing import UndoSupersession
from graphmem.model.answer import Answer, AnswerPart, AskRequest
from graphmem.model.checkup import CheckResult
from graphmem.model.entity import MergeCandidate
from graphmem.model.forgetting import ForgetResult, RetentionRule
from graphmem.model.history import History
from graphmem.model.hit import Filters, Hit, SearchResult
from graphmem.model.portable import ExportResult, ImportResult
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
from graphmem.model.turn import Conversation, Message
from graphmem.model.usage import Usage
from graphmem.ports import Clock
from graphmem.retrieve.context import ContextBlock
from graphmem.store.checking import Checkup
from graphmem.store.executor import Executor
from graphmem.store.history import history
from graphmem.store.readers import GraphReader
from graphmem.store.tiers import profile
from graphmem.store.tree import shown_tree
from graphmem.strategies import DEFAULT_STRATEGY, Strategy
from graphmem.transfer.exporting import Export
from graphmem.transfer.importing import Import
from graphmem.write import intake
from graphmem.write.access_log import AccessLog
from graphmem.write.maintenance import BackgroundMaintenance
from graphmem.write.many import add_side_by_side
from graphmem.write.pipeline import Steps, WritePath

Progress = Callable[[AddManyResult], None]
Counting = Callable[[int, int], None]
Closing = Callable[[], Awaitable[None]]
LARGEST_PAGE = 1000
CONTEXT_HITS = 50
TOUCHED = 10
LIKELY = 0.3


@dataclass(frozen=True, slots=True)
class UseCases:
    """One memory, opened: every verb checks what it is given and names the user whose graph it touches."""

    executor: Executor
    writing: WritePath
    reading: GraphReader
    strategies: Mapping[str, Strategy]
    context: ContextBlock
    asking: Asking
    forgetting: Forgetting
    editing: EditRecord
    undoing: UndoSupersession
    exporting: Export
    importing: Import
    checking: Checkup
    access_log: AccessLog
    maintenance: BackgroundMaintenance
    entities: EntityCare
    ledger: Ledger
    clock: Clock
    concurrency: int = 4
    closing: tuple[Closing, ...] = ()

    async def add(
        self,
        messages: object,
        *,
        user_id: object,
        session_id: object = None,
        agent_id: object = None,
        metadata: Mapping[str, object] | None = None,
        infer: bool = True,
        flush: bool = False,
        idempotency_key: str | None = None,
    ) -> AddResult:
        """See AsyncMemory.add."""
        scope = scope_of(user_id)
        checked = read_messages(messages)
        if metadata is not None:
            checked = read_messages(_with_metadata(checked, metadata))
        batches = intake.batches(
            checked,
            scope=scope,
            session_uid=optional(session_id, "session_id"),
            agent_id=optional(agent_id, "agent_id") or "",
            idempotency_key=optional(idempotency_key, "idempotency_key"),
        )
        with self.ledger.recording():
            added = await self.writing.add(scope, batches, infer=infer, flush=flush)
        if added.segments_closed:
            self.maintenance.note(scope)
        return added

    async def add_many(
        self,
        conversations: Iterable[Conversation],
        *,
        user_id: object = None,
        agent_id: object = None,
        infer: bool = True,
        progress: Progress | None = None,
        concurrency: int | None = None,
    ) -> AddManyResult:
        """See AsyncMemory.add_many."""
        pinned = optional(user_id, "user_id")

        async def add(conversation: Conversation) -> AddResult | FailedConversation:
            try:
                return await self.add(
                    conversation.messages,
                    user_id=pinned or conversation.user_id,
                    session_id=conversation.session_id,
                    agent_id=agent_id or conversation.agent_id,
                    infer=infer,
                    flush=True,
                )
            except (InputError, Conflict) as error:
                return FailedConversation(conversation.session_id, str(error))

        with self.ledger.recording():  # one job, whose budget holds for all of them together
            return await add_side_by_side(conversations, add, progress, concurrency or self.concurrency)

    async def search(
        self, query: object, *, user_id: object, strategy: object = None, **options: Any
    ) -> SearchResult:
        """See AsyncMemory.search."""
        request = search_request(query, scope=scope_of(user_id), now=self.clock.now(), **options)
        with self.ledger.recording():
            found = await self._strategy(strategy)(request)
        self._touched(request.scope, found.hits)
        return found

    async def ask(
        self, question: object, *, user_id: object, strategy: object = None, **options: Any
    ) -> Answer:
        """See AsyncMemory.ask."""
        request = self._ask_request(question, user_id, options)
        look = self._strategy(strategy)
        with self.ledger.recording() as recording:
            answer = await self.asking(request, await look(request.search))
        self.access_log.record(request.search.scope, (), answer.citations)
        return replace(answer, usage=recording.usage)

    async def ask_stream(
        self, question: object, *, user_id: object, strategy: object = None, **options: Any
    ) -> AsyncGenerator[AnswerPart, None]:
        """See AsyncMemory.ask_stream."""
        request = self._ask_request(question, user_id, options)
        look = self._strategy(strategy)

        async def told(tell: Callable[[AnswerPart], Awaitable[None]]) -> None:
            with self.ledger.recording() as recording:
                async with ended(self.asking.stream(request, await look(request.search))) as stream:
                    async for part in stream:
                        await tell(_with_usage(part, recording.usage))

        async with aclosing(relayed(told)) as parts:
            async for part in parts:
                yield part

    def _touched(self, scope: str, hits: Sequence[Hit]) -> None:
        """The first ten count: a long list is looked through, not looked at."""
        first = hits[:TOUCHED]
        shown = [each for hit in first for each in hit.citations]
        self.access_log.record(scope, [hit.id for hit in first if hit.type != TURN], shown)

    def _ask_request(self, question: object, user_id: object, options: Mapping[str, Any]) -> AskRequest:
        return ask_request(question, scope=scope_of(user_id), now=self.clock.now(), **options)

    async def get_context(
        self, query: object, *, user_id: object, token_budget: object = 1500, **options: Any
    ) -> str:
        """See AsyncMemory.get_context."""
        if isinstance(token_budget, bool) or not isinstance(token_budget, int) or token_budget < 1:
            raise InputError(f"token_budget is {token_budget!r}; give a whole number of tokens, such as 1500")
        found = await self.search(query, user_id=user_id, **{"top_k": CONTEXT_HITS, **options})
        return self.context(found.hits, token_budget)

    def _strategy(self, wanted: object) -> Strategy:
        if callable(wanted):
            return cast(Strategy, wanted)
        name = DEFAULT_STRATEGY if wanted is None else wanted
        if name not in self.strategies:
            raise InputError(f"the strategy {name!r} is unknown; there is {', '.join(self.strategies)}")
        return self.strategies[cast(str, name)]

    async def get(self, id: object, *, user_id: object) -> StoredMemory:
        """See AsyncMemory.get."""
        return await self.reading.get(scope_of(user_id), identifier(id, "id"))

    async def get_all(
        self,
        *,
        user_id: object,
        filters: Mapping[str, object] | Filters | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> MemoryPage:
        """See AsyncMemory.get_all."""
        scope, wanted = scope_of(user_id), read_filters(filters)
        if not 1 <= limit <= LARGEST_PAGE:
            raise InputError(f"limit is {limit}; a page has 1 to {LARGEST_PAGE} memories")
        if TURN in wanted.type:
            if wanted.type != (TURN,) or wanted.tags or wanted.entity:
                raise InputError(
                    "filters: turns have no other type, tags or entities; ask for type 'turn' alone"
                )
            return await self.reading.turns(scope, wanted, limit, cursor)
        return await self.reading.records(scope, wanted, limit, cursor)

    async def delete(self, id: object, *, user_id: object, dry_run: bool = False) -> ForgetResult:
        """See AsyncMemory.delete."""
        with self.ledger.recording():
            return await self.forgetting.delete(scope_of(user_id), identifier(id, "id"), dry_run=dry_run)

    async def delete_all(
        self,
        *,
        user_id: object,
        session_id: object = None,
        filters: Mapping[str, object] | Filters | None = None,
        dry_run: bool = False,
        progress: Counting | None = None,
    ) -> ForgetResult:
        """See AsyncMemory.delete_all."""
        scope, wanted, session = scope_of(user_id), read_filters(filters), optional(session_id, "session_id")
        if session is not None:
            wanted = replace(wanted, session_id=session)
        with self.ledger.recording():
            return await self.forgetting.delete_all(scope, wanted, dry_run=dry_run, progress=progress)

    async def forget_user(
        self,
        user_id: object,
        *,
        dry_run: bool = False,
        progress: Counting | None = None,
    ) -> ForgetResult:
        """See AsyncMemory.forget_user."""
        return await self.forgetting.everything(scope_of(user_id), dry_run=dry_run, progress=progress)

    async def retain(
        self,
        rules: RetentionRule | Sequence[RetentionRule],
        *,
        user_id: object,
        dry_run: bool = False,
        progress: Counting | None = None,
    ) -> ForgetResult:
        """See AsyncMemory.retain."""
        several = (rules,) if isinstance(rules, RetentionRule) else tuple(rules)
        apply = Retention(self.forgetting, self.clock)
        with self.ledger.recording():
            return await apply(scope_of(user_id), several, dry_run=dry_run, progress=progress)

    async def update(self, id: object, text: str, *, user_id: object, reason: str = "") -> StoredMemory:
        """See AsyncMemory.update."""
        scope = scope_of(user_id)
        return await self.editing(scope, identifier(id, "id"), text, by=scope, reason=reason)

    async def undo(self, id: object, *, user_id: object) -> StoredMemory:
        """See AsyncMemory.undo."""
        return await self.undoing(scope_of(user_id), identifier(id, "id"))

    async def history(self, id: object, *, user_id: object) -> History:
        """See AsyncMemory.history."""
        return await history(self.executor, scope_of(user_id), identifier(id, "id"))

    async def export(
        self,
        user_id: object,
        target: str | Path | BinaryIO,
        *,
        embeddings: bool = False,
        progress: Counting | None = None,
    ) -> ExportResult:
        """See AsyncMemory.export."""
        where = Path(target) if isinstance(target, str) else target
        return await self.exporting(scope_of(user_id), where, embeddings=embeddings, progress=progress)

    async def import_(
        self,
        path: str | Path,
        *,
        user_id: object = None,
        reembed: bool = False,
        progress: Counting | None = None,
    ) -> ImportResult:
        """See AsyncMemory.import_."""
        user = optional(user_id, "user_id")
        return await self.importing(Path(path), user=user, reembed=reembed, progress=progress)

    async def check(self, user_id: object, *, progress: Counting | None = None) -> CheckResult:
        """See AsyncMemory.check."""
        return await self.checking(scope_of(user_id), progress)

    async def consolidate(
        self, *, user_id: object, reencode: bool = False, progress: Steps | None = None
    ) -> ConsolidateResult:
        """See AsyncMemory.consolidate."""
        scope = scope_of(user_id)
        with self.ledger.recording():
            done = await self.writing.consolidate(scope, reencode=reencode, progress=progress)
        alike = await self._alike(scope, progress) if done else ()
        looked = await self.checking(scope, partial(progress, "checking") if progress else None)
        return replace(done, alike=alike, problems=looked.problems)

    async def _alike(self, scope: str, progress: Steps | None) -> tuple[MergeCandidate, ...]:
        """Entities that are likely one, not by vectors alone; none where there are too many to compare."""
        if progress:
            progress("comparing names", 0, 0)
        with suppress(InputError):
            found = await self.entities.candidates(scope)
            return tuple(each for each in found if each.score >= LIKELY)
        return ()

    async def tiers(self, user_id: object) -> Tiers:
        """See AsyncMemory.tiers."""
        return await self.writing.tiers.view(scope_of(user_id))

    async def profile(self, user_id: object) -> UserProfile:
        """See AsyncMemory.profile."""
        return await profile(self.executor, scope_of(user_id))

    async def tree(self, user_id: object, *, depth: int = 2, limit: int = 200) -> Tree:
        """See AsyncMemory.tree."""
        if depth < 0 or limit < 1:
            raise InputError(f"depth is {depth} and limit {limit}; give a depth from 0 and a limit from 1")
        return await shown_tree(self.executor, scope_of(user_id), depth, limit)

    async def rebuild_tree(self, user_id: object, *, progress: Counting | None = None) -> TreeWork:
        """See AsyncMemory.rebuild_tree."""
        scope, tree = scope_of(user_id), self.writing.tree
        with self.ledger.recording():
            planted, mended = await tree.plant(scope), await tree.mend(scope)
            await tree.rebuild(scope)
            return replace(await tree.summarise(scope, progress), planted=planted, mended=mended)

    async def stats(self, *, user_id: object) -> Stats:
        """See AsyncMemory.stats."""
        return await self.reading.stats(scope_of(user_id))

    def usage(self, *, user_id: object = None) -> Usage:
        """See AsyncMemory.usage."""
        return self.ledger.usage(None if user_id is None else scope_of(user_id))

    async def close(self) -> None:
        """Give the connections back, and end what was opened with this memory."""
        await self.maintenance.close()
        await self.access_log.close()
        for end in self.closing:
            await end()
        await self.executor.driver.close()


def _with_usage(part: AnswerPart, usage: Usage) -> AnswerPart:
    return part if part.answer is None else replace(part, answer=replace(part.answer, usage=usage))


def _with_metadata(messages: tuple[Message, ...], metadata: Mapping[str, object]) -> tuple[Message, ...]:
    """Each message with the call's metadata under its own."""
    if not isinstance(metadata, Mapping):
        raise InputError(f"metadata is {type(metadata).__name__}; give a dict")
    return tuple(replace(each, metadata={**metadata, **each.metadata}) for each in messages)
