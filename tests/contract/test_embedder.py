"""What holds for every embedder: the fake one and the real local model."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from graphmem.adapters.onnx_embedder import OnnxEmbedder
from graphmem.localserver.models import fetch_model
from graphmem.ports.embedder import Embedder
from graphmem.testing import FakeEmbedder


@pytest.fixture(scope="session")
def model_folder(download_cache: Path) -> Path:
    return fetch_model(download_cache)


@pytest.fixture(params=["fake", pytest.param("local", marks=pytest.mark.integration)])
async def embedder(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    if request.param == "fake":
        yield FakeEmbedder()
        return
    local = OnnxEmbedder.load(request.getfixturevalue("model_folder"))
    yield local
    await local.aclose()


TEXTS = [
    "Ann: I adopted a grey cat.",
    "Bob: The train to Ghent was late.",
    "",
    "   ",
    "猫",
    "x" * 5000,
    "🙂\ud800",
]


@pytest.mark.parametrize("kind", ["document", "query"])
async def test_vectors_are_unit_finite_and_float32(embedder: Embedder, kind: str) -> None:
    matrix = await embedder.embed(TEXTS, kind=kind)
    assert matrix.shape == (len(TEXTS), embedder.dimensions)
    assert matrix.dtype == np.float32
    assert np.linalg.norm(matrix, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)


async def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert (await embedder.embed([])).shape == (0, embedder.dimensions)


async def test_a_vector_does_not_depend_on_its_company_or_place(embedder: Embedder) -> None:
    together = await embedder.embed(TEXTS)
    backwards = await embedder.embed(TEXTS[::-1])
    alone = np.concatenate([await embedder.embed([text]) for text in TEXTS])
    assert np.abs(together - backwards[::-1]).max() < 1e-6
    assert np.abs(together - alone).max() < 1e-6


@pytest.mark.parametrize("kind", ["document", "query"])
async def test_the_same_text_twice_has_the_same_vector(embedder: Embedder, kind: str) -> None:
    first, second, other = await embedder.embed(["twice", "twice", "once"], kind=kind)
    (again,) = await embedder.embed(["twice"], kind=kind)
    assert (first == second).all()
    assert (first == again).all()
    assert (first != other).any()


async def test_a_related_text_is_nearer(embedder: Embedder) -> None:
    cat, train = await embedder.embed(["Ann: I adopted a grey cat.", "Bob: The train to Ghent was late."])
    (question,) = await embedder.embed(["Which cat did Ann adopt?"], kind="query")
    assert question @ cat > question @ train


async def test_it_has_a_name(embedder: Embedder) -> None:
    assert ":" in embedder.id


@pytest.mark.integration
async def test_the_local_model_knows_meanings(model_folder: Path) -> None:
    local = OnnxEmbedder.load(model_folder)
    kitten, report = await local.embed(["Ann: We have a new kitten.", "Bob: The quarterly report is done."])
    (question,) = await local.embed(["pets"], kind="query")
    await local.aclose()
    assert question @ kitten > question @ report + 0.02


@pytest.mark.integration
async def test_the_local_model_never_blocks_the_loop_and_serves_many_at_once(model_folder: Path) -> None:
    local = OnnxEmbedder.load(model_folder)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.005)
            ticks += 1

    ticking = asyncio.create_task(tick())
    batches = [[f"Ann: sentence {i} of writer {writer}." for i in range(20)] for writer in range(8)]
    together = await asyncio.gather(*map(local.embed, batches))
    ticking.cancel()
    assert ticks > 5
    one_by_one = [await local.embed(batch) for batch in batches]
    await local.aclose()
    assert all((a == b).all() for a, b in zip(together, one_by_one, strict=True))


@pytest.mark.integration
async def test_a_query_does_not_wait_for_a_long_document_batch(model_folder: Path) -> None:
    local = OnnxEmbedder.load(model_folder, threads=1)
    await local.embed(["warm"], kind="query")
    documents = asyncio.create_task(local.embed(["Ann: " + "many words " * 200] * 40))
    await asyncio.sleep(0.01)
    await local.embed(["Where?"], kind="query")
    assert not documents.done()
    await documents
    await local.aclose()


@pytest.mark.integration
async def test_queries_are_remembered_but_not_without_end(model_folder: Path) -> None:
    local = OnnxEmbedder(model_folder, remembered=2)
    first = await local.embed(["one", "two", "three"], kind="query")
    again = await local.embed(["three", "one"], kind="query")
    await local.aclose()
    assert (again == first[[2, 0]]).all()
    assert list(local._queries) == ["three", "one"]


@pytest.mark.integration
def test_one_embedder_serves_several_event_loops(model_folder: Path) -> None:
    local = OnnxEmbedder.load(model_folder)
    found: list[np.ndarray] = []

    def work() -> None:
        found.append(asyncio.run(local.embed(["Ann: hello"])))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    asyncio.run(local.aclose())
    assert len(found) == 4
    assert all((each == found[0]).all() for each in found)
