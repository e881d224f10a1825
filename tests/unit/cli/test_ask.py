"""`graphmem ask`: what is asked of the memory, and what is printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from typer.testing import Result

from graphmem.errors import InputError, LLMError
from graphmem.model.answer import Answer, AnswerPart, Claim, Proof
from graphmem.model.hit import Citation, Filters
from graphmem.model.usage import Tokens, Usage
from tests.unit.cli.conftest import FakeMemory, flat

Run = Callable[..., Result]
PARIS = timezone(timedelta(hours=2))
MOVED = Citation("t1", "s1", "Ana", datetime(2026, 5, 3, 10, tzinfo=PARIS), "I moved to Lyon last month.")
CITY = Citation("t2", "s2", "", None, "Lyon suits me.", role="user")
FIRST = Claim("Ana moved in April 2026.", (Proof(MOVED, "last month"),))
SECOND = Claim("She likes it.", (Proof(CITY), Proof(MOVED)))
ANSWER = Answer(
    "Ana moved in April 2026. She likes it. That is 33 days.",
    (FIRST, SECOND),
    computed="that is 33 days",
    dropped=("She has a dog.",),
    usage=Usage({"answer": Tokens(1, 900, 60)}),
    context_tokens=321,
    timings={"gather": 0.002, "answer": 1.5},
)
PARTS = (
    AnswerPart("Ana moved in April 2026.", FIRST),
    AnswerPart(" She likes it.", SECOND),
    AnswerPart(" That is 33 days.", None, ANSWER),
)
UNKNOWN = Answer("This memory does not hold the answer.", abstained=True)
PRINTED = """\
Ana moved in April 2026. [1] She likes it. [2][1] That is 33 days.

[1]  Ana, 2026-05-03 10:00
     I moved to Lyon last month.
[2]  user
     Lyon suits me.
"""


@pytest.mark.parametrize("how", [[], ["--no-stream"], ["--stream"]])
def test_an_answer_refers_to_the_turns_below_it(run: Run, memory: FakeMemory, how: list[str]) -> None:
    memory.parts = PARTS
    result = run("ask", "When did Ana move?", "-u", "ana", *how)
    assert (result.exit_code, result.stdout, result.stderr) == (0, PRINTED, "")
    assert memory.closed == 1


@pytest.mark.parametrize("how", ["--no-stream", "--stream"])
def test_an_answer_cannot_steer_the_terminal(run: Run, memory: FakeMemory, how: str) -> None:
    memory.parts = (AnswerPart("Up \x1b[2A and away.", None, ANSWER),)
    told = run("ask", "When?", "-u", "ana", how).stdout
    assert told.startswith("Up \N{REPLACEMENT CHARACTER}[2A and away.")


def test_every_option_is_handed_on(run: Run, memory: FakeMemory) -> None:
    memory.parts = PARTS
    result = run(
        "ask", "When?", "-u", "ana", "--at", "2026-06-01", "--policy", "best_effort", "--construct",
        "-k", "7", "--budget", "300", "--session", "s1", "--as-of", "2026-05-01", "--known-at", "2026-05-02",
    )  # fmt: skip
    assert result.exit_code == 0
    assert memory.calls == [
        (
            "ask_stream",
            {
                "question": "When?",
                "user_id": "ana",
                "reference_time": datetime(2026, 6, 1, tzinfo=UTC),
                "policy": "best_effort",
                "construct": True,
                "top_k": 7,
                "token_budget": 300,
                "filters": Filters(session_id="s1"),
                "as_of": datetime(2026, 5, 1, tzinfo=UTC),
                "known_at": datetime(2026, 5, 2, tzinfo=UTC),
            },
        )
    ]


def test_json_holds_the_whole_answer_with_dates_in_iso_form(run: Run, memory: FakeMemory) -> None:
    memory.parts = PARTS
    result = run("ask", "When?", "-u", "ana", "--json")
    told = json.loads(result.stdout)
    assert (told["text"], told["abstained"], told["computed"]) == (ANSWER.text, False, "that is 33 days")
    assert told["claims"][0]["proofs"][0]["quote"] == "last month"
    assert told["claims"][0]["proofs"][0]["citation"]["said_at"] == "2026-05-03T10:00:00+02:00"
    assert told["usage"]["purposes"]["answer"]["input"] == 900
    assert told["dropped"] == ["She has a dog."]


def test_not_to_know_is_no_failure(run: Run, memory: FakeMemory) -> None:
    memory.parts = (AnswerPart(UNKNOWN.text, None, UNKNOWN),)
    result = run("ask", "Which car?", "-u", "ana")
    assert (result.exit_code, result.stdout) == (0, "This memory does not hold the answer.\n")
    assert result.stderr == "Not answered. `graphmem search` shows what comes nearest for user ana.\n"
    assert run("ask", "Which car?", "-u", "ana", "--quiet").stderr == ""
    assert json.loads(run("ask", "Which car?", "-u", "ana", "--json").stdout)["abstained"] is True


def test_explain_tells_what_it_took(run: Run, memory: FakeMemory) -> None:
    memory.parts = PARTS
    lines = run("ask", "When?", "-u", "ana", "--explain").stdout.splitlines()
    assert lines[-4:] == [
        "read 321 tokens of evidence",
        "model calls 1, tokens in 900, out 60",
        "dropped for want of proof: She has a dog.",
        "took gather 2.0 ms · answer 1500.0 ms",
    ]


@pytest.mark.parametrize("error", [LLMError("the model is down"), InputError("the query is empty")])
def test_a_failure_is_one_sentence(run: Run, memory: FakeMemory, error: Exception) -> None:
    memory.error = error
    result = run("ask", "When?", "-u", "ana")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"Error: {error}\n")


@pytest.mark.parametrize(
    "wrong", [["--policy", "guess"], ["--at", "someday"], ["--budget", "0"], ["--top-k", "0"]]
)
def test_misuse_has_its_own_code(run: Run, memory: FakeMemory, wrong: list[str]) -> None:
    assert run("ask", "When?", "-u", "ana", *wrong).exit_code == 2
    assert memory.calls == []


def test_help_has_examples(run: Run) -> None:
    told = flat(run("ask", "--help").stdout)
    assert 'graphmem ask "When did they fetch Fado?" --user demo' in told
