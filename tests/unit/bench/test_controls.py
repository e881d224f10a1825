"""What stands beside: naive RAG, and LoCoMo's own observations as records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.bench.datasets import Benchmark, Dialogue, Question, places_of
from graphmem.bench.naive import NaiveRag
from graphmem.bench.recorded import read_observations
from graphmem.errors import InputError
from graphmem.model.turn import Conversation, Message
from graphmem.testing import FakeEmbedder

SESSION = Conversation(
    "s",
    (
        Message("user", "the weather is fine", id="m1", name="Ana"),
        Message("user", "my red bike was stolen", id="m2", name="Ana"),
    ),
    "ana",
)


async def test_naive_rag_ranks_whole_turns_by_their_nearness() -> None:
    question = Question(1, 0, "theft", "whose red bike was stolen", frozenset({1}))
    dialogue = Dialogue(1, "c", (SESSION,), (question,), places_of([SESSION]))
    data = Benchmark("b", Path("f"), "", (dialogue,))

    told: list[int] = []
    embedder = FakeEmbedder(256)
    naive = NaiveRag(embedder)
    (outcome,) = await naive.all(data, told.append)
    await naive.turns(dialogue)

    assert (outcome.group, outcome.values) == ("theft", (1.0, 1.0, 1.0, 1.0, 1.0))
    assert told == [1]
    assert [kind for _, kind in embedder.calls] == ["document", "query"]  # the conversation once


def test_observations_are_told_by_every_turn_that_they_name(tmp_path: Path) -> None:
    file = tmp_path / "locomo.json"
    observed = {
        "session_1_observation": {"Ana": [["Ana has a bike.", "D1:1, D1:3"], ["Ana sings.", ["D1:2"]]]}
    }
    file.write_text(json.dumps([{"sample_id": "conv-1", "observation": observed}]))

    assert read_observations(file).facts == {
        ("locomo-observed:conv-1", "session_1", "D1:1"): [("Ana has a bike.", "Ana")],
        ("locomo-observed:conv-1", "session_1", "D1:3"): [("Ana has a bike.", "Ana")],
        ("locomo-observed:conv-1", "session_1", "D1:2"): [("Ana sings.", "Ana")],
    }


def test_a_file_without_observations_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "locomo.json"
    file.write_text("[{}]")

    with pytest.raises(InputError, match="holds no observations"):
        read_observations(file)
