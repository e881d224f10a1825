"""Settings → ports → store → use cases. The only module that reads the environment."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any

import numpy as np
from neo4j import AsyncDriver, AsyncGraphDatabase
from pydantic import ValidationError

from graphmem.adapters.ledger import Ledger
from graphmem.adapters.system_clock import SystemClock
from graphmem.adapters.vectors import known_mean
from graphmem.entities.care import EntityCare
from graphmem.entities.splitting import SplitEntity
from graphmem.errors import ConfigError, ModelError
from graphmem.extract import tokens
from graphmem.extract.annotate import annotated
from graphmem.extract.embed import EmbedTurns
from graphmem.extract.encode_local import LocalEncoder
from graphmem.extract.encode_stated import StatedEncoder
from graphmem.extract.segment import Segmenter
from graphmem.forget.assembling import forgetting
from graphmem.forget.editing import EditRecord
from graphmem.forget.undoing import UndoSupersession
from graphmem.localserver import ServerAddress, default_home, ensure_running
from graphmem.localserver.progress import Report, silent
from graphmem.manage.judge import SupersedeByModel
from graphmem.manage.supersede import SupersedeByRules
from graphmem.manage.tiers import Heat
from graphmem.memory import Closing, UseCases
from graphmem.model.segment import Vector
from graphmem.named_models import asked_as, make_embedder, make_encoder, make_llm, make_reranker
from graphmem.ports import LLM, Clock, Embedder, Encoder, Reranker
from graphmem.ports.beliefs import BeliefJudge
from graphmem.retrieve.context import ContextBlock
from graphmem.settings import Settings
from graphmem.store.beliefs import GraphBeliefs
from graphmem.store.checking import Checkup
from graphmem.store.executor import Executor, translated
from graphmem.store.migrate import apply
from graphmem.store.preflight import preflight
from graphmem.store.readers import GraphReader
from graphmem.store.search import GraphSearch
from graphmem.store.sentences import GraphSentences
from graphmem.store.store_node import StoreInfo, check_store
from graphmem.strategies import SearchPorts, strategies
from graphmem.strategies.asking import asking
from graphmem.transfer.exporting import Export
from graphmem.transfer.importing import Import
from graphmem.write.access_log import AccessLog
from graphmem.write.beliefs import SettleBeliefs
from graphmem.write.centre import StoreCentre
from graphmem.write.embedding import EmbedPending
from graphmem.write.encoding import EncodeSegments
from graphmem.write.evidence import EmbedEvidence
from graphmem.write.maintenance import BackgroundMaintenance
from graphmem.write.pipeline import WritePath
from graphmem.write.segmentation import SegmentSession
from graphmem.write.tiers import KeepTiers
from graphmem.write.tree import GrowTree
from graphmem.write.turns import StoreTurns

__all__ = [
    "Ports",
    "assemble",
    "connect",
    "load_settings",
    "locate",
    "make_embedder",
    "make_encoder",
    "make_llm",
    "make_reranker",
    "open_memory",
]


def load_settings(environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
    """Settings from the environment, overruled by what is given.

    environ: os.environ unless given. overrides: uri, auth (user name and password), database, home, cache,
    embedder (its name), dimensions, api_key, base_url, llm (its model, or fields of LLMSettings), reranker
    (its name, or fields of RerankerSettings), encoder, planner, belief, quantization, log_level, segmenter,
    write; None means not given. api_key and base_url are the embedder's and the language model's. Raises
    ConfigError naming the option that is wrong.
    """
    env = os.environ if environ is None else environ
    given = {name: value for name, value in overrides.items() if value is not None}
    auth = given.pop("auth", None)
    server = {
        "uri": given.pop("uri", env.get("NEO4J_URI") or None),
        "username": env.get("NEO4J_USERNAME") or "neo4j",
        "password": env.get("NEO4J_PASSWORD") or None,
        "database": given.pop("database", env.get("NEO4J_DATABASE") or "neo4j"),
        "home": given.pop("home", env.get("GRAPHMEM_HOME") or default_home()),
        "cache": given.pop("cache", None),
    } | _credentials(auth)
    endpoint = {
        "api_key": given.pop("api_key", env.get("OPENAI_API_KEY") or None),
        "base_url": given.pop("base_url", env.get("OPENAI_BASE_URL") or None),
    }
    embedder = {
        "name": given.pop("embedder", env.get("GRAPHMEM_EMBEDDER") or "local"),
        "dimensions": given.pop("dimensions", None),
        **endpoint,
    }
    models = {
        "llm": _llm(env, endpoint, _fields(given.pop("llm", None), "model")),
        "reranker": _reranker(env) | _fields(given.pop("reranker", None), "name"),
    }
    for role in ("encoder", "planner", "belief"):
        given.setdefault(role, env.get(f"GRAPHMEM_{role.upper()}") or None)
    level = given.pop("log_level", env.get("GRAPHMEM_LOG_LEVEL") or "WARNING")
    try:
        return Settings.model_validate(
            {"server": server, "embedder": embedder, **models, "log_level": str(level).upper(), **given}
        )
    except ValidationError as error:
        raise ConfigError(_told(error)) from error


def _llm(env: Mapping[str, str], endpoint: Mapping[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """An address of the language model's own never gets the key that is meant for another."""
    own = given.get("base_url") or env.get("GRAPHMEM_LLM_BASE_URL") or None
    key = None if given.get("base_url") else env.get("GRAPHMEM_LLM_API_KEY") or None
    shared = {"api_version": env.get("OPENAI_API_VERSION") or None, **endpoint}
    where = {"api_key": key, "base_url": own} if own else shared
    named = {name: env.get(f"GRAPHMEM_LLM_{name.upper()}") for name in _LLM_OPTIONS}
    told = {name: value for name, value in named.items() if value}
    return {**where, **told, **given}


