"""Which entities are proposed as one, and what is told of them."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.manage.candidates import EntityProfile, candidates, without_common
from graphmem.manage.nicknames import blocks_of, likeness
from graphmem.model.entity import Entity

EAST, WEST, NEAR_EAST = (np.array(each, dtype=np.float32) for each in ([1, 0, 0], [0, 1, 0], [1, 0.1, 0]))
MEAN = np.zeros(3, dtype=np.float32)


def profile(
    name: str,
    *records: str,
    beside: str = "",
    aliases: tuple[str, ...] = (),
    vector: np.ndarray | None = None,
) -> EntityProfile:
    entity = Entity(name.lower(), name, len(records), aliases)
    return EntityProfile(entity, name.lower(), frozenset(records), frozenset(beside.split()), vector)


def test_a_nickname_with_shared_neighbours_comes_first_and_tells_why() -> None:
    found = candidates(
        [
            profile("Robert", "r1", "r2", beside="lyon museum bike"),
            profile("Bob", "r3", beside="lyon bike violin"),
            profile("Roberta", "r4"),
        ],
        MEAN,
        limit=10,
    )
    assert [(each.one.name, each.other.name) for each in found] == [("Bob", "Robert"), ("Roberta", "Robert")]
    assert found[0].reasons == ("Robert, Bob: a nickname", "both stand beside bike, lyon")
    assert found[0].score == pytest.approx(0.4 + 0.3 * 2 / 4)


def test_one_name_given_to_both_weighs_most() -> None:
    (found,) = candidates([profile("Bob", "r1"), profile("Robert", "r2", aliases=("bob",))], MEAN, limit=5)
    assert found.reasons == ("both are called 'bob'", "Bob, Robert: a nickname")


def test_vectors_alone_propose_and_rank_last() -> None:
    found = candidates(
        [
            profile("Chess club", "r1", vector=EAST),
            profile("Pawn house", "r2", vector=NEAR_EAST),
            profile("Opera", "r3", vector=WEST),
        ],
        MEAN,
        limit=5,
    )
    assert [(each.one.name, each.other.name) for each in found] == [("Chess club", "Pawn house")]
    assert found[0].reasons == ("their statements are near (1.00)",)
    assert found[0].score == pytest.approx(0.2, abs=0.01)


def test_statements_that_mention_both_speak_against_it() -> None:
    (found,) = candidates([profile("Bob", "r1", "r2"), profile("Robert", "r1")], MEAN, limit=5)
    assert found.score == pytest.approx(0.1)
    assert found.reasons[-1] == "against it: 1 statements mention both"


def test_two_of_one_name_and_two_whose_roles_exclude_each_other_are_not_proposed() -> None:
    assert candidates([profile("Ana", "r1"), profile("Ana", "r2")], MEAN, limit=5) == ()
    sister = profile("Ana", "r1", aliases=("mayas sister ana",))
    colleague = profile("Anna", "r2", aliases=("mayas colleague anna",))
    assert candidates([sister, colleague], MEAN, limit=5) == ()


def test_nothing_and_one_are_no_pair() -> None:
    assert candidates([], MEAN, limit=5) == candidates([profile("Ana", vector=EAST)], MEAN, limit=5) == ()


def test_the_limit_holds_and_neighbours_of_everybody_tell_nothing() -> None:
    many = [profile(f"Karl {n}", f"r{n}", beside="user") for n in range(12)]
    assert len(candidates(many, MEAN, limit=3)) == 3
    assert all(not each.beside for each in without_common(many))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bob", "robert"),
        ("nyc", "new york city"),
        ("ana", "ana silva"),
        ("j smith", "john smith"),
        ("marcus", "macrus"),
    ],
)
def test_names_that_are_alike_share_a_block(one: str, other: str) -> None:
    assert likeness(one, other)
    assert blocks_of(one) & blocks_of(other)
