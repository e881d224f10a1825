"""From findings to the JSON document, the tables and the picture."""

from __future__ import annotations

import builtins
import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from graphmem import bootstrap
from graphmem.bench.adding import Added
from graphmem.bench.asking import Answered
from graphmem.bench.datasets import Benchmark, Dialogue
from graphmem.bench.findings import CrowdFindings, Findings, Options, Row
from graphmem.bench.metrics import Outcome
from graphmem.bench.plots import check_plots, draw
from graphmem.bench.report import document, is_whole
from graphmem.bench.tables import tables
from graphmem.errors import ConfigError, InputError
from graphmem.model.results import Timings


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
    assert made["tokens"] == {"construction": 0, "query": 0.0}
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
        Added("conv-26", 30, 3.0, 100, 2.0, stages, 400_000_000),
        Added("conv-30", 10, 1.0, 40, 0.5, (), 410_000_000),
    ]

    made = document(findings(added=added, memory_at_start=390_000_000, one_turn=(0.1, 0.2, 0.3)))["adding"]

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


def test_the_crowd_compares_only_what_was_asked_both_ways() -> None:
    crowd = CrowdFindings(1000, added=1000, seconds=9.0)
    crowd.alone = [answered(0, 1.0, 0.010), answered(1, 0.5, 0.010), answered(2, 1.0, 9.0)]
    crowd.among = [answered(0, 1.0, 0.012), answered(1, 0.0, 0.018)]

    made = document(findings(crowd=crowd))["crowd"]

    assert made["questions"] == 2
    assert made["p50_ratio"] == pytest.approx(1.5)
    assert made["recall@10_difference"] == pytest.approx(-0.25)


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
