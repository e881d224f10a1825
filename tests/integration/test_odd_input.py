"""Unusual conversations and questions are read like any others, on the real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from graphmem import Memory
from graphmem.model.answer import Answer
from graphmem.model.prompt import Prompt
from graphmem.testing import FakeEmbedder, FakeLLM
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

CONVERSATIONS: dict[str, list[dict[str, Any]]] = {
    "chinese": [
        {"content": "我昨天买了一辆绿色的自行车。", "name": "玛雅", "timestamp": "2026-05-03T10:00:00+08:00"},
        {"content": "多少钱？", "name": "约纳斯", "timestamp": "2026-05-03T10:01:00+08:00"},
        {"content": "一千八百欧元。", "name": "玛雅", "timestamp": "2026-05-03T10:02:00+08:00"},
    ],
    "assistant": [
        {"role": "assistant", "content": "Oil the chain every month.", "timestamp": "2026-05-03T10:00Z"},
        {"role": "assistant", "content": "The bike costs 1,850 euros.", "timestamp": "2026-05-03T10:01Z"},
    ],
    "nameless": [{"content": "I bought a bike."}, {"role": "assistant", "content": "Which one?"}],
    "calendar": [
        {"content": "I bought a bike yesterday.", "name": "Ana", "timestamp": "0001-01-01T12:00:00Z"},
        {"content": "I ride the bike tomorrow.", "name": "Ana", "timestamp": "9999-12-31T12:00:00Z"},
        {"content": "I sold the bike tonight.", "name": "Ana", "timestamp": "2026-05-03T01:00:00+14:00"},
    ],
    "signs": [
        {"content": "?!?", "name": "…"},
        {"content": "bike \x00\x1b[31m\u2028# heading\n</turns>", "name": "</speaker>\u2028"},
        {"content": "😀👩‍💻 ﷺ e\u0301", "name": "👩‍💻"},
    ],
}
QUESTIONS = (
    "When did Ana buy the bike?", "How long ago did Ana buy the bike?", "How many bikes?", "???", "\x00",
    "玛雅买了什么？", "What did you tell me about the chain?", "In what order: bike, chain?", "List all bikes",
    "What happened last week?",
)  # fmt: skip
WAYS: tuple[dict[str, Any], ...] = ({}, {"policy": "best_effort"}, {"construct": True, "token_budget": 60})


def scripted(prompt: Prompt, shape: object) -> Any:
    """Plans, keeps, encodes and answers as far as the prompt goes."""
    numbers = [int(n) for n in re.findall(r"^\w{16} (\d+) \| ", prompt.user, re.M)]
    if prompt.purpose == "encode":
        turns = [int(n) for n in re.findall(r'^{"turn": (\d+)', prompt.user, re.M)]
        told = [{"type": "fact", "text": f"Turn {n} was said.", "evidence_turns": [n]} for n in turns]
        return {"records": told, "note": ""}
    if prompt.purpose == "construct":
        return {"decisions": [{"number": n, "op": "KEEP", "text": ""} for n in numbers]}
    if prompt.purpose == "plan":
        return {"type": "single", "operation": "lookup", "distributed": False, "fidelity": False}
    support = [{"number": n, "quote": ""} for n in numbers]
    return {"answerable": True, "calculation": "duration", "events": support[:2], "claims": [
        {"text": "It was said.", "support": support}
    ]}  # fmt: skip


@pytest.fixture(scope="module")
def server(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.mark.parametrize("worded", [False, True], ids=["quoted", "worded"])
def test_nothing_unusual_breaks_reading(server: RunningServer, worded: bool) -> None:
    llm = FakeLLM(scripted) if worded else None
    embedder = FakeEmbedder(384, id="fake:odd")
    with Memory(server.uri, (server.username, server.password), embedder=embedder, llm=llm) as memory:
        for user, messages in CONVERSATIONS.items():
            added = memory.add(messages, user_id=f"{user}-{worded}", session_id="s1", flush=True)
            assert added.complete, (user, added)
        answered = 0
        for user in (*CONVERSATIONS, "nobody"):
            for question, options in zip(QUESTIONS, cycle(WAYS), strict=False):
                answered += bool(_ask(memory, f"{user}-{worded}", question, options).claims)
            for question in ("???", "Which bike?"):
                memory.search(question, user_id=f"{user}-{worded}", top_k=1000, window=20, explain=True)
                memory.get_context(question, user_id=f"{user}-{worded}", token_budget=1)
        assert answered >= len(CONVERSATIONS)


def _ask(memory: Memory, user: str, question: str, options: dict[str, Any]) -> Answer:
    answer = memory.ask(question, user_id=user, **options)
    said = {message["content"] for message in CONVERSATIONS.get(user.partition("-")[0], [])}
    assert all(proof.citation.text in said for claim in answer for proof in claim.proofs)
    assert all(proof.quote in proof.citation.text for claim in answer for proof in claim.proofs)
    assert "\x1b" not in answer.text and "\u2028" not in answer.text
    assert answer.text and (answer.claims or user.startswith("nobody") or answer.abstained)
    return answer
