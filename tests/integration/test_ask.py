"""ask on the real server: quoted without a model, worded and checked with one, streamed both ways."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from graphmem import AsyncMemory, InputError, LLMError, Memory
from graphmem.testing import FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

USER = "ana"


def said(id: str, name: str, text: str, when: str, role: str = "user") -> dict[str, Any]:
    return {"role": role, "id": id, "name": name, "content": text, "timestamp": when}


MAY = [
    said("m1", "Ana", "I moved to Lyon yesterday with my cat.", "2026-05-03T10:00:00+02:00"),
    said("m2", "Ben", "How is the cat in Lyon?", "2026-05-03T10:01:00+02:00"),
    said("m3", "Ana", "I love the old town of Lyon.", "2026-05-03T10:02:00+02:00"),
    said("m4", "Ben", "My sister Clara lives in Basel.", "2026-05-03T10:03:00+02:00"),
]
JULY = [
    said("m1", "Ana", "Clara visited me in Lyon on 2 July 2026.", "2026-07-04T18:00:00+02:00"),
    said("m2", "Ben", "I bought a red bicycle for 300 euros.", "2026-07-04T18:01:00+02:00"),
    said("m3", "Iris", "Oil the chain of the bicycle every month.", "2026-07-04T18:02:00+02:00", "assistant"),
]
ASKED_AT = "2026-07-10T12:00:00+02:00"


@pytest.fixture(scope="module")
def server(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server), opened(neo4j_server) as memory:
        memory.add(MAY, user_id=USER, session_id="may", flush=True)
        memory.add(JULY, user_id=USER, session_id="july", flush=True)
        yield neo4j_server


def opened(server: RunningServer, llm: FakeLLM | None = None) -> Memory:
    auth = (server.username, server.password)
    return Memory(server.uri, auth, embedder=FakeEmbedder(384, id="fake:ask"), llm=llm)


@pytest.fixture
def memory(server: RunningServer) -> Iterator[Memory]:
    with opened(server) as memory:
        yield memory


def numbers(prompt: Any, words: str) -> int:
    """The number under which a turn stands in the evidence of a prompt."""
    return next(int(line.split()[1]) for line in prompt.user.splitlines() if words in line)


def test_without_a_model_an_answer_quotes_and_computes(memory: Memory) -> None:
    answer = memory.ask("When did Ana move to Lyon?", user_id=USER, reference_time=ASKED_AT)
    assert answer.text.splitlines()[0] == (
        "2 May 2026. Ana said on 3 May 2026: “I moved to Lyon yesterday with my cat.”"
    )
    assert (answer.computed, answer.abstained) == ("2 May 2026", False)
    assert [(each.session_id, each.message_id) for each in answer.citations] == [("may", "m1")]
    assert answer.plan is not None and answer.plan.wants_time
    assert {"plan", "recall", "gather", "answer"} <= answer.timings.keys()


def test_what_the_assistant_said_is_replayed(memory: Memory) -> None:
    answer = memory.ask("What did you tell me about the chain of the bicycle?", user_id=USER)
    assert answer.citations[0].text == "Oil the chain of the bicycle every month."


def test_a_stream_makes_up_the_answer(memory: Memory) -> None:
    parts = list(memory.ask_stream("Which bicycle did Ben buy?", user_id=USER))
    answer = parts[-1].answer
    assert answer is not None
    assert "".join(part.text for part in parts) == answer.text
    assert answer.citations[0].text == "I bought a red bicycle for 300 euros."
    assert next(
        iter(memory.ask_stream("Which bicycle?", user_id=USER))
    ).text  # who stops early leaves nothing open


def test_construction_reads_around_the_candidates(memory: Memory) -> None:
    answer = memory.ask("Which bicycle did Ben buy?", user_id=USER, construct=True)
    assert answer.citations[0].text == "I bought a red bicycle for 300 euros."


def test_nothing_is_known_of_somebody_who_said_nothing(memory: Memory) -> None:
    answer = memory.ask("Where does Ana live?", user_id="nobody")
    assert (answer.text, answer.abstained) == ("Nothing in this memory bears on the question.", True)
    answer = memory.ask("Where does Ana live?", user_id=USER, filters={"session_id": "no such session"})
    assert answer.abstained


def test_wrong_arguments_are_named(memory: Memory) -> None:
    with pytest.raises(InputError, match="policy is 'maybe'; there are abstain and best_effort"):
        memory.ask("Where?", user_id=USER, policy="maybe")
    with pytest.raises(InputError, match="token_budget is 0"):
        list(memory.ask_stream("Where?", user_id=USER, token_budget=0))


def scripted(prompt: Any, output: Any) -> Any:
    """A model that finds two claims, one of them with a false quotation; it leaves planning to the rules."""
    if prompt.purpose != "answer":
        return LLMError("it only answers")
    number = numbers(prompt, "red bicycle")
    return {
        "answerable": True,
        "claims": [
            {"text": "Ben bought a red bicycle", "support": [{"number": number, "quote": "A RED bicycle"}]},
            {"text": "It cost 500 euros", "support": [{"number": number, "quote": "500 euros"}]},
        ],
    }


def test_with_a_model_claims_are_checked_and_tokens_counted(server: RunningServer) -> None:
    llm = FakeLLM(scripted)
    with opened(server, llm) as memory:
        answer = memory.ask("Which bicycle did Ben buy?", user_id=USER)
        assert (answer.text, answer.dropped) == ("Ben bought a red bicycle.", ("It cost 500 euros",))
        (proof,) = answer.claims[0].proofs
        assert (proof.quote, proof.citation.text) == (
            "a red bicycle",
            "I bought a red bicycle for 300 euros.",
        )
        calls = {purpose: tokens.calls for purpose, tokens in answer.usage.purposes.items()}
        assert calls.pop("plan", 1) == 1
        assert calls == {"answer": 1}
        streamed = [part.answer for part in memory.ask_stream("Which bicycle did Ben buy?", user_id=USER)][-1]
        assert streamed is not None
        assert (streamed.text, streamed.dropped) == (answer.text, answer.dropped)
        assert streamed.usage.purposes["answer"].calls == 1


def test_construction_with_a_model_asks_once_for_each_part(server: RunningServer) -> None:
    def answering(prompt: Any, output: Any) -> Any:
        if prompt.purpose == "construct":
            return {"decisions": []}
        return scripted(prompt, output)

    with opened(server, FakeLLM(answering)) as memory:
        answer = memory.ask("Which bicycle did Ben buy?", user_id=USER, construct=True)
    assert answer.text == "Ben bought a red bicycle."
    assert answer.usage.purposes["construct"].calls == 2  # two sessions of four and three turns


def test_a_failing_model_is_an_error_of_ours(server: RunningServer) -> None:
    with opened(server, FakeLLM({"answer": LLMError("the model is down")})) as memory:
        with pytest.raises(LLMError, match="the model is down"):
            memory.ask("Which bicycle?", user_id=USER)
        with pytest.raises(LLMError, match="the model is down"):
            list(memory.ask_stream("Which bicycle?", user_id=USER))


async def test_two_answers_at_once_count_their_own_calls(server: RunningServer) -> None:
    auth = (server.username, server.password)
    llm = FakeLLM(scripted)
    async with AsyncMemory(server.uri, auth, embedder=FakeEmbedder(384, id="fake:ask"), llm=llm) as memory:
        one, other = (memory.ask_stream("Which bicycle did Ben buy?", user_id=USER) for _ in range(2))
        answers = []
        async for part in one:
            inner = await anext(other, None)
            answers += [each.answer for each in (part, inner) if each and each.answer]
        answers += [part.answer async for part in other if part.answer]
    assert [each.usage.purposes["answer"].calls for each in answers] == [1, 1]


def test_an_answer_prints_as_json(memory: Memory) -> None:
    from dataclasses import asdict

    answer = memory.ask("When did Ana move to Lyon?", user_id=USER)
    told = json.loads(json.dumps(asdict(answer), default=str))
    assert told["claims"][0]["proofs"][0]["citation"]["message_id"] == "m1"
