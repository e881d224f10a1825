"""Settings from an environment and from arguments."""

from pathlib import Path

import pytest

from graphmem.adapters.ledger import Ledger
from graphmem.bootstrap import load_settings, make_encoder, make_llm, make_reranker
from graphmem.errors import ConfigError
from graphmem.extract.encode_llm import LLMEncoder
from graphmem.testing import FakeLLM


def test_an_empty_environment_means_local_everything() -> None:
    settings = load_settings({})

    assert settings.server.uri is None
    assert settings.embedder.name == "local"
    assert (settings.segmenter.minimum, settings.segmenter.target, settings.segmenter.maximum) == (
        400,
        600,
        800,
    )


def test_arguments_overrule_the_environment() -> None:
    environ = {"NEO4J_URI": "bolt://one:7687", "NEO4J_PASSWORD": "p", "GRAPHMEM_EMBEDDER": "openai:x"}
    settings = load_settings(
        environ, uri="bolt://two:7687", auth=("ana", "secret"), embedder="local", home="/h", database=None
    )

    assert settings.server.uri == "bolt://two:7687"
    assert settings.server.username == "ana"
    assert settings.server.password is not None
    assert settings.server.password.get_secret_value() == "secret"
    assert settings.server.home == Path("/h")
    assert settings.embedder.name == "local"


def test_secrets_do_not_show() -> None:
    settings = load_settings({"NEO4J_PASSWORD": "hidden", "OPENAI_API_KEY": "sk-hidden"})
    assert "hidden" not in repr(settings)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"quantization": "HALF"}, "quantization"),
        ({"colour": "red"}, "colour"),
        ({"segmenter": {"minimum": 900}}, "segmenter"),
        ({"log_level": "LOUD"}, "log_level"),
        ({"auth": "neo4j"}, "auth"),
    ],
)
def test_a_wrong_option_is_named(wrong: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        load_settings({}, **wrong)


def test_sizes_of_requests_and_answers_are_named_by_the_environment() -> None:
    settings = load_settings(
        {
            "GRAPHMEM_EMBEDDER": "openai:e",
            "GRAPHMEM_EMBEDDER_BATCH": "10",
            "GRAPHMEM_LLM_MODEL": "m",
            "GRAPHMEM_LLM_MAX_TOKENS": "1000",
        }
    )
    assert (settings.embedder.batch, settings.llm.max_tokens) == (10, 1000)
    assert load_settings({}).embedder.batch == 256

    encoder = make_encoder(settings, FakeLLM())
    assert isinstance(encoder, LLMEncoder)
    assert encoder.max_tokens == 1000

    with pytest.raises(ConfigError, match=r"embedder\.batch"):
        load_settings({"GRAPHMEM_EMBEDDER_BATCH": "none"})


def test_no_language_model_and_no_reranker_unless_named() -> None:
    settings = load_settings({"OPENAI_API_KEY": "sk", "OPENAI_BASE_URL": "http://a/v1"})

    assert settings.llm.model is None
    assert make_llm(settings, Ledger()) is None
    assert settings.reranker.name == "none"
    assert make_reranker(settings, FakeLLM()) is None


def test_a_language_model_is_named_by_the_environment_or_an_argument() -> None:
    environ = {
        "OPENAI_API_KEY": "sk",
        "OPENAI_BASE_URL": "http://a/v1",
        "GRAPHMEM_LLM_MODEL": "one",
        "OPENAI_API_VERSION": "2024-10-21",
    }
    named = load_settings(environ).llm
    assert (named.model, named.base_url, named.api_version) == ("one", "http://a/v1", "2024-10-21")
    assert named.api_key is not None
    assert named.api_key.get_secret_value() == "sk"
    assert load_settings(environ, llm="two").llm.model == "two"

    slow = load_settings(environ | {"GRAPHMEM_LLM_TIMEOUT": "600", "GRAPHMEM_LLM_THINKING": "4096"}).llm
    assert (slow.timeout, slow.thinking, slow.budget) == (600.0, 4096, None)
    more = load_settings(environ, llm={"model": "three", "concurrency": 2, "budget": 900}).llm
    assert (more.model, more.concurrency, more.budget, more.base_url) == ("three", 2, 900, "http://a/v1")


@pytest.mark.parametrize(
    ("environ", "given"),
    [
        ({"GRAPHMEM_LLM_BASE_URL": "http://own/v1"}, None),
        ({}, {"model": "m", "base_url": "http://own/v1"}),
        ({"GRAPHMEM_LLM_API_KEY": "other"}, {"model": "m", "base_url": "http://own/v1"}),
    ],
)
def test_a_key_goes_only_to_the_address_that_it_is_for(environ: dict[str, str], given: object) -> None:
    everywhere = {"OPENAI_API_KEY": "sk", "OPENAI_BASE_URL": "http://a/v1", "GRAPHMEM_LLM_MODEL": "m"}
    settings = load_settings(everywhere | environ | {"OPENAI_API_VERSION": "2024-10-21"}, llm=given)

    assert settings.llm.api_version is None
    assert (settings.llm.base_url, settings.llm.api_key) == ("http://own/v1", None)
    assert settings.embedder.api_key is not None
    own = load_settings(everywhere | {"GRAPHMEM_LLM_BASE_URL": "http://own/v1", "GRAPHMEM_LLM_API_KEY": "k"})
    assert own.llm.api_key is not None
    assert own.llm.api_key.get_secret_value() == "k"


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("https://api.jina.ai/v1/rerank#jina-reranker-v2", "rerank:jina-reranker-v2"),
        ("http://localhost:8000/rerank", "rerank:http://localhost:8000/rerank"),
        ("llm", "llm:fake:scripted"),
    ],
)
def test_a_reranker_is_named(name: str, id: str) -> None:
    reranker = make_reranker(load_settings({"GRAPHMEM_RERANKER": name}), FakeLLM())
    assert reranker is not None
    assert reranker.id == id


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("llm", "set GRAPHMEM_LLM_MODEL"),
        ("bm25", "GRAPHMEM_RERANKER is none, llm,"),
        ("sentence-transformers:", "sentence-transformers:MODEL"),
    ],
)
def test_a_reranker_that_cannot_be_had_is_told(name: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        make_reranker(load_settings({}, reranker=name), None)


def test_a_language_model_without_a_key_is_told() -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        make_llm(load_settings({"GRAPHMEM_LLM_MODEL": "m"}), Ledger())
