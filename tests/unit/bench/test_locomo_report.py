"""From findings to the JSON document, the tables and the picture."""

from __future__ import annotations

import builtins
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from graphmem import bootstrap
from graphmem.bench.adding import Added
from graphmem.bench.answer_turns import InTurns
from graphmem.bench.answerable import Found
from graphmem.bench.asking import Answered
from graphmem.bench.crowd import Held as Background
from graphmem.bench.datasets import Benchmark, Dialogue
from graphmem.bench.findings import CrowdFindings, Findings, Options, Row
from graphmem.bench.in_context import Context, Held
from graphmem.bench.metrics import Outcome
from graphmem.bench.plots import check_plots, draw
from graphmem.bench.report import document, is_whole
from graphmem.bench.tables import tables
from graphmem.errors import ConfigError, InputError
from graphmem.model.results import Timings
from graphmem.model.usage import Tokens, Usage


def answered(position: int, recall: float, seconds: float, conversation: int = 1) -> Answered:
    outcome = Outcome(conversation, position, "category 4", (recall, recall, 0.0, 1.0, 1.0))
    return Answered(outcome, seconds, {"embed": seconds / 4, "plan": 0.001})


def findings(**changes: Any) -> Findings:
    data = Benchmark(
        "locomo", Path("locomo10.json"), "abc", (Dialogue(1, "conv-26", (), (), {}),), {"last2": (9, 10)}
    )
    settings = bootstrap.load_settings({}, home="somewhere", api_key="very secret", uri="bolt://hidden:1")
    made = Findings(Options(Path("locomo10.json"), seed=5, resamples=20), data, settings)
    made.embedder = "local:x"
    made.store = {"users": 3, "turns": 400, "passages": 900, "records": 50}
    made.answered = [answered(0, 1.0, 0.010), answered(1, 0.5, 0.030), answered(2, 0.0, 0.020)]
    made.complete = True
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def printed(made: dict[str, Any]) -> str:
    console = Console(file=io.StringIO(), width=200)
    for table in tables(made):
        console.print(table)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return str(text)


def test_the_document_has_the_shape_of_the_design() -> None:
    made = document(findings())

    assert made["benchmark"] == "locomo"
    assert made["seed"] == 5
    assert made["retrieval"]["all"]["questions"] == 3
    assert made["retrieval"]["all"]["recall@10"] == 0.5
    assert made["retrieval"]["all"]["all@50±0"] == 0.0
    assert made["retrieval"]["all"]["all@50±1"] == 1.0
    assert made["retrieval"]["all"]["all@50±2"] == 1.0
    assert made["retrieval"]["last2"] == {"questions": 0, "95%": {}}
    assert made["held_out"] is None
    assert made["adding"]["turns"] == 0
    assert made["search_ms"]["p50"] == pytest.approx(20.0)
    assert made["search_ms"]["stages"]["embed"]["p50"] == pytest.approx(5.0)
    assert made["questions"][1] == {
        "conversation": 1,
        "position": 1,
        "group": "category 4",
        "recall@10": 0.5,
        "recall@50": 0.5,
        "all@50±0": 0.0,
        "all@50±1": 1.0,
        "all@50±2": 1.0,
        "ms": pytest.approx(30.0),
    }


def test_the_document_is_json_and_names_no_address_or_key() -> None:
    text = json.dumps(document(findings()), allow_nan=False)

    assert "hidden" not in text
    assert "very secret" not in text
    assert "somewhere" not in text


def test_adding_is_held_against_the_embedder_alone() -> None:
    stages = (Timings(embed=0.2), Timings(embed=0.4))
    added = [
        Added("conv-26", 30, 3.0, 100, 2.0, stages, 400_000_000, 0.75),
        Added("conv-30", 10, 1.0, 40, 0.5, (), 410_000_000, 0.25),
    ]

    made = document(findings(added=added, memory_at_start=390_000_000, one_turn=(0.1, 0.2, 0.3)))["adding"]

    assert made["upkeep_seconds"] == 1.0
    assert made["turns_per_second_with_upkeep"] == pytest.approx(8.0)
    assert made["turns_per_second_embedder_alone"] == pytest.approx(16.0)
    assert made["by_conversation"][0]["upkeep_seconds"] == 0.75

    assert made["turns"] == 40
    assert made["ratio"] == pytest.approx(4.0 / 2.5)
    assert made["turns_per_second"] == pytest.approx(10.0)
    assert made["texts_embedded"] == 140
    assert made["session_stages_ms"]["embed"]["p50"] == pytest.approx(300.0)
    assert made["one_turn_ms"]["turns"] == 3
    assert made["one_turn_ms"]["p50"] == pytest.approx(200.0)
    assert made["memory_mb"] == pytest.approx(
        {"warm": 390.0, "after_first": 400.0, "after_last": 410.0, "peak": 410.0}
    )


