"""What adding, models and a crowd cost, as parts of a benchmark's document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

import numpy as np

from graphmem.bench.adding import Added
from graphmem.bench.answer_controls import MEMORY
from graphmem.bench.asking import Answered
from graphmem.bench.findings import CrowdFindings, Findings
from graphmem.bench.metrics import Key, percentiles
from graphmem.model.results import Timings
from graphmem.model.usage import Usage

Document = dict[str, Any]
_MS, _MB = 1e3, 1e-6


def adding(found: Findings) -> Document:
    """What was added in this run: without and with upkeep, beside the embedder alone and naive RAG, which
    embeds each turn once. ratio: seconds without upkeep over those of the embedder alone.
    """
    added = found.added
    seconds, upkeep = sum(each.seconds for each in added), sum(each.upkeep_seconds for each in added)
    alone = sum(each.embedder_seconds for each in added)
    turns = sum(each.turns for each in added)
    return {
        "turns": turns,
        "reused_turns": found.reused,
        "seconds": seconds,
        "upkeep_seconds": upkeep,
        "texts_embedded": sum(each.texts for each in added),
        "embedder_seconds": alone,
        "ratio": seconds / alone if alone else None,
        "turns_per_second": _rate(turns, seconds),
        "turns_per_second_with_upkeep": _rate(turns, seconds + upkeep),
        "turns_per_second_embedder_alone": _rate(turns, alone),
        "naive_rag": _naive(found),
        "session_stages_ms": _stages([stage for each in added for stage in each.stages]),
        "one_turn_ms": {"turns": len(found.one_turn)} | percentiles(found.one_turn, _MS),
        "memory_mb": _memory(found.memory_at_start, added),
        "by_conversation": [_conversation(each) for each in added],
    }


def tokens(found: Findings, answered: Document) -> Document:
    """Tokens by what they were asked for. Building: of all that was added in this run, upkeep included,
    also for one conversation and for 1,000 turns. Asking: a question's mean. Nothing is asked where model
    is null.
    """
    built = sum(found.spent.values(), Usage())
    turns, conversations = sum(each.turns for each in found.added), len(found.added)
    rates = {"per_1000_turns": turns / 1000, "per_conversation": conversations}
    made: Document = {"model": found.model or None, "construction": built.total.total}
    for name, count in rates.items():
        made[f"construction_{name}"] = built.total.total / count if count else None
    made["construction_by_purpose"] = {
        purpose: asdict(each) | {n: each.total / count if count else None for n, count in rates.items()}
        for purpose, each in built.purposes.items()
    }
    made["query"] = answered.get("all", {}).get("query_tokens") or 0.0
    return made | {"query_by_purpose": _by_question(found)}


def _by_question(found: Findings) -> Document:
    """Mean tokens that the memory spent on a question, by purpose; a judge's are none of its."""
    given = [each for each in (found.answers.given if found.answers else ()) if each.system == MEMORY]
    spent = sum((each.usage for each in given), Usage())
    return {
        purpose: each.total / len(given) for purpose, each in spent.purposes.items() if purpose != "judge"
    }


def crowd(found: CrowdFindings) -> Document:
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
        "turns_per_second": _rate(found.added, found.seconds),
        "records": found.held.records,
        "evidence_nodes": found.held.evidence,
        "alone_ms": percentiles([each.seconds for each in alone], _MS),
        "among_ms": percentiles([each.seconds for each in among], _MS),
        **compared,
    }


def _rate(turns: int, seconds: float) -> float | None:
    return turns / seconds if turns and seconds else None


def _naive(found: Findings) -> Document:
    """For the conversations whose turns it embedded, whether they were added in this run or before."""
    sizes = {dialogue.scope: dialogue.turns for dialogue in found.data.dialogues}
    turns = sum(sizes[scope] for scope in found.naive_seconds)
    seconds = sum(found.naive_seconds.values())
    return {"turns": turns, "seconds": seconds, "turns_per_second": _rate(turns, seconds)}


def _conversation(each: Added) -> Document:
    return {
        "name": each.name,
        "turns": each.turns,
        "seconds": each.seconds,
        "upkeep_seconds": each.upkeep_seconds,
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


def _key(each: Answered) -> Key:
    return each.outcome.conversation, each.outcome.position
