"""An endpoint that refuses what is sent costs no turn and no record, and holds up nobody: over real HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.adapters.openai_embedder import OpenAIEmbedder
from graphmem.extract.encode_local import LocalEncoder
from graphmem.model.record import Encoding
from graphmem.model.turn import Turn
from tests.conftest import RunningServer
from tests.endpoint import Request, Response, serving
from tests.integration.stores import emptied
from tests.integration.test_write_together import whole

pytestmark = pytest.mark.integration

DIMENSIONS = 384  # as in the other tests: they share the vector indexes


def message(number: int, text: str) -> dict[str, str]:
    when = f"2026-05-03T10:{number:02d}Z"
    return {"content": text, "name": "Ana", "id": f"m{number}", "timestamp": when}


MOVED, BAD, WORKS = (
    message(1, "I moved to Lyon last month."),
    message(2, "My notes are forbidden."),
    message(3, "Carla works at the museum."),
)


@dataclass
class Picky:
    """An embeddings endpoint. most: texts in a request; longest: characters of a text; word: in none of them."""

    most: int = 1000
    longest: int = 100_000
    word: str = "forbidden"

    def __call__(self, request: Request) -> Response:
        texts = request.body["input"]
        if len(texts) > self.most:
            return Response(400, {"error": {"message": f"batch size is invalid, at most {self.most}"}})
        if any(len(text) > self.longest for text in texts):
            return Response(413, {"error": {"message": "`inputs` must have less than 512 tokens"}})
        if self.word and any(self.word in text for text in texts):
            return Response(422, {"error": {"message": f"a text holds {self.word}"}})
        rows = [{"index": i, "embedding": vector(text)} for i, text in enumerate(texts)]
        return Response(body={"data": rows})


def vector(text: str) -> list[float]:
    return [(sum(map(ord, text)) * (place + 3)) % 97 / 97 + 0.01 for place in range(DIMENSIONS)]


class Writing(LocalEncoder):
    """Encodes as the local one does, and puts a word into each record."""

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        found = await LocalEncoder.encode(self, turns, reference=reference, note=note)
        return Encoding(tuple(replace(r, text=f"It is forbidden: {r.text}") for r in found.records))


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
def picky() -> Picky:
    return Picky()


@pytest.fixture
async def embedder(picky: Picky) -> AsyncIterator[OpenAIEmbedder]:
    with serving(picky) as endpoint:
        made = OpenAIEmbedder("e", base_url=f"{endpoint.url}/v1", retries=0)
        yield made
        await made.aclose()


@pytest.fixture
async def memory(store: RunningServer, embedder: OpenAIEmbedder) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder, encoder="local") as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


async def texts(memory: AsyncMemory, user: str) -> list[str]:
    return sorted(record.memory for record in await memory.get_all(user_id=user))


async def test_turns_with_more_texts_than_the_endpoint_takes_are_embedded(
    memory: AsyncMemory, user: str, picky: Picky
) -> None:
    picky.most = 3
    chat = [
        message(i, " ".join(f"Fact {i}.{j} is that I know town {i * 9 + j}." for j in range(n)))
        for i, n in enumerate([1, 2, 9, 3, 8])
    ]
    result = await memory.add(chat, user_id=user, session_id="s1", flush=True)

    assert (result.complete, result.records_written) == (True, 23)
    await whole(memory, user)


async def test_a_turn_that_is_too_long_for_the_endpoint_is_embedded_by_its_beginning(
    memory: AsyncMemory, user: str, picky: Picky
) -> None:
    picky.longest = 200
    notes = "My notes: " + " ".join(f"{i:08x}-{i * 7919:08x}" for i in range(200))
    result = await memory.add([message(1, notes), WORKS], user_id=user, session_id="s1", flush=True)

    assert (result.complete, result.records_written > 0) == (True, True)
    await whole(memory, user)


async def test_a_refused_turn_holds_up_neither_the_turns_nor_the_records_after_it(
    memory: AsyncMemory, user: str
) -> None:
    result = await memory.add([MOVED, BAD, WORKS], user_id=user, session_id="s1", flush=True)

    assert not result.complete
    assert "a text holds forbidden" in result.unembedded_reason
    assert await texts(memory, user) == [
        "Ana moved to Lyon in April 2026 (last month).",
        "Ana said Carla works at the museum.",
        "Ana's notes are forbidden.",
    ]
    stats = await memory.stats(user_id=user)
    assert stats.nodes["turns"] == 3
    assert stats.segments == {"encoded": result.segments_closed}


async def test_a_refused_turn_at_the_end_of_a_call_does_not_hold_up_the_next_call(
    memory: AsyncMemory, user: str
) -> None:
    await memory.add([BAD], user_id=user, session_id="s1")
    result = await memory.add([WORKS], user_id=user, session_id="s1", flush=True)

    assert (result.segments_closed > 0, result.records_written) == (True, 2)


async def test_a_refused_turn_is_found_by_its_words(memory: AsyncMemory, user: str) -> None:
    await memory.add([MOVED, BAD, WORKS], user_id=user, session_id="s1", flush=True)

    hits = await memory.search("notes", user_id=user)

    assert "My notes are forbidden." in [hit.citations[0].text for hit in hits]


async def test_check_tells_why_a_turn_has_no_vectors(memory: AsyncMemory, user: str) -> None:
    await memory.add([BAD], user_id=user, session_id="s1", flush=True)

    (problem,) = [p for p in await memory.check(user) if p.name == "turns_unembedded"]

    assert problem.count == 1
    assert "a text holds forbidden" in problem.reason


async def test_consolidate_tries_a_refused_turn_again(memory: AsyncMemory, user: str, picky: Picky) -> None:
    await memory.add([MOVED, BAD, WORKS], user_id=user, session_id="s1", flush=True)

    again = await memory.consolidate(user_id=user)
    assert (again.unembedded > 0, "a text holds forbidden" in again.unembedded_reason) == (True, True)

    picky.word = ""
    done = await memory.consolidate(user_id=user)
    assert (done.complete, done.turns_embedded, done.problems) == (True, again.unembedded, ())
    await whole(memory, user)


async def test_turns_wait_for_an_endpoint_that_is_down(memory: AsyncMemory, user: str, picky: Picky) -> None:
    picky.word = " "  # every text holds one
    result = await memory.add([MOVED, BAD, WORKS], user_id=user, session_id="s1", flush=True)
    assert (result.unembedded, result.segments_closed) == (3, 0)

    picky.word = ""
    assert (await memory.consolidate(user_id=user)).complete
    await whole(memory, user)


async def test_a_record_whose_text_is_refused_is_stored_and_embedded_later(
    store: RunningServer, user: str, embedder: OpenAIEmbedder, picky: Picky
) -> None:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=embedder, encoder=Writing()) as memory:
        result = await memory.add([MOVED, WORKS], user_id=user, session_id="s1", flush=True)
        assert (result.complete, result.records_unembedded, result.unembedded) == (False, 2, 0)
        assert "a text holds forbidden" in result.unembedded_reason
        assert result.failed_segments == ()
        assert await texts(memory, user) == [
            "It is forbidden: Ana moved to Lyon in April 2026 (last month).",
            "It is forbidden: Ana said Carla works at the museum.",
        ]

        again = await memory.consolidate(user_id=user)
        assert (again.complete, again.records_unembedded) == (False, 2)

        picky.word = ""
        done = await memory.consolidate(user_id=user)
        assert (done.complete, done.records_unembedded, done.problems) == (True, 0, ())
        await whole(memory, user)


async def test_refused_turns_do_not_keep_those_of_other_sessions_from_being_tried(
    memory: AsyncMemory, user: str, picky: Picky, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.write.pipeline._PAGE", 1)
    picky.word = " "
    await memory.add([BAD], user_id=user, session_id="s1", flush=True)
    await memory.add([WORKS], user_id=user, session_id="s2", flush=True)

    picky.word = "forbidden"
    done = await memory.consolidate(user_id=user)
    assert (done.turns_embedded, done.unembedded, done.records_written) == (1, 1, 2)
