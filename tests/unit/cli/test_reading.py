"""search, context, list, show, consolidate: what is asked of the memory, and what is printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from typer.testing import Result

from graphmem.model.hit import ChannelRank, Citation, Explanation, Filters, Hit, PathNode, SearchResult
from graphmem.model.results import ConsolidateResult, FailedSegment, MemoryPage, StoredMemory
from tests.unit.cli.conftest import FakeMemory

Run = Callable[..., Result]
PARIS = timezone(timedelta(hours=2))
SAID = Citation(
    turn_id="t1",
    session_id="s1",
    speaker="Ana",
    said_at=datetime(2026, 5, 3, 10, tzinfo=PARIS),
    text="I moved to Lyon last month.",
)
HIT = Hit(
    id="r1",
    memory="Ana moved to Lyon in April 2026.",
    type="event",
    score=0.25,
    citations=(SAID,),
    event_from=datetime(2026, 3, 31, 22, tzinfo=UTC),
    event_to=datetime(2026, 4, 30, 22, tzinfo=UTC),
)
EXPLAINED = Hit(
    id="r1",
    memory="Ana moved.",
    type="turn",
    score=1 / 3,
    citations=(),
    similarity=0.5,
    explanation=Explanation(
        (
            ChannelRank("contexts", 2, 1.0),
            ChannelRank(
                "time",
                1,
                0.5,
                (
                    PathNode(("Day",), "2026-05-03"),
                    PathNode(("Record", "Fact"), "r1", "ON_DAY", forward=False),
                    PathNode(("Turn",), "t1", "EVIDENCED_BY"),
                ),
            ),
            ChannelRank(
                "tree",
                3,
                0.5,
                (
                    PathNode(("Summary",), "s1"),
                    PathNode(("Record",), "r1", "quotes"),
                    PathNode(("Turn",), "t1", "EVIDENCED_BY"),
                ),
            ),
        ),
        {"speaker": 1.5},
    ),
)
STORED = StoredMemory(
    id="r1",
    memory="Ana moved to Lyon in April 2026.",
    type="event",
    session_id="s1",
    subject="Ana",
    tags=("move",),
    entities=("Ana", "Lyon"),
    time_text="last month",
    recorded_at=datetime(2026, 5, 3, 8, tzinfo=UTC),
    citations=(SAID,),
)


def test_a_hit_is_printed_with_the_words_that_prove_it(run: Run, memory: FakeMemory) -> None:
    memory.found = SearchResult((HIT,))
    result = run("search", "Where?", "--user", "ana")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "1. Ana moved to Lyon in April 2026.",
        "   event · 2026-04 · score 0.25 · id r1",
        "   Ana, 2026-05-03 10:00, session s1, turn t1",
        "     I moved to Lyon last month.",
    ]


def test_explain_shows_channels_factors_path_and_times(run: Run, memory: FakeMemory) -> None:
    memory.found = SearchResult((EXPLAINED,), timings={"plan": 0.0012, "recall": 0.02})
    assert run("search", "Where?", "--user", "ana", "--explain").stdout.splitlines() == [
        "1. Ana moved.",
        "   turn · score 0.333 · similarity 0.50 · id r1",
        "   found by time at rank 1 (weight 0.5)",
        "     (:Day {uid: '2026-05-03'})<-[:ON_DAY]-(:Record:Fact {uid: 'r1'})"
        "-[:EVIDENCED_BY]->(:Turn {uid: 't1'})",
        "   found by contexts at rank 2 (weight 1)",
        "   found by tree at rank 3 (weight 0.5)",
        "     (:Summary {uid: 's1'}) ~quotes~> (:Record {uid: 'r1'})-[:EVIDENCED_BY]->(:Turn {uid: 't1'})",
        "   factors: speaker 1.5",
        "took plan 1.2 ms · recall 20.0 ms",
    ]


def test_every_option_of_search_reaches_the_memory(run: Run, memory: FakeMemory) -> None:
    run(
        *(
            "search",
            "Where?",
            "-u",
            "ana",
            "-k",
            "3",
            "--threshold",
            "0.3",
            "--type",
            "fact",
            "--type",
            "event",
        ),
        *("--tag", "Move", "--entity", "Lyon", "--session", "s1", "--agent", "bot", "--after", "2026-05-01"),
        *("--before", "2026-06-01T00:00:00+02:00", "--as-of", "2026-05-03", "--known-at", "2026-05-04"),
        *("--window", "2"),
    )
    assert memory.calls == [
        (
            "search",
            {
                "query": "Where?",
                "user_id": "ana",
                "top_k": 3,
                "threshold": 0.3,
                "filters": Filters(
                    type=("fact", "event"),
                    tags=("move",),
                    entity="lyon",
                    session_id="s1",
                    agent_id="bot",
                    after=datetime(2026, 5, 1, tzinfo=UTC),
                    before=datetime(2026, 6, 1, tzinfo=PARIS),
                ),
                "as_of": datetime(2026, 5, 3, tzinfo=UTC),
                "known_at": datetime(2026, 5, 4, tzinfo=UTC),
                "explain": False,
                "window": 2,
            },
        )
    ]


@pytest.mark.parametrize(
    ("option", "value"),
    [("--after", "yesterday"), ("--type", "opinion"), ("--top-k", "0"), ("--threshold", "2")],
)
def test_a_value_that_cannot_be_is_a_misuse(run: Run, memory: FakeMemory, option: str, value: str) -> None:
    result = run("search", "Where?", "-u", "ana", option, value)
    assert result.exit_code == 2
    assert memory.calls == []


def test_nothing_found_is_said_on_stderr(run: Run, memory: FakeMemory) -> None:
    result = run("search", "Where?", "-u", "ana")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("Nothing was found for user ana.")


def test_search_as_json(run: Run, memory: FakeMemory) -> None:
    memory.found = SearchResult((HIT,), timings={"plan": 0.5})
    told = json.loads(run("search", "Where?", "-u", "ana", "--json").stdout)
    assert told["timings"] == {"plan": 0.5}
    assert told["hits"][0]["event_from"] == "2026-03-31T22:00:00+00:00"
    assert told["hits"][0]["citations"][0]["said_at"] == "2026-05-03T10:00:00+02:00"


def test_the_user_may_come_from_the_environment(
    run: Run, memory: FakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHMEM_USER", "ben")
    run("search", "Where?")
    assert memory.calls[0][1]["user_id"] == "ben"


def test_context_is_the_bare_text(run: Run, memory: FakeMemory) -> None:
    memory.context = "Ana: I moved."
    result = run("context", "Where?", "-u", "ana", "--budget", "80")
    assert result.stdout == "Ana: I moved.\n"
    assert memory.calls == [("get_context", {"query": "Where?", "user_id": "ana", "token_budget": 80})]


def test_a_list_has_two_lines_a_memory_and_tells_the_next_page(run: Run, memory: FakeMemory) -> None:
    memory.page = MemoryPage((STORED,), "c0")
    result = run("list", "-u", "ana", "--limit", "1")
    assert result.stdout.splitlines() == [
        "Ana moved to Lyon in April 2026.",
        "   event · said 2026-05-03 · id r1",
    ]
    assert result.stderr == "There are more: --cursor c0\n"
    assert memory.calls[0][1] == {"user_id": "ana", "filters": Filters(), "limit": 1, "cursor": None}


def test_what_has_ended_says_until_when_it_was_true(run: Run, memory: FakeMemory) -> None:
    memory.page = MemoryPage((replace(STORED, valid_to=datetime(2026, 6, 1, tzinfo=UTC)),), None)
    line = run("list", "-u", "ana").stdout.splitlines()[1]
    assert line == "   event · said 2026-05-03 · true until 2026-06-01 · id r1"


def test_turns_are_a_type_of_their_own(run: Run, memory: FakeMemory) -> None:
    run("list", "-u", "ana", "--turns", "--cursor", "c0")
    assert memory.calls[0][1]["filters"] == Filters(type=("turn",))
    assert memory.calls[0][1]["cursor"] == "c0"
    assert run("list", "-u", "ana", "--turns", "--type", "fact").exit_code == 2


def test_a_list_as_json(run: Run, memory: FakeMemory) -> None:
    memory.page = MemoryPage((STORED,), "c0")
    told = json.loads(run("list", "-u", "ana", "--json").stdout)
    assert (told["cursor"], told["items"][0]["entities"]) == ("c0", ["Ana", "Lyon"])


def test_show_prints_what_is_known_and_leaves_out_what_is_not(run: Run, memory: FakeMemory) -> None:
    memory.stored = STORED
    assert run("show", "r1", "-u", "ana").stdout.splitlines() == [
        "Ana moved to Lyon in April 2026.",
        "   id         r1",
        "   type       event",
        "   session    s1",
        "   about      Ana",
        "   tags       move",
        "   mentions   Ana, Lyon",
        "   happened   said 2026-05-03",
        "   said as    last month",
        "   recorded   2026-05-03 08:00",
        "   Ana, 2026-05-03 10:00, session s1, turn t1",
        "     I moved to Lyon last month.",
    ]


def test_consolidate_tells_what_it_finished(run: Run, memory: FakeMemory) -> None:
    assert run("consolidate", "-u", "ana").stdout == "Nothing was unfinished.\n"
    until = datetime(2026, 5, 3, 10, 5, 7, 12, tzinfo=UTC)
    memory.consolidated = ConsolidateResult(held=3, held_until=until)
    assert run("consolidate", "-u", "ana").stdout == (
        "Nothing else was unfinished. Another process holds 3 segments, until 2026-05-03 10:05 UTC at the "
        "latest; run this again then.\n"
    )
    memory.consolidated = ConsolidateResult(
        turns_embedded=3, segments_closed=1, segments_encoded=2, records_written=5
    )
    assert run("consolidate", "-u", "ana").stdout == (
        "Embedded 3 turns, closed 1 segment, encoded 2 segments into 5 records.\n"
    )


def test_consolidate_encodes_again_when_it_is_told_to(run: Run, memory: FakeMemory) -> None:
    memory.consolidated = ConsolidateResult(segments_encoded=2, records_written=5, records_superseded=3)
    assert run("consolidate", "-u", "ana", "--reencode").stdout == (
        "Embedded 0 turns, closed 0 segments, encoded 2 segments into 5 records. Superseded 3 former records.\n"
    )
    assert [(options["user_id"], options["reencode"]) for _, options in memory.calls] == [("ana", True)]


def test_consolidate_fails_when_something_stays_unfinished(run: Run, memory: FakeMemory) -> None:
    memory.consolidated = ConsolidateResult(failed_segments=(FailedSegment("f00", "no parser"),))
    result = run("consolidate", "-u", "ana", "--quiet")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: segment f00 could not be encoded: no parser\n"
