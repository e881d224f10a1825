"""What a memory is constructed with reaches what opens it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graphmem import AsyncMemory, ConfigError, SearchResult, bootstrap
from graphmem.testing import FakeEmbedder, FakeLLM, FakeReranker


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What bootstrap.open_memory was called with."""
    called: dict[str, Any] = {}

    async def open_memory(settings: Any, **ports: Any) -> Any:
        called.update(ports, settings=settings)
        return SimpleNamespace()

    monkeypatch.setattr(bootstrap, "open_memory", open_memory)
    for name in ("GRAPHMEM_LLM_MODEL", "GRAPHMEM_RERANKER", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return called


async def test_models_can_be_named(opened: dict[str, Any]) -> None:
    await AsyncMemory(embedder="openai:e", llm="m", reranker="llm", base_url="http://a/v1").open()

    settings = opened["settings"]
    assert (settings.embedder.name, settings.llm.model, settings.reranker.name) == ("openai:e", "m", "llm")
    assert (settings.embedder.base_url, settings.llm.base_url) == ("http://a/v1", "http://a/v1")
    assert (opened["embedder"], opened["llm"], opened["reranker"]) == (None, None, None)


async def test_models_can_be_described(opened: dict[str, Any]) -> None:
    llm = {"model": "m", "base_url": "http://b/v1", "budget": 900}
    await AsyncMemory(llm=llm, reranker={"name": "http://c/rerank", "timeout": 3}).open()

    settings = opened["settings"]
    assert (settings.llm.base_url, settings.llm.budget) == ("http://b/v1", 900)
    assert (settings.reranker.name, settings.reranker.timeout) == ("http://c/rerank", 3.0)
    assert (opened["llm"], opened["reranker"]) == (None, None)


async def test_models_can_be_handed_in(opened: dict[str, Any]) -> None:
    ports = {"embedder": FakeEmbedder(), "llm": FakeLLM(), "reranker": FakeReranker()}
    await AsyncMemory(**ports).open()

    assert {name: opened[name] for name in ports} == ports
    assert opened["settings"].llm.model is None


@pytest.mark.parametrize("llm", [{"temperature": 1}, {"model": "m", "budget": 0}])
def test_a_wrong_description_is_named(llm: Any) -> None:
    with pytest.raises(ConfigError, match="llm"):
        AsyncMemory(llm=llm)


class Reader(AsyncMemory):
    """Notes what is searched for; nothing is found."""

    def __init__(self) -> None:
        super().__init__(home="nowhere")
        self.searched: list[Any] = []

    async def open(self) -> Any:
        return SimpleNamespace(
            reading=SimpleNamespace(context=lambda hits, budget, wanted: f"{budget} tokens")
        )

    async def search(self, query: str, **options: Any) -> SearchResult:  # type: ignore[override]
        self.searched.append(options["top_k"])
        return SearchResult()


@pytest.mark.parametrize(("options", "hits"), [({}, 50), ({"top_k": None}, 50), ({"top_k": 5}, 5)])
async def test_a_context_considers_fifty_hits_unless_told_otherwise(
    options: dict[str, Any], hits: int
) -> None:
    memory = Reader()

    assert await memory.get_context("Where?", user_id="ana", **options) == "1500 tokens"
    assert memory.searched == [hits]
