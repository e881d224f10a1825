"""An explanation tells by which way through the graph a hit was found: every step of it is in the store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
import pytest_asyncio

from graphmem import AsyncMemory
from graphmem.model.hit import Filters, GraphPath
from graphmem.model.interval import Granularity, Interval
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Asked, Belief, Channel, Ranking
from graphmem.model.tiers import TraitDraft
from graphmem.store.tiers import distil
from graphmem.strategies import Method
from graphmem.strategies.evidence import NAMES
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.forget.conftest import START, said
from tests.integration.stores import emptied
from tests.integration.whole_store import rows

pytestmark = [pytest.mark.integration, pytest.mark.asyncio(loop_scope="module")]

USER = "anna"
TEXTS = [
    "I sailed to Lerwick with Robert in 2022.",
    "Robert and I repaired the bicycle in April 2026.",
    "Yesterday I met Bob in the garden of the zephyr lounge.",
    "I prefer tea whenever I fly to Oslo.",
    "Always answer in kilometres please.",
]
WINDOW = Interval(datetime(2022, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC), Granularity.YEAR)

SEEDS = {
    Channel.PASSAGES: {"Passage"},
    Channel.CONTEXTS: {"Turn"},
    Channel.CONTEXT_TEXT: {"Turn"},
    Channel.RECORDS: {"Record"},
    Channel.RECORD_TEXT: {"Record"},
    Channel.EVIDENCE: {"Evidence"},
    Channel.EVIDENCE_TEXT: {"Evidence"},
    Channel.TIME: {"Day", "Month", "Year", "Turn"},
    Channel.WISHES: {"Record"},
    Channel.TREE: {"Summary"},
    Channel.BEAM: {"Summary"},
    Channel.SEGMENTS: {"Summary"},
    Channel.SHORT: {"Summary", "Turn"},
    Channel.LONG: {"Record"},
    Channel.PROFILE: {"Profile"},
}
"""Labels of the nodes at which a channel's index finds something."""


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    """A user who has everything that a channel looks for, and another who says the same."""
    auth = (store.username, store.password)
    small = {"minimum": 5, "target": 12, "maximum": 40}
    async with AsyncMemory(
        store.uri, auth, embedder=FakeEmbedder(384, id="fake:explain"), segmenter=small
    ) as memory:
        for user in (USER, "other"):
            for number, text in enumerate(TEXTS):
                messages = said(text, start=START + timedelta(days=number))
                await memory.add(messages, user_id=user, session_id=f"s{number}", flush=True)
            await memory.consolidate(user_id=user)
            await memory.add(said("Still open."), user_id=user, session_id="open")
            await memory.entities.merge("Bob", "Robert", user_id=user)
        records = [each.id for each in await memory.get_all(user_id=USER)]
        await distil((await memory.open()).executor, USER, [TraitDraft("place", "Lerwick", tuple(records))])
        rows(store, "MATCH (r:Record {scope: $user}) SET r.tier = 'long'", user=USER)
        yield memory


async def ranked(memory: AsyncMemory, channel: Channel, filters: Filters | None = None) -> Ranking:
    reader = (await memory.open()).reading.strategies["evidence"].ports.reader  # type: ignore[attr-defined]
    (vector,) = await FakeEmbedder(384, id="fake:explain").embed([TEXTS[0]], kind="query")
    asked = Asked(channel, 0, Phrasing.FULL, 1.0, TEXTS[0], tuple(vector.tolist()), WINDOW)
    (ranking,) = await reader.rank(
        USER, [asked], depth=50, filters=filters or Filters(), belief=Belief(), paths=True
    )
    return ranking


def missing(store: RunningServer, paths: list[GraphPath]) -> list[dict[str, Any]]:
    """Nodes and steps of the paths that the user's graph does not hold."""
    nodes = [{"id": node.id, "labels": list(node.labels)} for path in paths for node in path]
    steps = [
        {"start": one.id, "end": two.id, "type": two.relationship, "forward": two.forward}
        for path in paths
        for one, two in pairwise(path)
    ]
    return [
        *rows(
            store,
            "UNWIND $nodes AS node WITH node WHERE NOT EXISTS { MATCH (n {scope: $user, uid: node.id}) "
            "WHERE all(label IN node.labels WHERE label IN labels(n)) } RETURN node",
            user=USER,
            nodes=nodes,
        ),
        *rows(
            store,
            "UNWIND $steps AS step WITH step WHERE NOT EXISTS { "
            "MATCH (a {scope: $user, uid: step.start}), (b {scope: $user, uid: step.end}) "
            "WHERE CASE WHEN step.type = 'quotes' THEN b.uid IN a.quotes "
            "WHEN step.forward THEN EXISTS { (a)-[r]->(b) WHERE type(r) = step.type } "
            "ELSE EXISTS { (a)<-[r]-(b) WHERE type(r) = step.type } END } RETURN step",
            user=USER,
            steps=steps,
        ),
    ]


