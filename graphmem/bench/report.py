"""Findings as one JSON document, and the document as tables."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import mean
from typing import Any

from graphmem.bench import answer_report, effort_report
from graphmem.bench.answer_controls import MEMORY
from graphmem.bench.answerable import Found
from graphmem.bench.asking import SHOWN, Answered
from graphmem.bench.findings import Findings
from graphmem.bench.in_context import Context, Held
from graphmem.bench.metrics import MEASURES, Group, Outcome, groups, percentiles, split

Document = dict[str, Any]

_PACKAGES = ("graphmem", "neo4j", "numpy", "onnxruntime", "tokenizers", "spacy")
_MS = 1e3


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
        "held_out": _held_out(found),
        "answering": _answering(found, answered),
        "answers": _answers(found),
        "tokens": effort_report.tokens(found, answered),
        "adding": effort_report.adding(found),
        "search_ms": _search(found.answered) | {"cold": percentiles(found.cold, _MS)},
        "crowd": effort_report.crowd(found.crowd) if found.crowd else None,
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


def _held_out(found: Findings) -> Document | None:
    """Retrieval by kind over the conversations on which nothing was tuned; null where no other was asked,
    since there it is all that was measured.
    """
    name = found.data.held_out
    asked = {each.outcome.conversation for each in found.answered}
    chosen = asked & set(found.data.subsets.get(name, ()))
    if not chosen or chosen == asked:
        return None
    ours = [each.outcome for each in found.answered if each.outcome.conversation in chosen]
    control = [each for each in found.control if each.conversation in chosen]
    return {
        "name": name,
        "retrieval": _by_kind(found, ours),
        "naive_rag": _by_kind(found, control) if control else None,
    }


def _by_kind(found: Findings, outcomes: Sequence[Outcome]) -> Document:
    made = groups(outcomes, seed=found.options.seed, resamples=found.options.resamples)
    return {name: _group(group) for name, group in made.items()}


def _answering(found: Findings, answered: Document) -> Document | None:
    """Answer in context by group, and the figures of the answers that were given."""
    if not found.contexts and not answered:
        return None
    kinds = split(found.contexts, found.data.subsets)
    made: Document = {name: _in_context(several) for name, several in kinds.items() if several}
    for name, figures in answered.items():
        made[name] = {**made.get(name, {}), **figures}
    return {"token_budget": found.options.context, **made}


def _in_context(contexts: Sequence[Context]) -> Document:
    """Of the memory's contexts; beside them the base rate, by chance, and the ceiling, of the gold turns."""
    return {
        "questions": len(contexts),
        **_shares([each.memory for each in contexts]),
        "base_rate": _shares([each.chance for each in contexts]),
        "ceiling": _shares([each.gold for each in contexts]),
    }


def _shares(several: Sequence[Held]) -> Document:
    """Shares of gold answers found: leniently (as the same interval or in words), leniently or as an interval
    within a gold month or longer, in one turn's words, and in those of a gold turn.
    """

    def share(what: Callable[[Held], bool]) -> float:
        return mean(float(what(each)) for each in several)

    return {
        "answer_in_context": share(lambda each: each.found in (Found.SAME, Found.WORDS)),
        "or_inside": share(lambda each: each.found is not Found.NOT),
        "answer_in_turn": share(lambda each: each.turns.any_turn),
        "answer_in_gold_turn": share(lambda each: each.turns.gold_turn),
        "context_tokens": mean(each.tokens for each in several),
    }


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


def _group(group: Group) -> Document:
    return {
        "questions": group.questions,
        **{name: estimate.mean for name, estimate in group.estimates.items()},
        "95%": {name: [estimate.low, estimate.high] for name, estimate in group.estimates.items()},
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


def met(value: float | None, bar: float, *, most: bool = False) -> bool | None:
    """Whether a bar is reached; None when nothing was measured. most: the value may not be larger."""
    if value is None:
        return None
    return value <= bar if most else value >= bar


def is_whole(made: Mapping[str, Any], conversations: Collection[int] = range(1, 11)) -> bool:
    """Whether every question of these conversations, and no other, was asked: only then the bars apply."""
    settings = made["settings"]
    return settings["questions"] is None and set(settings["conversations"]) == set(conversations)
