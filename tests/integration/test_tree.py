"""A user's summary tree: grown by adding, kept in order by deleting, carried along, built anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.errors import InputError, LLMError
from graphmem.model.hit import Filters
from graphmem.model.plan import Phrasing
from graphmem.model.prompt import Prompt
from graphmem.model.ranking import Asked, Belief, Channel
from graphmem.testing import FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.forget.conftest import START, said
from tests.integration.stores import emptied
from tests.integration.whole_store import graph, holding, rows

pytestmark = pytest.mark.integration

SUBJECTS = (
    "the garden of Anna",
    "a sailing trip to Oslo",
    "the budget of the museum",
    "the red bike of Carla",
)
TREE = "MATCH (n:Summary {scope: $user}) RETURN n.uid AS uid, n.parent_uid AS parent, n.depth AS depth, n.leaf_count AS leaves, n.from AS start, n.to AS end ORDER BY depth, uid"


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


def opened(store: RunningServer, **options: Any) -> AsyncMemory:
    small = {"minimum": 5, "target": 12, "maximum": 40}
    auth = (store.username, store.password)
    return AsyncMemory(
        store.uri, auth, embedder=FakeEmbedder(384, id="fake:tree"), segmenter=small, **options
    )


@pytest.fixture
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    async with opened(store) as memory:
        yield memory


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


def talk(count: int, day: int = 0) -> list[dict[str, Any]]:
    texts = [f"I spent {n + 2} hours on {SUBJECTS[n % 4]}, it was number{n}zz of all." for n in range(count)]
    return said(*texts, start=START + timedelta(days=day))


async def grown(memory: AsyncMemory, user: str, sessions: int = 3, turns: int = 14) -> None:
    for number in range(sessions):
        await memory.add(talk(turns, number), user_id=user, session_id=f"s{number}", flush=True)


async def test_every_encoded_segment_is_a_leaf_that_tells_its_day_and_its_records(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    done = await memory.add(talk(6), user_id=user, session_id="s1", flush=True)

    tree = await memory.tree(user)

    assert (len(tree), tree.inner, tree.fan_out) == (done.segments_closed, 1, done.segments_closed)
    leaf = next(item for item in tree if item.is_leaf)
    assert leaf.text.startswith("4 May 2026: Anna spent 2 hours on the garden of Anna")
    assert (leaf.session_id, leaf.tier, leaf.stale, leaf.start) == ("s1", "short", False, START)
    (root,) = [item for item in tree if not item.is_leaf]
    assert (root.text, root.stale, root.start, root.end) == ("", True, START, START + timedelta(minutes=5))
    assert (await memory.check(user)).problems == ()


async def test_consolidating_sums_up_from_below_and_a_second_time_nothing(
    memory: AsyncMemory, user: str
) -> None:
    await grown(memory, user)

    first = await memory.consolidate(user_id=user)
    again = await memory.consolidate(user_id=user)

    tree = await memory.tree(user)
    assert (first.tree.written, first.tree.calls) == (tree.inner, 0)
    assert (tree.stale, bool(again)) == (0, False)
    assert (first.problems, again.problems) == ((), ())
    assert tree.depth >= 2
    assert all("2026: Anna spent" in item.text for item in tree)


async def test_sessions_side_by_side_grow_one_sound_tree(memory: AsyncMemory, user: str) -> None:
    await asyncio.gather(
        *(memory.add(talk(14, n), user_id=user, session_id=f"s{n}", flush=True) for n in range(6))
    )
    assert (await memory.check(user)).problems == ()
    assert (await memory.tree(user)).fan_out <= 16


async def test_a_deleted_turn_leaves_no_word_and_no_time_in_the_tree(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await grown(memory, user)
    await memory.add(
        said("Zephyria is the name of my boat.", start=START + timedelta(days=40)),
        user_id=user, session_id="late", flush=True,
    )  # fmt: skip
    await memory.consolidate(user_id=user)
    assert [each for each in holding(store, "zephyria") if "Summary" in each]
    (turn,) = await memory.get_all(user_id=user, filters={"type": "turn", "session_id": "late"})

    await memory.delete(turn.id, user_id=user)

    assert holding(store, "zephyria") == []
    tree = await memory.tree(user)
    assert max(item.end for item in tree if item.end) == START + timedelta(days=2, minutes=13)
    assert tree.stale == 0
    assert (await memory.check(user)).problems == ()


async def test_a_deleted_record_is_quoted_nowhere(memory: AsyncMemory, user: str) -> None:
    await grown(memory, user, sessions=1, turns=4)
    await memory.consolidate(user_id=user)
    record = next(each for each in await memory.get_all(user_id=user) if "number1zz" in each.memory)

    await memory.delete(record.id, user_id=user)

    tree = await memory.tree(user)
    assert any("number2zz" in item.text for item in tree)
    assert not any("number1zz" in item.text for item in tree)
    assert tree.stale == 0


async def test_encoding_again_keeps_the_leaves_and_says_what_is_believed(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await grown(memory, user, sessions=1)
    await memory.consolidate(user_id=user)
    before = rows(store, TREE, user=user)

    await memory.consolidate(user_id=user, reencode=True)

    assert rows(store, TREE, user=user) == before
    assert (await memory.tree(user)).stale == 0


async def test_a_tree_built_anew_has_the_same_leaves_and_is_sound(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await grown(memory, user)
    leaves = {item.id: item.text for item in await memory.tree(user, depth=9) if item.is_leaf}
    seen = list[tuple[int, int]]()

    done = await memory.rebuild_tree(user, progress=lambda written, of: seen.append((written, of)))

    tree = await memory.tree(user, depth=9)
    assert {item.id: item.text for item in tree if item.is_leaf} == leaves
    assert done.written == tree.inner == seen[-1][1]
    assert (tree.stale, (await memory.check(user)).problems) == (0, ())


async def test_a_tree_is_carried_with_and_without_vectors(
    store: RunningServer, memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await grown(memory, user)
    await memory.consolidate(user_id=user)
    for number, embeddings in enumerate((True, False)):
        file, other = tmp_path / f"{number}.jsonl", f"{user}-{number}"
        await memory.export(user, file, embeddings=embeddings)
        await memory.import_(file, user_id=other)
        assert graph(store, other, vectors=False) == graph(store, user, vectors=False)
        vectors = "MATCH (n:Summary {scope: $user}) RETURN n.uid AS uid, [x IN n.embedding | round(x, 4)] AS v ORDER BY uid"
        assert rows(store, vectors, user=other) == rows(store, vectors, user=user)


async def test_a_model_sums_up_inner_nodes_and_is_asked_less_than_once_in_two_segments(
    store: RunningServer, user: str
) -> None:
    asked: list[Prompt] = []

    def script(prompt: Prompt, output: object) -> Any:
        asked.append(prompt)
        return {"summary": f"Summary {len(asked)} of Anna's days."}

    async with opened(store, llm=FakeLLM(script), encoder="local", belief="rules") as memory:
        for day in range(12):
            await memory.add(talk(8, day), user_id=user, session_id=f"s{day}", flush=True)
            await memory.consolidate(user_id=user)
        tree = await memory.tree(user)
        calls = (await memory.usage(user_id=user)).purposes["summarise"].calls

    assert len(asked) == calls
    assert 1 <= calls <= tree.leaves / 2
    assert all(item.text.startswith("Summary ") for item in tree if not item.is_leaf)
    assert all(prompt.scope == user for prompt in asked)


async def test_a_model_that_fails_leaves_summaries_old_and_the_next_call_goes_on(
    store: RunningServer, user: str
) -> None:
    async with opened(store, llm=FakeLLM(lambda *_: LLMError("gone")), encoder="local") as memory:
        await grown(memory, user, sessions=1)
        failed = await memory.consolidate(user_id=user)
        assert failed.tree.failed == {"gone": (await memory.tree(user)).inner}
        assert (await memory.tree(user)).stale > 0
    async with opened(store) as memory:
        await memory.consolidate(user_id=user)
        assert (await memory.tree(user)).stale == 0


async def test_nobody_sees_another_tree(memory: AsyncMemory, user: str) -> None:
    await grown(memory, user, sessions=1)
    other = f"{user}-other"
    assert (await memory.tree(other)).items == ()
    assert await memory.rebuild_tree(other) == await memory.rebuild_tree("nobody at all")
    await memory.add(said("I like tea."), user_id=other, session_id="s0", flush=True)
    assert len(await memory.tree(other)) == 1


@pytest.mark.parametrize(("options"), [{"depth": -1}, {"limit": 0}])
async def test_nonsense_is_refused(memory: AsyncMemory, user: str, options: dict[str, int]) -> None:
    with pytest.raises(InputError, match="give a depth from 0 and a limit from 1"):
        await memory.tree(user, **options)


async def channel(memory: AsyncMemory, user: str, name: Channel, question: str, depth: int = 50) -> list[str]:
    """The turns that one channel alone brings, best first."""
    reader = (await memory.open()).reading.strategies["tree_tiers"].ports.reader
    (vector,) = await FakeEmbedder(384, id="fake:tree").embed([question], kind="query")
    asked = Asked(name, 0, Phrasing.FULL, 1.0, question, tuple(vector.tolist()))
    (ranking,) = await reader.rank(user, [asked], depth=depth, filters=Filters(), belief=Belief())
    return list(ranking.turns)


async def test_the_tree_is_read_flat_and_by_a_beam_down_to_turns(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await grown(memory, user)
    (turn,) = [
        each
        for each in await memory.get_all(user_id=user, filters={"type": "turn", "session_id": "s1"})
        if "number5zz" in each.memory
    ]
    of_user = {row["t"] for row in rows(store, "MATCH (t:Turn {scope: $user}) RETURN t.uid AS t", user=user)}
    for name in (Channel.TREE, Channel.BEAM, Channel.SEGMENTS):
        found = await channel(memory, user, name, f"Anna: {turn.memory}")
        assert turn.id in found, name
        assert set(found) <= of_user, name
        assert len(found) == len(set(found)), name
    assert await channel(memory, f"{user}-nobody", Channel.BEAM, "the garden") == []


async def test_the_short_term_tier_is_read_whole_latest_first(memory: AsyncMemory, user: str) -> None:
    await memory.add(talk(3), user_id=user, session_id="s1", flush=True)
    await memory.add(
        said("This is still open.", start=START + timedelta(days=1)), user_id=user, session_id="s2"
    )

    found = await channel(memory, user, Channel.SHORT, "anything")

    turns = {each.id: each.memory for each in await memory.get_all(user_id=user, filters={"type": "turn"})}
    assert turns[found[0]] == "This is still open."
    assert len(found) == 4


async def test_the_long_term_tier_is_read_by_vectors(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    await memory.add(talk(6), user_id=user, session_id="s1", flush=True)
    assert await channel(memory, user, Channel.LONG, "sailing") == []
    rows(
        store,
        "MATCH (r:Record {scope: $user}) WHERE r.text CONTAINS 'number1zz' SET r.tier = 'long'",
        user=user,
    )

    (turn,) = await channel(memory, user, Channel.LONG, "sailing")

    assert "number1zz" in (await memory.get(turn, user_id=user)).memory


async def test_a_question_is_answered_by_the_tree_with_tiers(memory: AsyncMemory, user: str) -> None:
    await grown(memory, user)
    found = await memory.search(
        "Who spent hours on the red bike of Carla?", user_id=user, strategy="tree_tiers"
    )
    assert len(found) == 10
    assert all(hit.citations for hit in found)


async def test_consolidating_tells_its_steps_and_what_may_be_one(memory: AsyncMemory, user: str) -> None:
    await memory.add(
        said("Katherine Hughes plays chess with me.", "Katherine Hughs plays chess in Oslo."),
        user_id=user, session_id="s1", infer=False,
    )  # fmt: skip
    heard: list[str] = []

    done = await memory.consolidate(
        user_id=user, progress=lambda step, *_: heard.append(step) if step not in heard else None
    )

    assert heard == [
        "embedding turns",
        "closing segments",
        "encoding segments",
        "comparing statements",
        "embedding entities",
        "summing up",
        "sorting tiers",
        "comparing names",
        "checking",
    ]
    assert {"katherine hughes", "katherine hughs"} in [
        {each.one.name.casefold(), each.other.name.casefold()} for each in done.alike
    ]


async def test_what_is_deleted_while_the_tree_is_kept_up_is_in_no_summary(
    store: RunningServer, memory: AsyncMemory, user: str
) -> None:
    words = [f"quaggaberry{n}" for n in range(6)]
    for n, word in enumerate(words):
        texts = [f"I planted {word} in the garden.", *(each["content"] for each in talk(4))]
        day = said(*texts, start=START + timedelta(days=n))
        await memory.add(day, user_id=user, session_id=f"s{n}")
    turns = await memory.get_all(user_id=user, filters={"type": "turn"}, limit=1000)
    doomed = [each.id for each in turns if "quaggaberry" in each.memory]

    await asyncio.gather(
        memory.consolidate(user_id=user), *(memory.delete(uid, user_id=user) for uid in doomed)
    )
    await memory.consolidate(user_id=user)

    nodes, _ = graph(store, user)
    assert [node for node in nodes if "quaggaberry" in node] == []
    assert (await memory.check(user)).problems == ()
    assert (await memory.tree(user)).stale == 0


async def test_a_model_s_summary_of_words_that_went_meanwhile_is_not_written(
    store: RunningServer, user: str
) -> None:
    async with opened(store) as other:

        async def deleting(texts: Any) -> None:
            record = next(each for each in await other.get_all(user_id=user) if "number1zz" in each.memory)
            await other.delete(record.id, user_id=user)

        class Slow(FakeLLM):
            async def structured(self, prompt: Prompt, output: Any) -> Any:
                if not self.prompts:
                    await deleting(prompt)
                return await super().structured(prompt, output)

        llm = Slow({"summarise": {"summary": "All about number1zz."}})
        async with opened(store, llm=llm, encoder="local", belief="rules") as memory:
            await grown(memory, user, sessions=1, turns=4)
            await memory.consolidate(user_id=user)
        tree = await other.tree(user)
    assert any("number2zz" in item.text for item in tree)
    assert not any("number1zz" in item.text for item in tree)


async def test_deleting_many_records_sums_up_once(store: RunningServer, user: str) -> None:
    llm = FakeLLM({"summarise": {"summary": "What is left."}})
    async with opened(store, llm=llm, encoder="local", belief="rules") as memory:
        await grown(memory, user, sessions=1)
        await memory.consolidate(user_id=user)
        before = len(llm.prompts)
        inner = (await memory.tree(user)).inner
        doomed = [each.id for each in await memory.get_all(user_id=user)][::2]
        gone = await (await memory.open()).changing.forgetting.delete_records(user, doomed)
    assert gone.removed["Record"] == len(doomed) > 3
    assert 0 < len(llm.prompts) - before <= inner
