"""The background of other users: seeded, resumable, and near to real vectors without being them."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.bench.crowd import Pool, PoolEmbedder, conversations, plan
from graphmem.errors import InputError


def unit(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    vector = np.zeros(384, dtype=np.float32)
    vector[: len(values)] = values
    return vector / np.linalg.norm(vector)


POOL = Pool(
    speakers=("Ana", "Bo", "Cy"),
    sentences={"I like tea.": 0, "It rains.": 1},
    sentence_vectors=np.stack([unit(1), unit(0, 1)]),
    context_vectors=np.stack([unit(0, 0, 1)]),
)


def test_two_hundred_users_share_the_turns() -> None:
    wanted = plan(100_050, 3)

    assert len(wanted) == 200
    assert sum(wanted.values()) == 100_050
    assert wanted["locomo-crowd:3:000"] == 501
    assert wanted["locomo-crowd:3:199"] == 500


def test_fewer_turns_than_users_are_one_each() -> None:
    assert plan(2, 0) == {"locomo-crowd:0:000": 1, "locomo-crowd:0:001": 1}


def test_no_turns_are_no_background() -> None:
    with pytest.raises(InputError, match="a background of 0 turns is none"):
        plan(0, 0)


def test_a_user_has_sessions_of_two_speakers_and_all_turns() -> None:
    sessions = list(conversations(POOL, "locomo-crowd:0:000", 250, 0))

    assert [len(session.messages) for session in sessions] == [100, 100, 50]
    assert len({message.name for session in sessions for message in session.messages}) == 2
    assert {session.user_id for session in sessions} == {"locomo-crowd:0:000"}


def test_more_turns_go_on_where_fewer_ended_and_users_and_seeds_differ() -> None:
    def texts(scope: str, turns: int, seed: int) -> list[str]:
        made = conversations(POOL, scope, turns, seed)
        return [message.content for session in made for message in session.messages]

    assert texts("a", 120, 0)[:30] == texts("a", 30, 0)
    assert texts("a", 30, 0) != texts("b", 30, 0)
    assert texts("a", 30, 0) != texts("a", 30, 1)


async def test_a_known_sentence_has_a_vector_near_its_own_whoever_says_it() -> None:
    vectors = await PoolEmbedder(POOL, "local:x", 0).embed(["Bo: It rains.", "Ana: It rains."])

    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0, 1.0], abs=1e-6)
    assert vectors @ unit(0, 1) == pytest.approx([0.958, 0.958], abs=0.02)
    assert 0.8 < float(vectors[0] @ vectors[1]) < 0.99


async def test_a_context_has_a_vector_near_a_real_context_and_the_same_one_again() -> None:
    embedder = PoolEmbedder(POOL, "local:x", 0)

    first = await embedder.embed(["Bo: It rains.\nAna: I like tea."])

    assert float(first[0] @ unit(0, 0, 1)) == pytest.approx(0.958, abs=0.02)
    assert np.array_equal(first, await embedder.embed(["Bo: It rains.\nAna: I like tea."]))
    assert not np.array_equal(
        first, await PoolEmbedder(POOL, "local:x", 1).embed(["Bo: It rains.\nAna: I like tea."])
    )


async def test_the_stand_in_has_the_id_and_size_of_the_embedder_and_takes_no_texts() -> None:
    embedder = PoolEmbedder(POOL, "local:x", 0)

    assert (embedder.id, embedder.dimensions) == ("local:x", 384)
    assert (await embedder.embed([])).shape == (0, 384)
