"""The document of a benchmark as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from graphmem.bench.answer_tables import answer_tables, new_table
from graphmem.bench.effort_tables import bar_of, times, tokens
from graphmem.bench.metrics import MEASURES
from graphmem.bench.report import Document, is_whole

ALL = tuple(range(1, 11))
Bars = Mapping[tuple[str, str], float]
BARS: Mapping[tuple[str, tuple[int, ...]], Bars] = {
    ("locomo", ALL): {
        ("all", "recall@10"): 0.82,
        ("last2", "recall@10"): 0.79,
        ("all", "all@50±2"): 0.925,
        ("last2", "all@50±2"): 0.915,
    },
    ("locomo, recorded", ALL): {
        ("all", "recall@10"): 0.84,
        ("last2", "recall@10"): 0.81,
        ("all", "all@50±2"): 0.945,
        ("category 1", "recall@10"): 0.63,
    },
    ("beam", (1, 2, 3, 4)): {
        ("all", "recall@10"): 0.68,
        ("all", "recall@50"): 0.86,
        ("event ordering", "recall@50"): 0.65,
    },
    ("beam", ALL): {
        ("instruction following", "recall@10"): 0.60,
        ("preference following", "recall@10"): 0.60,
    },
}
"""What the project set itself without an LLM, by benchmark and the conversations that must all be asked."""
IN_CONTEXT = 0.75
"""Bar: gold answers of LoCoMo's category 2 (when) that stand in a context of 1,500 tokens."""


def tables(made: Document) -> Iterator[Table]:
    """Retrieval, answers, then times, tokens and the ablation; only what was measured."""
    if made["questions"]:
        yield retrieval(made)
    if made["held_out"]:
        yield held_out(made)
    if made["answering"] and _in_context(made):
        yield answering(made)
    if made["answers"]:
        yield from answer_tables(made["answers"])
    if (table := times(made)).row_count:
        yield table
    if made["adding"]["turns"] or made["tokens"]["construction"]:
        yield tokens(made["tokens"])
    if made["ablation"]:
        yield ablation(made)


def retrieval(made: Document) -> Table:
    """A row per group of questions, under it naive RAG and the bars; bounds hold 95 % of resampled means."""
    return _ranked("Retrieval", made["retrieval"], made["naive_rag"], _bars(made))


def held_out(made: Document) -> Table:
    """The same by kind over the conversations on which nothing was tuned."""
    part = made["held_out"]
    return _ranked(f"Retrieval, {part['name']}: by kind", part["retrieval"], part["naive_rag"], {})


def _ranked(title: str, groups: Document, naive: Document | None, bars: Bars) -> Table:
    table = new_table(title, "questions", *MEASURES)
    for name, group in groups.items():
        if not group["questions"]:
            continue
        cells = [_bounded(group[key], group["95%"][key]) for key in MEASURES]
        table.add_row(name, str(group["questions"]), *cells)
        if naive:
            table.add_row("  naive RAG", "", *(f"{naive[name][key]:.3f}" for key in MEASURES), style="dim")
        if any((name, key) in bars for key in MEASURES):
            told = [bar_of(group.get(key), bars.get((name, key))) for key in MEASURES]
            table.add_row("  bar", "", *told, style="dim")
    return table


def _bars(made: Document) -> Bars:
    """The bars of this benchmark for the conversations that were asked; none for other choices."""
    kind = made["benchmark"] + (", recorded" if made["settings"]["recorded"] else "")
    chosen = (bars for (name, asked), bars in BARS.items() if name == kind and is_whole(made, asked))
    return next(chosen, {})


def answering(made: Document) -> Table:
    """How often the gold answer stands in a context, without any model; below each group the base rate,
    contexts of random turns without gold, and the ceiling, the gold turns alone.
    """
    table = new_table(
        f"Answer in context, of at most {made['answering']['token_budget']} tokens",
        "questions",
        "in a gold turn",
        "in any turn",
        "lenient: or a heading",
        "or a time within it",
        "mean tokens",
    )
    for name, group in _in_context(made).items():
        table.add_row(name, str(group["questions"]), *_shares(group))
        if (made["benchmark"], name) == ("locomo", "category 2") and is_whole(made):
            bar = bar_of(group["answer_in_context"], IN_CONTEXT)
            table.add_row("  bar", "", "", "", bar, "", "", style="dim")
        table.add_row("  base rate: turns without gold", "", *_shares(group["base_rate"]), style="dim")
        table.add_row("  ceiling: the gold turns alone", "", *_shares(group["ceiling"]), style="dim")
    return table


def _shares(figures: Mapping[str, float]) -> list[str]:
    names = ("answer_in_gold_turn", "answer_in_turn", "answer_in_context", "or_inside")
    return [*(f"{figures[name]:.3f}" for name in names), f"{figures['context_tokens']:.0f}"]


def _in_context(made: Document) -> Mapping[str, Any]:
    """The groups whose contexts were looked at."""
    groups = {name: each for name, each in made["answering"].items() if isinstance(each, Mapping)}
    return {name: each for name, each in groups.items() if "answer_in_context" in each}


def ablation(made: Document) -> Table:
    """Each variant's values, and their distance in points (hundredths) from those of the first row."""
    kinds = [name for name in made["ablation"][0]["retrieval"] if name != "all"]
    columns = [("all", "recall@10"), ("all", "all@50±2"), *((name, "recall@10") for name in kinds)]
    table = new_table(
        "Ablation", *(f"{'R@10' if key == MEASURES[0] else 'A@50±2'} {_short(g)}" for g, key in columns)
    )
    first = made["ablation"][0]["retrieval"]
    for number, row in enumerate(made["ablation"]):
        cells = []
        for group, key in columns:
            value, base = row["retrieval"][group].get(key), first[group].get(key)
            cells.append(_against(value, base if number else None))
        table.add_row(row["variant"], *cells)
    return table


def _bounded(value: float, bounds: tuple[float, float]) -> str:
    return f"{value:.3f} [{bounds[0]:.3f}–{bounds[1]:.3f}]"


def _against(value: float | None, base: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if base is None else f"{value:.3f} {100 * (value - base):+.1f}"


def _short(group: str) -> str:
    return group.replace("category ", "cat ")
