"""What adding, searching, models and a crowd cost, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from graphmem.bench.answer_tables import new_table
from graphmem.bench.report import Document, met

RATIO, P50, P95, SLOWER, WORSE = 2.0, 30.0, 60.0, 1.5, -0.01
"""Bars: adding over embedding; milliseconds of a search; in a crowd: times p50, and Recall@10 lost."""


def times(made: Document) -> Table:
    """What adding and searching took."""
    table = new_table("Times", "value", "bar")
    for name, value, bar in [*_adding(made["adding"]), *_search(made), *_crowd(made["crowd"])]:
        table.add_row(name, value, bar)
    return table


def tokens(made: Mapping[str, Any]) -> Table:
    """What a language model was asked for: each purpose of building the memory, and of answering a
    question.
    """
    table = new_table("Tokens", "calls", "in", "out", "a conversation", "1,000 turns", "a question")
    nobody = "none asked" if made["model"] else "0, no model"
    rates = [_whole(made[f"construction_{rate}"]) for rate in ("per_conversation", "per_1000_turns")]
    table.add_row(
        "building, all", *(["", "", "", *rates] if made["construction"] else [nobody] + [""] * 4), ""
    )
    for purpose, spent in made["construction_by_purpose"].items():
        counts = [f"{spent[name]:,}" for name in ("calls", "input", "output")]
        rates = [_whole(spent[rate]) for rate in ("per_conversation", "per_1000_turns")]
        table.add_row(f"  {purpose}", *counts, *rates, "")
    if made["query_by_purpose"]:
        table.add_row("answering, all", *[""] * 5, _whole(made["query"]))
    for purpose, mean in made["query_by_purpose"].items():
        table.add_row(f"  {purpose}", *[""] * 5, _whole(mean))
    return table


def _whole(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _adding(adding: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    if adding["turns"]:
        yield "turns added", f"{adding['turns']:,} in {adding['seconds']:.1f} s", ""
        yield (
            "  with upkeep (summaries, tiers) done",
            f"in {adding['seconds'] + adding['upkeep_seconds']:.1f} s",
            "",
        )
        yield "turns/s", _a_second(adding["turns_per_second"]), ""
        yield "  with upkeep done", _a_second(adding["turns_per_second_with_upkeep"]), ""
        alone = f"{adding['texts_embedded']:,} texts in {adding['embedder_seconds']:.1f} s"
        yield "  embedder alone", f"{_a_second(adding['turns_per_second_embedder_alone'])} ({alone})", ""
    naive = adding["naive_rag"]
    if naive["turns"]:
        told = (
            f"{_a_second(naive['turns_per_second'])} ({naive['turns']:,} texts in {naive['seconds']:.1f} s)"
        )
        yield "  naive RAG, turns/s", told, ""
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


def _a_second(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.1f}"


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
        added = (
            f"{crowd['turns_added']:,} in {crowd['seconds']:.0f} s, {crowd['turns_per_second']:.0f} a second"
        )
        yield "other users' turns added", added, ""
    if crowd["records"]:
        yield "  their records, evidence nodes", f"{crowd['records']:,}, {crowd['evidence_nodes']:,}", ""
    if crowd["among_ms"]:
        yield f"search among {crowd['turns']:,} turns of others", _spread(crowd["among_ms"]), ""
    if crowd["p50_ratio"] is not None:
        yield "  without them", _spread(crowd["alone_ms"]), ""
        yield "  p50 ratio", f"{crowd['p50_ratio']:.2f}", _most(crowd["p50_ratio"], SLOWER)
        lost = crowd["recall@10_difference"]
        yield "  Recall@10 difference", f"{lost:+.4f}", bar_of(lost, WORSE)
    elif crowd["among_ms"]:
        yield "  without them", "not measured: they were there before; use --crowd-remove", ""


def bar_of(value: float | None, bar: float | None) -> str:
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
