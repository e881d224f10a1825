"""Search and get_context on the real server: what filters, times and options let through."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from neo4j import GraphDatabase

from graphmem import Memory
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

USER = "ana"


def said(id: str, name: str, text: str, when: str) -> dict[str, Any]:
    return {"role": "user", "id": id, "name": name, "content": text, "timestamp": when}


MAY = [
    said("m1", "Ana", "I moved to Lyon yesterday with my cat.", "2026-05-03T10:00:00+02:00"),
    said("m2", "Ben", "How is the cat in Lyon?", "2026-05-03T10:01:00+02:00"),
    said("m3", "Ana", "I love the old town of Lyon.", "2026-05-03T10:02:00+02:00"),
    said("m4", "Ben", "My sister Clara lives in Basel.", "2026-05-03T10:03:00+02:00"),
]
JULY = [
    said("m1", "Ana", "Clara visited me in Lyon on 2 July 2026.", "2026-07-04T18:00:00+02:00"),
    said("m2", "Ben", "I bought a red bicycle for 300 euros.", "2026-07-04T18:01:00+02:00"),
]


@pytest.fixture(scope="module")
def memory(neo4j_server: RunningServer) -> Iterator[Memory]:
    auth = (neo4j_server.username, neo4j_server.password)
    with (
        emptied(neo4j_server),
        Memory(neo4j_server.uri, auth, embedder=FakeEmbedder(384, id="fake:search")) as memory,
    ):
        memory.add(MAY, user_id=USER, session_id="may", flush=True)
        memory.add(JULY, user_id=USER, session_id="july", agent_id="bot", flush=True)
        yield memory


def proofs(found: Any) -> list[str]:
    return [f"{hit.citations[0].session_id}/{hit.citations[0].message_id}" for hit in found]


def test_the_best_hit_is_a_record_with_the_turn_that_proves_it(memory: Memory) -> None:
    hit = memory.search("When did Ana move to Lyon?", user_id=USER)[0]
    assert hit.type in ("fact", "event")
    assert "Ana" in hit.memory and "Lyon" in hit.memory
    (citation,) = hit.citations
    assert citation.text == "I moved to Lyon yesterday with my cat."
    assert citation.said_at is not None
    assert citation.said_at.isoformat() == "2026-05-03T10:00:00+02:00"
    assert hit.event_from == datetime(2026, 5, 1, 22, tzinfo=UTC)  # 2 May in Ana's offset
    assert hit.event_to == datetime(2026, 5, 2, 22, tzinfo=UTC)


def test_no_more_hits_than_asked_for_and_none_for_a_stranger(memory: Memory) -> None:
    assert len(memory.search("Lyon", user_id=USER, top_k=2)) == 2
    assert not memory.search("Lyon", user_id="nobody")


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"session_id": "july"}, {"july/m1", "july/m2"}),
        ({"agent_id": "bot"}, {"july/m1", "july/m2"}),
        ({"after": "2026-07-01"}, {"july/m1", "july/m2"}),
        ({"before": "2026-05-03T08:02:00Z"}, {"may/m1", "may/m2"}),
        ({"entity": "Clara"}, {"may/m4", "july/m1"}),
        ({"entity": "clara", "session_id": "july"}, {"july/m1"}),
        ({"type": "preference"}, {"may/m3"}),
        ({"session_id": "august"}, set()),
        ({"type": "procedure"}, set()),
    ],
)
def test_filters_let_only_the_matching_through(
    memory: Memory, filters: dict[str, str], expected: set[str]
) -> None:
    assert set(proofs(memory.search("What about Lyon and Clara?", user_id=USER, filters=filters))) == expected


def test_a_filter_by_type_shows_records_of_that_type_only(memory: Memory) -> None:
    found = memory.search("Lyon", user_id=USER, filters={"type": ["preference", "fact"]})
    assert {hit.type for hit in found} <= {"preference", "fact"}


def test_as_of_leaves_out_what_was_not_yet_true(memory: Memory) -> None:
    found = proofs(memory.search("Clara Lyon bicycle", user_id=USER, as_of="2026-06-01"))
    assert "july/m1" not in found and "july/m2" not in found and "may/m1" in found


def test_known_at_leaves_out_what_was_not_yet_stored(memory: Memory) -> None:
    assert not memory.search("Lyon", user_id=USER, known_at="2020-01-01")
    assert memory.search("Lyon", user_id=USER, known_at=datetime.now(UTC) + timedelta(minutes=1))


def test_a_threshold_keeps_what_is_near_enough(memory: Memory) -> None:
    everything = memory.search("I bought a red bicycle for 300 euros.", user_id=USER, threshold=-1.0)
    near = memory.search("I bought a red bicycle for 300 euros.", user_id=USER, threshold=0.6)
    assert proofs(near) == ["july/m2"]
    assert len(everything) > 1
    assert all(hit.similarity is not None for hit in everything)


def test_what_has_no_vectors_yet_has_no_similarity(memory: Memory, neo4j_server: RunningServer) -> None:
    memory.add([said("m1", "Eva", "My kayak is yellow.", "2026-05-03T10:00:00+02:00")], user_id="eva")
    auth = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.uri, auth=auth) as driver:
        driver.execute_query(
            "MATCH (passage:Passage {scope: 'eva'}) REMOVE passage.embedding", database_=neo4j_server.database
        )

    (hit,) = memory.search("kayak", user_id="eva", explain=True)
    assert (hit.citations[0].text, hit.similarity) == ("My kayak is yellow.", None)
    assert not memory.search("kayak", user_id="eva", threshold=-0.5)


def test_an_explanation_tells_channels_and_paths(memory: Memory) -> None:
    hit = memory.search("Where is the bicycle?", user_id=USER, top_k=1, explain=True)[0]
    assert hit.explanation is not None
    assert {each.channel.split("/")[0] for each in hit.explanation.channels} >= {"passages", "context_text"}
    assert all(each.rank >= 1 for each in hit.explanation.channels)
    turn = hit.citations[0].turn_id
    assert {each.path[-1].id for each in hit.explanation.channels} == {turn}


def test_a_window_brings_the_neighbours_in_order(memory: Memory) -> None:
    found = memory.search("How is the cat?", user_id=USER, window=1, filters={"session_id": "may"})
    near = {hit.citations[0].message_id: [each.message_id for each in hit.neighbours] for hit in found}
    assert near == {"m1": ["m2"], "m2": ["m1", "m3"], "m3": ["m2", "m4"], "m4": ["m3"]}


def test_the_plan_and_the_times_are_told(memory: Memory) -> None:
    found = memory.search("When did Ana move to Lyon?", user_id=USER)
    assert found.plan is not None
    assert found.plan.speakers == ("Ana",) and found.plan.wants_time
    assert {"plan", "recall", "fuse", "select", "channel passages"} <= set(found.timings)


def test_a_context_fits_its_budget_and_dates_what_was_resolved(memory: Memory) -> None:
    whole = memory.get_context("Where does Ana live?", user_id=USER, token_budget=500)
    assert "# Sunday, 3 May 2026 (session may)" in whole
    assert "Ana: I moved to Lyon yesterday [2026-05-02] with my cat." in whole.splitlines()
    short = memory.get_context("Where does Ana live?", user_id=USER, token_budget=30)
    assert 0 < len(short) < len(whole)
    assert memory.get_context("Lyon", user_id="nobody") == ""


def test_a_standing_wish_comes_with_a_request_that_shares_no_word_with_it(memory: Memory) -> None:
    talk = [("user", "Always answer in kilometres please.")]
    for town in ("Basel", "Bern", "Chur", "Genf", "Thun"):
        talk += [("user", f"Tell me about the station of {town}."), ("assistant", f"{town} has a station.")]
    memory.add(
        [{"role": role, "content": text, "id": f"w{at}"} for at, (role, text) in enumerate(talk)],
        user_id="wishing",
        session_id="w",
        flush=True,
    )
    question = "Which station is near Bern?"
    assert "w/w0" in proofs(memory.search(question, user_id="wishing", top_k=4))
    filtered = memory.search(question, user_id="wishing", top_k=4, filters={"type": "fact"})
    assert "w/w0" not in proofs(filtered)


def test_many_searches_at_once_agree(memory: Memory) -> None:
    async def many() -> list[list[str]]:
        return [
            proofs(found)
            for found in await asyncio.gather(
                *(asyncio.to_thread(memory.search, "Lyon", user_id=USER) for _ in range(16))
            )
        ]

    results = asyncio.run(many())
    assert all(result == results[0] for result in results)
