"""What answering will cost, told and asked for before a benchmark begins."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from graphmem.cli.output import note
from graphmem.errors import InputError

if TYPE_CHECKING:
    from graphmem.bench.answer_cost import Cost
    from graphmem.bench.findings import Options
    from graphmem.bench.replies import Answering

LIMIT = 2_000_000
"""Tokens above which somebody must agree."""


def answering(
    answer: bool, judge: bool, judge_model: str, simplify: bool, runs: int, cache: Path | None
) -> Answering | None:
    """What the options want; None for no answers. Raises BadParameter for options that need --answer."""
    from graphmem.bench.replies import Answering  # noqa: PLC0415 - loading it takes seconds

    if answer:
        return Answering(judge, judge_model, runs, cache, simplify)
    if judge or judge_model or simplify or runs > 1:
        raise typer.BadParameter("add it, or there is nothing to judge or repeat", param_hint="--answer")
    return None


def confirm(chosen: Options, limit: int, *, yes: bool) -> None:
    """Tell what models will be asked; above the limit ask, or refuse where nobody can be asked.

    Raises InputError for a refusal, ConfigError for a judge without a model.
    """
    made = _cost(chosen)
    if made is None or not made.total.calls:
        return
    for part, each in made.parts.items():
        note(f"  {part}: {each.calls:,} calls, about {each.total:,} tokens")
    total = made.total
    note(f"Up to {total.calls:,} calls, about {total.total:,} tokens; what earlier runs kept is free.")
    if total.total <= limit or yes:
        return
    if not _attended():
        raise InputError(
            f"answering would take about {total.total:,} tokens, more than {limit:,}, and nobody is there to "
            "agree: add --yes, raise --token-limit, or choose fewer --conversations or --questions"
        )
    if not typer.confirm("Go on?", err=True):
        raise InputError("nothing was asked of any model")


def _attended() -> bool:
    return sys.stdin.isatty()


def _cost(chosen: Options) -> Cost | None:
    """None where no language model will be asked."""
    from graphmem import bootstrap  # noqa: PLC0415 - loading it takes seconds
    from graphmem.bench import answer_cost  # noqa: PLC0415
    from graphmem.bench.answer_run import Models  # noqa: PLC0415
    from graphmem.bench.runner import chosen_data  # noqa: PLC0415

    if chosen.answering is None:
        return None
    settings = bootstrap.load_settings(None)
    models = Models.of(chosen.answering, settings)
    if models == Models():
        return None
    return answer_cost.cost(
        chosen_data(chosen),
        runs=chosen.answering.runs,
        judged=models.judge is not None,
        answered=models.llm is not None,
        controls=chosen.control,
        simplified=models.shortener is not None,
        planned=settings.planner != "rules",
        encoded=settings.encoder != "local" and not chosen.recorded,
    )
