"""A deleted turn takes with it all that derives from it; a deleted record stays away; the rest is whole."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem import AsyncMemory, NotFound
from graphmem.store import segments
from graphmem.store.executor import Executor
from tests.conftest import RunningServer
from tests.integration.forget.conftest import START, said
from tests.integration.whole_store import counts, graph, holding, rows

pytestmark = pytest.mark.integration

TALK = (
    "I moved to Lyon last month.",
    "My sister Berengaria works at the zephyrmuseum.",
    "Carla bought a red bike on Friday.",
    "Carla plays the piano in Lyon.",
    "I always want a window seat.",
)


async def turn_of(memory: AsyncMemory, user: str, word: str) -> str:
    page = await memory.get_all(user_id=user, filters={"type": "turn"})
    return next(each.id for each in page if word in each.memory)


async def record_of(memory: AsyncMemory, user: str, word: str) -> str:
    return next(each.id for each in await memory.get_all(user_id=user) if word in each.memory)


async def test_nothing_that_only_a_deleted_turn_said_is_left(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    assert holding(store, "berengaria")

    done = await memory.delete(await turn_of(memory, user, "Berengaria"), user_id=user)

    assert (done.removed["Turn"], done.complete) == (1, True)
    assert [holding(store, word) for word in ("berengaria", "zephyrmuseum")] == [[], []]
    assert (await memory.check(user)).problems == ()
    turns = await memory.get_all(user_id=user, filters={"type": "turn"})
    assert [turn.citations[0].position for turn in turns] == [0, 1, 2, 3]


@pytest.mark.parametrize("gone", [0, 1, 2, 3, 4])
async def test_a_deleted_turn_leaves_what_would_be_there_had_it_never_been_said(
    store: RunningServer, memory: AsyncMemory, user: str, gone: int
) -> None:
    """Node for node, but for segmentation and ids: records, entities, topics, days, contexts, places."""
    rest = [message for number, message in enumerate(said(*TALK)) if number != gone]
    expected = f"without-{user}"
    one_segment = {"session_id": "s1", "flush": True}
    await memory.add(said(*TALK), user_id=user, **one_segment)  # type: ignore[arg-type]
    await memory.add(rest, user_id=expected, **one_segment)  # type: ignore[arg-type]

    await memory.delete(await turn_of(memory, user, TALK[gone]), user_id=user)

    assert (await memory.check(user)).problems == ()
    for query in (
        "MATCH (t:Turn {scope: $user}) RETURN t.position AS p, t.context AS c, t.context_embedding AS e ORDER BY p",
        "MATCH (r:Record {scope: $user}) WHERE r.superseded_at > datetime('9999-01-01') RETURN r.text AS t ORDER BY t",
        "MATCH (e:Entity {scope: $user}) RETURN e.key AS k ORDER BY k",
        "MATCH (e:Topic {scope: $user}) RETURN e.key AS k ORDER BY k",
        "MATCH (e:Alias {scope: $user}) RETURN e.key AS k ORDER BY k",
        "MATCH (d:Day {scope: $user}) RETURN d.uid AS k ORDER BY k",
        "MATCH (:Turn {scope: $user})-[:NEXT]->(t) RETURN t.position AS p ORDER BY p",
        "MATCH (s:Session {scope: $user}) RETURN s.next AS n, s.started_at AS a, s.ended_at AS e, s.speakers AS s, s.segmented_to AS t",
    ):
        assert rows(store, query, user=user) == rows(store, query, user=expected), query


async def test_the_last_turn_takes_its_session_along(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(said(TALK[1]), user_id=user, session_id="s1", flush=True)

    await memory.delete(await turn_of(memory, user, "Berengaria"), user_id=user)

    assert counts(store, user) == {"Scope": 1}


async def test_a_session_goes_on_after_turns_were_deleted(memory: AsyncMemory, user: str) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    await memory.delete(await turn_of(memory, user, "window seat"), user_id=user)
    more = [{"content": "Carla sold the bike.", "name": "Anna", "id": "m9"}]

    await memory.add(more, user_id=user, session_id="s1", flush=True)

    turns = await memory.get_all(user_id=user, filters={"type": "turn", "session_id": "s1"})
    assert sorted(turn.citations[0].position for turn in turns) == [0, 1, 2, 3, 4]
    assert (await memory.check(user)).problems == ()


async def test_a_session_that_goes_while_its_user_is_consolidated_is_passed_over(
    memory: AsyncMemory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1")
    await memory.add(said(*TALK[1:3]), user_id=user, session_id="s2")
    unsegmented_sessions = segments.unsegmented_sessions

    async def overtaken(executor: Executor, scope: str) -> list[str]:
        found = await unsegmented_sessions(executor, scope)
        assert found == ["s1", "s2"]
        await memory.delete_all(user_id=user, session_id="s1")
        return found

    monkeypatch.setattr(segments, "unsegmented_sessions", overtaken)
    done = await memory.consolidate(user_id=user)

    assert done.segments_closed
    assert (await memory.check(user)).problems == ()


async def test_a_dry_run_changes_nothing_and_counts_right(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    before, turn = graph(store, user), await turn_of(memory, user, "Berengaria")

    would = await memory.delete(turn, user_id=user, dry_run=True)
    assert graph(store, user) == before
    done = await memory.delete(turn, user_id=user)

    assert would.dry_run
    assert would.removed == done.removed
    assert would.segments_reopened == done.segments_reopened


async def test_a_deleted_record_stays_away_and_its_turn_stays(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    record = await record_of(memory, user, "Berengaria")

    done = await memory.delete(record, user_id=user)

    assert done.removed["Record"] == 1
    with pytest.raises(NotFound):
        await memory.get(record, user_id=user)
    assert holding(store, "zephyrmuseum") == [
        "['Passage'].text", "['Turn'].context", "['Turn'].context", "['Turn'].context", "['Turn'].text"
    ]  # fmt: skip
    await memory.consolidate(user_id=user, reencode=True)
    assert "Berengaria" not in " ".join(each.memory for each in await memory.get_all(user_id=user))
    assert "['Evidence', 'Entity'].name" not in holding(store, "berengaria")
    assert (await memory.check(user)).problems == ()
    with pytest.raises(NotFound):
        await memory.delete(record, user_id=user)


async def test_whom_only_a_deleted_record_mentioned_goes_though_its_segment_stays(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    involved = """
        MATCH (f:EventFrame {scope: $user})-[:INVOLVES]->(e:Entity)
        RETURN e.key AS key, EXISTS { (f)<-[:PART_OF]-(:Record)-[:MENTIONS]->(e) } AS mentioned
    """
    assert "berengaria" in {row["key"] for row in rows(store, involved, user=user)}

    await memory.delete(await record_of(memory, user, "Berengaria"), user_id=user)

    left = rows(store, involved, user=user)
    assert "berengaria" not in {row["key"] for row in left}
    assert "carla" in {row["key"] for row in left}
    assert [row["key"] for row in left if not row["mentioned"]] == []
    assert (await memory.check(user)).problems == ()


async def test_what_a_deleted_record_superseded_is_believed_again(memory: AsyncMemory, user: str) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    old = await record_of(memory, user, "piano")
    new = await memory.update(old, "Carla plays the violin in Lyon.", user_id=user)
    assert (await memory.get(old, user_id=user)).superseded_at is not None

    done = await memory.delete(new.id, user_id=user)

    assert (done.restored, done.removed["Edit"]) == (1, 1)
    assert (await memory.get(old, user_id=user)).superseded_at is None


async def test_a_session_goes_and_leaves_the_others(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    await memory.consolidate(user_id=user)
    before = graph(store, user)
    await memory.add(said(*TALK[1:3]), user_id=user, session_id="s2", flush=True)
    await memory.add(said("Zephyria flew to Oslo."), user_id=user, session_id="s3", flush=True)

    await memory.delete_all(user_id=user, session_id="s2")
    await memory.delete_all(user_id=user, filters={"run_id": "s3"})

    assert graph(store, user, vectors=False) == graph_of(before)
    assert (await memory.check(user)).problems == ()


def graph_of(told: tuple[list[str], list[str]]) -> tuple[list[str], list[str]]:
    import re

    nodes = [
        re.sub(r", \('(?:context_)?embedding', '[^']*'\)|\('(?:context_)?embedding', '[^']*'\), ", "", n)
        for n in told[0]
    ]
    return sorted(nodes), told[1]


async def test_what_was_said_before_a_day_goes(memory: AsyncMemory, user: str) -> None:
    early = said(*TALK[:2], start=datetime(2020, 1, 5, 9, tzinfo=UTC))
    await memory.add(early, user_id=user, session_id="old", flush=True)
    await memory.add(said(*TALK[2:]), user_id=user, session_id="new", flush=True)

    done = await memory.delete_all(user_id=user, filters={"before": START})

    assert (done.removed["Turn"], done.removed["Session"]) == (2, 1)
    assert (await memory.stats(user_id=user)).nodes["turns"] == 3
    assert (await memory.check(user)).problems == ()


async def test_records_of_an_entity_go_and_their_turns_stay(memory: AsyncMemory, user: str) -> None:
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)

    done = await memory.delete_all(user_id=user, filters={"entity": "Carla"})

    assert done.removed["Record"] == 2
    assert (await memory.stats(user_id=user)).nodes["turns"] == 5
    assert not [each for each in await memory.get_all(user_id=user) if "Carla" in each.entities]


async def test_in_small_batches_it_is_the_same(
    memory: AsyncMemory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphmem.forget import forgetting

    monkeypatch.setattr(forgetting, "TURNS", 2)
    await memory.add(said(*TALK), user_id=user, session_id="s1", flush=True)
    seen: list[tuple[int, int]] = []

    await memory.delete_all(
        user_id=user, session_id="s1", progress=lambda done, total: seen.append((done, total))
    )

    assert seen == [(2, 5), (4, 5), (5, 5)]
    assert (await memory.stats(user_id=user)).nodes["turns"] == 0


async def test_another_name_that_only_a_deleted_turn_used_goes(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(said(*TALK, "Carla is called Zuzu at home."), user_id=user, session_id="s1", flush=True)
    for key in ("zuzu", "signora rossi"):
        rows(
            store,
            "MATCH (e:Entity {scope: $user, key: 'carla'}) CREATE (:Alias {scope: $user, uid: $key, key: $key})-[:NAMES]->(e)",
            user=user,
            key=key,
        )

    await memory.delete(await turn_of(memory, user, "Zuzu"), user_id=user)

    assert holding(store, "zuzu") == []
    assert holding(store, "signora rossi") == ["['Alias'].key", "['Alias'].uid"]


async def test_rules_let_go_what_is_old_tagged_or_unused(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    from datetime import timedelta

    from graphmem import InputError, RetentionRule

    early = said(*TALK[:2], start=datetime(2020, 1, 5, 9, tzinfo=UTC))
    await memory.add(early, user_id=user, session_id="old", flush=True)
    await memory.add(said(*TALK[2:], start=datetime.now(UTC)), user_id=user, session_id="new", flush=True)
    records = len(await memory.get_all(user_id=user))
    rows(
        store,
        "MATCH (r:Record {scope: $user}) WHERE r.text CONTAINS 'bike' SET r.last_used_at = datetime('2020-01-01T00:00Z'), r.tags = ['Ride']",
        user=user,
    )
    unused = RetentionRule(unused_for=timedelta(days=30))

    assert (await memory.retain(unused, user_id=user, dry_run=True)).removed["Record"] == 1
    assert not await memory.retain(
        RetentionRule(unused_for=timedelta(days=30), tags=("other",)), user_id=user
    )
    done = await memory.retain([unused, RetentionRule(older_than=timedelta(days=365))], user_id=user)

    assert done.removed["Turn"] == 2
    assert not [each for each in await memory.get_all(user_id=user) if "bike" in each.memory]
    assert len(await memory.get_all(user_id=user)) < records - 1
    assert (await memory.check(user)).problems == ()
    for rule in (RetentionRule(), RetentionRule(older_than=timedelta())):
        with pytest.raises(InputError):
            await memory.retain(rule, user_id=user)
