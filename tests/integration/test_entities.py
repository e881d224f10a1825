"""Entities looked after by hand: merges are read everywhere, and taken back to the node and the edge."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory, Conflict, InputError, NotFound
from graphmem.model.entity import EntityChange
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.forget.conftest import said
from tests.integration.stores import emptied
from tests.integration.whole_store import graph, rows

pytestmark = pytest.mark.integration

ROBERT = ("Robert bought a red bike in Lyon.", "Robert works at the museum.")
BOB = ("Bob plays the violin on Fridays.",)


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=FakeEmbedder(384, id="fake:entities")) as opened:
        yield opened


@pytest.fixture
async def user(memory: AsyncMemory) -> str:
    name = f"user-{uuid4()}"
    await memory.add(said(*ROBERT), user_id=name, session_id="s1", flush=True)
    await memory.add(said(*BOB), user_id=name, session_id="s2", flush=True)
    return name


async def about(memory: AsyncMemory, user: str, entity: str) -> set[str]:
    """Texts of the memories that a filter by entity admits, in lists and in search alike."""
    listed = {each.memory for each in await memory.get_all(user_id=user, filters={"entity": entity})}
    found = await memory.search("what of it?", user_id=user, filters={"entity": entity}, top_k=50)
    assert {hit.memory for hit in found} == listed
    return listed


async def through_evidence(memory: AsyncMemory, user: str, name: str) -> set[str]:
    """Texts that the channel of evidence nodes brings when only the name is asked for."""
    only = (
        (await memory.open())
        .reading.strategies["evidence"]
        .varied(
            with_=("evidence_text",),
            without=("passages", "contexts", "context_text", "records", "time", "wishes"),
        )
    )
    return {hit.memory for hit in await memory.search(name, user_id=user, strategy=only, top_k=50)}


async def test_a_merge_is_read_in_filters_lists_and_the_evidence_channel(
    memory: AsyncMemory, user: str
) -> None:
    both = {*map(_told, ROBERT), *map(_told, BOB)}
    assert await about(memory, user, "Bob") == set(map(_told, BOB))
    assert await through_evidence(memory, user, "Bob") == set(map(_told, BOB))

    change = await memory.entities.merge("Bob", "Robert", user_id=user, reason="his nickname")

    assert (change.kind, change.entity, change.other, change.reason) == (
        "merge",
        "Bob",
        "Robert",
        "his nickname",
    )
    for name in ("Bob", "Robert", "robert", change.entity_id):
        assert await about(memory, user, name) == both
    assert await through_evidence(memory, user, "Bob") == both
    named = {name for each in await memory.get_all(user_id=user) for name in each.entities}
    assert {"Bob", "Robert"} & named == {"Robert"}
    shown = await memory.entities.show("Bob", user_id=user)
    assert (shown.entity.name, shown.entity.merged, shown.entity.memories) == ("Robert", ("Bob",), 3)


async def test_a_merge_taken_back_leaves_the_graph_as_it_was(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    before = graph(store, user)

    change = await memory.entities.merge("Bob", "Robert", user_id=user)
    assert graph(store, user) != before
    assert [each.id for each in await memory.entities.changes(user_id=user)] == [change.id]
    await memory.entities.undo(change.id, user_id=user)

    assert graph(store, user) == before
    assert await memory.entities.changes(user_id=user) == ()
    with pytest.raises(NotFound, match="no change of entities"):
        await memory.entities.undo(change.id, user_id=user)


async def test_what_came_in_meanwhile_goes_by_the_name_it_was_said_with(
    memory: AsyncMemory, user: str
) -> None:
    change = await memory.entities.merge("Bob", "Robert", user_id=user)
    later = ("Bob repaired the gate.", "Robert flew to Rome.")
    await memory.add(said(*later), user_id=user, session_id="s3", flush=True)
    assert await about(memory, user, "Robert") == {*map(_told, ROBERT + BOB + later)}

    await memory.entities.undo(change.id, user_id=user)

    assert await about(memory, user, "Bob") == {_told(BOB[0]), _told(later[0])}
    assert await about(memory, user, "Robert") == {*map(_told, ROBERT), _told(later[1])}


async def test_merges_chain_and_are_taken_back_in_any_order(memory: AsyncMemory, user: str) -> None:
    await memory.add(said("Rob sold his boat."), user_id=user, session_id="s3", flush=True)
    first = await memory.entities.merge("Bob", "Rob", user_id=user)
    await memory.entities.merge("Rob", "Robert", user_id=user)
    assert len(await about(memory, user, "Bob")) == 4
    with pytest.raises(InputError, match="one entity already"):
        await memory.entities.merge("Bob", "Robert", user_id=user)

    await memory.entities.undo(first.id, user_id=user)

    assert await about(memory, user, "Bob") == set(map(_told, BOB))
    assert await about(memory, user, "Rob") == {*map(_told, ROBERT), _told("Rob sold his boat.")}


async def test_two_who_merge_each_other_at_once_make_no_circle(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    attempts = [("Bob", "Robert"), ("Robert", "Bob")] * 4
    done = await asyncio.gather(
        *(memory.entities.merge(one, other, user_id=user) for one, other in attempts), return_exceptions=True
    )
    assert len({each.id for each in done if isinstance(each, EntityChange)}) == 1
    assert all(isinstance(each, EntityChange | InputError) for each in done)
    assert len(await memory.entities.changes(user_id=user)) == 1
    assert (await memory.check(user)).problems == ()


async def test_an_alias_finds_the_entity_and_what_is_said_under_it(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    before = graph(store, user)
    change = await memory.entities.alias("Robert", "Bertie", user_id=user)
    assert await about(memory, user, "bertie") == set(map(_told, ROBERT))
    with pytest.raises(InputError, match="called 'Bertie' already"):
        await memory.entities.alias("Robert", "Bertie", user_id=user)
    await memory.entities.undo(change.id, user_id=user)
    assert graph(store, user) == before

    await memory.entities.alias("Robert", "Bertie", user_id=user)
    await memory.add(said("Bertie sings in a choir."), user_id=user, session_id="s3", flush=True)
    assert len(await about(memory, user, "Robert")) == 3


async def test_a_name_that_was_taken_away_does_not_come_back(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.entities.alias("Robert", "Bertie", user_id=user)
    before = graph(store, user)
    change = await memory.entities.unalias("Robert", "Bertie", user_id=user)
    with pytest.raises(NotFound):
        await memory.entities.show("Bertie", user_id=user)
    with pytest.raises(Conflict, match="taken away"):
        await memory.entities.alias("Robert", "Bertie", user_id=user)
    assert (await memory.check(user)).problems == ()

    await memory.entities.undo(change.id, user_id=user)

    assert graph(store, user) == before
    with pytest.raises(InputError, match="own name"):
        await memory.entities.unalias("Robert", "Robert", user_id=user)


async def test_what_is_named_must_exist_and_be_one(memory: AsyncMemory, user: str) -> None:
    with pytest.raises(NotFound, match="no entity called 'Nobody'"):
        await memory.entities.merge("Nobody", "Robert", user_id=user)
    await memory.entities.alias("Robert", "Chief", user_id=user)
    await memory.entities.alias("Bob", "Chief", user_id=user)
    with pytest.raises(Conflict, match=r"several entities are called 'Chief'"):
        await memory.entities.show("Chief", user_id=user)
    for wrong in ("", " ", 3.5, None, "x" * 600):
        with pytest.raises(InputError):
            await memory.entities.show(wrong, user_id=user)
    with pytest.raises(InputError, match="limit is 0"):
        await memory.entities.list(user_id=user, limit=0)


async def test_nobody_touches_another_users_entities(memory: AsyncMemory, user: str) -> None:
    change = await memory.entities.merge("Bob", "Robert", user_id=user)
    foreign = f"other-{uuid4()}"
    for verb in (
        memory.entities.show(change.entity_id, user_id=foreign),
        memory.entities.merge(change.entity_id, change.other_id, user_id=foreign),
        memory.entities.alias(change.entity_id, "X", user_id=foreign),
        memory.entities.undo(change.id, user_id=foreign),
    ):
        with pytest.raises(NotFound):
            await verb
    assert not await memory.entities.list(user_id=foreign)
    assert await memory.entities.changes(user_id=foreign) == ()


async def test_the_list_tells_who_is_mentioned_most(memory: AsyncMemory, user: str) -> None:
    await memory.entities.merge("Bob", "Robert", user_id=user)
    page = await memory.entities.list(user_id=user, part="ob")
    assert [(each.name, each.memories, each.merged) for each in page] == [("Robert", 3, ("Bob",))]
    everything = await memory.entities.list(user_id=user)
    assert everything.total == len(everything)
    assert [each.memories for each in everything] == sorted((e.memories for e in everything), reverse=True)
    rest = await memory.entities.list(user_id=user, skip=1, limit=1)
    assert (rest.items, rest.total) == ((everything.items[1],), everything.total)


async def test_a_merge_outlives_the_entity_that_is_forgotten(memory: AsyncMemory, user: str) -> None:
    await memory.add(said("Rob sold his boat."), user_id=user, session_id="s3", flush=True)
    await memory.entities.merge("Bob", "Robert", user_id=user)
    await memory.entities.merge("Rob", "Robert", user_id=user)

    await memory.delete_all(user_id=user, session_id="s1")

    assert await about(memory, user, "Bob") == {_told(BOB[0]), _told("Rob sold his boat.")}
    with pytest.raises(NotFound):
        await memory.entities.show("Robert", user_id=user)
    assert (await memory.check(user)).problems == ()


async def test_export_and_import_keep_merges_names_and_denials(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await memory.entities.merge("Bob", "Robert", user_id=user, reason="why not")
    await memory.entities.alias("Robert", "Bertie", user_id=user)
    await memory.entities.alias("Robert", "Berto", user_id=user)
    await memory.entities.unalias("Robert", "Berto", user_id=user)
    copy = f"copy-{user}"

    await memory.export(user, tmp_path / "a", embeddings=True)
    await memory.import_(tmp_path / "a", user_id=copy)

    assert graph(store, copy) == graph(store, user)
    assert len(await memory.import_(tmp_path / "a", user_id=copy)) == 0


async def test_forgetting_a_user_takes_what_was_changed_by_hand(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.entities.merge("Bob", "Robert", user_id=user, reason="secretreason")
    await memory.entities.alias("Robert", "secretalias", user_id=user)
    await memory.forget_user(user)
    left: list[dict[str, Any]] = rows(store, "MATCH (n {scope: $user}) RETURN count(n) AS n", user=user)
    assert left == [{"n": 0}]


async def test_candidates_are_told_with_reasons_and_nothing_is_merged(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    before = graph(store, user)
    found = await memory.entities.candidates(user_id=user)
    assert [(each.one.name, each.other.name) for each in found][:1] == [("Bob", "Robert")]
    assert "a nickname" in found[0].reasons[0]
    assert graph(store, user) == before
    await memory.entities.merge("Bob", "Robert", user_id=user)
    pairs = {(each.one.name, each.other.name) for each in await memory.entities.candidates(user_id=user)}
    assert ("Bob", "Robert") not in pairs
    assert await memory.entities.candidates(user_id=f"no-{user}") == ()


ANAS = (
    "I met Ana at the bakery.",
    "Ana bought a red bike in Lyon.",
    "Ana lifts weights in the gym.",
    "Ana sold the red bike on Monday.",
)


@pytest.fixture
async def anas(memory: AsyncMemory, user: str) -> dict[str, str]:
    """Memories of Ana by a word that each holds."""
    await memory.add(said(*ANAS, speaker="Maya"), user_id=user, session_id="s9", flush=True)
    kept = [each for each in await memory.get_all(user_id=user) if "Ana" in each.entities]
    return {
        word: each.id
        for each in kept
        for word in ("bakery", "bought", "weights", "sold")
        if word in each.memory
    }


async def ids_about(memory: AsyncMemory, user: str, entity: str) -> set[str]:
    return {each.id for each in await memory.get_all(user_id=user, filters={"entity": entity})}


async def test_a_split_tells_two_of_one_name_apart_and_is_taken_back_exactly(
    store: RunningServer, memory: AsyncMemory, user: str, anas: dict[str, str]
) -> None:
    before = graph(store, user)

    change = await memory.entities.split("Ana", [anas["weights"]], "from the gym", user_id=user, reason="two")

    assert (change.kind, change.entity, change.other) == ("split", "Ana", "Ana")
    assert await ids_about(memory, user, "Ana from the gym") == {anas["weights"]}
    assert await ids_about(memory, user, change.other_id) == set(anas.values()) - {anas["weights"]}
    assert await ids_about(memory, user, "ana") == set(anas.values())
    with pytest.raises(Conflict, match="several entities are called 'Ana'"):
        await memory.entities.show("Ana", user_id=user)
    assert (await memory.entities.show("Ana from the gym", user_id=user)).split_from == "Ana"
    assert (await memory.check(user)).problems == ()
    assert [each.id for each in await memory.entities.changes(user_id=user)] == [change.id]

    await memory.entities.undo(change.id, user_id=user)

    assert graph(store, user) == before


async def test_what_is_said_after_a_split_goes_by_its_words_and_stays(
    store: RunningServer, memory: AsyncMemory, user: str, anas: dict[str, str]
) -> None:
    change = await memory.entities.split("Ana", [anas["weights"]], "from the gym", user_id=user)
    later = ("I trained with Ana in the gym.", "I asked Ana about the red bike in Lyon.")
    await memory.add(said(*later, speaker="Maya"), user_id=user, session_id="s10", flush=True)
    new = {
        word: each.id
        for each in await memory.get_all(user_id=user)
        for word in ("trained", "asked")
        if word in each.memory
    }
    gym, other = {anas["weights"], new["trained"]}, {*anas.values(), new["asked"]} - {anas["weights"]}
    for _ in range(2):
        assert await ids_about(memory, user, change.entity_id) == gym
        assert await ids_about(memory, user, change.other_id) == other
        await memory.consolidate(user_id=user, reencode=True)

    await memory.entities.undo(change.id, user_id=user)

    assert await ids_about(memory, user, "Ana") == {*anas.values(), *new.values()}
    assert (await memory.check(user)).problems == ()


async def test_a_split_that_cannot_be_is_refused_and_changes_nothing(
    store: RunningServer, memory: AsyncMemory, user: str, anas: dict[str, str]
) -> None:
    before = graph(store, user)
    for memories, apart, error, words in (
        ([], "x", InputError, "no records are named"),
        ("abc", "x", InputError, "give a list"),
        (list(anas.values()), "x", InputError, "all the memories"),
        ([anas["sold"], "nothing"], "x", NotFound, "nothing"),
        ([anas["sold"]], " ", InputError, "is empty"),
        ([anas["sold"]], "x" * 200, InputError, "200 characters"),
    ):
        with pytest.raises(error, match=words):
            await memory.entities.split("Ana", memories, apart, user_id=user)
    assert graph(store, user) == before
    await memory.entities.split("Ana", [anas["sold"]], "who sold", user_id=user)
    ana = (await memory.entities.changes(user_id=user))[0].other_id
    with pytest.raises(Conflict, match="split by 'who sold' before"):
        await memory.entities.split(ana, [anas["bought"]], "who sold", user_id=user)


async def test_a_split_that_was_merged_since_is_undone_after_that(
    memory: AsyncMemory, user: str, anas: dict[str, str]
) -> None:
    split = await memory.entities.split("Ana", [anas["weights"]], "from the gym", user_id=user)
    merge = await memory.entities.merge(split.entity_id, "Robert", user_id=user)
    with pytest.raises(Conflict, match="undo that first"):
        await memory.entities.undo(split.id, user_id=user)
    await memory.entities.undo(merge.id, user_id=user)
    await memory.entities.undo(split.id, user_id=user)
    assert await ids_about(memory, user, "Ana") == set(anas.values())


async def test_forgetting_what_was_split_off_leaves_the_other(
    memory: AsyncMemory, user: str, anas: dict[str, str]
) -> None:
    await memory.entities.split("Ana", [anas["weights"]], "from the gym", user_id=user)
    await memory.delete(anas["weights"], user_id=user)
    assert (await memory.entities.show("Ana", user_id=user)).entity.memories == 3
    assert await memory.entities.changes(user_id=user) == ()
    assert (await memory.check(user)).problems == ()


def _told(sentence: str) -> str:
    """The record of a sentence that Anna says of somebody."""
    return f"Anna said {sentence}"
