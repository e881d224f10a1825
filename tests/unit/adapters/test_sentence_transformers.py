"""The sentence-transformers extra: refused by name when absent, a proper embedder when present."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import graphmem.adapters.local_model as adapter
from graphmem.adapters.sentence_transformers import SentenceTransformersEmbedder
from graphmem.errors import ConfigError, EmbedderError


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pip install 'graphmem\[sentence-transformers\]'"):
        SentenceTransformersEmbedder("all-MiniLM-L6-v2")


class Vectors:
    """Stands for sentence_transformers.SentenceTransformer: a vector tells the length and prompt of its text."""

    prompts: dict[str, str] = {"query": "ask: "}  # noqa: RUF012 - as the real one has it

    def __init__(self, model: str, device: str | None = None) -> None:
        pass

    def encode(
        self, texts: list[str], *, prompt_name: str | None, show_progress_bar: bool, convert_to_numpy: bool
    ) -> np.ndarray:
        if texts[0] == "broken":
            raise RuntimeError("out of memory")
        return np.array([[len(text), 1.0 if prompt_name else 2.0] for text in texts])


async def test_texts_go_in_batches_and_their_vectors_come_back_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module: Any = ModuleType("sentence_transformers")
    module.SentenceTransformer = Vectors
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(adapter, "find_spec", lambda name: object())
    embedder = SentenceTransformersEmbedder("m", document="d:")
    assert embedder.id == "sentence-transformers:m"
    matrix = await embedder.embed(["x" * n for n in range(70)])
    assert matrix[:, 0] / matrix[:, 1] == pytest.approx([(n + 2) / 2 for n in range(70)])
    asked = await embedder.embed(["abc"], kind="query")
    assert asked[0, 0] / asked[0, 1] == pytest.approx(3.0)
    with pytest.raises(EmbedderError, match="m failed on a batch of texts: out of memory"):
        await embedder.embed(["broken"], kind="query")
    await embedder.aclose()


@pytest.mark.skipif(
    find_spec("sentence_transformers") is None,
    reason="PyTorch is not in the gate: pip install -e '.[sentence-transformers]' -c constraints.txt, then "
    "python -m pytest tests/unit/adapters/test_sentence_transformers.py",
)
async def test_a_model_built_from_parts_embeds(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    # 5.2 and older keep the modules in `models`, whose import newer ones deprecate.
    newer = find_spec("sentence_transformers.sentence_transformer") is not None
    home = "sentence_transformers.sentence_transformer.modules" if newer else "sentence_transformers.models"
    words = import_module(home).BoW(vocab=["cat", "dog", "house"], word_weights={})
    SentenceTransformer(modules=[words]).save(str(tmp_path))
    embedder = SentenceTransformersEmbedder(str(tmp_path))
    matrix = await embedder.embed(["cat dog", "house"])
    await embedder.aclose()
    assert np.abs(matrix[0]).max() == pytest.approx(2**-0.5)
    assert embedder.dimensions == 3
