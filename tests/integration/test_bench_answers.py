"""A made-up LoCoMo file is answered on the real server: by quotation, then by a model with what stands beside."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from graphmem.bench.findings import Findings, Options
from graphmem.bench.replies import Answering
from graphmem.bench.report import document
from graphmem.bench.runner import run
from graphmem.errors import LLMError
from graphmem.model.prompt import Prompt
from graphmem.testing import FakeLLM
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

SAID = {
    "session_1": [
        ("Ana", "D1:1", "I bought a red bicycle in Lyon yesterday."),
        ("Ben", "D1:2", "How much did the bicycle cost?"),
        ("Ana", "D1:3", "It was 300 euros, from the shop near the station."),
    ],
    "session_2": [
        ("Ben", "D2:1", "My sister Clara lives in Basel with two cats."),
        ("Ana", "D2:2", "I would love to visit Basel in autumn."),
    ],
}
ASKED: list[dict[str, Any]] = [
    {"question": "When did Ana buy the bicycle?", "category": 2, "answer": "7 May 2023", "evidence": ["D1:1"]},
    {"question": "Where does Ben's sister Clara live?", "category": 4, "answer": "Basel", "evidence": ["D2:1"]},
    {"question": "What does Ana think about tax law?", "category": 5, "adversarial_answer": "zzgold", "evidence": ["D2:2"]},
]  # fmt: skip


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spoken: dict[str, Any] = {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_2_date_time": "4:00 pm on 20 May, 2023",
    }
    for name, turns in SAID.items():
        spoken[name] = [{"speaker": who, "dia_id": at, "text": text} for who, at, text in turns]
    path = tmp_path_factory.mktemp("locomo") / "tiny.json"
    path.write_text(json.dumps([{"sample_id": "tiny", "conversation": spoken, "qa": ASKED}]))
    return path


@pytest.fixture(scope="module")
def server(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server):
        yield neo4j_server


def measured(
    server: RunningServer, file: Path, answering: Answering, llm: FakeLLM | None = None, **changes: Any
) -> Findings:
    connection: Mapping[str, Any] = {
        "uri": server.uri,
        "auth": (server.username, server.password),
        "database": server.database,
        "home": server.home,
        "cache": server.cache,
        "encoder": "local",
    }
    options = Options(file, resamples=20, answering=answering, **changes)
    return asyncio.run(run(options, tell=lambda *_: None, llm=llm, **connection))


@pytest.fixture(scope="module")
def quoted(server: RunningServer, file: Path) -> Findings:
    return measured(server, file, Answering())


def test_answers_are_quoted_and_scored_without_a_model(quoted: Findings) -> None:
    made = document(quoted)

    assert made["complete"]
    texts = {each["position"]: each["answer"] for each in made["answers"]["questions"]}
    assert texts[0].startswith(
        "7 May 2023. Ana said on 8 May 2023: “I bought a red bicycle in Lyon yesterday.”"
    )
    assert "lives in Basel" in texts[1]
    figures = made["answering"]
    assert figures["category 2"]["answer_in_context"] == 1.0
    assert 0 < figures["category 2"]["locomo_f1"] < 1
    assert figures["category 5"]["abstained_rightly"] == 1.0
    assert figures["all"]["abstained_falsely"] == 0.0
    assert figures["all"]["judge_strict"] is None
    assert made["answers"]["controls_left_out"] is not None
    assert list(made["answers"]["systems"]) == ["graphmem"]
    assert {"plan", "recall", "gather", "answer", "whole"} <= made["answers"]["seconds"].keys()


def test_a_model_answers_from_memory_and_beside_it_over_what_is_there(
    server: RunningServer, file: Path, quoted: Findings, tmp_path: Path
) -> None:
    def script(prompt: Prompt, output: object) -> Any:
        if prompt.purpose == "plan":
            return LLMError("plans are left to the rules")
        if prompt.purpose == "judge":
            return {"reason": "r", "correct": True}
        number = next(
            (int(match[1]) for line in prompt.user.splitlines()
             if (match := re.match(r"[0-9a-f]{16} (\d+) \|.*lives in Basel", line))), 0,
        )  # fmt: skip
        known = bool(number) and "Clara" in prompt.user.rpartition("Question:")[2]
        claims = [{"text": "Clara lives in Basel", "support": [{"number": number, "quote": "Basel"}]}]
        return {"answerable": known, "claims": claims if known else []}

    llm = FakeLLM(script)
    found = measured(server, file, Answering(judge=True, cache=tmp_path), llm)
    made = document(found)

    assert (found.added, found.reused, found.one_turn) == ([], 5, ())
    assert list(made["answers"]["systems"]) == ["graphmem", "full context", "naive RAG"]
    for figures in made["answers"]["systems"].values():
        assert figures["category 4"]["judge_strict"] == 1.0
        assert figures["category 2"]["judge_strict"] == 0.0
        assert figures["category 5"]["abstained_rightly"] == 1.0
    assert made["answers"]["tokens"]["full context"]["answer"]["calls"] == 3
    assert made["tokens"]["query"] > 0
    assert {each.purpose for each in llm.prompts} - {"summarise"} == {"plan", "answer", "judge"}
    asked = [each for each in llm.prompts if each.purpose != "judge"]
    assert not any(gold in each.user for each in asked for gold in ("zzgold", "category"))

    again = FakeLLM(script)
    measured(server, file, Answering(judge=True, cache=tmp_path), again)
    assert {each.purpose for each in again.prompts} - {"summarise"} == {"plan"}  # failures are not kept


def test_a_run_that_is_stopped_reports_the_answers_it_has(
    server: RunningServer, file: Path, quoted: Findings
) -> None:
    async def stopped() -> Findings:
        def stop(step: str, done: int, total: int) -> None:
            if step == "Answering" and done == 2:
                running.cancel()

        options = Options(file, resamples=20, answering=Answering())
        place = {"uri": server.uri, "auth": (server.username, server.password), "home": server.home}
        running = asyncio.ensure_future(run(options, tell=stop, cache=server.cache, **place))
        return await running

    found = asyncio.run(stopped())
    made = document(found)
    assert not made["complete"]
    assert made["answers"]["systems"]["graphmem"]["all"]["answered"] == 2
