"""What was answered, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich import box
from rich.table import Table

from graphmem.bench.answer_controls import MEMORY
from graphmem.bench.answer_report import ABSTAINED, SCORES

_NAMES = {
    "f1": "F1",
    "bleu1": "BLEU-1",
    "locomo_f1": "LoCoMo F1",
    "f1_simplified": "F1, simplified",
    "bleu1_simplified": "BLEU-1, simplified",
    "locomo_f1_simplified": "LoCoMo F1, simplified",
    "judge_strict": "strict",
    "judge_lenient": "lenient",
    "judge_task": "by task",
    "abstained_rightly": "abstained rightly",
    "abstained_falsely": "falsely",
    "read_tokens": "tokens read",
    "query_tokens": "spent",
}
_TOKENS = ("read_tokens", "query_tokens")
_AUDITED = ("locomo_f1", "judge_strict", "judge_lenient")

Document = Mapping[str, Any]


def answer_tables(made: Document) -> Iterator[Table]:
    """Figures by group with the controls below each, then what it took; none where nothing was answered."""
    if made["systems"]:
        yield scores(made)
        yield efforts(made)


def scores(made: Document) -> Table:
    """Measures that apply to no question are left out. With audited errors, some stand again without them."""
    groups: Document = made["systems"].get(MEMORY, {})
    shown = [
        name
        for name in (*SCORES, *ABSTAINED, *_TOKENS)
        if any(group[name] is not None for group in groups.values())
        and (name != "query_tokens" or made["model"])
    ]
    again = [name for name in _AUDITED if name in shown and "without_audited_errors" in groups["all"]]
    columns = [*(_NAMES[name] for name in shown), *(f"{_NAMES[name]}, audited" for name in again)]
    table = _table(f"Answers, {_by(made)}", "questions", *columns)
    for group in groups:
        for system, figures in made["systems"].items():
            if group in figures:
                _row(table, made, system, group, shown, again)
    return table


def efforts(made: Document) -> Table:
    """Comparisons, tokens and seconds."""
    table = _table("Answering", "value")
    for each in made["mcnemar"]:
        told = f"{each['only_first']} : {each['only_second']} of {each['questions']}, p {each['p']:.3g}"
        table.add_row(f"{' / '.join(each['systems'])}, {_NAMES[each['measure']]}: only one is right", told)
    for name, spent in _spent(made["tokens"]):
        told = f"{spent['calls']:,} calls, {spent['input']:,} in, {spent['output']:,} out"
        table.add_row(f"tokens: {name}", told)
    for stage, spread in made["seconds"].items():
        if isinstance(spread, dict) and spread and " " not in stage:
            table.add_row(f"  {stage}", f"p50 {1e3 * spread['p50']:.1f}, p95 {1e3 * spread['p95']:.1f} ms")
    for kept, what in zip(made["kept"], ("answers", "verdicts"), strict=False):
        broken = f", {len(kept['broken'])} kept ones could not be read" if kept["broken"] else ""
        table.add_row(what, f"{kept['asked']:,} asked, {kept['found']:,} kept before{broken}")
    for name in ("failed", "unjudged"):
        if made[name]:
            table.add_row(name, f"{made[name]}: {made['reasons'][0]}" if made["reasons"] else str(made[name]))
    for name in ("controls_left_out", "stopped"):
        if made[name]:
            table.add_row(name.replace("_", " "), made[name])
    return table


def _row(table: Table, made: Document, system: str, group: str, shown: list[str], again: list[str]) -> None:
    figures = made["systems"][system][group]
    spreads = made["runs_apart"][system] if group == "all" else {}
    ours = system == MEMORY
    cells = [_cell(name, figures[name], spreads) for name in shown]
    cells += [_cell(name, figures["without_audited_errors"][name], {}) for name in again]
    told = str(figures["answered"]) if ours else ""
    table.add_row(group if ours else f"  {system}", told, *cells, style="" if ours else "dim")


def _cell(name: str, value: float | None, spreads: Document) -> str:
    if value is None:
        return "–"
    if name in _TOKENS:
        return f"{value:,.0f}"
    spread = spreads.get(name, {}).get("sd")
    return f"{value:.3f}" + (f" ± {spread:.3f}" if spread is not None else "")


def _by(made: Document) -> str:
    by = f"by {made['model']}" if made["model"] else "quoted without a language model"
    judged = f", judged by {made['judge']}" if made["judge"] else ""
    return by + judged + (f", {made['runs']} runs" if made["runs"] > 1 else "")


def _spent(tokens: Document) -> Iterator[tuple[str, Document]]:
    for name, spent in tokens.items():
        if "calls" in spent:
            yield from [(name, spent)] if spent["calls"] else []
        else:
            yield from ((f"{name}, {purpose}", each) for purpose, each in spent.items())


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right")
    return table
