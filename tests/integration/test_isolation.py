"""Whatever two users have in common (words, session ids, message ids, names), neither sees the other's."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from neo4j import GraphDatabase

from graphmem import AsyncMemory
from graphmem.errors import NotFound
from graphmem.model.identity import uid
from graphmem.strategies.evidence import NAMES
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

MONDAY = datetime(2026, 5, 4, 9, tzinfo=UTC)
USERS = ("ana", "ben", "cleo")
SENTENCES = (
    "I moved to Lyon last month with {mark}.",
    "My sister Anna loves the {mark} garden.",
    "We met {mark} at the Rhine on Friday.",
    "I always want a window seat near {mark}.",
    "Did you see {mark} yesterday?",
    "The budget for {mark} is 300 euros.",
)
QUESTIONS = (
    "Where did Anna move on Friday?",
    "In May 2026, who wants a window seat?",
    "Can you recommend a garden for a trip to Lyon?",
)

SHOWING = {
    "search",
    "search, every channel and step",
    "search with neighbours",
    "search the tree with tiers",
    "search the graph with tiers",
    "get_context",
    "get_all",
    "export",
}
"""Ways to read that show each user their own words, whatever these are."""

UNASKED = {"tree", "tiers", "profile", "get_all", "export", "history", "check and dry runs", "entities"}
"""Ways to read what is stored, to which a question says nothing: they are tried once."""

picks = st.lists(st.integers(0, len(SENTENCES) - 1), min_size=1, max_size=8)


def mark(user: str) -> str:
    """A word that only this user says."""
    return f"{user}secretword"


def messages(user: str, chosen: Iterable[int]) -> list[dict[str, Any]]:
    return [
        {
            "role": "user",
            "name": "Anna",
            "content": SENTENCES[pick].format(mark=mark(user)),
            "id": f"m{number}",
            "timestamp": MONDAY + timedelta(minutes=number),
        }
        for number, pick in enumerate(chosen)
    ]


@pytest.fixture(scope="module", autouse=True)
def own_store(neo4j_server: RunningServer) -> Iterator[None]:
    with emptied(neo4j_server):
        yield


@pytest.fixture
async def memory(neo4j_server: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (neo4j_server.username, neo4j_server.password)
    opened = AsyncMemory(neo4j_server.uri, auth, embedder=FakeEmbedder(384, id="fake:isolation"))
    yield opened
    await opened.close()


Routes = dict[str, Callable[[str, str], Awaitable[Any]]]


def routes(memory: AsyncMemory, everything: Any, graph_tiers: Any) -> Routes:
    """Every way to read, as a function of a user and a question."""

    async def pages(user: str, question: str) -> Any:
        return [
            await memory.get_all(user_id=user),
            await memory.get_all(user_id=user, filters={"type": "turn"}),
        ]

    def search(**options: Any) -> Callable[[str, str], Awaitable[Any]]:
        return lambda user, question: memory.search(question, user_id=user, top_k=100, **options)

    def ask(**options: Any) -> Callable[[str, str], Awaitable[Any]]:
        return lambda user, question: memory.ask(
            question, user_id=user, top_k=100, token_budget=5000, policy="best_effort", **options
        )

    async def exported(user: str, question: str) -> Any:
        file = io.BytesIO()
        await memory.export(user, file)
        return file.getvalue().decode()

    async def histories(user: str, question: str) -> Any:
        return [await memory.history(each.id, user_id=user) for each in await memory.get_all(user_id=user)]

    async def counted(user: str, question: str) -> Any:
        return [
            await memory.check(user),
            await memory.forget_user(user, dry_run=True),
            await memory.delete_all(user_id=user, session_id="s1", dry_run=True),
        ]

    async def entities(user: str, question: str) -> Any:
        page = await memory.entities.list(user_id=user)
        shown = [await memory.entities.show(each.id, user_id=user) for each in page]
        pairs = await memory.entities.candidates(user_id=user, limit=100)
        return [page, shown, pairs, await memory.entities.changes(user_id=user)]

    async def parts(user: str, question: str) -> Any:
        return [part async for part in memory.ask_stream(question, user_id=user, policy="best_effort")]

    return {
        "search": search(),
        "search, every channel and step": search(strategy=everything, explain=True),
        "search with neighbours": search(window=20),
        "search by session": search(filters={"session_id": "s1"}),
        "search by time": search(filters={"after": "2026-01-01", "before": "2027-01-01"}),
        "search by type": search(filters={"type": ["fact", "preference", "event", "constraint"]}),
        "search by entity": search(filters={"entity": "anna"}),
        "search with a threshold": search(threshold=-1.0),
        "search as of": search(
            as_of=datetime(2030, 1, 1, tzinfo=UTC), known_at=datetime(2100, 1, 1, tzinfo=UTC)
        ),
        "search the tree with tiers": search(strategy="tree_tiers", explain=True),
        "search the graph with tiers": search(strategy=graph_tiers, explain=True),
        "tree": lambda user, _: memory.tree(user, depth=9),
        "tiers": lambda user, _: memory.tiers(user),
        "profile": lambda user, _: memory.profile(user),
        "get_context": lambda user, question: memory.get_context(question, user_id=user, token_budget=5000),
        "ask": ask(),
        "ask what was said": lambda user, question: memory.ask(
            f"What did you tell me exactly? {question}", user_id=user, policy="best_effort"
        ),
        "ask with construction": ask(construct=True),
        "ask as a stream": parts,
        "get_all": pages,
        "export": exported,
        "history": histories,
        "check and dry runs": counted,
        "entities": entities,
    }


async def ingest(memory: AsyncMemory, run: str, chosen: dict[str, list[int]]) -> None:
    await asyncio.gather(
        *(
            memory.add(messages(user, picked), user_id=f"{user}-{run}", session_id="s1", flush=True)
            for user, picked in chosen.items()
        )
    )


async def written(memory: AsyncMemory, run: str, chosen: dict[str, list[int]]) -> None:
    await ingest(memory, run, chosen)
    await asyncio.gather(*(care_for(memory, f"{user}-{run}", mark(user)) for user in USERS))


async def care_for(memory: AsyncMemory, user: str, secret: str) -> None:
    """Whoever is mentioned most is called by the user's own word, and by another's; two are made one."""
    names = [each.id for each in await memory.entities.list(user_id=user, limit=2)]
    if names:
        await memory.entities.alias(names[0], f"{secret} the great", user_id=user)
    if len(names) > 1:
        await memory.entities.merge(names[1], names[0], user_id=user, reason=secret)


async def promoted(server: RunningServer, memory: AsyncMemory, run: str) -> None:
    """Everybody has summaries, and a profile of all that was said."""
    hot = "MATCH (n:Summary) WHERE n.is_leaf SET n.tier = 'mid', n.visits = 99.0, n.last_used_at = datetime()"
    with GraphDatabase.driver(server.uri, auth=(server.username, server.password)) as driver:
        driver.execute_query(hot, database_=server.database)
    for user in USERS:
        await memory.consolidate(user_id=f"{user}-{run}")


@settings(
    max_examples=3,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # a smaller example would take minutes to find
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_no_route_shows_what_another_user_said(neo4j_server: RunningServer, data: st.DataObject) -> None:
    chosen = {user: data.draw(picks, label=user) for user in USERS}
    run = uid(repr(chosen), datetime.now(UTC).isoformat())
    asyncio.run(_check(neo4j_server, run, chosen))


async def _check(server: RunningServer, run: str, chosen: dict[str, list[int]]) -> None:
    auth = (server.username, server.password)
    async with AsyncMemory(server.uri, auth, embedder=FakeEmbedder(384, id="fake:isolation")) as memory:
        await written(memory, run, chosen)
        await promoted(server, memory, run)
        parts = await memory.open()
        everything = parts.reading.strategies["evidence"].varied(with_=NAMES)
        graph_tiers = parts.reading.strategies["tree_tiers"].varied(without=["tree"], with_=["graph"])
        own: set[str] = set()
        for name, route in routes(memory, everything, graph_tiers).items():
            for user in USERS:
                for question in [""] if name in UNASKED else [*QUESTIONS, mark("ana")]:
                    found = repr(await route(f"{user}-{run}", question)).replace(question, "")
                    foreign = [other for other in USERS if other != user and mark(other) in found]
                    own |= {name} if mark(user) in found else set()
                    assert foreign == [], f"{name}: {user} sees {foreign} by {question!r}"
                    assert not any(f"{other}-{run}" in found for other in USERS if other != user)
        assert own >= SHOWING


async def test_the_same_ids_for_two_users_and_in_two_sessions_stay_apart(memory: AsyncMemory) -> None:
    run = uid("ids", datetime.now(UTC).isoformat())
    ana, ben = f"ana-{run}", f"ben-{run}"
    for user, session in ((ana, "s1"), (ben, "s1"), (ana, "s2")):
        result = await memory.add(messages(user[:3], [0]), user_id=user, session_id=session)
        assert (result.turns_added, result.turns_deduplicated) == (1, 0)
    stats = {user: (await memory.stats(user_id=user)).nodes["turns"] for user in (ana, ben)}
    assert stats == {ana: 2, ben: 1}


async def test_another_users_id_is_not_found(memory: AsyncMemory) -> None:
    run = uid("foreign", datetime.now(UTC).isoformat())
    await memory.add(messages("ana", [0, 1]), user_id=f"ana-{run}", session_id="s1", flush=True)
    (turn, *_) = (await memory.get_all(user_id=f"ana-{run}", filters={"type": "turn"})).items
    (record, *_) = (await memory.get_all(user_id=f"ana-{run}")).items
    for each in (turn, record):
        assert (await memory.get(each.id, user_id=f"ana-{run}")).id == each.id
        foreign = f"ben-{run}"
        for verb in (
            memory.get(each.id, user_id=foreign),
            memory.history(each.id, user_id=foreign),
            memory.delete(each.id, user_id=foreign),
            memory.update(each.id, "Other words.", user_id=foreign),
        ):
            with pytest.raises(NotFound):
                await verb
        assert (await memory.get(each.id, user_id=f"ana-{run}")).id == each.id


async def test_no_edge_leads_from_one_user_to_another(
    memory: AsyncMemory, neo4j_server: RunningServer
) -> None:
    chosen = {"ana": [0, 1, 2, 3, 4, 5], "ben": [5, 4, 3, 2, 1, 0], "cleo": [1]}
    await written(memory, uid("edges", datetime.now(UTC).isoformat()), chosen)
    auth = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.uri, auth=auth) as driver:
        rows, *_ = driver.execute_query(
            "MATCH (a)-[r]->(b) WHERE a.scope <> b.scope RETURN labels(a) AS a, type(r) AS r, labels(b) AS b LIMIT 5",
            database_=neo4j_server.database,
        )
    assert [row.data() for row in rows] == []
