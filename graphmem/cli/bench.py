"""`graphmem bench`: measures on public data, which their licences keep out of the package."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from graphmem.cli import bench_life, options
from graphmem.cli import bench_options as wanted
from graphmem.cli.bench_answers import LIMIT, answering, confirm
from graphmem.cli.bench_beliefs import supersession
from graphmem.cli.output import INTERRUPTED, failures, note, say, say_json
from graphmem.cli.steps import server, steps
from graphmem.errors import InputError, LLMError

if TYPE_CHECKING:
    from graphmem.bench.findings import Findings, Options
    from graphmem.bench.report import Document

app = typer.Typer(
    help="Measure it on public benchmarks; docs/benchmarks.md says where their files are.",
    no_args_is_help=True,
)

app.command()(supersession)

_WIDE = 160  # columns of a table that a pipe or a file gets


LOCOMO = """Measure retrieval, adding and search times on LoCoMo, without an LLM; answers too with --answer.

The conversations stay in the store as users named locomo:conv-26 and so on, so a second run need not add
them. Ctrl-C ends early with what was measured; the same command goes on with what was not added yet.

Examples:

graphmem bench locomo locomo10.json --json locomo.json --plot locomo.png

graphmem bench locomo locomo10.json --conversations 1 --questions 40

graphmem bench locomo locomo10.json --ablate

graphmem bench locomo locomo10.json --crowd 100000 --crowd-remove

graphmem bench locomo locomo10.json --answer --judge --runs 5
"""


@app.command(help=LOCOMO)
def locomo(
    file: wanted.LocomoFile,
    *,
    conversations: wanted.Conversations = "",
    questions: wanted.Questions = None,
    without: wanted.Without = None,
    with_: wanted.With = None,
    strategy: wanted.Strategy = "evidence",
    ablate: wanted.Ablate = False,
    crowd: wanted.Crowd = 0,
    crowd_remove: wanted.CrowdRemove = False,
    fresh: wanted.Fresh = False,
    audit: wanted.Audit = None,
    seed: wanted.Seed = 0,
    recorded: wanted.Recorded = False,
    control: wanted.Control = True,
    answer: wanted.Answer = False,
    judge: wanted.JudgeToo = False,
    judge_model: wanted.JudgeModel = "",
    simplify: wanted.Simplify = False,
    runs: wanted.Runs = 1,
    cache: wanted.Cache = None,
    token_limit: wanted.TokenLimit = LIMIT,
    yes: options.Yes = False,
    json_file: wanted.JsonFile = None,
    plot: wanted.Plot = None,
    quiet: options.Quiet = False,
) -> None:
    """Measure LoCoMo."""
    with failures():
        from graphmem.bench.findings import Options  # noqa: PLC0415 - loading it takes seconds

        chosen = Options(
            file, "locomo", _numbers(conversations), questions, tuple(without or ()), tuple(with_ or ()),
            strategy, ablate, crowd, crowd_remove, fresh, audit, seed, recorded=recorded, control=control,
            answering=answering(answer, judge, judge_model, simplify, runs, cache),
        )  # fmt: skip
        _run(chosen, json_file, plot, token_limit, yes=yes, quiet=quiet)


@app.command()
def beam(
    folder: Annotated[Path, typer.Argument(help="Holds BEAM's 1/, 2/, 3/ …", show_default=False)],
    *,
    conversations: wanted.Conversations = "",
    questions: wanted.Questions = None,
    without: wanted.Without = None,
    with_: wanted.With = None,
    strategy: wanted.Strategy = "evidence",
    ablate: wanted.Ablate = False,
    fresh: wanted.Fresh = False,
    control: wanted.Control = True,
    seed: wanted.Seed = 0,
    answer: wanted.Answer = False,
    judge: wanted.JudgeToo = False,
    judge_model: wanted.JudgeModel = "",
    simplify: wanted.Simplify = False,
    runs: wanted.Runs = 1,
    cache: wanted.Cache = None,
    token_limit: wanted.TokenLimit = LIMIT,
    yes: options.Yes = False,
    json_file: wanted.JsonFile = None,
    plot: wanted.Plot = None,
    quiet: options.Quiet = False,
) -> None:
    """Measure retrieval of source turns on BEAM, by ability, beside naive RAG; answers too with --answer.

    Examples:

    graphmem bench beam beam-100k --json beam.json

    graphmem bench beam beam-100k --conversations 1,2,3,4
    """
    with failures():
        from graphmem.bench.findings import Options  # noqa: PLC0415 - loading it takes seconds

        chosen = Options(
            folder, "beam", _numbers(conversations), questions, tuple(without or ()), tuple(with_ or ()),
            strategy, ablate, fresh=fresh, seed=seed, control=control,
            answering=answering(answer, judge, judge_model, simplify, runs, cache),
        )  # fmt: skip
        _run(chosen, json_file, plot, token_limit, yes=yes, quiet=quiet)


@app.command()
def longmemeval(
    file: Annotated[Path, typer.Argument(help="longmemeval_s.json, or entries of it.", show_default=False)],
    *,
    conversations: wanted.Conversations = "",
    without: wanted.Without = None,
    with_: wanted.With = None,
    strategy: wanted.Strategy = "evidence",
    fresh: wanted.Fresh = False,
    control: wanted.Control = True,
    seed: wanted.Seed = 0,
    answer: wanted.Answer = False,
    judge: wanted.JudgeToo = False,
    judge_model: wanted.JudgeModel = "",
    simplify: wanted.Simplify = False,
    runs: wanted.Runs = 1,
    cache: wanted.Cache = None,
    token_limit: wanted.TokenLimit = LIMIT,
    yes: options.Yes = False,
    json_file: wanted.JsonFile = None,
    plot: wanted.Plot = None,
    quiet: options.Quiet = False,
) -> None:
    """Measure retrieval of the turns with the answer on LongMemEval, beside naive RAG; answers too.

    Each question has a user of its own, who holds its haystack; "now" is the question's date.

    Example: graphmem bench longmemeval longmemeval_s.json --conversations 1,2,3
    """
    with failures():
        from graphmem.bench.findings import Options  # noqa: PLC0415 - loading it takes seconds

        chosen = Options(
            file, "longmemeval", _numbers(conversations), None, tuple(without or ()), tuple(with_ or ()),
            strategy, fresh=fresh, seed=seed, control=control,
            answering=answering(answer, judge, judge_model, simplify, runs, cache),
        )  # fmt: skip
        _run(chosen, json_file, plot, token_limit, yes=yes, quiet=quiet)


@app.command()
def temporal(
    folder: Annotated[
        Path, typer.Argument(help="Holds recognizers/ and timenorm/, the gold.", show_default=False)
    ],
    *,
    misses: Annotated[
        bool, typer.Option("--misses", help="Also list what was not resolved exactly.")
    ] = False,
) -> None:
    """Measure how many time expressions of public gold are resolved exactly.

    Example: graphmem bench temporal data/temporal
    """
    with failures():
        from graphmem.bench import temporal as measure  # noqa: PLC0415 - loading it takes seconds

        report = measure.run(folder)
        say(measure.table(report))
        if misses:
            say("", measure.misses(report.seen()))


@app.command()
def segmentation(
    folder: Annotated[
        Path, typer.Argument(help="Holds tiage/ and dialseg711/, the gold.", show_default=False)
    ],
    *,
    locomo_file: Annotated[
        Path | None, typer.Option("--locomo", metavar="FILE", help="Also measure the segments of LoCoMo.")
    ] = None,
    dialogues: Annotated[
        int | None, typer.Option(min=1, help="Only the first so many of each corpus.", show_default="all")
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Measure segments against dialogues with known topics, beside fixed windows.

    Example: graphmem bench segmentation data/segmentation --locomo locomo10.json
    """
    with failures():
        from graphmem.bench import segmentation as measure  # noqa: PLC0415 - loading it takes seconds

        def tell(line: str) -> None:
            if not quiet:
                note(line)

        say(measure.table(measure.run(folder, locomo=locomo_file, sample=dialogues, tell=tell)))


