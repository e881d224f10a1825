"""The LoCoMo benchmark on a small fixed slice: one conversation, forty questions, a wide margin."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from graphmem.bench import crowd
from graphmem.bench.findings import Findings, Options
from graphmem.bench.report import document
from graphmem.bench.runner import run
from graphmem.memory import AsyncMemory
from tests.conftest import RunningServer
from tests.public_data import public_data

pytestmark = pytest.mark.integration

CROWD = 230


def nobody(step: str, done: int, total: int) -> None:
    """Nobody watches."""


def connection(server: RunningServer) -> Mapping[str, Any]:
    return {
        "uri": server.uri,
        "auth": (server.username, server.password),
        "database": server.database,
        "home": server.home,
        "cache": server.cache,
    }


@pytest.fixture(scope="module")
def file() -> Path:
    return public_data("locomo") / "locomo10.json"


@pytest.fixture(scope="module")
def first(neo4j_server: RunningServer, file: Path) -> Findings:
    options = Options(file, conversations=(1,), questions=40, fresh=True, resamples=50)
    return asyncio.run(run(options, tell=nobody, **connection(neo4j_server)))


@pytest.fixture(scope="module")
def second(neo4j_server: RunningServer, file: Path, first: Findings) -> Findings:
    """Again over the same store, among others, who leave at the end; one channel is off."""
    options = Options(
        file,
        conversations=(1,),
        questions=6,
        without=("context_text",),
        crowd=CROWD,
        crowd_remove=True,
        resamples=50,
    )
    return asyncio.run(run(options, tell=nobody, **connection(neo4j_server)))


def test_most_evidence_is_among_the_first_ten_turns(first: Findings) -> None:
    made = document(first)

    assert made["complete"]
    assert made["retrieval"]["all"]["questions"] == 40
    assert made["retrieval"]["all"]["recall@10"] >= 0.6
    assert made["retrieval"]["all"]["all@50±2"] >= 0.7


def test_adding_is_measured_beside_the_embedder_alone(first: Findings) -> None:
    adding = document(first)["adding"]

    assert (adding["turns"], adding["reused_turns"]) == (419, 0)
    assert adding["texts_embedded"] > 2 * 419
    assert adding["embedder_seconds"] > 0
    assert adding["upkeep_seconds"] > 0
    assert adding["naive_rag"]["turns"] == 419
    assert adding["one_turn_ms"]["turns"] == 39
    assert set(adding["session_stages_ms"]) == {
        "store", "embed", "segment", "encode", "land", "settle", "tree",
    }  # fmt: skip


def test_the_stages_of_a_search_are_part_of_it(first: Findings) -> None:
    for each in first.answered:
        parts = [each.stages[stage] for stage in ("plan", "recall", "fuse", "select")]
        assert 0 < sum(parts) <= each.seconds
        assert 0 < each.stages["embed"] <= each.stages["recall"]
    assert len(first.cold) == 1


def test_answers_in_context_are_found_more_often_than_by_chance(first: Findings) -> None:
    found = document(first)["answering"]["all"]

    assert found["answer_in_gold_turn"] >= 0.2
    assert found["base_rate"]["answer_in_gold_turn"] == 0.0
    assert found["base_rate"]["answer_in_turn"] < found["answer_in_turn"] <= 1.0
    assert found["ceiling"]["answer_in_gold_turn"] >= found["answer_in_gold_turn"]


def test_what_is_in_the_store_is_not_added_again(second: Findings) -> None:
    assert second.added == []
    assert second.reused == 419


def test_a_channel_that_is_off_is_not_asked(first: Findings, second: Findings) -> None:
    assert all("channel context_text" in each.stages for each in first.answered)
    assert not any("channel context_text" in each.stages for each in second.answered)


def test_the_same_questions_are_asked_alone_and_among_others(second: Findings) -> None:
    made = document(second)["crowd"]

    assert (made["questions"], made["turns_added"]) == (6, CROWD)
    assert made["records"] >= 0.5 * CROWD
    assert made["evidence_nodes"] >= CROWD
    assert made["p50_ratio"] > 0
    assert made["recall@10_difference"] >= -0.35


def test_others_and_the_scratch_user_are_gone_and_the_conversation_stays(
    neo4j_server: RunningServer, second: Findings
) -> None:
    async def left() -> tuple[dict[str, crowd.Held], int, int]:
        async with AsyncMemory(**connection(neo4j_server)) as memory:
            executor = (await memory.open()).executor
            scratch = await memory.stats(user_id="locomo:scratch")
            kept = await memory.stats(user_id="locomo:conv-26")
            return await crowd.held(executor), sum(scratch.nodes.values()), kept.nodes["turns"]

    assert asyncio.run(left()) == ({}, 0, 419)


def test_a_run_that_is_stopped_reports_what_it_has(
    neo4j_server: RunningServer, file: Path, second: Findings
) -> None:
    async def stopped() -> Findings:
        def stop(step: str, done: int, total: int) -> None:
            if step == "Asking" and done == 3:
                running.cancel()

        options = Options(file, conversations=(1,), questions=40, resamples=50)
        running = asyncio.ensure_future(run(options, tell=stop, **connection(neo4j_server)))
        return await running

    found = asyncio.run(stopped())

    assert not found.complete
    assert 3 <= len(found.answered) < 40
    assert document(found)["retrieval"]["all"]["questions"] == len(found.answered)
