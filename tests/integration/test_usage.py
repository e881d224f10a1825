"""What a memory's verbs cost a language model: counted by user and purpose, and held to a budget."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from pydantic import BaseModel

from graphmem import Conversation, Memory, Message, Usage
from graphmem.adapters.ledger import Ledger
from graphmem.model.prompt import Prompt
from graphmem.testing import FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture
def user() -> str:
    return f"user-{uuid4()}"


def encoding(prompt: Prompt, _: type[BaseModel] | None) -> dict[str, object]:
    if prompt.purpose == "summarise":
        return {"summary": "Ann and her cat."}
    assert prompt.purpose == "encode"
    record = {"type": "fact", "text": "Ann has a grey cat.", "subject": "Ann", "evidence_turns": [0]}
    return {"records": [record], "note": ""}


def opened(store: RunningServer, llm: FakeLLM) -> Memory:
    embedder = FakeEmbedder(384, id="fake:usage")
    options = {"embedder": embedder, "llm": llm, "planner": "rules"}
    return Memory(store.uri, (store.username, store.password), belief="rules", **options)


def test_encoding_is_counted_for_the_user_whose_turns_they_are(store: RunningServer, user: str) -> None:
    with opened(store, FakeLLM(encoding)) as memory:
        memory.add("I have a grey cat.", user_id=user, session_id="s1", flush=True)
        memory.add("It is called Tom.", user_id=user, session_id="s2", flush=True)

        assert list(memory.usage(user_id=user).purposes) == ["encode"]
        assert memory.usage(user_id=user).total.calls == 2
        assert memory.usage(user_id=user) == memory.usage()
        assert memory.usage(user_id="nobody") == Usage()


def test_a_verb_beyond_its_budget_keeps_the_turns_and_says_why(store: RunningServer, user: str) -> None:
    with opened(store, FakeLLM(encoding, ledger=Ledger(budget=10))) as memory:
        refused = memory.add("I have a grey cat.", user_id=user, session_id="s1", flush=True)

        assert refused.turns_added == 1
        assert "budget of 10 tokens" in refused.failed_segments[0].reason
        assert memory.usage().total.calls == 0

    with opened(store, FakeLLM(encoding)) as memory:
        memory.consolidate(user_id=user)
        assert [record.memory for record in memory.get_all(user_id=user)] == ["Ann has a grey cat."]


def test_a_budget_is_that_of_a_whole_import(store: RunningServer, user: str) -> None:
    talks = [Conversation(f"s{n}", (Message("user", f"I have a grey cat. {n}"),), user) for n in range(4)]
    llm = FakeLLM(encoding)
    with opened(store, llm) as memory:
        memory.add_many(talks[:1])
        one = llm.prompts[0].max_tokens + memory.usage().total.input

    ledger = Ledger(budget=one + 100)
    with opened(store, FakeLLM(encoding, ledger=ledger)) as memory:
        result = memory.add_many(talks[1:], concurrency=1)
        assert memory.usage().total.calls == 1
        assert [f"budget of {one + 100}" in each.reason for each in result.failed_segments] == [True, True]
