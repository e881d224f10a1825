"""What an open memory consists of, grouped by use, and how it is put together over one store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

import numpy as np

from graphmem.adapters.ledger import Ledger
from graphmem.answer.asking import Asking
from graphmem.entity_admin.admin import EntityAdmin
from graphmem.entity_admin.splitting import SplitEntity
from graphmem.errors import InputError, ModelError
from graphmem.extract import tokens
from graphmem.extract.annotate import annotated
from graphmem.extract.embed import EmbedTexts, EmbedTurns
from graphmem.extract.encode_local import LocalEncoder
from graphmem.extract.encode_stated import StatedEncoder
from graphmem.extract.segment import Segmenter
from graphmem.forget.assembling import forgetting
from graphmem.forget.editing import EditRecord
from graphmem.forget.forgetting import Forgetting
from graphmem.forget.retention import Retention
from graphmem.forget.undoing import UndoSupersession
from graphmem.manage.judge import SupersedeByModel
from graphmem.manage.supersede import SupersedeByRules
from graphmem.manage.tiers import Heat
from graphmem.named_models import asked_as
from graphmem.ports import LLM, Clock, Embedder, Encoder, Reranker
from graphmem.ports.beliefs import BeliefJudge
from graphmem.retrieve.context import ContextBlock
from graphmem.settings import Settings
from graphmem.store.beliefs import GraphBeliefs
from graphmem.store.checking import Checkup
from graphmem.store.executor import Executor
from graphmem.store.readers import GraphReader
from graphmem.store.search import GraphSearch
from graphmem.store.sentences import GraphSentences
from graphmem.store.store_node import StoreInfo
from graphmem.strategies import DEFAULT_STRATEGY, SearchPorts, Strategy, strategies
from graphmem.strategies.asking import asking
from graphmem.transfer.exporting import Export
from graphmem.transfer.importing import Import
from graphmem.write.access_log import AccessLog
from graphmem.write.beliefs import SettleBeliefs
from graphmem.write.centre import StoreCentre
from graphmem.write.embedding import EmbedPending
from graphmem.write.encoding import EncodeSegments
from graphmem.write.evidence import EmbedEvidence, EmbedRecords
from graphmem.write.maintenance import BackgroundMaintenance
from graphmem.write.pipeline import WritePath
from graphmem.write.segmentation import SegmentSession
from graphmem.write.tiers import KeepTiers
from graphmem.write.tree import GrowTree
from graphmem.write.turns import StoreTurns

Closing = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Ports:
    """What the components need from outside the store.

    planner: the model that plans questions; None leaves that to rules. ledger: of all that llm is asked.
    """

    embedder: Embedder
    encoder: Encoder
    clock: Clock
    llm: LLM | None = None
    reranker: Reranker | None = None
    planner: LLM | None = None
    ledger: Ledger = field(default_factory=Ledger)


@dataclass(frozen=True, slots=True)
class Writing:
    """What puts memories in. concurrency: conversations that are added at once."""

    path: WritePath
    importing: Import
    maintenance: BackgroundMaintenance
    concurrency: int = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """What looks things up. strategies: methods of search by name. access_log: records what was shown."""

    graph: GraphReader
    strategies: Mapping[str, Strategy]
    context: ContextBlock
    asking: Asking
    access_log: AccessLog
    checking: Checkup
    exporting: Export

    def strategy(self, wanted: object) -> Strategy:
        """By its name, or as it is handed in; None is the default. Raises InputError for an unknown name."""
        if callable(wanted):
            return wanted
        name = DEFAULT_STRATEGY if wanted is None else wanted
        if not isinstance(name, str) or name not in self.strategies:
            raise InputError(f"the strategy {name!r} is unknown; there is {', '.join(self.strategies)}")
        return self.strategies[name]


@dataclass(frozen=True, slots=True)
class Changing:
    """What deletes and changes memories by hand."""

    forgetting: Forgetting
    retention: Retention
    editing: EditRecord
    undoing: UndoSupersession
    entities: EntityAdmin


@dataclass(frozen=True, slots=True)
class Components:
    """One memory, opened. closing: how to end the models that were made for it."""

    executor: Executor
    clock: Clock
    ledger: Ledger
    writing: Writing
    reading: Reading
    changing: Changing
    closing: tuple[Closing, ...] = ()

    async def close(self) -> None:
        """Give the connections back, and end what was opened with this memory."""
        await self.writing.maintenance.close()
        await self.reading.access_log.close()
        for end in self.closing:
            await end()
        await self.executor.driver.close()


def assemble(settings: Settings, executor: Executor, ports: Ports, store: StoreInfo) -> Components:
    """The components over an open store."""
    mean = None if store.mean is None else np.asarray(store.mean, dtype=np.float32)
    centre = StoreCentre(executor, store.embedder, store.dimensions, mean)
    path = _write_path(settings, executor, ports, centre)
    return Components(
        executor,
        ports.clock,
        ports.ledger,
        _writing(settings, executor, ports, store, path),
        _reading(settings, executor, ports, store, centre),
        _changing(executor, ports, path, centre),
    )


def _writing(
    settings: Settings, executor: Executor, ports: Ports, store: StoreInfo, path: WritePath
) -> Writing:
    return Writing(
        path,
        Import(executor, path, store.embedder, store.dimensions),
        BackgroundMaintenance(partial(_maintain, path, ports.ledger), settings.write.quiet_seconds),
        settings.write.concurrency,
    )


def _reading(
    settings: Settings, executor: Executor, ports: Ports, store: StoreInfo, centre: StoreCentre
) -> Reading:
    search = GraphSearch(executor, lambda: centre.mean)
    by_model = not isinstance(ports.encoder, LocalEncoder)
    searching = SearchPorts(
        search, search, ports.embedder, ports.planner, ports.reranker, model_records=by_model
    )
    tiers = settings.tiers
    return Reading(
        GraphReader(executor),
        strategies(searching),
        ContextBlock(tokens.count, annotated),
        asking(search, GraphSentences(executor, lambda: centre.mean), ports.embedder, ports.llm),
        AccessLog(executor, ports.clock, timedelta(days=tiers.tau_days), tiers.touches),
        Checkup(executor),
        Export(executor, ports.clock, store.embedder, store.dimensions),
    )


def _changing(executor: Executor, ports: Ports, path: WritePath, centre: StoreCentre) -> Changing:
    forgets = forgetting(executor, path, ports.clock)
    splitting = SplitEntity(executor, path.evidence, ports.clock)
    return Changing(
        forgets,
        Retention(forgets, ports.clock),
        EditRecord(executor, GraphReader(executor), ports.embedder, ports.clock, LocalEncoder()),
        UndoSupersession(GraphBeliefs(executor), GraphReader(executor), ports.clock),
        EntityAdmin(executor, ports.clock, splitting, lambda: centre.mean),
    )


def _write_path(settings: Settings, executor: Executor, ports: Ports, centre: StoreCentre) -> WritePath:
    write, texts = settings.write, EmbedTexts(ports.embedder)
    return WritePath(
        executor=executor,
        clock=ports.clock,
        store=StoreTurns(executor, ports.clock),
        embed=EmbedPending(executor, EmbedTurns(texts), centre, write.embed_batch),
        segment=SegmentSession(executor, _segmenter(settings), centre),
        encode=EncodeSegments(
            executor,
            StatedEncoder(ports.encoder, LocalEncoder()),
            texts,
            ports.clock,
            SettleBeliefs(GraphBeliefs(executor, lambda: centre.mean), _judge(settings, ports), ports.clock),
            batch=write.encode_batch,
            lease=timedelta(seconds=write.lease_seconds),
            concurrency=write.concurrency,
        ),
        evidence=EmbedEvidence(executor, texts),
        records=EmbedRecords(executor, texts),
        tree=GrowTree(executor, ports.clock, centre, ports.llm, concurrency=write.concurrency),
        tiers=KeepTiers(executor, ports.clock, ports.llm, _heat(settings), settings.tiers.capacity),
    )


async def _maintain(writing: WritePath, ledger: Ledger, scope: str) -> None:
    """One job, with a budget of its own. Raises ModelError where summaries are still stale."""
    with ledger.recording():
        tree, _ = await writing.maintain(scope)
    if tree.failed:
        raise ModelError(f"{sum(tree.failed.values())} summaries are still stale: {'; '.join(tree.failed)}")


def _heat(settings: Settings) -> Heat:
    tiers = settings.tiers
    return Heat(
        tiers.visit_weight,
        tiers.interaction_weight,
        timedelta(days=tiers.tau_days),
        tiers.promote_at,
        tiers.demote_below,
        timedelta(days=tiers.rest_days),
    )


def _judge(settings: Settings, ports: Ports) -> BeliefJudge | None:
    if settings.belief == "off":
        return None
    asked = asked_as("belief judge", settings.belief, ports.llm)
    return SupersedeByRules() if asked is None else SupersedeByModel(asked)


def _segmenter(settings: Settings) -> Segmenter:
    sizes = settings.segmenter
    return Segmenter(
        minimum=sizes.minimum, target=sizes.target, maximum=sizes.maximum, gap_minutes=sizes.gap_minutes
    )
