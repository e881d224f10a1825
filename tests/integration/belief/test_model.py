"""A language model judges what rules cannot read, and the off switch."""

from __future__ import annotations

import pytest

from graphmem import AsyncMemory
from graphmem.testing import FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.belief.conftest import believed, tell

pytestmark = pytest.mark.integration


async def test_what_is_near_is_shown_and_its_verdict_written(store: RunningServer, user: str) -> None:
    llm = FakeLLM({"supersede": {"pairs": [{"later": 2, "earlier": 1, "reason": "corrected"}]}})
    async with AsyncMemory(
        store.uri, (store.username, store.password), embedder=FakeEmbedder(384, id="fake:belief"), llm=llm,
        encoder="local",
    ) as memory:  # fmt: skip
        await tell(memory, f"{user}-other", "2024-01-05", "My home is a small flat in Paris.")
        await tell(memory, user, "2024-01-05", "My home is a small flat in Paris.")
        assert llm.prompts == []
        await tell(memory, user, "2024-06-10", "My home is a big house in Lyon.")

        assert set(await believed(memory, user)) == {"Ana's home is a big house in Lyon."}
        assert (await memory.usage(user_id=user)).purposes["supersede"].calls == 1
        assert len(await believed(memory, f"{user}-other")) == 1
        assert (await memory.check(user)).problems == ()


async def test_off_keeps_every_statement_believed(store: RunningServer, user: str) -> None:
    async with AsyncMemory(
        store.uri,
        (store.username, store.password),
        embedder=FakeEmbedder(384, id="fake:belief"),
        belief="off",
    ) as memory:
        await tell(memory, user, "2024-01-05", "I live in Paris.")
        await tell(memory, user, "2024-06-10", "I moved from Paris to Lyon.")
        await memory.consolidate(user_id=user)

        assert {each.valid_to for each in (await believed(memory, user)).values()} == {None}
        assert (await memory.check(user)).problems == ()
