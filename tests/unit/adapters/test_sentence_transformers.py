"""The sentence-transformers extra: refused by name when absent, a proper embedder when present."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import graphmem.adapters.sentence_transformers as adapter
from graphmem.adapters.sentence_transformers import SentenceTransformersEmbedder
from graphmem.errors import ConfigError


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pip install 'graphmem\[sentence-transformers\]'"):
        SentenceTransformersEmbedder("all-MiniLM-L6-v2")


@pytest.mark.skipif(find_spec("sentence_transformers") is None, reason="the extra is not installed")
async def test_a_model_built_from_parts_embeds(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import BoW

    words = BoW(vocab=["cat", "dog", "house"], word_weights={})
    SentenceTransformer(modules=[words]).save(str(tmp_path))
    embedder = SentenceTransformersEmbedder(str(tmp_path))
    matrix = await embedder.embed(["cat dog", "house"])
    await embedder.aclose()
    assert np.abs(matrix[0]).max() == pytest.approx(2**-0.5)
    assert embedder.dimensions == 3
