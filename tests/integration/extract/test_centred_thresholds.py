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
    ("Ann", "We finally adopted the grey kitten from the shelter on Saturday."),
    ("Bob", "Lovely! What did you name the kitten?"),
    ("Ann", "Her name is Pixel, and the kitten sleeps on my keyboard all day."),
    ("Bob", "My own cat did that too when she was a kitten from the shelter."),
    ("Ann", "The vet at the shelter says kittens sleep eighteen hours a day."),
    ("Bob", "By the way, the bank refused my mortgage because the interest rate went up."),
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
    assert 5 in cuts(turns, vectors, mean)


def test_and_would_not_be_with_raw_ones(turns: list[Turn], vectors: list[Matrix]) -> None:
    assert cuts(turns, vectors, np.zeros(384, dtype=np.float32)) == []
