"""Questions are answered by the memory and beside it, and nothing but their words gets into a prompt."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from graphmem import bootstrap
from graphmem.bench.answer_controls import FULL, MEMORY, NAIVE, Contexts, citations, contexts
from graphmem.bench.answer_run import Models, cache_folder, examine
from graphmem.bench.answers import side_by_side
from graphmem.bench.datasets import Benchmark, Dialogue, Question, places_of, read_locomo
from graphmem.bench.haystacks import read_beam, read_longmemeval
from graphmem.bench.naive import NaiveRag
from graphmem.bench.replies import NO_MODEL, Answering, Answers
from graphmem.components import Components, Reading
from graphmem.errors import ConfigError, LLMError
from graphmem.model.hit import Hit, SearchRequest, SearchResult
from graphmem.model.plan import Operation, QueryPlan, QuestionType
from graphmem.model.prompt import Prompt
from graphmem.model.turn import Conversation, Message
from graphmem.strategies.asking import asking
from graphmem.testing import FakeClock, FakeEmbedder, FakeLLM

START = datetime(2026, 5, 3, 10, tzinfo=UTC)
UNUSED: Any = None
TEXTS = [
    "I bought a red bike.",
    "It rained all day.",
    *(f"Small talk, part {n}." for n in range(30)),
    "My cat is called Minka.",
]
SESSION = Conversation(
    "s1",
    tuple(
        Message("user", text, id=f"m{n}", name="Ana", timestamp=START + timedelta(minutes=n))
        for n, text in enumerate(TEXTS)
    ),
    "x",
)
BIKE = Question(1, 0, 4, "What did Ana buy?", frozenset({0}), "gold-secret bike")
RAIN = Question(1, 1, 5, "Who sold the umbrella?", frozenset({1}), "", True)
DIALOGUE = Dialogue(
    1, "c", (SESSION,), (BIKE,), places_of([SESSION]), asked_at=START + timedelta(days=1), probes=(BIKE, RAIN)
)
DATA = Benchmark("locomo", Path("f"), "", (DIALOGUE,))


async def strategy(request: SearchRequest) -> SearchResult:
    """Finds the first two turns, whatever is asked."""
    turns = citations(DIALOGUE)[:2]
    hits = tuple(Hit(each.turn_id, each.text, "turn", 1.0, (each,)) for each in turns)
    return SearchResult(hits, QueryPlan(request.query, QuestionType.SINGLE, Operation.LOOKUP, ()))


def components(llm: Any) -> Components:
    """Those that answering needs."""
    answers = asking(cast(Any, None), cast(Any, None), FakeEmbedder(), llm)
    reading = Reading(UNUSED, {"evidence": strategy}, UNUSED, answers, UNUSED, UNUSED, UNUSED)
    return Components(UNUSED, FakeClock(START), llm.ledger, UNUSED, reading, UNUSED)


def answer(prompt: Prompt, output: object) -> Any:
    """The first line of the evidence, verbatim, for the bike; nothing else is known; a judge is content."""
    if prompt.purpose == "judge":
        return {"reason": "r", "correct": "strict" in prompt.version}
    if "umbrella" in prompt.user:
        return {"answerable": False, "missing": "the umbrella", "claims": []}
    return {"answerable": True, "claims": [{"text": "Ana bought a bike", "support": [{"number": 1}]}]}


async def examined(
    tmp_path: Path,
    script: Any = answer,
    *,
    wanted: Answering | None = None,
    controls: bool = True,
    data: Benchmark = DATA,
    runs: int = 1,
) -> tuple[Answers, FakeLLM]:
    llm = FakeLLM(script)
    settings = bootstrap.load_settings({}, home=tmp_path)
    models = Models.of(wanted or Answering(judge=True, cache=tmp_path / "kept"), settings, llm)
    into = Answers(runs=runs)
    await examine(
        into, data, components(models.llm), "evidence", models, NaiveRag(FakeEmbedder(128)), settings,
        lambda *_: None, controls=controls,
    )  # fmt: skip
    return into, llm


def evidence(prompt: Prompt) -> list[str]:
    return [line for line in prompt.user.splitlines() if re.match(r"[0-9a-f]{16} \d+ \|", line)]


async def test_memory_full_context_and_naive_rag_answer_with_one_prompt(tmp_path: Path) -> None:
    answers, llm = await examined(tmp_path)

    asked = [each for each in llm.prompts if each.purpose == "answer"]
    by_size = sorted({len(evidence(each)) for each in asked})
    assert by_size == [2, 20, 33]
    assert len({re.sub("[0-9a-f]{16}", "", each.system) for each in asked}) == 1
    assert {each.system for each in answers.given} == {MEMORY, FULL, NAIVE}
    assert {each.question.position: each.text for each in answers.given if each.system == FULL} == {
        0: "Ana bought a bike.",
        1: "This memory does not hold the answer. Missing: the umbrella.",
    }
    assert [each.abstained for each in answers.given if each.question is RAIN] == [True] * 3
    assert all(each.timings["whole"] > 0 for each in answers.given)


async def test_verdicts_are_noted_where_there_is_an_answer(tmp_path: Path) -> None:
    answers, llm = await examined(tmp_path)

    assert {place: (mark.strict, mark.lenient) for place, mark in answers.marks.items()} == {
        (system, 1, 1, position): verdict
        for system in (MEMORY, FULL, NAIVE)
        for position, verdict in ((0, (1.0, 0.0)), (1, (None, None)))
    }
    assert sum(each.purpose == "judge" for each in llm.prompts) == 2  # three systems gave the same answer
    assert answers.judge == answers.model == "fake:scripted"


async def test_a_second_run_over_the_same_folder_pays_nothing(tmp_path: Path) -> None:
    first, paid = await examined(tmp_path)
    second, unpaid = await examined(tmp_path)

    assert (len(paid.prompts), unpaid.prompts) == (8, [])
    assert sorted(each.place for each in first.given) == sorted(each.place for each in second.given)
    assert [each.usage for each in sorted(first.given, key=lambda each: each.place)] == [
        each.usage for each in sorted(second.given, key=lambda each: each.place)
    ]
    assert all(each.timings == {} for each in second.given)
    assert [each.found for each in second.kept] == [6, 6]


async def test_a_run_that_broke_goes_on_where_it_stopped(tmp_path: Path) -> None:
    broken, _ = await examined(tmp_path, lambda prompt, output: LLMError("gone"), data=many(20))
    assert "5 replies in a row have failed, the last one so: gone" in broken.stopped
    assert 5 <= len(broken.given) < 60

    answered = 0

    def breaking(prompt: Prompt, output: object) -> Any:
        nonlocal answered
        answered += prompt.purpose == "answer"
        return answer(prompt, output) if prompt.purpose == "answer" and answered <= 4 else LLMError("gone")

    again, _ = await examined(tmp_path, breaking, controls=False, data=many(20))
    assert again.stopped
    whole, rest = await examined(tmp_path, controls=False, data=many(20))
    assert not whole.stopped
    assert len(whole.given) == 20
    assert sum(each.purpose == "answer" for each in rest.prompts) == 20 - 4
    assert sum(each.purpose == "judge" for each in rest.prompts) == 2 * 20


def many(count: int) -> Benchmark:
    questions = tuple(
        Question(1, n, 4, f"What did Ana buy, {n}?", frozenset({0}), "bike") for n in range(count)
    )
    dialogue = Dialogue(
        1, "c", (SESSION,), (), places_of([SESSION]), asked_at=START + timedelta(days=1), probes=questions
    )
    return Benchmark("locomo", Path("f"), "", (dialogue,))


async def test_one_question_that_fails_is_counted_and_the_others_go_on(tmp_path: Path) -> None:
    def script(prompt: Prompt, output: object) -> Any:
        return LLMError("refused") if "buy" in prompt.user else answer(prompt, output)

    answers, _ = await examined(tmp_path, script, controls=False)
    assert {each.question.position: each.failed for each in answers.given} == {0: "refused", 1: ""}
    assert answers.stopped == ""


async def test_a_verdict_that_fails_is_counted_apart(tmp_path: Path) -> None:
    def script(prompt: Prompt, output: object) -> Any:
        return "no verdict" if prompt.purpose == "judge" else answer(prompt, output)

    answers, _ = await examined(tmp_path, script, controls=False)
    assert list(answers.unjudged) == [(MEMORY, 1, 1, 0)]
    assert [each.failed for each in answers.given] == ["", ""]


async def test_runs_are_answers_of_their_own(tmp_path: Path) -> None:
    answers, llm = await examined(tmp_path, controls=False, runs=3)
    assert sorted(each.run for each in answers.given) == [1, 1, 2, 2, 3, 3]
    assert sum(each.purpose == "answer" for each in llm.prompts) == 6
    assert sum(each.purpose == "judge" for each in llm.prompts) == 2


async def test_answers_are_cut_down_to_their_core_without_the_gold(tmp_path: Path) -> None:
    def script(prompt: Prompt, output: object) -> Any:
        return {"core": "a bike"} if prompt.purpose == "simplify" else answer(prompt, output)

    wanted = Answering(simplify=True, cache=tmp_path / "kept")
    answers, llm = await examined(tmp_path, script, wanted=wanted, controls=False)
    assert answers.cores == {(MEMORY, 1, 1, 0): "a bike"}  # the other reply abstained
    (asked,) = (each for each in llm.prompts if each.purpose == "simplify")
    assert "Ana bought a bike." in asked.user and "gold-secret" not in asked.user
    assert (asked.version, asked.max_tokens, answers.judge) == ("simplify/1", 150, "")


async def test_without_a_model_there_are_no_controls(tmp_path: Path) -> None:
    settings = bootstrap.load_settings({}, home=tmp_path)
    empty = Benchmark("locomo", Path("f"), "", ())
    into = Answers()
    await examine(
        into, empty, components(FakeLLM()), "evidence", Models.of(Answering(), settings),
        NaiveRag(FakeEmbedder()),
        settings, lambda *_: None, controls=True,
    )  # fmt: skip
    assert (into.model, into.left_out, into.concurrency) == ("", NO_MODEL, 1)


def test_a_judge_needs_a_model(tmp_path: Path) -> None:
    settings = bootstrap.load_settings({}, home=tmp_path)
    with pytest.raises(ConfigError, match="--judge and --simplify ask a language model"):
        Models.of(Answering(judge=True), settings)


def test_answers_are_kept_under_the_home_folder_unless_told_otherwise(tmp_path: Path) -> None:
    settings = bootstrap.load_settings({}, home=tmp_path)
    assert cache_folder(settings) == tmp_path / "cache" / "bench-answers"
    made = Models.of(Answering(cache=tmp_path / "other"), settings, FakeLLM())
    assert made.llm is not None
    assert (made.llm.folder, made.judge) == (tmp_path / "other", None)


async def test_naive_rag_reads_the_twenty_nearest_turns() -> None:
    cat = Question(1, 2, 4, "What is my cat called?", frozenset({32}), "Minka")
    dialogue = Dialogue(1, "c", (SESSION,), (), places_of([SESSION]), probes=(cat,))
    told: list[int] = []
    made = await contexts(
        Benchmark("locomo", Path("f"), "", (dialogue,)), NaiveRag(FakeEmbedder(256)), told.append
    )
    found = made.result(NAIVE, cat, dialogue, None)
    assert (len(found), found[0].citations[0].text, told) == (20, "My cat is called Minka.", [1])
    assert [each.id for each in Contexts({}).result(FULL, cat, dialogue, None)] == [
        f"s1/m{n}" for n in range(33)
    ]


async def test_the_first_failure_ends_all_jobs() -> None:
    done: list[int] = []

    def job(number: int) -> Callable[[], Any]:
        async def run() -> None:
            await asyncio.sleep(0 if number < 3 else 60)
            if number == 2:
                raise ValueError("two")
            done.append(number)

        return run

    with pytest.raises(ValueError, match="two"):
        await side_by_side(map(job, range(9)), 4)
    assert done == [0, 1]


GOLD = "zzgold"


def locomo_file(folder: Path) -> Benchmark:
    turn = {"speaker": "Ana", "dia_id": "D1:1", "text": "I bought a red bike."}
    asked = [
        {"question": f"What is {n}?", "category": n, "evidence": ["D1:1"], "answer": f"{GOLD} {n}"}
        for n in range(1, 5)
    ]
    asked += [{"question": "What is 5?", "category": 5, "evidence": ["D1:1"], "adversarial_answer": GOLD}]
    sample = {
        "sample_id": "conv-1",
        "conversation": {"session_1": [turn], "session_1_date_time": "1:56 pm on 8 May, 2023"},
    }
    (folder / "locomo.json").write_text(json.dumps([{**sample, "qa": asked}]))
    return read_locomo(folder / "locomo.json")


def beam_folder(folder: Path) -> Benchmark:
    turns = [
        {"role": "user", "id": 0, "content": "I bought a red bike. ->-> 1,1", "time_anchor": "March-15-2024"}
    ]
    (folder / "1").mkdir()
    (folder / "1" / "chat.json").write_text(json.dumps([{"batch_number": 1, "turns": [turns]}]))
    probe = {"question": "What is it?", "source_chat_ids": [0], "rubric": [f"{GOLD} point"], "answer": GOLD}
    absent = {"question": "What is it not?", "rubric": [f"{GOLD} absent"], "ideal_response": GOLD}
    probes = {"zzgold_following": [probe], "abstention": [absent]}
    (folder / "1" / "probing_questions.json").write_text(json.dumps(probes))
    return read_beam(folder)


def longmemeval_file(folder: Path) -> Benchmark:
    entry = {
        "question_id": "q1",
        "question_type": "zzgold-type",
        "question": "What did I buy?",
        "question_date": "2023/05/30 (Tue) 23:40",
        "answer": GOLD,
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": ["s1"],
        "haystack_sessions": [[{"role": "user", "content": "I bought a red bike", "has_answer": True}]],
    }
    (folder / "lme.json").write_text(json.dumps([entry, {**entry, "question_id": "q2_abs"}]))
    return read_longmemeval(folder / "lme.json")


@pytest.mark.parametrize(("read", "asked"), [(locomo_file, 5), (beam_folder, 2), (longmemeval_file, 2)])
async def test_gold_category_and_rubric_are_in_no_prompt_but_the_judges(
    tmp_path: Path, read: Callable[[Path], Benchmark], asked: int
) -> None:
    def script(prompt: Prompt, output: object) -> Any:
        if "rubric" in prompt.version:
            return {"points": [{"number": 1, "verdict": "partly"}]}
        return answer(prompt, output)

    answers, llm = await examined(tmp_path, script, data=read(tmp_path))

    assert answers.stopped == ""
    assert len(answers.given) == 3 * asked
    assert any(GOLD in each.user for each in llm.prompts if each.purpose == "judge")
    others = [each for each in llm.prompts if each.purpose != "judge"]
    assert others
    for each in others:
        assert GOLD not in each.system + each.user
        assert not re.search("categor|has_answer|rubric|abstention|question_type", each.user)


def test_what_is_to_be_answered_is_more_than_what_has_gold_turns(tmp_path: Path) -> None:
    (locomo,) = locomo_file(tmp_path).dialogues
    assert [(each.category, each.unanswerable, each.answer) for each in locomo.probes] == [
        (1, False, "zzgold 1"),
        (2, False, "zzgold 2"),
        (3, False, "zzgold 3"),
        (4, False, "zzgold 4"),
        (5, True, ""),
    ]
    assert len(locomo.questions) == 4
    (beam,) = beam_folder(tmp_path).dialogues
    assert [(each.unanswerable, each.rubric) for each in beam.probes] == [
        (False, ("zzgold point",)),
        (True, ("zzgold absent",)),
    ]
    assert [each.probes[0].unanswerable for each in longmemeval_file(tmp_path).dialogues] == [False, True]
