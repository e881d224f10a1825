"""From the names in the settings to the models that they name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from graphmem.adapters.cross_encoder import CrossEncoderReranker
from graphmem.adapters.ledger import Ledger
from graphmem.adapters.onnx_embedder import OnnxEmbedder
from graphmem.errors import ConfigError
from graphmem.extract.encode_llm import LLMEncoder
from graphmem.extract.encode_local import LocalEncoder
from graphmem.localserver import fetch_model
from graphmem.localserver.progress import Report, silent
from graphmem.ports import LLM, Embedder, Encoder, Reranker
from graphmem.retrieve.rerank_llm import ListwiseReranker
from graphmem.settings import EmbedderSettings, Settings


async def make_embedder(settings: Settings, *, progress: Report = silent) -> Embedder:
    """The embedder that the settings name. Raises ConfigError for an unknown name or a missing extra."""
    wanted = settings.embedder
    kind, _, model = wanted.name.partition(":")
    if kind == "local" and not model:
        cache = settings.server.cache or settings.server.home / "cache"
        folder = await asyncio.to_thread(fetch_model, cache, progress)
        return OnnxEmbedder.load(folder, threads=wanted.threads)
    if kind in _EMBEDDERS and model:
        return _EMBEDDERS[kind](wanted, model)
    raise ConfigError(
        f"the embedder {wanted.name!r} is unknown: GRAPHMEM_EMBEDDER is local, openai:MODEL or "
        "sentence-transformers:MODEL"
    )


def _openai(wanted: EmbedderSettings, model: str) -> Embedder:
    from graphmem.adapters.openai_embedder import OpenAIEmbedder  # noqa: PLC0415 - slow to import, rarely used

    return OpenAIEmbedder(
        model,
        dimensions=wanted.dimensions,
        api_key=_secret(wanted),
        base_url=wanted.base_url,
        batch=wanted.batch,
    )


def _sentence_transformers(wanted: EmbedderSettings, model: str) -> Embedder:
    from graphmem.adapters.sentence_transformers import SentenceTransformersEmbedder  # noqa: PLC0415 - an extra

    return SentenceTransformersEmbedder(model)


def _secret(wanted: EmbedderSettings) -> str | None:
    return wanted.api_key.get_secret_value() if wanted.api_key else None


_EMBEDDERS: Mapping[str, Callable[[EmbedderSettings, str], Embedder]] = {
    "openai": _openai,
    "sentence-transformers": _sentence_transformers,
}


def make_llm(settings: Settings, ledger: Ledger) -> LLM | None:
    """The language model that the settings name; None for none. Raises ConfigError without a key."""
    if settings.llm.model is None:
        return None
    from graphmem.adapters.openai_llm import OpenAILLM  # noqa: PLC0415 - slow to import, often not used

    return OpenAILLM.of(settings.llm, ledger)


def make_encoder(settings: Settings, llm: LLM | None) -> Encoder:
    """The encoder that the settings name. Raises ConfigError for `llm` where no language model is named."""
    asked = asked_as("encoder", settings.encoder, llm)
    return LocalEncoder() if asked is None else LLMEncoder(asked, settings.llm.max_tokens)


def asked_as(role: str, wanted: str | None, llm: LLM | None) -> LLM | None:
    """The model where this role is its own: it is named "llm", or nothing is named and there is a model."""
    if wanted == "llm" and llm is None:
        raise ConfigError(
            f"the {role} 'llm' asks a language model, and none is named: set GRAPHMEM_LLM_MODEL"
        )
    return llm if wanted in (None, "llm") else None


def make_reranker(settings: Settings, llm: LLM | None) -> Reranker | None:
    """The reranker that the settings name; None for `none`.

    Raises ConfigError for an unknown name, a missing extra, or `llm` where no language model is named.
    """
    wanted = settings.reranker
    kind, _, model = wanted.name.partition(":")
    if wanted.name == "none":
        return None
    if kind in ("http", "https"):
        from graphmem.adapters.rerank_endpoint import RerankEndpoint  # noqa: PLC0415 - slow to import, rarely used

        return RerankEndpoint.of(wanted)
    if kind == "sentence-transformers" and model:
        return CrossEncoderReranker(model)
    if wanted.name == "llm" and (asked := asked_as("reranker", wanted.name, llm)):
        return ListwiseReranker(asked)
    raise ConfigError(
        f"the reranker {wanted.name!r} is unknown: GRAPHMEM_RERANKER is none, llm, "
        "sentence-transformers:MODEL or the address of a rerank endpoint (https://HOST/rerank#MODEL)"
    )
