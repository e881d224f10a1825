"""Findings as one JSON document, and the document as tables."""

from __future__ import annotations

import os
import platform
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from graphmem.bench import answer_report
from graphmem.bench.adding import Added
from graphmem.bench.answer_controls import MEMORY
from graphmem.bench.answerable import Found
from graphmem.bench.asking import SHOWN, Answered
from graphmem.bench.metrics import MEASURES, Group, Outcome, groups, percentiles
from graphmem.bench.replies import Answers
from graphmem.bench.runner import Context, CrowdFindings, Findings
from graphmem.model.results import Timings

Document = dict[str, Any]

_PACKAGES = ("graphmem", "neo4j", "numpy", "onnxruntime", "tokenizers", "spacy")
_MS, _MB = 1e3, 1e-6


def document(found: Findings) -> Document:
    """Everything that was measured, with versions, settings and seed; null where it was not."""
    options = found.options
    answered = _by_memory(found)
    return {
        "benchmark": found.data.name,
        "complete": found.complete,
        "versions": _versions(found),
        "settings": _settings(found),
        "seed": options.seed,
        "store": {**found.store, "background_turns": found.background},
        "retrieval": _retrieval(found, [each.outcome for each in found.answered]),
        "naive_rag": _retrieval(found, found.control) if found.control else None,
        "answering": _answering(found, answered),
        "answers": _answers(found),
        "tokens": _tokens(found, answered),
        "adding": _adding(found),
        "search_ms": _search(found.answered) | {"cold": percentiles(found.cold, _MS)},
        "crowd": _crowd(found.crowd) if found.crowd else None,
        "ablation": _ablation(found),
        "questions": [_question(each) for each in found.answered],
    }