def test_naive_rag_s_adding_stands_beside() -> None:
    data = Benchmark(
        "locomo", Path("f"), "abc", (Dialogue(1, "conv-26", (), (), {("s", "a"): 0, ("s", "b"): 1}),)
    )

    made = document(findings(data=data, naive_seconds={"locomo:conv-26": 0.5}))

    assert made["adding"]["naive_rag"] == {"turns": 2, "seconds": 0.5, "turns_per_second": 4.0}
    assert "4.0 (2 texts in 0.5 s)" in printed(made)


def test_tokens_of_building_are_told_by_purpose_for_a_conversation_and_for_a_thousand_turns() -> None:
    spent = {
        "conv-26": Usage({"encode": Tokens(3, 900, 100), "summarise": Tokens(1, 50, 50)}),
        "conv-30": Usage({"encode": Tokens(1, 400, 100)}),
    }
    added = [Added(name, 200, 5.0, 9, 2.0, (), 0) for name in spent]

    made = document(findings(spent=spent, added=added, model="m"))

    assert made["tokens"] == {
        "model": "m",
        "construction": 1600,
        "construction_per_1000_turns": 4000.0,
        "construction_per_conversation": 800.0,
        "construction_by_purpose": {
            "encode": {
                "calls": 4, "input": 1300, "output": 200, "estimated": 0,
                "per_1000_turns": 3750.0, "per_conversation": 750.0,
            },
            "summarise": {
                "calls": 1, "input": 50, "output": 50, "estimated": 0,
                "per_1000_turns": 250.0, "per_conversation": 50.0,
            },
        },
        "query": 0.0,
        "query_by_purpose": {},
    }  # fmt: skip
    rows = [line.split() for line in printed(made).splitlines()]
    assert ["encode", "4", "1,300", "200", "750", "3,750"] in rows


def test_without_a_model_no_token_is_spent_and_the_table_says_so() -> None:
    made = document(findings(added=[Added("conv-26", 30, 5.0, 100, 2.0, (), 0)]))

    assert made["tokens"] == {
        "model": None,
        "construction": 0,
        "construction_per_1000_turns": 0.0,
        "construction_per_conversation": 0.0,
        "construction_by_purpose": {},
        "query": 0.0,
        "query_by_purpose": {},
    }
    assert "0, no model" in printed(made)


def test_what_is_held_out_is_told_by_category_beside_naive_rag() -> None:
    ours = [answered(0, 1.0, 0.01, 1), answered(0, 0.25, 0.01, 9), answered(1, 0.75, 0.01, 9)]
    control = tuple(Outcome(number, 0, "category 4", (0.125,) * 5) for number in (1, 9))
    data = replace(findings().data, held_out="last2")

    made = document(findings(data=data, answered=ours, control=control))

    assert made["held_out"]["name"] == "last2"
    assert made["held_out"]["retrieval"]["category 4"]["questions"] == 2
    assert made["held_out"]["retrieval"]["category 4"]["recall@10"] == 0.5
    assert made["held_out"]["naive_rag"]["category 4"]["recall@10"] == 0.125
    assert "Retrieval, last2: by kind" in printed(made)


def test_what_is_held_out_is_not_told_twice_when_nothing_else_was_asked() -> None:
    data = replace(findings().data, held_out="last2")

    assert document(findings(data=data, answered=[answered(0, 1.0, 0.01, 9)]))["held_out"] is None


def test_answers_in_context_stand_above_their_base_rate_and_their_ceiling() -> None:
    def held(found: Found, any_turn: bool, gold_turn: bool, tokens: int) -> Held:
        return Held(found, InTurns(any_turn, gold_turn), tokens)

    gold, chance = held(Found.WORDS, True, True, 20), held(Found.NOT, False, False, 90)
    contexts = [
        Context(9, "category 2", held(Found.SAME, True, True, 100), held(Found.SAME, True, False, 100), gold),
        Context(9, "category 2", held(Found.SAME, False, False, 80), chance, gold),
    ]

    made = document(findings(contexts=contexts))

    figures = made["answering"]["category 2"]
    assert figures["questions"] == 2
    assert (figures["answer_in_gold_turn"], figures["answer_in_turn"], figures["answer_in_context"]) == (
        0.5,
        0.5,
        1.0,
    )
    assert figures["base_rate"] == {
        "answer_in_context": 0.5, "or_inside": 0.5, "answer_in_turn": 0.5, "answer_in_gold_turn": 0.0,
        "context_tokens": 95,
    }  # fmt: skip
    assert figures["ceiling"]["answer_in_gold_turn"] == 1.0
    assert made["answering"]["last2"] == figures
    rows = [line.split() for line in printed(made).splitlines()]
    assert ["category", "2", "2", "0.500", "0.500", "1.000", "1.000", "90"] in rows
    assert "base rate: turns without gold 0.000 0.500 0.500 0.500 95".split() in rows
    assert "ceiling: the gold turns alone 1.000 1.000 1.000 1.000 20".split() in rows


