"""From replies and verdicts to figures, tables and costs."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from graphmem import bootstrap
from graphmem.bench.answer_controls import FULL, MEMORY, NAIVE
from graphmem.bench.answer_cost import cost
from graphmem.bench.answer_report import by_group, document, rows
from graphmem.bench.answer_turns import InTurns
from graphmem.bench.answerable import Found
from graphmem.bench.datasets import Benchmark, Dialogue, Question, places_of
from graphmem.bench.findings import Findings, Options
from graphmem.bench.in_context import Context, Held
from graphmem.bench.judging import Marks
from graphmem.bench.replies import Answers, Given
from graphmem.bench.report import document as whole_document
from graphmem.bench.tables import tables
from graphmem.model.turn import Conversation, Message
from graphmem.model.usage import Tokens, Usage

BIKE = Question(1, 0, 4, "What?", frozenset({0}), "a red bike")
DATE = Question(1, 1, 2, "When?", frozenset({1}), "7 May 2023")
NONE = Question(1, 2, 5, "Who?", frozenset({1}), "", True)
SPENT = Usage({"plan": Tokens(1, 100, 10), "answer": Tokens(1, 900, 90)})


def given(question: Question, text: str, system: str = MEMORY, run: int = 1, **changes: Any) -> Given:
    made = Given(system, run, question, text, False, 1000, SPENT, {"answer": 0.5, "whole": 0.75})
    return replace(made, **changes)


def answers(**changes: Any) -> Answers:
    made = Answers(model="fake:a", judge="fake:j", runs=2)
    made.given = [
        given(BIKE, "a red bike"),
        given(DATE, "8 May 2023"),
        given(NONE, "not told", abstained=True),
        given(BIKE, "a bike", run=2),
        given(DATE, "8 May 2023", run=2),
        given(NONE, "Ana", run=2),
        given(BIKE, "blue", FULL),
        given(DATE, "7 May 2023", FULL),
        given(BIKE, "not told", NAIVE, abstained=True),
        given(DATE, "", NAIVE, failed="too long", usage=Usage(), timings={}),
    ]
    verdicts = [(0, 1.0), (1, 0.0), None, (3, 0.0), (4, 0.0), None, (6, 0.0), (7, 1.0), (8, 0.0)]
    for each in filter(None, verdicts):
        made.marks[made.given[each[0]].place] = Marks(each[1], 1.0)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def test_figures_by_group() -> None:
    ours = [row for row in rows(answers()) if row.given.system == MEMORY]
    made = by_group(ours, {"last2": (9, 10)}, {(1, 1)})

    assert list(made) == ["all", "category 2", "category 4", "category 5"]
    everything = made["all"]
    assert everything["answered"] == 3
    assert everything["f1"] == pytest.approx((1 + 2 / 3 + 0.8 + 2 / 3) / 4)
    assert everything["judge_strict"] == 0.25
    assert everything["judge_lenient"] == 1.0
    assert everything["judge_task"] is None
    assert everything["abstained_rightly"] == 0.5
    assert everything["abstained_falsely"] == 0.0
    assert (everything["read_tokens"], everything["query_tokens"]) == (1000, 1100)
    assert made["category 5"]["f1"] is None
    right = everything["without_audited_errors"]
    assert (right["answered"], right["judge_strict"]) == (2, 0.5)
    assert made["category 2"]["without_audited_errors"]["f1"] is None


def test_an_abstention_and_a_failure_have_no_word_in_common_with_the_gold() -> None:
    naive = [row for row in rows(answers()) if row.given.system == NAIVE]
    assert [row.values["f1"] for row in naive] == [0.0, 0.0]
    assert naive[0].values["abstained_falsely"] == 1.0
    assert "abstained_falsely" not in naive[1].values


def test_what_is_left_of_an_answer_is_scored_beside_it() -> None:
    cores = {
        (MEMORY, run, 1, at): core for run in (1, 2) for at, core in enumerate(("red bike", "7 May 2023"))
    }
    shortened = rows(answers(simplified=True, cores=cores))
    made = by_group([row for row in shortened if row.given.system == MEMORY], {}, ())
    assert made["category 4"]["f1_simplified"] == pytest.approx(0.8)
    assert made["category 2"]["locomo_f1_simplified"] == 1.0
    assert made["category 4"]["f1"] == pytest.approx(0.9)
    assert by_group(rows(answers()), {}, ())["all"]["f1_simplified"] is None


def test_runs_spread_comparisons_and_tokens() -> None:
    made = document(answers(judging=Tokens(7, 70, 7)), {}, (), seed=1, resamples=50)

    strict = made["runs_apart"][MEMORY]["judge_strict"]
    assert strict == {"by_run": [0.5, 0.0], "mean": 0.25, "sd": pytest.approx(0.5**0.5 / 2)}
    assert made["runs_apart"][FULL]["judge_strict"]["sd"] is None
    assert made["mcnemar"][0] == {
        "systems": [MEMORY, FULL],
        "measure": "judge_strict",
        "questions": 2,
        "only_first": 1,
        "only_second": 1,
        "p": 1.0,
    }
    assert made["tokens"]["judging"] == {"calls": 7, "input": 70, "output": 7, "estimated": 0}
    assert made["tokens"][MEMORY]["answer"] == {"calls": 6, "input": 5400, "output": 540, "estimated": 0}
    assert (made["failed"], made["reasons"]) == (1, ["too long"])
    assert made["seconds"]["whole"] == {"p50": 0.75, "p95": 0.75}
    low, high = made["95%"][MEMORY]["judge_strict"]
    assert 0.0 <= low <= 0.5 <= high <= 1.0


def findings(made: Answers | None, **changes: Any) -> Findings:
    data = Benchmark("locomo", Path("f"), "abc", (Dialogue(1, "c", (), (), {}, probes=(BIKE, DATE, NONE)),))
    found = Findings(Options(Path("f"), resamples=20), data, bootstrap.load_settings({}, home="somewhere"))
    found.answers = made
    for name, value in changes.items():
        setattr(found, name, value)
    return found


def printed(made: dict[str, Any]) -> str:
    console = Console(file=io.StringIO(), width=250)
    for table in tables(made):
        console.print(table)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return str(text)


def test_the_document_keeps_answers_in_context_and_adds_those_given() -> None:
    held = Held(Found.SAME, InTurns(True, True), 1490)
    contexts = [Context(1, "category 2", held, held, held)]
    made = whole_document(findings(answers(), contexts=contexts, audited=frozenset({(1, 1)})))

    both = made["answering"]["category 2"]
    assert (both["answer_in_context"], both["context_tokens"], both["questions"]) == (1.0, 1490, 1)
    assert both["locomo_f1"] == pytest.approx(2 / 3)
    assert "answer_in_context" not in made["answering"]["category 5"]
    assert made["answering"]["token_budget"] == 1500
    assert made["tokens"]["query"] == 1100
    assert sum(made["tokens"]["query_by_purpose"].values()) == 1100
    assert len(made["answers"]["questions"]) == 10
    json.dumps(made, allow_nan=False)


def test_contexts_alone_look_as_before() -> None:
    held = Held(Found.NOT, InTurns(False, False), 10)
    made = whole_document(findings(None, contexts=[Context(1, "category 2", held, held, held)]))
    assert made["answers"] is None
    assert set(made["answering"]["all"]) == {
        "questions", "answer_in_context", "or_inside", "answer_in_turn", "answer_in_gold_turn",
        "context_tokens", "base_rate", "ceiling",
    }  # fmt: skip


def test_the_tables_have_the_controls_below_each_group_and_a_second_column_for_the_audit() -> None:
    text = printed(whole_document(findings(answers(), audited=frozenset({(1, 1)}))))

    assert "Answers, by fake:a, judged by fake:j, 2 runs" in text
    assert text.count("full context ") >= 3
    assert "strict*" in text and "* without audited errors" in text
    assert "± over runs" in text and " 0.354 " in text
    assert "simplified" not in text
    assert "graphmem / full context, strict: only one is right" in text
    assert "1 : 1 of 2, p 1" in text
    assert "1: too long" in text
    assert "Answer in context" not in text


def test_cores_have_a_table_of_their_own() -> None:
    cores = {(system, 1, 1, 0): "red bike" for system in (MEMORY, FULL)}
    text = printed(whole_document(findings(answers(simplified=True, cores=cores))))
    table = text.partition("Answers, simplified")[2].partition("Answering")[0]
    assert "0.800" in table
    assert "category 4" in table and "category 5" not in table


def test_nothing_answered_makes_no_table() -> None:
    made = whole_document(findings(Answers(stopped="gone"), complete=False))
    assert made["answering"] is None
    assert made["answers"]["stopped"] == "gone"
    assert printed(made) == ""


SESSION = Conversation("s", tuple(Message("user", "one two three four", id=f"m{n}") for n in range(40)), "u")
SMALL = Benchmark(
    "locomo", Path("f"), "", (Dialogue(1, "c", (SESSION,), (), places_of([SESSION]), probes=(BIKE, NONE)),)
)


def parts(**changes: Any) -> dict[str, Tokens]:
    wanted = {
        "runs": 1, "answered": True, "judged": True, "controls": True, "planned": True, "encoded": True,
    }  # fmt: skip
    return cost(SMALL, **{**wanted, **changes}).parts


def test_the_cost_counts_every_call_by_its_context() -> None:
    made = parts()
    assert {name: each.calls for name, each in made.items()} == {
        "adding": 1, "plan": 2, MEMORY: 2, FULL: 2, NAIVE: 2, "judge": 6,
    }  # fmt: skip
    assert made[FULL].input - made[NAIVE].input == 2 * 20 * (4 + 12)
    assert made[MEMORY] == made[FULL]  # all of it is less than the budget


def test_cutting_down_is_one_call_for_each_answer_that_has_a_gold_one() -> None:
    assert parts(simplified=True)["simplify"].calls == 3


def test_runs_multiply_it_and_what_is_not_asked_costs_nothing() -> None:
    assert parts(runs=5)["judge"].calls == 30
    assert parts(runs=5)["adding"].calls == 1
    assert set(parts(judged=False, controls=False, planned=False, encoded=False)) == {MEMORY}
    quoted = parts(answered=False, runs=5)
    assert {name: each.calls for name, each in quoted.items()} == {"judge": 2}