_LLM_OPTIONS = ("model", "api_version", "timeout", "retries", "concurrency", "budget", "thinking")


def _reranker(env: Mapping[str, str]) -> dict[str, Any]:
    return {
        "name": env.get("GRAPHMEM_RERANKER") or "none",
        "api_key": env.get("GRAPHMEM_RERANKER_API_KEY") or None,
    }


def _fields(given: object, name: str) -> dict[str, Any]:
    """Settings of a model, given as its name alone or as a mapping."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {name: given}


def _credentials(auth: object) -> dict[str, str]:
    if auth is None:
        return {}
    if isinstance(auth, tuple) and len(auth) == 2:
        return {"username": auth[0], "password": auth[1]}
    raise ConfigError("auth is a pair of user name and password, such as auth=('neo4j', 'secret')")


def _told(error: ValidationError) -> str:
    parts = [
        f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors(include_input=False)
    ]
    return "settings are wrong: " + "; ".join(parts)


async def connect(settings: Settings, *, progress: Report = silent) -> Executor:
    """A verified connection to the server of the settings; the managed one is started where none is named.

    Raises ConfigError for wrong credentials or too old a server, ServerUnavailable when it cannot be reached.
    """
    address = await locate(settings, progress=progress)
    driver = _driver(address)
    executor = Executor(driver, address.database)
    try:
        with translated():
            await driver.verify_connectivity()
        await preflight(executor)
    except BaseException:
        await driver.close()
        raise
    return executor


async def locate(settings: Settings, *, progress: Report = silent) -> ServerAddress:
    """Where the server of the settings is; starts the managed one when no uri is set."""
    server = settings.server
    if server.uri:
        password = server.password.get_secret_value() if server.password else ""
        return ServerAddress(server.uri, server.username, password, server.database, "")
    return await asyncio.to_thread(
        ensure_running, server.home, cache=server.cache, progress=progress, environ=dict(os.environ)
    )


def _driver(address: ServerAddress) -> AsyncDriver:
    auth = (address.username, address.password) if address.password else None
    try:
        return AsyncGraphDatabase.driver(
            address.uri,
            auth=auth,
            notifications_min_severity="OFF",  # hints for authors of statements; tests check the plans
            telemetry_disabled=True,
            user_agent="graphmem",
        )
    except ValueError as error:
        raise ConfigError(f"NEO4J_URI {address.uri!r} cannot be used: {error}") from error


async def open_memory(
    settings: Settings,
    *,
    embedder: Embedder | None = None,
    encoder: Encoder | None = None,
    llm: LLM | None = None,
    reranker: Reranker | None = None,
    clock: Clock | None = None,
    progress: Report = silent,
) -> UseCases:
    """Connect, migrate, check that the store fits the embedder, and put the use cases together.

    embedder, encoder, llm, reranker, clock: used instead of those that the settings name.
    """
    logging.getLogger("graphmem").setLevel(settings.log_level)
    ledger: Ledger = getattr(llm, "ledger", None) or Ledger(settings.llm.budget)
    asked = llm or make_llm(settings, ledger)
    ranks = reranker or make_reranker(settings, asked)
    encodes = encoder or make_encoder(settings, asked)
    plans = asked_as("planner", settings.planner, asked)
    model = embedder or await make_embedder(settings, progress=progress)
    executor = await connect(settings, progress=progress)
    try:
        dimensions = await _dimensions(model)
        await apply(executor, dimensions=dimensions, quantization=settings.quantization)
        store = await check_store(executor, model.id, dimensions, _listed(known_mean(model.id)))
        ports = Ports(model, encodes, clock or SystemClock(), asked, ranks, plans, ledger)
        cases = assemble(settings, executor, ports, store)
        made = [mine for mine, given in ((model, embedder), (asked, llm), (ranks, reranker)) if given is None]
        return replace(cases, closing=_closing(*made))
    except BaseException:
        await executor.driver.close()
        raise


def _closing(*made: object) -> tuple[Closing, ...]:
    """How to end the models that were made here; one that was handed in stays its owner's."""
    return tuple(each.aclose for each in made if hasattr(each, "aclose"))


