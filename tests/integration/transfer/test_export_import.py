"""What is exported comes back node for node and edge for edge, and is found as before."""

from __future__ import annotations

import io
import json
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, Conflict, DimensionMismatch, InputError, NotFound
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.forget.conftest import said
from tests.integration.stores import emptied
from tests.integration.whole_store import graph, rows

pytestmark = pytest.mark.integration

TALK = (
    "I moved to Lyon last month.",
    "My sister Carla works at the museum.",
    "Carla bought a red bike on Friday — for 300 €.",
    "I always want a window seat.",
)
MORE = ("The river was frozen in February.", "Do you like winter?")
QUESTIONS = ("Where did Anna move?", "What did Carla buy on Friday?", "Which seat does Anna want?")


@pytest.fixture
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    embedder, still = FakeEmbedder(384, id="fake:transfer"), {"touches": False}  # looking leaves no trace
    async with AsyncMemory(store.uri, auth, embedder=embedder, tiers=still) as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


async def filled(memory: AsyncMemory, user: str) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    await memory.add(said(*MORE), user_id=user, session_id="s2", metadata={"place": "Lyon"})
    record = next(each for each in await memory.get_all(user_id=user) if "museum" in each.memory)
    await memory.update(record.id, "Carla works at the theatre.", user_id=user, reason="she told me")
    gone = next(each for each in await memory.get_all(user_id=user) if "bike" in each.memory)
    await memory.delete(gone.id, user_id=user)


async def searched(memory: AsyncMemory, user: str) -> list[list[tuple[str, float]]]:
    found = [await memory.search(question, user_id=user) for question in QUESTIONS]
    return [[(hit.id, hit.score) for hit in each] for each in found]


