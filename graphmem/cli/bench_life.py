"""`graphmem bench tree` and `graphmem bench year`: how a memory grows and ages, on data made up here."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Annotated, Any, TypeVar

import typer

from graphmem.cli import bench_options as wanted
from graphmem.cli import options
from graphmem.cli.output import INTERRUPTED, failures, results, say, say_json
from graphmem.cli.steps import server, steps

T = TypeVar("T")


def tree(
    *,
    leaves: Annotated[int, typer.Option("--leaves", min=400, help="Grow it to so many.")] = 10_000,
    seed: wanted.Seed = 0,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure how a summary tree grows: insertion when it is small and large, its form, calls for summaries.

    A user named bench:tree is made for it and removed again. 10,000 leaves take some minutes.

    Example: graphmem bench tree --leaves 2000
    """
    with failures(as_json), steps(quiet=quiet) as tell:
        from graphmem.bench import tree as measure  # noqa: PLC0415 - loading it takes seconds

        report = partial(tell, "Growing")
        grown = _ran(measure.measure(leaves, seed=seed, progress=server(tell), tell=report))
    if as_json:
        say_json(measure.document(grown))
    else:
        results().print(measure.table(grown))


def year(
    *,
    exchanges: Annotated[int, typer.Option("--exchanges", min=120, help="In the whole year.")] = 5000,
    seed: wanted.Seed = 0,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Live through a year of three users under a clock moved by hand: tiers by month, and what is found.

    Users named bench:year:… are made for it and removed again. 5,000 exchanges take some twenty minutes.

    Example: graphmem bench year --exchanges 600
    """
    with failures(as_json), steps(quiet=quiet) as tell:
        from graphmem.bench import year as measure  # noqa: PLC0415 - loading it takes seconds

        report = partial(tell, "Living")
        made = _ran(measure.live(exchanges, seed=seed, progress=server(tell), tell=report))
    if as_json:
        say_json(made)
    else:
        results().print(measure.table(made))
        say(*measure.lines(made))


def _ran(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
