"""With the real model: topic changes are seen by centred cosines, and would not be by raw ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from graphmem.adapters.onnx_embedder import OnnxEmbedder
from graphmem.adapters.vectors import known_mean
from graphmem.extract import passages
from graphmem.extract.centre import Centring, Matrix
from graphmem.extract.segment import Segmenter, units
from graphmem.localserver.models import fetch_model
from graphmem.model.segment import SegmenterState
from graphmem.model.turn import Turn

pytestmark = pytest.mark.integration

TALK = [
    ("Bob", "Yes, my cat was a playful kitten and chased every toy, and now the cat sleeps all day."),
    ("Ann", "Our kitten sleeps all day too, and then she chases her toys all night."),
    ("Bob", "My cat was like that as a kitten: she slept all day and chased her toys all night."),
    ("Bob", "The bank refused my mortgage because interest rates went up."),
    ("Ann", "Did the bank say which interest rate the mortgage would have now?"),
]


@pytest.fixture(scope="module")
def turns() -> list[Turn]:
    return [Turn(f"t{i}", "s", i, "user", who, text, None) for i, (who, text) in enumerate(TALK)]


@pytest.fixture
async def vectors(turns: Sequence[Turn], download_cache: Path) -> list[Matrix]:
    embedder = OnnxEmbedder.load(fetch_model(download_cache))
    found = [
        await embedder.embed([passages.embedded_text(turn.speaker, each) for each in passages.passages(turn)])
        for turn in turns
    ]
    await embedder.aclose()
    return found


def cuts(turns: Sequence[Turn], vectors: Sequence[Matrix], mean: Matrix) -> list[int]:
    pending = units(turns, vectors, Centring(mean))
    drafts, _ = Segmenter()(SegmenterState(), pending, flush=True)
    return [draft.first_position for draft in drafts if draft.first_position]


def test_an_easy_topic_change_is_cut_with_centred_vectors(turns: list[Turn], vectors: list[Matrix]) -> None:
    mean = known_mean("local:e5-small-v2-q@0.36.2")
    assert mean is not None
    assert cuts(turns, vectors, mean) == [3]


def test_and_would_not_be_with_raw_ones(turns: list[Turn], vectors: list[Matrix]) -> None:
    assert cuts(turns, vectors, np.zeros(384, dtype=np.float32)) == []