async def test_it_comes_back_node_for_node_for_another_user(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await filled(memory, user)
    file, copy = tmp_path / "user.jsonl", f"copy-{user}"

    written = await memory.export(user, file, embeddings=True)
    done = await memory.import_(file, user_id=copy)

    assert (done.known, done.embedded, len(done)) == (0, 0, sum(written.manifest.nodes.values()))
    assert graph(store, copy) == graph(store, user)
    assert await searched(memory, copy) == await searched(memory, user)
    assert (await memory.check(copy)).problems == (await memory.check(user)).problems
    assert os.listdir(tmp_path) == ["user.jsonl"]  # noqa: PTH208 - no other file is left behind


async def test_into_an_emptied_store_and_twice(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await filled(memory, user)
    before, found = graph(store, user), await searched(memory, user)
    await memory.export(user, tmp_path / "a", embeddings=True)
    await memory.forget_user(user)

    assert await memory.import_(tmp_path / "a")
    again = await memory.import_(tmp_path / "a")

    assert (len(again), again.known) == (0, sum(again.manifest.nodes.values()))
    assert graph(store, user) == before
    assert await searched(memory, user) == found
    await memory.export(user, tmp_path / "b", embeddings=True)
    one, other = ((tmp_path / name).read_bytes().splitlines()[1:] for name in "ab")
    assert one == other


async def test_without_vectors_they_are_made_anew(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await filled(memory, user)
    copy = f"copy-{user}"

    await memory.export(user, tmp_path / "a")
    done = await memory.import_(tmp_path / "a", user_id=copy)

    assert b"$f32" not in (tmp_path / "a").read_bytes()
    assert done.complete and done.embedded
    assert graph(store, copy, vectors=False) == graph(store, user, vectors=False)
    lacking = "MATCH (n {scope: $user}) WHERE n.embedding IS NULL AND n.context_embedding IS NULL RETURN labels(n) AS l"
    assert sorted(map(str, rows(store, lacking, user=copy))) == sorted(
        map(str, rows(store, lacking, user=user))
    )
    assert await searched(memory, copy) == await searched(memory, user)


WORDS = (
    "bike",
    "Carla",
    "museum",
    "river",
    "winter",
    "Friday",
    "seat",
    "Lyon",
    "boat",
    "red",
    "gate",
    "choir",
)


@pytest.mark.parametrize("embeddings", [True, False])
async def test_many_questions_find_the_same_in_the_same_order(
    memory: AsyncMemory, user: str, tmp_path: Path, embeddings: bool
) -> None:
    same = [f"The {word} was there again." for word in WORDS for _ in range(4)]  # many texts of equal score
    for place in range(3):
        talk = [*TALK, *MORE, *same[place::3]]
        await memory.add(said(*talk), user_id=user, session_id=f"s{place}", flush=True)
    await memory.entities.merge("Carla", "Anna", user_id=user)

    async def found() -> list[list[tuple[str, float]]]:
        asked = [
            await memory.search(text, user_id=user, top_k=20, **options)
            for word in WORDS
            for text in (f"What about the {word}?", f"Did Carla or Anna see the {word} on Friday?")
            for options in ({}, {"filters": {"entity": "anna"}}, {"filters": {"session_id": "s1"}})
        ]
        return [[(hit.id, hit.score) for hit in each] for each in asked]

    before = await found()
    await memory.export(user, tmp_path / "a", embeddings=embeddings)
    await memory.forget_user(user)
    await memory.import_(tmp_path / "a")

    assert await found() == before
    assert sum(map(len, before)) > 500


async def test_into_a_store_that_went_on(memory: AsyncMemory, user: str, tmp_path: Path) -> None:
    await filled(memory, user)
    await memory.export(user, tmp_path / "a", embeddings=True)
    more = [{"content": "Carla sold the bike.", "name": "Anna", "id": "m9"}]
    await memory.add(more, user_id=user, session_id="s1", flush=True)

    assert len(await memory.import_(tmp_path / "a")) == 0
    assert (await memory.stats(user_id=user)).nodes["turns"] == 7
    assert [p.name for p in (await memory.check(user)).problems] == []


async def test_a_session_that_went_on_differently_is_refused(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await filled(memory, user)
    await memory.export(user, tmp_path / "a")
    other = f"other-{user}"
    await memory.add([{"content": "Quite another talk.", "id": "x"}], user_id=other, session_id="s1")
    before = graph(store, other)

    with pytest.raises(Conflict, match=r"session 's1' of user 'other-.*' went on differently"):
        await memory.import_(tmp_path / "a", user_id=other)
    assert graph(store, other) == before


async def test_another_embedders_vectors_are_refused_or_made_anew(
    memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await filled(memory, user)
    await memory.export(user, tmp_path / "a", embeddings=True)
    manifest, rest = (tmp_path / "a").read_bytes().split(b"\n", 1)
    told = json.loads(manifest) | {"embedder": "fake:another"}
    (tmp_path / "b").write_bytes(json.dumps(told).encode() + b"\n" + rest)

    with pytest.raises(DimensionMismatch, match=r"fake:another.*reembed"):
        await memory.import_(tmp_path / "b", user_id=f"copy-{user}")
    done = await memory.import_(tmp_path / "b", user_id=f"copy-{user}", reembed=True)

    assert done.complete and done.embedded
    assert (await memory.check(f"copy-{user}")).problems == (await memory.check(user)).problems


def _cut(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def _touched(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b"Lyon", b"Nice") for line in lines]


def _no_manifest(lines: list[bytes]) -> list[bytes]:
    return lines[1:]


def _newer(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"format":2', b'"format":99'), *lines[1:]]


def _unknown_label(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b'"node":"Scope"', b'"node":"Store"'), *lines[2:]]


def _broken(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], b"{", *lines[4:]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_cut, "is not whole"),
        (_touched, "checksum differs"),
        (_no_manifest, "no manifest"),
        (_newer, "form 99"),
        (_unknown_label, "line 2: nodes of the kind 'Store' are unknown"),
        (_broken, "line 4 cannot be read"),
    ],
)
async def test_a_file_that_is_not_whole_stores_nothing(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path, change: Any, message: str
) -> None:
    await filled(memory, user)
    await memory.export(user, tmp_path / "a")
    lines = (tmp_path / "a").read_bytes().splitlines()
    (tmp_path / "b").write_bytes(b"\n".join(change(lines)) + b"\n")

    with pytest.raises(InputError, match=message):
        await memory.import_(tmp_path / "b", user_id=f"copy-{user}")
    assert rows(store, "MATCH (n {scope: $user}) RETURN n", user=f"copy-{user}") == []


async def test_an_import_that_was_broken_off_is_taken_up(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphmem.store import portable
    from graphmem.transfer import importing

    await filled(memory, user)
    await memory.export(user, tmp_path / "a", embeddings=True)
    monkeypatch.setattr(importing, "_BATCH", 7)
    tie = portable.tie

    async def broken(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(portable, "tie", broken)
    with pytest.raises(KeyboardInterrupt):
        await memory.import_(tmp_path / "a", user_id=f"copy-{user}")
    monkeypatch.setattr(portable, "tie", tie)
    await memory.import_(tmp_path / "a", user_id=f"copy-{user}")

    assert graph(store, f"copy-{user}") == graph(store, user)


async def test_into_an_open_file_and_nowhere(memory: AsyncMemory, user: str, tmp_path: Path) -> None:
    await filled(memory, user)
    kept = io.BytesIO()

    done = await memory.export(user, kept)

    assert (done.path, done.bytes) == (None, len(kept.getvalue()))
    (tmp_path / "a").write_bytes(kept.getvalue())
    assert await memory.import_(tmp_path / "a", user_id=f"copy-{user}")
    with pytest.raises(InputError, match="cannot be written"):
        await memory.export(user, tmp_path / "no" / "folder")
    with pytest.raises(NotFound, match="nothing to export"):
        await memory.export("somebody", tmp_path / "c")
    assert not (tmp_path / "c").exists()


async def test_large_pages_are_cut_and_put_together(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphmem.store import portable

    await filled(memory, user)
    await memory.export(user, tmp_path / "a")
    monkeypatch.setattr(portable, "PAGE", 2)
    await memory.export(user, tmp_path / "b")

    one, other = ((tmp_path / name).read_bytes().splitlines()[1:] for name in "ab")
    assert one == other
