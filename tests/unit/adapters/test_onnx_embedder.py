"""What the local embedder does without its model; with it, see tests/contract/test_embedder.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.adapters.onnx_embedder import OnnxEmbedder
from graphmem.errors import ConfigError, EmbedderError


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "e5-small-v2-q.onnx").touch()
    with pytest.raises(ConfigError, match=r"e5-small-v2-q-tokenizer\.json is not in .* GRAPHMEM_EMBEDDER"):
        OnnxEmbedder.load(tmp_path)


async def test_a_damaged_file_is_an_embedder_error(tmp_path: Path) -> None:
    (tmp_path / "e5-small-v2-q.onnx").write_text("no model")
    (tmp_path / "e5-small-v2-q-tokenizer.json").write_text("no tokenizer")
    embedder = OnnxEmbedder.load(tmp_path)
    with pytest.raises(EmbedderError, match=r"cannot read its files in .*downloaded again"):
        await embedder.embed(["text"] * 50)
    await embedder.aclose()


async def test_nothing_is_read_for_no_texts(tmp_path: Path) -> None:
    (tmp_path / "e5-small-v2-q.onnx").touch()
    (tmp_path / "e5-small-v2-q-tokenizer.json").touch()
    embedder = OnnxEmbedder.load(tmp_path)
    assert (await embedder.embed([])).shape == (0, 384)
    await embedder.aclose()
