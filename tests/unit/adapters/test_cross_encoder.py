"""The sentence-transformers extra as a reranker: refused by name when absent, a proper one when present."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import graphmem.adapters.local_model as adapter
from graphmem.adapters.cross_encoder import CrossEncoderReranker
from graphmem.errors import ConfigError, RerankerError


class Lengths:
    """Stands for sentence_transformers.CrossEncoder: the score of a pair is the length of its text."""

    batches: list[int] = []  # noqa: RUF012 - emptied by the fixture

    def __init__(self, model: str, device: str | None = None) -> None:
        if model == "missing":
            raise OSError("no such folder")

    def predict(self, pairs: list[tuple[str, str]], *, show_progress_bar: bool) -> list[float]:
        self.batches.append(len(pairs))
        if pairs[0][1] == "broken":
            raise RuntimeError("out of memory")
        return [float("nan") if text == "nan" else float(len(text)) for _, text in pairs]


@pytest.fixture
def lengths(monkeypatch: pytest.MonkeyPatch) -> type[Lengths]:
    module: Any = ModuleType("sentence_transformers")
    module.CrossEncoder = Lengths
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(adapter, "find_spec", lambda name: object())
    Lengths.batches.clear()
    return Lengths


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pip install 'graphmem\[sentence-transformers\]'"):
        CrossEncoderReranker("cross-encoder/x")


async def test_pairs_are_scored_in_order_and_in_batches(lengths: type[Lengths]) -> None:
    reranker = CrossEncoderReranker("m")
    texts = ["x" * n for n in range(70)]
    assert await reranker.scores("q", texts) == [float(n) for n in range(70)]
    assert await reranker.scores("q", []) == []
    await reranker.aclose()
    assert lengths.batches == [32, 32, 6]
    assert reranker.id == "sentence-transformers:m"


@pytest.mark.parametrize(
    ("model", "text", "told"),
    [
        ("missing", "a", "cannot be loaded: no such folder"),
        ("m", "broken", "failed on a batch of texts: out of memory"),
        ("m", "nan", "no numbers"),
    ],
)
async def test_what_goes_wrong_is_told(lengths: type[Lengths], model: str, text: str, told: str) -> None:
    reranker = CrossEncoderReranker(model)
    with pytest.raises(RerankerError, match=told):
        await reranker.scores("q", [text])
    await reranker.aclose()


@pytest.mark.skipif(
    find_spec("sentence_transformers") is None,
    reason="PyTorch is not in the gate: pip install -e '.[sentence-transformers]' -c constraints.txt, then "
    "python -m pytest tests/unit/adapters/test_cross_encoder.py",
)
async def test_a_model_built_from_parts_scores(tmp_path: Path) -> None:
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    (tmp_path / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\ncat\ndog\n", encoding="utf-8")
    shape = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8}
    BertTokenizerFast(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    model = BertForSequenceClassification(BertConfig(vocab_size=7, num_labels=1, **shape))
    model.save_pretrained(tmp_path)
    reranker = CrossEncoderReranker(str(tmp_path), device="cpu")
    first, second, again = await reranker.scores("cat", ["cat", "dog", "cat"])
    await reranker.aclose()
    assert first == pytest.approx(again)
    assert first != second