@dataclass(frozen=True, slots=True)
class Ports:
    """What the use cases need from outside the store.

    planner: the model that plans questions; None leaves that to rules. ledger: of all that llm is asked.
    """

    embedder: Embedder
    encoder: Encoder
    clock: Clock
    llm: LLM | None = None
    reranker: Reranker | None = None
    planner: LLM | None = None
    ledger: Ledger = field(default_factory=Ledger)


def assemble(settings: Settings, executor: Executor, ports: Ports, store: StoreInfo) -> UseCases:
    """The use cases over an open store."""
    mean = None if store.mean is None else np.asarray(store.mean, dtype=np.float32)
    centre = StoreCentre(executor, store.embedder, store.dimensions, mean)
    search = GraphSearch(executor, lambda: centre.mean)
    writing = _writing(settings, executor, ports, centre)
    return UseCases(
        executor=executor,
        writing=writing,
        reading=GraphReader(executor),
        strategies=strategies(
            SearchPorts(
                search,
                search,
                ports.embedder,
                ports.planner,
                ports.reranker,
                model_records=not isinstance(ports.encoder, LocalEncoder),
            )
        ),
        context=ContextBlock(tokens.count, annotated),
        asking=asking(search, GraphSentences(executor, lambda: centre.mean), ports.embedder, ports.llm),
        forgetting=forgetting(executor, writing, ports.clock),
        editing=EditRecord(executor, GraphReader(executor), ports.embedder, ports.clock, LocalEncoder()),
        undoing=UndoSupersession(GraphBeliefs(executor), GraphReader(executor), ports.clock),
        exporting=Export(executor, ports.clock, store.embedder, store.dimensions),
        importing=Import(executor, writing, store.embedder, store.dimensions),
        checking=Checkup(executor),
        entities=EntityCare(
            executor, ports.clock, SplitEntity(executor, writing.evidence, ports.clock), lambda: centre.mean
        ),
        access_log=AccessLog(
            executor, ports.clock, timedelta(days=settings.tiers.tau_days), settings.tiers.touches
        ),
        maintenance=BackgroundMaintenance(
            partial(_maintain, writing, ports.ledger), settings.write.quiet_seconds
        ),
        ledger=ports.ledger,
        clock=ports.clock,
        concurrency=settings.write.concurrency,
    )


def _writing(settings: Settings, executor: Executor, ports: Ports, centre: StoreCentre) -> WritePath:
    write = settings.write
    return WritePath(
        executor=executor,
        clock=ports.clock,
        store=StoreTurns(executor, ports.clock),
        embed=EmbedPending(executor, EmbedTurns(ports.embedder), centre, write.embed_batch),
        segment=SegmentSession(executor, _segmenter(settings), centre),
        encode=EncodeSegments(
            executor,
            StatedEncoder(ports.encoder, LocalEncoder()),
            ports.embedder,
            ports.clock,
            SettleBeliefs(GraphBeliefs(executor, lambda: centre.mean), _judge(settings, ports), ports.clock),
            batch=write.encode_batch,
            lease=timedelta(seconds=write.lease_seconds),
            concurrency=write.concurrency,
        ),
        evidence=EmbedEvidence(executor, ports.embedder),
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


def _listed(mean: Vector | None) -> list[float] | None:
    return None if mean is None else [float(each) for each in mean]


async def _dimensions(embedder: Embedder) -> int:
    """Known beforehand, or learnt from one text."""
    if embedder.dimensions == 0:
        await embedder.embed(["How long are the vectors of this model?"])
    return embedder.dimensions
