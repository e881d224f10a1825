"""Memories as a person reads them in a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from rich.text import Text

from graphmem.arguments.filters import TURN
from graphmem.cli.output import width
from graphmem.model.checkup import Problem
from graphmem.model.hit import Citation, Explanation, GraphPath, Hit, PathNode
from graphmem.model.plan import QueryPlan
from graphmem.model.results import StoredMemory

_SHORT = 220
_INDENT = "   "


def hits(found: Sequence[Hit], *, full: bool = False, ids: bool = True) -> Iterator[Text]:
    """Numbered hits, each with the turns that prove it.

    full: their texts are not shortened. ids: of hits and turns, for the commands that take one.
    """
    for number, hit in enumerate(found, 1):
        yield from _wrapped(hit.memory, first=f"{number}. ".ljust(3), style="bold")
        yield Text(f"{_INDENT}{_facts(hit, ids=ids)}", style="dim")
        for citation in hit.citations:
            yield from _citation(citation, full=full, ids=ids)
        if hit.neighbours:
            yield Text(f"{_INDENT}said around it:", style="dim")
        for citation in hit.neighbours:
            yield from _citation(citation, full=full, ids=ids)
        if hit.explanation:
            yield from _explanation(hit, hit.explanation)


def paragraphs(text: str) -> Iterator[Text]:
    """The lines of a text, no wider than the terminal."""
    for line in text.splitlines():
        yield from _wrapped(line, first="")


def proofs(cited: Sequence[Citation], *, full: bool = False) -> Iterator[Text]:
    """The turns behind an answer, numbered as its claims refer to them."""
    for number, each in enumerate(cited, 1):
        said = f", {moment(each.said_at)}" if each.said_at else ""
        first = f"[{number}]".ljust(5)
        yield Text.assemble((first, "bold"), (each.speaker or each.role, "cyan"), (said, "dim"))
        yield from _wrapped(each.text if full else shortened(each.text), first=" " * len(first))


def timings(seconds: Mapping[str, float]) -> Text:
    """Milliseconds by stage."""
    return Text(
        "took " + " · ".join(f"{stage} {took * 1000:.1f} ms" for stage, took in seconds.items()), style="dim"
    )


def rows(memories: Sequence[StoredMemory]) -> Iterator[Text]:
    """Two lines for each: what, and its id."""
    for memory in memories:
        said = memory.citations[0] if memory.type == TURN and memory.citations else None
        when = moment(said.said_at) if said else _when(memory)
        told = (memory.type, _who(said), when or "no date", _ended(memory), f"id {memory.id}")
        yield from _wrapped(memory.memory, first="", style="bold", limit=_SHORT)
        yield Text(f"{_INDENT}{' · '.join(filter(None, told))}", style="dim")


def _who(said: Citation | None) -> str:
    """Who said a turn, and in which role."""
    if said is None:
        return ""
    return said.role if said.speaker in ("", said.role) else f"{said.speaker} ({said.role})"


def details(memory: StoredMemory) -> Iterator[Text]:
    """Everything about one memory that is known, then its evidence in full."""
    yield from _wrapped(memory.memory, first="", style="bold")
    rows: dict[str, str] = {
        "id": memory.id,
        "type": memory.type,
        "session": memory.session_id,
        "agent": memory.agent_id,
        "about": memory.subject,
        "tags": ", ".join(memory.tags),
        "mentions": ", ".join(memory.entities),
        "happened": _when(memory),
        "said as": memory.time_text,
        "true from": moment(memory.valid_from),
        "true until": moment(memory.valid_to),
        "recorded": moment(memory.recorded_at),
        "superseded": moment(memory.superseded_at),
        "metadata": ", ".join(f"{name}={value}" for name, value in memory.metadata.items()),
    }
    for name, value in rows.items():
        if value:
            yield Text.assemble((f"{_INDENT}{name:<11}", "dim"), value)
    for citation in memory.citations:
        yield from _citation(citation, full=True, ids=True)


def period(start: datetime | None, end: datetime | None, zone: tzinfo | None = None) -> str:
    """A day, month or year where the two moments bound just that, else both days; "" when unknown."""
    if start is None:
        return f"until {_day(end, zone)}" if end else ""
    first = start.astimezone(zone or UTC)
    if end is None:
        return f"from {_day(start, zone)}"
    last = (end - timedelta(microseconds=1)).astimezone(zone or UTC)
    if first.date() >= last.date():
        return f"{first:%Y-%m-%d}"
    opens, closes = first.day == 1, (last + timedelta(days=1)).day == 1
    if opens and closes and (first.year, first.month) == (last.year, last.month):
        return f"{first:%Y-%m}"
    if opens and closes and first.month == 1 and last.month == 12 and first.year == last.year:
        return f"{first:%Y}"
    return f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"


def shortened(text: str, limit: int = _SHORT) -> str:
    """On one line, cut between words where it is longer than `limit` characters."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    cut = flat[: limit - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[limit // 2 :] else cut}…"


