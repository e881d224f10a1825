"""What was answered, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table

from graphmem.bench.answer_controls import MEMORY
from graphmem.bench.answer_report import ABSTAINED, CORES, SCORES

_NAMES = {
    "f1": "F1",
    "bleu1": "BLEU-1",
    "locomo_f1": "LoCoMo F1",
    "judge_strict": "strict",
    "judge_lenient": "lenient",
    "judge_task": "by task",
    "abstained_rightly": "abstained",
    "abstained_falsely": "falsely",
    "read_tokens": "read",
    "query_tokens": "spent",
}
_TOKENS = ("read_tokens", "query_tokens")
_AUDITED = ("locomo_f1", "judge_strict", "judge_lenient")
_WHOLE = tuple(name for name in (*SCORES, *ABSTAINED, *_TOKENS) if name not in CORES)

Document = Mapping[str, Any]


def answer_tables(made: Document) -> Iterator[Table]:
    """Figures by group with the controls below each, then what it took; none where nothing was answered."""
    if made["systems"]:
        yield scores(made)
        if any(group[CORES[0]] is not None for group in _groups(made).values()):
            yield simplified(made)
        yield efforts(made)


def scores(made: Document) -> Table:
    """Measures that apply to no question are left out. With audited errors, some stand again without them."""
    groups = _groups(made)
    shown = [
        name
        for name in _WHOLE
        if any(group[name] is not None for group in groups.values())
        and (name != "query_tokens" or made["model"])
    ]
    again = [name for name in _AUDITED if name in shown and "without_audited_errors" in groups["all"]]
    columns = [*(_NAMES[name] for name in shown), *(f"{_NAMES[name]}*" for name in again)]
    table = new_table(f"Answers, {_by(made)}", "questions", *columns)
    table.caption = "* without audited errors" if again else None
    table.caption_justify = "left"
    for group in groups:
        _rows(table, made, group, shown, again)
    return table


def simplified(made: Document) -> Table:
    """What is left of the answers when they are cut down to their core."""
    table = new_table("Answers, simplified", "questions", "F1", "BLEU-1", "LoCoMo F1")
    for group, figures in _groups(made).items():
        if figures[CORES[0]] is not None:
            _rows(table, made, group, CORES, ())
    return table


def _groups(made: Document) -> Document:
    groups: Document = made["systems"].get(MEMORY, {})
    return groups


def efforts(made: Document) -> Table:
    """Comparisons, tokens and seconds."""
    table = new_table("Answering", "value")
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
        table.add_row(what, f"{kept['asked']:,} asked, {kept['found']:,} found among kept ones{broken}")
    for name in ("failed", "unjudged"):
        if made[name]:
            table.add_row(name, f"{made[name]}: {made['reasons'][0]}" if made["reasons"] else str(made[name]))
    for name in ("controls_left_out", "stopped"):
        if made[name]:
            table.add_row(name.replace("_", " "), made[name])
    return table


def _rows(table: Table, made: Document, group: str, shown: Sequence[str], again: Sequence[str]) -> None:
    """A row for each system; below it, over all questions, how far its runs spread."""
    for system, groups in made["systems"].items():
        if group not in groups:
            continue
        figures, ours = groups[group], system == MEMORY
        cells = [_cell(name, figures[name]) for name in shown]
        cells += [_cell(name, figures["without_audited_errors"][name]) for name in again]
        told = str(figures["answered"]) if ours else ""
        table.add_row(group if ours else f"  {system}", told, *cells, style="" if ours else "dim")
        spreads = made["runs_apart"][system]
        if group == "all" and made["runs"] > 1:
            table.add_row("    ± over runs", "", *(_spread(spreads.get(name)) for name in shown), style="dim")


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if name in _TOKENS else f"{value:.3f}"


def _spread(runs: Document | None) -> str:
    deviation = runs["sd"] if runs else None
    return "" if deviation is None else f"{deviation:.3f}"


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


def new_table(title: str, *columns: str) -> Table:
    """An empty table of figures: a column of names, then these, to the right."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table
