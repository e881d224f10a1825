"""The share of a speaker's name in a vector."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.errors import EmbedderError
from graphmem.extract.speaker_offsets import SpeakerOffsets
from graphmem.testing import FakeEmbedder


async def test_taking_the_offset_away_brings_one_speakers_words_near_anothers() -> None:
    embedder = FakeEmbedder(256)
    offsets = SpeakerOffsets(embedder)
    await offsets.learn(["Ana", "Ben"])
    known = offsets.known(["Ana", "Ben"])
    ana, ben = await embedder.embed(["Ana: the kitchen table is broken", "Ben: the kitchen table is broken"])

    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    assert cosine(ana - known["Ana"], ben - known["Ben"]) > cosine(ana, ben) + 0.05


async def test_names_are_learnt_once_and_no_name_needs_no_offset() -> None:
    embedder = FakeEmbedder(8)
    offsets = SpeakerOffsets(embedder)
    assert offsets.missing(["Ben", "", "Ana", "Ben"]) == ("Ana", "Ben")

    await offsets.learn(["Ana", "Ben"])

    assert offsets.missing(["Ana", "Ben", ""]) == ()
    assert len(embedder.calls) == 1
    assert list(offsets.known(["", "Ana"])) == ["Ana"]


async def test_a_failing_embedder_leaves_names_unknown() -> None:
    offsets = SpeakerOffsets(FakeEmbedder(8, fail=True))
    with pytest.raises(EmbedderError):
        await offsets.learn(["Ana"])
    assert offsets.missing(["Ana"]) == ("Ana",)
