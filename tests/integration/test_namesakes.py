"""Small stories of people who share a name, and of people with two: who is whom is told by the text alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied
from tests.integration.whole_store import rows

pytestmark = pytest.mark.integration

START = datetime(2026, 5, 4, 9, tzinfo=UTC)

# name: what is looked at. Each list is a session of "speaker: text"; messages are numbered through the story.
# The partition tells which messages speak of one: "01|2" are two people, one of them in messages 0 and 1.
STORIES = {
    "a sister and a colleague": (
        "ana",
        [["Maya: My sister Ana moved to Porto.", "Maya: My colleague Ana presented the budget."]],
        "0|1",
    ),
    "both again, in another session": (
        "ana",
        [
            ["Maya: My sister Ana moved to Porto.", "Maya: My colleague Ana presented the budget."],
            ["Maya: My colleague Ana got a promotion.", "Maya: My sister Ana found a flat."],
        ],
        "03|12",
    ),
    "the sister is said plainly afterwards": (
        "ana",
        [["Maya: My sister Ana moved to Porto.", "Maya: I visited Ana in Porto in March."]],
        "01",
    ),
    "two in one sentence": (
        "ana",
        [["Maya: My sister Ana and my colleague Ana met at the party."]],
        "0|0",
    ),
    "the other one": (
        "ana",
        [["Maya: I met Ana at the bakery.", "Maya: The other Ana likes hiking in the mountains."]],
        "0|1",
    ),
    "another one": (
        "tom",
        [["Maya: Tom repaired my bike.", "Maya: There is another Tom in my team who plays the drums."]],
        "0|1",
    ),
    "full names": (
        "ana silva",
        [["Maya: Ana Silva leads the design team.", "Maya: We hired Ana Costa in March."]],
        "0",
    ),
    "a full name and a first name stay two": (
        "ana",
        [["Maya: Ana Silva leads the design team.", "Maya: I met Ana at the bakery."]],
        "1",
    ),
    "a friend who is a colleague is one": (
        "tom",
        [["Maya: My friend Tom repaired my bike.", "Maya: My colleague Tom showed me the new office."]],
        "01",
    ),
    "a brother and a dog": (
        "max",
        [["Maya: My brother Max studies medicine.", "Maya: My dog Max chewed my shoes."]],
        "0|1",
    ),
    "a dentist and a hairdresser": (
        "julia",
        [["Maya: My dentist Julia told me to floss.", "Maya: My hairdresser Julia moved to Bonn."]],
        "0|1",
    ),
    "wives of two men": (
        "ana",
        [["Tom: My wife Ana bakes bread.", "Jon: My wife Ana runs marathons."]],
        "0|1",
    ),
    "one person may be two things to two people": (
        "ana",
        [["Tom: My boss Ana gave me a raise.", "Maya: My sister Ana works with Tom."]],
        "01",
    ),
    "mother and mom are one": (
        "rita",
        [["Maya: My mother Rita paints birds.", "Maya: My mom Rita sold a painting."]],
        "01",
    ),
    "an apposition": (
        "ana",
        [["Maya: My colleague Ana presented the budget.", "Maya: I called Ana, my sister, about the trip."]],
        "0|1",
    ),
    "a sister named so": (
        "ana",
        [["Maya: My boss Ana gave me a raise.", "Maya: I have a sister named Ana who lives in Porto."]],
        "0|1",
    ),
    "plain, then told apart": (
        "leo",
        [
            [
                "Maya: I met Leo at the station.",
                "Maya: My cousin Leo bought a boat.",
                "Maya: My vet Leo saved our cat.",
            ]
        ],
        "01|2",
    ),
    "the other, then each by role": (
        "leo",
        [
            ["Maya: My cousin Leo bought a boat.", "Maya: My neighbor Leo keeps bees."],
            ["Maya: My neighbor Leo gave me honey.", "Maya: My cousin Leo sailed to Corsica."],
        ],
        "03|12",
    ),
    "context decides": (
        "ana",
        [
            [
                "Maya: My sister Ana bought a house in Porto.",
                "Maya: My colleague Ana presented the budget in Berlin.",
            ],
            ["Maya: I talked to Ana about the house in Porto."],
        ],
        "02|1",
    ),
    "context decides for the other": (
        "ana",
        [
            [
                "Maya: My colleague Ana presented the budget in Berlin.",
                "Maya: My sister Ana bought a house in Porto.",
            ],
            ["Maya: I talked to Ana about the budget in Berlin."],
        ],
        "02|1",
    ),
    "without context, whom the session spoke of": (
        "ana",
        [
            ["Maya: My sister Ana moved to Porto.", "Maya: My colleague Ana presented the budget."],
            ["Maya: My sister Ana called me last night.", "Maya: I told Ana about my new camera."],
        ],
        "023|1",
    ),
    "a nickname that everyone uses": (
        "robert",
        [["Robert: I'm Robert, but everyone calls me Bob."], ["Maya: I had lunch with Bob in Rome."]],
        "01",
    ),
    "a name in brackets": (
        "ana",
        [["Maya: My sister Ana (Annie) moved to Porto."], ["Maya: I met Annie at the station in Porto."]],
        "01",
    ),
    "also known as": (
        "alexander",
        [
            ["Maya: My brother Alexander, also known as Sasha, plays chess."],
            ["Maya: I bought a book for Sasha in Berlin."],
        ],
        "01",
    ),
    "a place in brackets is no name": (
        "porto",
        [["Maya: I flew to Porto (Portugal) with Tom.", "Maya: I love Portugal in the spring."]],
        "0",
    ),
    "who bears the name keeps it": (
        "bob",
        [
            ["Maya: I played tennis with Bob in Rome."],
            ["Robert: I'm Robert, but everyone calls me Bob."],
            ["Maya: I saw Bob at the concert in Rome."],
        ],
        "012",
    ),
    "a user who gives two names": (
        "robert",
        [["user: Everyone calls me Bob, my name is Robert."], ["user: My friends call me Bob in Rome too."]],
        "01",
    ),
    "no name is given where a full name is called": (
        "tom",
        [["Maya: Tom moved to Lyon.", "Maya: Everyone calls Bob Smith on Fridays in Lyon."]],
        "0",
    ),
}


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=FakeEmbedder(384, id="fake:namesakes")) as opened:
        yield opened


async def told(memory: AsyncMemory, user: str, sessions: list[list[str]]) -> None:
    number = 0
    for place, session in enumerate(sessions):
        said = []
        for line in session:
            speaker, _, text = line.partition(": ")
            at = START + timedelta(days=place, minutes=number)
            name = None if speaker == "user" else speaker
            said.append({"role": "user", "name": name, "content": text, "id": f"{number}", "timestamp": at})
            number += 1
        await memory.add(said, user_id=user, session_id=f"s{place}", flush=True)


def partition(store: RunningServer, user: str, name: str) -> str:
    """Messages by the entity of that name that their records mention, as in STORIES."""
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows(
        store,
        "MATCH (e:Entity {scope: $user, key: $name})<-[:MENTIONS]-(r:Record)-[:EVIDENCED_BY]->(t:Turn) "
        "RETURN e.uid AS uid, t.message_id AS message",
        user=user,
        name=name,
    ):
        found[row["uid"]].add(row["message"])
    return "|".join(sorted("".join(sorted(messages)) for messages in found.values()))


@pytest.mark.parametrize("title", STORIES)
async def test_who_is_whom(store: RunningServer, memory: AsyncMemory, title: str) -> None:
    name, sessions, expected = STORIES[title]
    user = f"user-{uuid4()}"

    await told(memory, user, sessions)

    assert partition(store, user, name) == expected
    await memory.consolidate(user_id=user, reencode=True)
    assert partition(store, user, name) == expected
    assert (await memory.check(user)).problems == ()