app.command()(bench_life.tree)
app.command()(bench_life.year)


def _run(
    chosen: Options, json_file: Path | None, plot: Path | None, token_limit: int, *, yes: bool, quiet: bool
) -> None:
    """Measure and report, once outputs and costs are agreed; exit 130 when it was stopped early."""
    _check_outputs(json_file, plot)
    confirm(chosen, token_limit, yes=yes)
    made = _reported(_measured(chosen, quiet=quiet), json_file, plot, quiet=quiet)
    if made["answers"] and made["answers"]["stopped"]:
        raise LLMError(made["answers"]["stopped"])
    if not made["complete"]:
        note(
            "Stopped early: these are the figures until then. The same command goes on; what was added stays."
        )
        raise typer.Exit(INTERRUPTED)


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise typer.BadParameter(
            f"{text!r} is no list of numbers; write it as in 1,2,9", param_hint="--conversations"
        ) from error


def _check_outputs(json_file: Path | None, plot: Path | None) -> None:
    """What cannot be written must be said before the measuring, not after it."""
    if plot:
        from graphmem.bench.plots import check_plots  # noqa: PLC0415 - with the rest

        check_plots()
    for path in (json_file, plot):
        if path and path != Path("-") and not path.absolute().parent.is_dir():
            raise InputError(f"{path} cannot be written: the folder {path.absolute().parent} does not exist")


def _measured(chosen: Options, *, quiet: bool) -> Findings:
    from graphmem.bench import runner as benchmark  # noqa: PLC0415 - loading it takes seconds

    with steps(quiet=quiet) as tell:
        try:
            return asyncio.run(benchmark.run(chosen, tell=tell, progress=server(tell)))
        except KeyboardInterrupt:  # before there was anything to report
            raise typer.Exit(INTERRUPTED) from None


def _reported(found: Findings, json_file: Path | None, plot: Path | None, *, quiet: bool) -> Document:
    from graphmem.bench.plots import draw  # noqa: PLC0415 - with the rest
    from graphmem.bench.report import document  # noqa: PLC0415
    from graphmem.bench.tables import tables  # noqa: PLC0415

    made = document(found)
    if json_file == Path("-"):
        say_json(made)
    else:
        console = Console(highlight=False)
        console = console if console.is_terminal else Console(highlight=False, width=_WIDE)
        for table in tables(made):
            console.print(table)
    if json_file and json_file != Path("-"):
        _write(json_file, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
    if plot and made["questions"]:
        draw(made, plot)
    for path in (json_file, plot):
        if path and path != Path("-") and path.exists() and not quiet:
            note(f"Written: {path}")
    return made


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from error
