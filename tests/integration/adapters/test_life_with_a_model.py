"""Summaries, beliefs and traits with a real model behind a real server: what it says, the graph stays sound."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from graphmem import AsyncMemory
from graphmem.testing import FakeClock, FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.forget.conftest import START, said
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration


async def test_a_model_that_knows_little_harms_nothing(neo4j_server: RunningServer, tiny_url: str) -> None:
    user = f"user-{uuid4()}"
    llm = {"model": "tiny", "base_url": tiny_url, "api_key": "none", "retries": 0}
    options = {
        "encoder": "local",
        "planner": "rules",
        "segmenter": {"minimum": 5, "target": 12, "maximum": 40},
    }
    with emptied(neo4j_server) as store:
        async with AsyncMemory(
            store.uri,
            (store.username, store.password),
            embedder=FakeEmbedder(384, id="fake:life"),
            clock=FakeClock(START + timedelta(days=30)),
            tiers={"capacity": 1, "promote_at": 1.0, "demote_below": 0.5},
            llm=llm,
            write={"quiet_seconds": None},  # else a slow machine promotes before it is asked to
            **options,
        ) as memory:
            for day, text in enumerate(("I live in Bergen, and I prefer window seats.", "I moved to Oslo.")):
                turns = said(text, start=START + timedelta(days=day))
                await memory.add(turns, user_id=user, session_id=f"s{day}", flush=True)
            for _ in range(3):
                await memory.search("Which seats does Anna prefer?", user_id=user)
            await (await memory.open()).reading.access_log.flush()

            done = await memory.consolidate(user_id=user)

            assert done.tree.calls == 1
            assert done.tree.written + sum(done.tree.failed.values()) == 1
            assert done.tiers.promoted >= 1
            asked = set((await memory.usage(user_id=user)).purposes)
            assert {"summarise", "supersede", "distil"} <= asked
            kept = await memory.get_all(user_id=user, filters={"type": "turn"})
            assert len(kept) == 2
            assert {uid for trait in await memory.profile(user) for uid in trait.records} <= {
                each.id for each in await memory.get_all(user_id=user)
            }
            assert (await memory.check(user)).problems == ()
