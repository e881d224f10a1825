"""The document of a benchmark as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from graphmem.bench.answer_tables import answer_tables, new_table
from graphmem.bench.metrics import MEASURES
from graphmem.bench.report import Document, is_whole, met

ALL = tuple(range(1, 11))
BARS: Mapping[tuple[str, tuple[int, ...]], Mapping[tuple[str, str], float]] = {
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
RATIO, P50, P95, SLOWER, WORSE = 2.0, 30.0, 60.0, 1.5, -0.01
"""Bars: adding over embedding; milliseconds of a search; in a crowd: times p50, and Recall@10 lost."""


def tables(made: Document) -> Iterator[Table]:
    """Retrieval, then adding, searching, the crowd and the ablation; only what was measured."""
    if made["questions"]:
        yield retrieval(made)
    if made["answering"] and _in_context(made):
        yield answering(made)
    if made["answers"]:
        yield from answer_tables(made["answers"])
    if (table := times(made)).row_count:
        yield table
    if made["ablation"]:
        yield ablation(made)


def retrieval(made: Document) -> Table:
    """A row per group of questions, under it naive RAG and the bars; bounds hold 95 % of resampled means."""
    table = new_table("Retrieval", "questions", *MEASURES)
    bars = _bars(made)
    for name, group in made["retrieval"].items():
        if not group["questions"]:
            continue
        cells = [_bounded(group[key], group["95%"][key]) for key in MEASURES]
        table.add_row(name, str(group["questions"]), *cells)
        if made["naive_rag"]:
            control = made["naive_rag"][name]
            table.add_row("  naive RAG", "", *(f"{control[key]:.3f}" for key in MEASURES), style="dim")
        if any((name, key) in bars for key in MEASURES):
            told = [_bar(group.get(key), bars.get((name, key))) for key in MEASURES]
            table.add_row("  bar", "", *told, style="dim")
    return table


def _bars(made: Document) -> Mapping[tuple[str, str], float]:
    """The bars of this benchmark for the conversations that were asked; none for other choices."""
    kind = made["benchmark"] + (", recorded" if made["settings"]["recorded"] else "")
    chosen = (bars for (name, asked), bars in BARS.items() if name == kind and is_whole(made, asked))
    return next(chosen, {})


def answering(made: Document) -> Table:
    """How often the gold answer stands in a context, without any model."""
    table = new_table(
        f"Answer in context, of at most {made['answering']['token_budget']} tokens",
        "questions", "found", "or a time within it", "mean tokens",
    )  # fmt: skip
    for name, group in _in_context(made).items():
        cells = [f"{group[key]:.3f}" for key in ("answer_in_context", "or_inside")]
        table.add_row(name, str(group["questions"]), *cells, f"{group['context_tokens']:.0f}")
        if (made["benchmark"], name) == ("locomo", "category 2") and is_whole(made):
            table.add_row("  bar", "", _bar(group["answer_in_context"], IN_CONTEXT), "", "", style="dim")
    return table


def _in_context(made: Document) -> Mapping[str, Any]:
    """The groups whose contexts were looked at."""
    groups = {name: each for name, each in made["answering"].items() if isinstance(each, Mapping)}
    return {name: each for name, each in groups.items() if "answer_in_context" in each}


def times(made: Document) -> Table:
    """What adding and searching took."""
    table = new_table("Times", "value", "bar")
    for name, value, bar in [*_adding(made["adding"]), *_search(made), *_crowd(made["crowd"])]:
        table.add_row(name, value, bar)
    return table


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


def _adding(adding: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    if adding["turns"]:
        yield "turns added", f"{adding['turns']:,} in {adding['seconds']:.1f} s", ""
        yield "turns/s", f"{adding['turns_per_second']:.1f}", ""
        yield (
            "embedder alone",
            f"{adding['texts_embedded']:,} texts in {adding['embedder_seconds']:.1f} s",
            "",
        )
    if adding["ratio"]:
        yield "adding / embedder alone", f"{adding['ratio']:.2f}", _most(adding["ratio"], RATIO)
    if adding["reused_turns"]:
        yield "turns already there", f"{adding['reused_turns']:,}", ""
    for stage, spread in adding["session_stages_ms"].items():
        if spread:
            yield f"  {stage}, a session", _spread(spread), ""
    if "p50" in adding["one_turn_ms"]:
        yield f"one turn at a time ({adding['one_turn_ms']['turns']})", _spread(adding["one_turn_ms"]), ""
    memory = adding["memory_mb"]
    if memory["after_last"] is not None:
        told = f"{memory['warm']:.0f} → {memory['after_first']:.0f} → {memory['after_last']:.0f} MB"
        yield "memory: warm, after the first, after the last", told, "flat"


def _search(made: Document) -> Iterator[tuple[str, str, str]]:
    search = made["search_ms"]
    if "p50" not in search:
        return
    bars = (
        [_most(search["p50"], P50), _most(search["p95"], P95)]
        if not made["store"]["background_turns"]
        else []
    )
    yield "search, warm", _spread(search), ", ".join(bars)
    if search["cold"]:
        yield "search, first of each user", _spread(search["cold"]), ""
    for stage, spread in search["stages"].items():
        yield f"  {stage}", _spread(spread), ""
    store = made["store"]
    yield "turns in the store, of all users", f"{store['turns']:,}, {store['users']:,}", ""


def _crowd(crowd: Mapping[str, Any] | None) -> Iterator[tuple[str, str, str]]:
    if not crowd:
        return
    if crowd["turns_added"]:
        yield "other users' turns added", f"{crowd['turns_added']:,} in {crowd['seconds']:.0f} s", ""
    if crowd["among_ms"]:
        yield f"search among {crowd['turns']:,} turns of others", _spread(crowd["among_ms"]), ""
    if crowd["p50_ratio"] is not None:
        yield "  without them", _spread(crowd["alone_ms"]), ""
        yield "  p50 ratio", f"{crowd['p50_ratio']:.2f}", _most(crowd["p50_ratio"], SLOWER)
        lost = crowd["recall@10_difference"]
        yield "  Recall@10 difference", f"{lost:+.4f}", _bar(lost, WORSE)
    elif crowd["among_ms"]:
        yield "  without them", "not measured: they were there before; use --crowd-remove", ""


def _bounded(value: float, bounds: tuple[float, float]) -> str:
    return f"{value:.3f} [{bounds[0]:.3f}–{bounds[1]:.3f}]"


def _bar(value: float | None, bar: float | None) -> str:
    """The bar, and whether it is reached; a value that may not be smaller."""
    if bar is None:
        return ""
    return f"≥ {bar:g} {_sign(met(value, bar))}".rstrip()


def _most(value: float | None, bar: float) -> str:
    return f"≤ {bar:g} {_sign(met(value, bar, most=True))}".rstrip()


def _sign(reached: bool | None) -> str:
    return "" if reached is None else "met" if reached else "missed"


def _spread(spread: Mapping[str, float]) -> str:
    return f"p50 {spread['p50']:.1f}, p95 {spread['p95']:.1f} ms"


def _against(value: float | None, base: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if base is None else f"{value:.3f} {100 * (value - base):+.1f}"


def _short(group: str) -> str:
    return group.replace("category ", "cat ")