def _day(moment: datetime | None, zone: tzinfo | None) -> str:
    return f"{moment.astimezone(zone or UTC):%Y-%m-%d}" if moment else ""


def moment(at: datetime | None) -> str:
    """A time to the minute, in its own offset; "" when unknown."""
    return f"{at:%Y-%m-%d %H:%M}" if at else ""


def _facts(hit: Hit, *, ids: bool) -> str:
    parts = [hit.type, _when(hit), _ended(hit), f"score {hit.score:.3g}"]
    if hit.similarity is not None:
        parts.append(f"similarity {hit.similarity:.2f}")
    if ids:
        parts.append(f"id {hit.id}")
    return " · ".join(part for part in parts if part)


def _when(memory: Hit | StoredMemory) -> str:
    """When it happened, by the clock of whoever said it; else when it was said."""
    said = next((citation.said_at for citation in memory.citations if citation.said_at), None)
    happened = period(memory.event_from, memory.event_to, said.tzinfo if said else None)
    return happened or (f"said {said:%Y-%m-%d}" if said else "")


def _ended(memory: Hit | StoredMemory) -> str:
    """Until when it was true, where that has an end."""
    return f"true until {_day(memory.valid_to, None)}" if memory.valid_to else ""


def _citation(citation: Citation, *, full: bool, ids: bool) -> Iterator[Text]:
    said = f", {moment(citation.said_at)}" if citation.said_at else ""
    place = f", session {citation.session_id}" + (f", turn {citation.turn_id}" if ids else "")
    yield Text.assemble(_INDENT, (citation.speaker or citation.role, "cyan"), (said + place, "dim"))
    cut = not full and citation.start > 0
    text = citation.text if full else shortened(citation.excerpt)
    yield from _wrapped(f"… {text}" if cut else text, first=f"{_INDENT}  ")


def _explanation(hit: Hit, why: Explanation) -> Iterator[Text]:
    for each in sorted(why.channels, key=lambda each: (each.rank, each.channel)):
        yield Text(
            f"{_INDENT}found by {each.channel} at rank {each.rank} (weight {each.weight:.3g})", style="dim"
        )
        if each.path:
            yield Text(f"{_INDENT}  {path(each.path)}", style="dim")
    factors = " · ".join(f"{name} {value:.3g}" for name, value in why.factors.items())
    if factors:
        yield Text(f"{_INDENT}factors: {factors}", style="dim")


def path(nodes: GraphPath) -> str:
    """A path through the graph as a pattern of Cypher; a step by a property reads ~quotes~>."""
    return "".join(_arrow(node) + f"(:{':'.join(node.labels)} {{uid: {node.id!r}}})" for node in nodes)


def _arrow(node: PathNode) -> str:
    if not node.relationship or node.relationship.islower():
        return f" ~{node.relationship}~> " if node.relationship else ""
    return f"-[:{node.relationship}]->" if node.forward else f"<-[:{node.relationship}]-"


def _wrapped(text: str, *, first: str, style: str = "", limit: int | None = None) -> Iterator[Text]:
    """Lines no wider than the terminal, the later ones indented like the text of the first."""
    shown = shortened(text, limit) if limit else text
    for paragraph in shown.splitlines() or [""]:
        lines = textwrap.wrap(
            paragraph,
            width(),
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_on_hyphens=False,
        )
        for line in lines:
            yield Text(line, style=style)
        first = " " * len(first)


def plan(planned: QueryPlan | None) -> Iterator[Text]:
    """How the question was understood."""
    if planned is None:
        return
    how = f"planned by {planned.planned_by} as {planned.type}, {planned.operation}, {planned.access}"
    yield Text(f"{how}, about {', '.join(planned.entities)}" if planned.entities else how, style="dim")
    for rewrite in planned.rewrites:
        yield Text(f"rewritten: {rewrite}", style="dim")
    for route in planned.routes:
        window = f" within {period(route.window.start, route.window.end)}" if route.window else ""
        texts = " | ".join(dict.fromkeys(text for _, text in route.texts))
        yield Text(f"route {route.goal}: {texts}{window}", style="dim")
        for query in route.also:
            texts = " | ".join(dict.fromkeys(text for _, text in query.texts))
            yield Text(f"{_INDENT}beside it, weight {query.weight:.2g}: {texts}", style="dim")
    if planned.remark:
        yield Text(f"note: {planned.remark}", style="dim")


def problem(found: Problem) -> str:
    """What is wrong, where for example, and what helps."""
    ids = ", ".join(found.examples)
    more = ", …" if found.count > len(found.examples) else ""
    why = f". The reason given was: {found.reason}" if found.reason else ""
    return f"{found.count:,} × {found.meaning} ({ids}{more}): {found.mend}{why}"