def _versions(found: Findings) -> Document:
    packages = {name: installed for name in _PACKAGES if (installed := _version(name))}
    return {
        **packages,
        "python": platform.python_version(),
        "server": found.server,
        "platform": platform.platform(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _settings(found: Findings) -> Document:
    """What shaped the figures; no address, folder or key."""
    options, settings = found.options, found.settings
    return {
        "file": found.data.path.name,
        "sha256": found.data.sha256,
        "conversations": [dialogue.number for dialogue in found.data.dialogues],
        "questions": options.questions,
        "strategy": options.strategy or "evidence",
        "without": list(options.without),
        "with": list(options.with_),
        "recorded": options.recorded,
        "resamples": options.resamples,
        "embedder": found.embedder,
        "segmenter": settings.segmenter.model_dump(),
        "write": settings.write.model_dump(),
        "quantization": settings.quantization,
    }


def _retrieval(found: Findings, outcomes: Sequence[Outcome]) -> Document:
    options = found.options
    made = groups(
        outcomes,
        seed=options.seed,
        resamples=options.resamples,
        audited=found.audited,
        subsets=found.data.subsets,
    )
    return {name: _group(group) for name, group in made.items()}


def _answering(found: Findings, answered: Document) -> Document | None:
    """The share of gold answers that stand in a context: as the same interval or in words; and those too of
    which only an interval within a gold month or longer does.
    """
    if not found.contexts and not answered:
        return None
    kinds = {"all": found.contexts}
    for group in sorted({each.group for each in found.contexts}):
        kinds[group] = [each for each in found.contexts if each.group == group]
    made: Document = {name: _in_context(several) for name, several in kinds.items() if several}
    for name, figures in answered.items():
        made[name] = {**made.get(name, {}), **figures}
    return {"token_budget": found.options.context, **made}


def _by_memory(found: Findings) -> Document:
    """The figures of the memory's own answers by group; none where nothing was to be answered."""
    answers = found.answers
    if answers is None or not answers.given:
        return {}
    ours = [row for row in answer_report.rows(answers) if row.given.system == MEMORY]
    return answer_report.by_group(ours, found.data.subsets, found.audited)


def _answers(found: Findings) -> Document | None:
    options = found.options
    if found.answers is None:
        return None
    return answer_report.document(
        found.answers,
        found.data.subsets,
        found.audited,
        seed=options.seed,
        resamples=options.resamples,
    )


def _tokens(found: Findings, answered: Document) -> Document:
    """Of adding in this run, also for 1,000 turns, and of a question's plan, context and answer."""
    answers = found.answers or Answers()
    added = sum(each.turns for each in found.added)
    adding = answers.adding.total
    query = answered.get("all", {}).get("query_tokens") or 0.0
    rate = {"construction_per_1000_turns": 1000 * adding / added} if added and adding else {}
    return {"construction": adding, **rate, "query": query}


def _in_context(contexts: Sequence[Context]) -> Document:
    count = len(contexts)
    exact = sum(each.found in (Found.SAME, Found.WORDS) for each in contexts)
    return {
        "questions": count,
        "answer_in_context": exact / count,
        "or_inside": sum(each.found is not Found.NOT for each in contexts) / count,
        "context_tokens": sum(each.tokens for each in contexts) / count,
    }


def _group(group: Group) -> Document:
    return {
        "questions": group.questions,
        **{name: estimate.mean for name, estimate in group.estimates.items()},
        "95%": {name: [estimate.low, estimate.high] for name, estimate in group.estimates.items()},
    }


def _adding(found: Findings) -> Document:
    added = found.added
    seconds = sum(each.seconds for each in added)
    alone = sum(each.embedder_seconds for each in added)
    turns = sum(each.turns for each in added)
    return {
        "turns": turns,
        "reused_turns": found.reused,
        "seconds": seconds,
        "texts_embedded": sum(each.texts for each in added),
        "embedder_seconds": alone,
        "ratio": seconds / alone if alone else None,
        "turns_per_second": turns / seconds if seconds else None,
        "session_stages_ms": _stages([stage for each in added for stage in each.stages]),
        "one_turn_ms": {"turns": len(found.one_turn)} | percentiles(found.one_turn, _MS),
        "memory_mb": _memory(found.memory_at_start, added),
        "by_conversation": [_conversation(each) for each in added],
    }


def _conversation(each: Added) -> Document:
    return {
        "name": each.name,
        "turns": each.turns,
        "seconds": each.seconds,
        "embedder_seconds": each.embedder_seconds,
        "memory_mb": each.memory * _MB,
    }


def _stages(stages: Sequence[Timings]) -> Document:
    return {
        field.name: percentiles([getattr(stage, field.name) for stage in stages], _MS)
        for field in fields(Timings)
        if stages
    }


def _memory(start: int, added: Sequence[Added]) -> Document:
    after = [each.memory * _MB for each in added]
    return {
        "warm": start * _MB,
        "after_first": after[0] if after else None,
        "after_last": after[-1] if after else None,
        "peak": max(after, default=None),
    }


def _search(answered: Sequence[Answered]) -> Document:
    names = dict.fromkeys(name for each in answered for name in each.stages)
    return {
        **percentiles([each.seconds for each in answered], _MS),
        "top_k": SHOWN,
        "concurrency": 1,
        "stages": {
            name: percentiles([each.stages[name] for each in answered if name in each.stages], _MS)
            for name in names
        },
    }


def _crowd(found: CrowdFindings) -> Document:
    """Only questions that were asked both ways are compared."""
    among, alone = found.among or [], found.alone or []
    first = {_key(each): each for each in alone}
    both = [(first[_key(each)], each) for each in among if _key(each) in first]
    compared: Document = {"questions": len(both), "p50_ratio": None, "recall@10_difference": None}
    if both:
        times = [[each.seconds for each in side] for side in zip(*both, strict=True)]
        scores = [[each.outcome.values[0] for each in side] for side in zip(*both, strict=True)]
        compared["p50_ratio"] = float(np.median(times[1]) / np.median(times[0]))
        compared["recall@10_difference"] = float(np.mean(scores[1]) - np.mean(scores[0]))
    return {
        "turns": found.turns,
        "turns_added": found.added,
        "seconds": found.seconds,
        "alone_ms": percentiles([each.seconds for each in alone], _MS),
        "among_ms": percentiles([each.seconds for each in among], _MS),
        **compared,
    }


def _ablation(found: Findings) -> list[Document]:
    rows = []
    for row in found.ablation:
        made = groups(row.outcomes, seed=found.options.seed, resamples=1, subsets=found.data.subsets)
        values = {
            name: {"questions": group.questions} | {key: each.mean for key, each in group.estimates.items()}
            for name, group in made.items()
        }
        rows.append({"variant": row.name, "seconds": row.seconds, "retrieval": values})
    return rows


def _question(each: Answered) -> Document:
    outcome = each.outcome
    return {
        "conversation": outcome.conversation,
        "position": outcome.position,
        "group": outcome.group,
        **dict(zip(MEASURES, outcome.values, strict=True)),
        "ms": each.seconds * _MS,
    }


def _key(each: Answered) -> tuple[int, int]:
    return each.outcome.conversation, each.outcome.position


def met(value: float | None, bar: float, *, most: bool = False) -> bool | None:
    """Whether a bar is reached; None when nothing was measured. most: the value may not be larger."""
    if value is None:
        return None
    return value <= bar if most else value >= bar


def is_whole(made: Mapping[str, Any], conversations: Collection[int] = range(1, 11)) -> bool:
    """Whether every question of these conversations, and no other, was asked: only then the bars apply."""
    settings = made["settings"]
    return settings["questions"] is None and set(settings["conversations"]) == set(conversations)
