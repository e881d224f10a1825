"""`check` names what is wrong with a user's graph, and nothing when all is well."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.store.checking import CHECKS
from graphmem.store.statements import statements
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.forget.conftest import said
from tests.integration.stores import emptied
from tests.integration.whole_store import graph, rows

pytestmark = pytest.mark.integration

DAMAGE = {
    "edges_to_others": "MATCH (t:Turn {scope: $user}) WITH t LIMIT 1 CREATE (:Turn {scope: $user + '-x', uid: 'x'})-[:NEXT]->(:Turn {scope: $user + '-x', uid: 'y'})<-[:NEXT]-(t)",
    "forgetting_broken_off": "MATCH (s:Scope {scope: $user}) SET s.forgetting_at = datetime()",
    "sessions_astray": "MATCH (:Scope {scope: $user})-[r:HAS_SESSION]->() DELETE r",
    "sessions_out_of_order": "MATCH (t:Turn {scope: $user, position: 1}) SET t.position = 0",
    "turns_astray": "MATCH (t:Turn {scope: $user, position: 1})<-[r:HAS_TURN]-() DELETE r",
    "turns_unchained": "MATCH (:Turn {scope: $user, position: 1})-[r:NEXT]->() DELETE r",
    "turns_covered_wrongly": "MATCH (:Turn {scope: $user, position: 1})<-[r:COVERS]-() DELETE r",
    "passages_miscounted": "MATCH (t:Turn {scope: $user, position: 1}) SET t.passage_count = 7",
    "passages_astray": "MATCH (:Turn {scope: $user, position: 1})-[r:HAS_PASSAGE]->() DELETE r",
    "segments_without_turns": "CREATE (:Segment {scope: $user, uid: 'x', status: 'encoded'})",
    "records_without_evidence": "MATCH (:Record {scope: $user})-[r:EVIDENCED_BY]->() DELETE r",
    "beliefs_contradicting": "MATCH (r:Record {scope: $user}) WITH r ORDER BY r.uid LIMIT 2 WITH collect(r) AS pair WITH pair[0] AS a, pair[1] AS b CREATE (a)-[:SUPERSEDES]->(b)",
    "copies_astray": "MATCH (r:Record {scope: $user}) WITH r LIMIT 1 SET r.copy_of = 'x'",
    "beliefs_unsettled": "MATCH (r:Record {scope: $user}) WITH r LIMIT 1 SET r:Unsettled",
    "evidence_orphaned": "CREATE (:Evidence:Topic {scope: $user, uid: 'x', kind: 'topic', embedding: [1.0]})",
    "merges_astray": "MATCH (e:Entity {scope: $user}) WITH e LIMIT 1 CREATE (e)-[:MERGED_INTO]->(e)",
    "aliases_orphaned": "MATCH (:Alias {scope: $user})-[r:NAMES]->() DELETE r",
    "dates_orphaned": "CREATE (:Day {scope: $user, uid: '1999-01-01'})",
    "summaries_astray": "MATCH (s:Summary {scope: $user, is_leaf: true}) SET s.parent_uid = 'x'",
    "segments_leafless": "MATCH (s:Summary {scope: $user, is_leaf: true})-[r:SUMMARISES]->() DELETE r",
    "segments_unfinished": "MATCH (s:Segment {scope: $user}) SET s.status = 'failed'",
    "turns_unembedded": "MATCH (t:Turn {scope: $user, position: 1}) SET t:Unembedded",
    "nodes_unembedded": "MATCH (r:Record {scope: $user}) REMOVE r.embedding",
}


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=FakeEmbedder(384, id="fake:check")) as opened:
        yield opened


@pytest.fixture
async def user(memory: AsyncMemory) -> str:
    name = f"user-{uuid4()}"
    talk = said(
        "I moved to Lyon last month.", "My sister Carla works at the museum.", "Carla bought a red bike."
    )
    await memory.add(talk, user_id=name, session_id="s1", flush=True)
    return name


async def test_a_sound_graph_has_no_problems_and_is_left_as_it_is(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    before, seen = graph(store, user), list[tuple[int, int]]()

    found = await memory.check(user, progress=lambda done, of: seen.append((done, of)))

    assert (found.problems, found.checks) == ((), len(CHECKS))
    assert found.nodes["Turn"] == 3
    assert seen[-1] == (len(CHECKS), len(CHECKS))
    assert graph(store, user) == before
    assert (await memory.check("somebody")).nodes == {}


@pytest.mark.parametrize("name", CHECKS)
async def test_each_damage_is_found_and_says_what_helps(
    store: RunningServer, memory: AsyncMemory, user: str, name: str
) -> None:
    rows(store, DAMAGE[name], user=user)

    found = {problem.name: problem for problem in await memory.check(user)}

    assert name in found
    assert found[name].count >= 1 and found[name].examples and found[name].mend
    assert not (await memory.check("somebody")).problems


def test_every_check_only_reads_and_has_its_statement() -> None:
    ours = {name.removeprefix("check/"): s for name, s in statements().items() if name.startswith("check/")}
    assert set(ours) == set(CHECKS)
    assert {statement.mode for statement in ours.values()} == {"read"}
