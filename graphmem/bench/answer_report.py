"""Answers and verdicts as figures by group, for the document of a benchmark."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import mean, stdev
from typing import Any

import numpy as np

from graphmem.bench.answer_controls import FULL, MEMORY, NAIVE
from graphmem.bench.answer_scores import bleu1, f1, locomo_f1
from graphmem.bench.datasets import Question
from graphmem.bench.judging import Marks, mcnemar
from graphmem.bench.metrics import Key, percentiles, resampled
from graphmem.bench.replies import Answers, Given
from graphmem.model.usage import Usage
from graphmem.prompts.judge import versions

CORES = ("f1_simplified", "bleu1_simplified", "locomo_f1_simplified")
SCORES = ("f1", "bleu1", "locomo_f1", *CORES, "judge_strict", "judge_lenient", "judge_task")
ABSTAINED = ("abstained_rightly", "abstained_falsely")
MEASURES = (*SCORES, *ABSTAINED, "read_tokens", "query_tokens")

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One reply's values, by name of MEASURES; only those that apply to its question."""

    given: Given
    values: Mapping[str, float]


def rows(answers: Answers) -> list[Row]:
    """One for each reply, in the order of system, run and question. A reply that failed, or that abstains,
    has no word in common with the gold one.
    """
    ordered = sorted(answers.given, key=lambda each: each.place)
    return [Row(each, _values(each, answers)) for each in ordered]


def by_group(
    scored: Sequence[Row], subsets: Mapping[str, Collection[int]], audited: Collection[Key]
) -> dict[str, Document]:
    """Means over the questions and runs, by group; null where a measure applies to none. "all" are all that
    can be answered, and for the abstentions all.
    """
    split: dict[str, list[Row]] = {"all": list(scored)}
    for name, conversations in subsets.items():
        split[name] = [row for row in scored if row.given.question.conversation in conversations]
    for row in sorted(scored, key=lambda row: row.given.question.group):
        split.setdefault(row.given.question.group, []).append(row)
    split = {name: several for name, several in split.items() if several}
    made = {name: _means(several) for name, several in split.items()}
    for name, several in split.items() if audited else ():
        right = [row for row in several if row.given.question.key not in audited]
        made[name]["without_audited_errors"] = _means(right)
    return made


def document(
    answers: Answers,
    subsets: Mapping[str, Collection[int]],
    audited: Collection[Key],
    *,
    seed: int,
    resamples: int,
) -> Document:
    """Everything about the replies but the memory's figures by group, which `by_group` has."""
    scored = rows(answers)
    systems = {name: _of(scored, name) for name in (MEMORY, FULL, NAIVE) if _of(scored, name)}
    return {
        "model": answers.model or None,
        "judge": answers.judge or None,
        "judge_prompts": versions() if answers.judge else None,
        "runs": answers.runs,
        "concurrency": answers.concurrency,
        "controls_left_out": answers.left_out or None,
        "stopped": answers.stopped or None,
        "failed": sum(bool(each.failed) for each in answers.given),
        "unjudged": len(answers.unjudged),
        "reasons": sorted({*(each.failed for each in answers.given), *answers.unjudged.values()} - {""})[:5],
        "kept": [asdict(each) for each in answers.kept],
        "tokens": _tokens(answers, systems),
        "seconds": _seconds(answers),
        "systems": {name: by_group(several, subsets, audited) for name, several in systems.items()},
        "runs_apart": {name: _runs(several) for name, several in systems.items()},
        "95%": {name: _bounds(several, seed, resamples) for name, several in systems.items()},
        "mcnemar": [
            compared
            for other in (FULL, NAIVE)
            for measure in ("judge_strict", "judge_lenient", "judge_task")
            if (compared := _compared(scored, other, measure))
        ],
        "questions": [_question(row) for row in scored],
    }


def _values(given: Given, answers: Answers) -> Mapping[str, float]:
    question, marks = given.question, answers.marks.get(given.place, Marks())
    made: dict[str, float | None] = {"judge_task": marks.task}
    if not given.failed:
        made |= {"read_tokens": given.context_tokens, "query_tokens": _spent(given)}
        name = "abstained_rightly" if question.unanswerable else "abstained_falsely"
        made[name] = float(given.abstained)
    if question.answer and not question.unanswerable:
        made |= _in_words("" if given.abstained else given.text, question)
        core = "" if given.abstained or given.failed else answers.cores.get(given.place)
        if core is not None and answers.simplified:
            made |= {f"{name}_simplified": value for name, value in _in_words(core, question).items()}
        made |= {"judge_strict": marks.strict, "judge_lenient": marks.lenient}
    return {name: float(value) for name, value in made.items() if value is not None}


