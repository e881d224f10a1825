"""Settings → ports → store → components. The only module that reads the environment."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict

from neo4j import AsyncDriver, AsyncGraphDatabase
from neo4j.exceptions import ConfigurationError
from pydantic import ValidationError

from graphmem.adapters.ledger import Ledger
from graphmem.adapters.system_clock import SystemClock
from graphmem.adapters.vectors import known_mean
from graphmem.components import Closing, Components, Ports, assemble
from graphmem.errors import ConfigError
from graphmem.localserver import ServerAddress, default_home, ensure_running, restart_killed
from graphmem.localserver.progress import Report, silent
from graphmem.model.segment import Vector
from graphmem.named_models import asked_as, make_embedder, make_encoder, make_llm, make_reranker
from graphmem.ports import LLM, Clock, Embedder, Encoder, Reranker
from graphmem.settings import Settings
from graphmem.store.address import checked_address
from graphmem.store.executor import Executor, translated
from graphmem.store.liveness import Liveness
from graphmem.store.migrate import apply
from graphmem.store.preflight import preflight
from graphmem.store.store_node import check_store


class MemoryOptions(TypedDict, total=False):
    """What a memory may be constructed with beside its server; see AsyncMemory.

    The ports can be handed in or named; what follows them are fields of `graphmem.settings.Settings`, or for
    api_key, base_url and dimensions of its embedder and language model.
    """

    embedder: str | Embedder | None
    encoder: str | Encoder | None
    llm: str | Mapping[str, Any] | LLM | None
    reranker: str | Mapping[str, Any] | Reranker | None
    clock: Clock | None
    home: str | Path | None
    progress: Report
    api_key: str | None
    base_url: str | None
    dimensions: int | None
    threads: int | None
    cache: str | Path | None
    planner: str | None
    belief: str | None
    quantization: str | None
    log_level: str | None
    segmenter: Mapping[str, Any] | None
    write: Mapping[str, Any] | None
    tiers: Mapping[str, Any] | None


def load_settings(environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
    """Settings from the environment, overruled by what is given.

    environ: os.environ unless given. overrides: uri, auth (user name and password), database, home, cache,
    embedder (its name), dimensions, threads, api_key, base_url, llm (its model, or fields of LLMSettings),
    reranker (its name, or fields of RerankerSettings), encoder, planner, belief, quantization, log_level,
    segmenter, write, tiers; None means not given. api_key and base_url are the embedder's and the language
    model's. Raises ConfigError naming the option that is wrong.
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
        "threads": given.pop("threads", None),
        **({"batch": batch} if (batch := env.get("GRAPHMEM_EMBEDDER_BATCH")) else {}),
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


_LLM_OPTIONS = "model api_version timeout retries concurrency budget max_tokens thinking".split()


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
    executor = Executor(driver, address.database, Liveness(address.uri, _restart(settings)))
    try:
        with translated():
            await driver.verify_connectivity()
        await preflight(executor)
    except BaseException:
        await driver.close()
        raise
    return executor


def _restart(settings: Settings) -> Callable[[], Awaitable[None]] | None:
    """Starts the managed server where it was; None for a server of somebody else."""
    if settings.server.uri:
        return None

    async def restart() -> None:
        logging.getLogger(__name__).warning("the managed Neo4j is gone; it is started again")
        server, environ = settings.server, dict(os.environ)
        await asyncio.to_thread(restart_killed, server.home, cache=server.cache, environ=environ)

    return restart


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
    logging.getLogger("neo4j.session").addFilter(_is_no_notice)
    try:
        return AsyncGraphDatabase.driver(
            checked_address(address.uri),
            auth=auth,
            notifications_min_severity="OFF",  # hints for authors of statements; tests check the plans
            telemetry_disabled=True,
            user_agent="graphmem",
        )
    except (ValueError, ConfigurationError) as error:
        raise ConfigError(f"NEO4J_URI cannot be used: {error}") from error


def _is_no_notice(record: logging.LogRecord) -> bool:
    """What the driver tries again is nobody's concern until it gives up, which raises ServerUnavailable."""
    notice = str(record.msg).startswith("Transaction failed and will be retried")
    return not notice or logging.getLogger("graphmem").isEnabledFor(logging.DEBUG)


async def open_memory(
    settings: Settings,
    *,
    embedder: Embedder | None = None,
    encoder: Encoder | None = None,
    llm: LLM | None = None,
    reranker: Reranker | None = None,
    clock: Clock | None = None,
    progress: Report = silent,
) -> Components:
    """Connect, migrate, check that the store fits the embedder, and put the components together.

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
        parts = assemble(settings, executor, ports, store)
        made = [mine for mine, given in ((model, embedder), (asked, llm), (ranks, reranker)) if given is None]
        return replace(parts, closing=_closing(*made))
    except BaseException:
        await executor.driver.close()
        raise


def _closing(*made: object) -> tuple[Closing, ...]:
    """How to end the models that were made here; one that was handed in stays its owner's."""
    return tuple(each.aclose for each in made if hasattr(each, "aclose"))


def _listed(mean: Vector | None) -> list[float] | None:
    return None if mean is None else [float(each) for each in mean]


async def _dimensions(embedder: Embedder) -> int:
    """Known beforehand, or learnt from one text."""
    if embedder.dimensions == 0:
        await embedder.embed(["How long are the vectors of this model?"])
    return embedder.dimensions
