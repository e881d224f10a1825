"""Options that the benchmarks share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

LocomoFile = Annotated[Path, typer.Argument(help="locomo10.json.", show_default=False)]
Conversations = Annotated[
    str, typer.Option(help="Only these, by their number in the file, as in 1,2,9.", show_default=False)
]
Questions = Annotated[
    int | None, typer.Option(min=1, help="Ask only so many, drawn by the seed.", show_default="all")
]
Without = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="Switch a channel or step off; may be repeated.")
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME", help="Switch one on that is off; may be repeated."),
]
Strategy = Annotated[str, typer.Option(metavar="NAME", help="Search by this strategy.")]
Ablate = Annotated[bool, typer.Option("--ablate", help="Also switch every channel and step in turn.")]
Crowd = Annotated[
    int, typer.Option(min=0, metavar="TURNS", help="Also search among so many turns of 200 other users.")
]
CrowdRemove = Annotated[
    bool, typer.Option("--crowd-remove", help="Remove those users: at the end, or at once without --crowd.")
]
Fresh = Annotated[
    bool, typer.Option("--fresh/--keep", help="Add the conversations anew, or measure what is there.")
]
Audit = Annotated[
    Path | None, typer.Option(help="errors.json of locomo-audit: also measured without these questions.")
]
Seed = Annotated[int, typer.Option(min=0, help="Of the draws: questions, resamples, other users.")]
Recorded = Annotated[
    bool,
    typer.Option(
        "--recorded",
        help="Encode with the file's own observations, which a model wrote.",
    ),
]
Control = Annotated[bool, typer.Option("--control/--no-control", help="Also rank by naive RAG, beside.")]
JsonFile = Annotated[
    Path | None,
    typer.Option("--json", metavar="OUT", help="Write everything that was measured; - prints it."),
]
Plot = Annotated[Path | None, typer.Option(metavar="OUT.png", help="Draw it; needs the extra `plot`.")]

Answer = Annotated[
    bool, typer.Option("--answer", help="Have the questions answered too; by quotation without an LLM.")
]
JudgeToo = Annotated[
    bool, typer.Option("--judge", help="Have a language model judge the answers; with --answer.")
]
JudgeModel = Annotated[
    str,
    typer.Option(
        metavar="MODEL", help="Who judges and simplifies, if not GRAPHMEM_LLM_MODEL.", show_default=False
    ),
]
Simplify = Annotated[
    bool, typer.Option("--simplify", help="Also score answers that a model has cut down to their core.")
]
Runs = Annotated[int, typer.Option(min=1, help="Answer everything so often; told are mean and spread.")]
Cache = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Keep what models answer here.", show_default=False)
]
TokenLimit = Annotated[
    int, typer.Option(min=0, metavar="TOKENS", help="Ask before models are given more than this.")
]