async def test_every_channel_is_looked_at() -> None:
    assert set(Channel) - set(SEEDS) == {Channel.EXACT}


@pytest.mark.parametrize("channel", list(SEEDS))
async def test_a_channel_tells_the_way_to_every_turn_that_it_finds(
    store: RunningServer, memory: AsyncMemory, channel: Channel
) -> None:
    ranking = await ranked(memory, channel)
    assert ranking.turns and list(ranking.paths) == list(ranking.turns)
    for turn, path in ranking.paths.items():
        assert (path[-1].id, "Turn" in path[-1].labels) == (turn, True)
        assert SEEDS[channel] & set(path[0].labels), path
        assert path[0].id == ranking.via.get(turn, path[0].id) or channel is Channel.PROFILE
    assert missing(store, list(ranking.paths.values())) == []


@pytest.mark.parametrize("channel", [Channel.PASSAGES, Channel.CONTEXTS])
async def test_a_bounded_channel_tells_it_too(
    store: RunningServer, memory: AsyncMemory, channel: Channel
) -> None:
    ranking = await ranked(memory, channel, Filters(session_id="s1"))
    assert len(ranking.turns) == 1 and list(ranking.paths) == list(ranking.turns)
    assert missing(store, list(ranking.paths.values())) == []


async def test_all_kinds_of_ways_are_among_them(memory: AsyncMemory) -> None:
    async def kinds(channel: Channel) -> set[str]:
        paths = (await ranked(memory, channel)).paths.values()
        return {" ".join(filter(None, (node.relationship for node in path))) for path in paths}

    assert await kinds(Channel.TIME) == {
        "", "ON_DAY EVIDENCED_BY", "IN_MONTH EVIDENCED_BY", "IN_YEAR EVIDENCED_BY",
    }  # fmt: skip
    assert {"MENTIONS EVIDENCED_BY", "MERGED_INTO MENTIONS EVIDENCED_BY"} <= await kinds(
        Channel.EVIDENCE_TEXT
    )
    assert await kinds(Channel.SHORT) == {"", "SUMMARISES COVERS"}
    assert await kinds(Channel.PROFILE) == {"DISTILLED_FROM EVIDENCED_BY"}
    assert await kinds(Channel.PASSAGES) == {"HAS_PASSAGE"}


@pytest.mark.parametrize("name", ["evidence", "tree_tiers"])
async def test_each_hit_of_a_search_tells_the_way_of_each_channel(
    store: RunningServer, memory: AsyncMemory, name: str
) -> None:
    method = (await memory.open()).reading.strategies[name]
    assert isinstance(method, Method)
    strategy = method.varied(with_=NAMES if name == "evidence" else ["graph"])
    question = "Can you recommend where to go with Robert in 2022?"

    found = await memory.search(question, user_id=USER, strategy=strategy, explain=True)
    plain = await memory.search(question, user_id=USER, strategy=strategy)

    assert [(hit.id, hit.score) for hit in found] == [(hit.id, hit.score) for hit in plain]
    ways = [each.path for hit in found if hit.explanation for each in hit.explanation.channels]
    assert len(found) >= 4 and len(ways) >= 2 * len(found) and all(ways)
    for hit in found:
        assert hit.explanation is not None
        assert {each.path[-1].id for each in hit.explanation.channels} == {hit.citations[0].turn_id}
    assert missing(store, ways) == []


async def test_turns_that_a_filter_ranks_exactly_are_found_through_its_record(
    store: RunningServer, memory: AsyncMemory
) -> None:
    found = await memory.search("tea", user_id=USER, filters={"type": "preference"}, explain=True)
    assert len(found) >= 1
    ways = [
        each.path
        for hit in found
        if hit.explanation
        for each in hit.explanation.channels
        if each.channel == "exact/full"
    ]
    assert len(ways) == len(found)
    assert [[node.labels for node in way] for way in ways] == [[("Record",), ("Turn",)]] * len(found)
    assert missing(store, ways) == []


async def test_a_made_up_step_would_be_noticed(store: RunningServer, memory: AsyncMemory) -> None:
    ways = (await ranked(memory, Channel.RECORDS)).paths.values()
    wrong = [(record, replace(turn, forward=False)) for record, turn in ways]
    assert len(missing(store, wrong)) == len(wrong) >= 1