def test_the_crowd_compares_only_what_was_asked_both_ways() -> None:
    crowd = CrowdFindings(1000, added=1000, seconds=8.0, held=Background(1000, 900, 2000))
    crowd.alone = [answered(0, 1.0, 0.010), answered(1, 0.5, 0.010), answered(2, 1.0, 9.0)]
    crowd.among = [answered(0, 1.0, 0.012), answered(1, 0.0, 0.018)]

    made = document(findings(crowd=crowd))["crowd"]

    assert made["questions"] == 2
    assert made["p50_ratio"] == pytest.approx(1.5)
    assert made["recall@10_difference"] == pytest.approx(-0.25)
    assert (made["turns_per_second"], made["records"], made["evidence_nodes"]) == (125.0, 900, 2000)


def test_a_crowd_that_was_there_before_has_no_comparison() -> None:
    crowd = CrowdFindings(1000, among=[answered(0, 1.0, 0.012)])

    made = document(findings(crowd=crowd))

    assert made["crowd"]["p50_ratio"] is None
    assert "use --crowd-remove" in printed(made)


def test_a_run_that_stopped_at_once_still_makes_a_document() -> None:
    made = document(findings(answered=[], store={}, complete=False))

    assert made["complete"] is False
    assert made["retrieval"]["all"]["questions"] == 0
    assert printed(made) == ""


def test_the_tables_show_values_bounds_and_bars() -> None:
    text = printed(document(findings(added=[Added("conv-26", 30, 5.0, 100, 2.0, (), 400_000_000)])))

    assert "0.500 [" in text
    assert "≤ 2 missed" in text
    assert "≤ 30 met" in text
    assert "≥" not in text


def test_naive_rag_stands_under_each_group() -> None:
    control = tuple(Outcome(1, n, "category 4", (0.25,) * 5) for n in range(3))

    made = document(findings(control=control))

    assert made["naive_rag"]["category 4"]["recall@10"] == 0.25
    assert printed(made).count("naive RAG") == 2


def test_the_bars_for_retrieval_stand_only_beside_the_whole_file() -> None:
    data = Benchmark(
        "locomo",
        Path("f"),
        "abc",
        tuple(Dialogue(n, f"c{n}", (), (), {}) for n in range(1, 11)),
        {"last2": (9, 10)},
    )
    made = document(findings(data=data))

    assert is_whole(made)
    assert "≥ 0.82 missed" in printed(made)
    assert "≥ 0.925 met" in printed(made)


def test_a_search_in_a_store_with_a_background_is_not_held_to_the_bars() -> None:
    assert "≤ 30" not in printed(document(findings(background=1000)))


def test_the_ablation_shows_the_distance_to_the_first_row() -> None:
    base = Outcome(1, 0, "category 4", (1.0,) * 5)
    worse = Outcome(1, 0, "category 4", (0.75, 1.0, 1.0, 1.0, 1.0))
    rows = [Row("as it is", (base,), 1.0), Row("without contexts", (worse,), 1.0)]

    text = printed(document(findings(ablation=rows)))

    assert "without contexts" in text
    assert "0.750 -25.0" in text


@pytest.mark.parametrize("ablation", [[], [Row("as it is", (), 1.0)]])
def test_the_picture_is_a_png(tmp_path: Path, ablation: list[Row]) -> None:
    pytest.importorskip("matplotlib")
    outcomes = tuple(each.outcome for each in findings().answered)
    rows = [Row("as it is", outcomes, 1.0), Row("without time", outcomes, 1.0)] if ablation else []

    draw(document(findings(ablation=rows)), tmp_path / "out.png")

    assert (tmp_path / "out.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_picture_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")

    with pytest.raises(InputError, match=r"out\.nothing cannot be written"):
        draw(document(findings()), tmp_path / "out.nothing")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)

    with pytest.raises(ConfigError, match=r'pip install "graphmem\[plot\]"'):
        check_plots()
