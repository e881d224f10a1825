"""One picture of a benchmark's document. matplotlib is the extra `plot`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphmem.bench.report import Document
from graphmem.errors import ConfigError, InputError

_SHOWN = ("recall@10", "all@50±2")
_COLOURS = ("#2f6f8f", "#e0913a")
_GREY = "#8a8f98"


def check_plots() -> None:
    """Raises ConfigError when matplotlib is missing: better before an hour of measuring than after it."""
    try:
        import matplotlib.figure  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise ConfigError(
            'plots need matplotlib, an extra of graphmem: pip install "graphmem[plot]", or leave out --plot'
        ) from error


def draw(made: Document, path: Path) -> None:
    """Retrieval by group with its bounds, search times by stage and, where measured, the ablation.

    path: its suffix names the kind of picture. Raises ConfigError without matplotlib, InputError when the
    file cannot be written.
    """
    check_plots()
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    panels = [_retrieval, _stages, *([_ablation] if made["ablation"] else [])]
    figure = Figure(figsize=(6.5 * len(panels), 4.8), layout="constrained")
    for axes, panel in zip(figure.subplots(1, len(panels)), panels, strict=True):
        panel(axes, made)
        axes.spines[["top", "right"]].set_visible(False)
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be written: {error}") from error


def _retrieval(axes: Any, made: Document) -> None:
    groups = [(name, group) for name, group in made["retrieval"].items() if group["questions"]]
    for number, measure in enumerate(_SHOWN):
        values = [group[measure] for _, group in groups]
        bounds = [group["95%"][measure] for _, group in groups]
        errors = _errors(values, bounds)
        places = [i + 0.38 * (number - 0.5) for i in range(len(groups))]
        axes.bar(places, values, 0.36, yerr=errors, capsize=2, color=_COLOURS[number], label=measure)
        for place, value in zip(places, values, strict=True):
            axes.annotate(f"{value:.3f}", (place, 0.02), ha="center", fontsize=7, color="white", rotation=90)
    labels = [f"{name}\n({group['questions']})" for name, group in groups]
    axes.set_xticks(range(len(groups)), labels, fontsize=8)
    axes.set_ylim(0, 1)
    axes.set_title(f"{made['benchmark']}: evidence found, with 95 % bounds")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2, fontsize=8, frameon=False)


def _errors(values: Sequence[float], bounds: Sequence[Sequence[float]]) -> list[list[float]]:
    low = [max(0.0, value - pair[0]) for value, pair in zip(values, bounds, strict=True)]
    high = [max(0.0, pair[1] - value) for value, pair in zip(values, bounds, strict=True)]
    return [low, high]


def _stages(axes: Any, made: Document) -> None:
    search = made["search_ms"]
    rows = [("whole search", search), *search["stages"].items()]
    rows = [(name, spread) for name, spread in rows if "p50" in spread]
    places = range(len(rows))
    axes.barh(places, [spread["p95"] for _, spread in rows], color=_GREY, label="p95")
    axes.barh(places, [spread["p50"] for _, spread in rows], color=_COLOURS[0], label="p50")
    axes.set_yticks(places, [name for name, _ in rows], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel("ms")
    axes.set_title("Time of a search, one at a time")
    axes.legend(fontsize=8)


def _ablation(axes: Any, made: Document) -> None:
    first, *rest = made["ablation"]
    base = first["retrieval"]["all"]
    for number, measure in enumerate(_SHOWN):
        change = [100 * (row["retrieval"]["all"][measure] - base[measure]) for row in rest]
        places = [i + 0.38 * (number - 0.5) for i in range(len(rest))]
        axes.barh(places, change, 0.36, color=_COLOURS[number], label=measure)
    axes.set_yticks(range(len(rest)), [row["variant"] for row in rest], fontsize=8)
    axes.axvline(0, color=_GREY, linewidth=0.8)
    axes.invert_yaxis()
    axes.set_xlabel("points against the default")
    axes.set_title("What each channel and step brings")
    axes.legend(fontsize=8)