def _in_words(said: str, question: Question) -> dict[str, float]:
    gold = question.answer
    return {
        "f1": f1(said, gold),
        "bleu1": bleu1(said, gold),
        "locomo_f1": locomo_f1(said, gold, question.category),
    }


def _spent(given: Given) -> int:
    return sum(tokens.total for name, tokens in given.usage.purposes.items() if name != "judge")


def _means(scored: Sequence[Row]) -> Document:
    keys = {row.given.question.key for row in scored}
    return {"answered": len(keys)} | {name: _mean(scored, name) for name in MEASURES}


def _mean(scored: Sequence[Row], name: str) -> float | None:
    values = [row.values[name] for row in scored if name in row.values]
    return mean(values) if values else None


def _of(scored: Sequence[Row], system: str) -> list[Row]:
    return [row for row in scored if row.given.system == system]


def _runs(scored: Sequence[Row]) -> Document:
    """The mean of each run, and their mean and sample standard deviation."""
    numbers = sorted({row.given.run for row in scored})
    made: Document = {}
    for name in MEASURES:
        means = [_mean([row for row in scored if row.given.run == number], name) for number in numbers]
        known = [each for each in means if each is not None]
        if known:
            spread = stdev(known) if len(known) > 1 else None
            made[name] = {"by_run": known, "mean": mean(known), "sd": spread}
    return made


def _bounds(scored: Sequence[Row], seed: int, resamples: int) -> Document:
    """Bounds of 95 % of resampled means, of the first run; as those of retrieval."""
    first = [row for row in scored if row.given.run == 1]
    made: Document = {}
    for name in (*SCORES, *ABSTAINED):
        have = [row for row in first if name in row.values]
        if have:
            values = np.array([[row.values[name]] for row in have], dtype=np.float64)
            owners = [row.given.question.conversation for row in have]
            means = resampled(values, owners, seed=seed, resamples=resamples)
            made[name] = [float(each) for each in np.percentile(means, [2.5, 97.5])]
    return made


def _compared(scored: Sequence[Row], other: str, measure: str) -> Document | None:
    """The memory beside another system, over the questions of the first run that both have a verdict on; with
    a rubric, right is what fulfils all of it.
    """
    ours, theirs = (
        {
            row.given.question.key: row.values[measure] == 1.0
            for row in _of(scored, system)
            if row.given.run == 1 and measure in row.values
        }
        for system in (MEMORY, other)
    )
    both = ours.keys() & theirs.keys()
    if not both:
        return None
    first = sum(ours[key] and not theirs[key] for key in both)
    second = sum(theirs[key] and not ours[key] for key in both)
    return {
        "systems": [MEMORY, other],
        "measure": measure,
        "questions": len(both),
        "only_first": first,
        "only_second": second,
        "p": mcnemar(first, second),
    }


def _tokens(answers: Answers, systems: Mapping[str, Sequence[Row]]) -> Document:
    """Calls and tokens of adding and judging, and of each system's replies by purpose; those of kept answers
    are what they once cost.
    """
    made: Document = {"adding": asdict(answers.adding), "judging": asdict(answers.judging)}
    for name, several in systems.items():
        spent = sum((row.given.usage for row in several), Usage())
        made[name] = {purpose: asdict(each) for purpose, each in spent.purposes.items()}
    return made


def _seconds(answers: Answers) -> Document:
    """p50 and p95 by stage of the memory's replies; of those that were asked of a model in this run."""
    timed = [each.timings for each in answers.given if each.system == MEMORY and each.timings]
    names = dict.fromkeys(name for each in timed for name in each)
    return {"replies": len(timed)} | {
        name: percentiles([each[name] for each in timed if name in each]) for name in names
    }


def _question(row: Row) -> Document:
    given = row.given
    return {
        "system": given.system,
        "run": given.run,
        "conversation": given.question.conversation,
        "position": given.question.position,
        "group": given.question.group,
        "answer": given.text,
        "abstained": given.abstained,
        "failed": given.failed or None,
        **row.values,
    }
