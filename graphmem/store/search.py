"""Candidates and cards for reading: statements under `cypher/search`."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any

from graphmem.model.hit import Citation, Filters, GraphPath, PathNode
from graphmem.model.ranking import Asked, Belief, Candidate, Card, Channel, Ranking, RecordCard
from graphmem.model.segment import Vector
from graphmem.model.tree import ROOT
from graphmem.store.entities import members
from graphmem.store.executor import Executor, Row
from graphmem.store.lucene import lucene
from graphmem.store.readers import cited_turn
from graphmem.store.sentences import GraphSentences
from graphmem.store.times import OPEN_END, UNKNOWN, shown, stored, stored_end

_HIGHEST = chr(0x10FFFF)
_TEXT_FIELD = {
    Channel.CONTEXT_TEXT: "context",
    Channel.RECORD_TEXT: "text",
    Channel.EVIDENCE_TEXT: "name",
}
_OF_BELIEF = {
    Channel.RECORDS,
    Channel.WISHES,
    Channel.RECORD_TEXT,
    Channel.EVIDENCE,
    Channel.EVIDENCE_TEXT,
    Channel.TIME,
    Channel.LONG,
    Channel.PROFILE,
}
_OF_TREE = {
    Channel.TREE: "search/tree",
    Channel.BEAM: "search/leaves",
    Channel.SEGMENTS: "search/segments",
    Channel.SHORT: "search/short",
}
_NODES = {Channel.EVIDENCE: 30, Channel.EVIDENCE_TEXT: 30, Channel.TREE: 10, Channel.SEGMENTS: 10}
"""Nodes whose turns are looked at."""
_MOST = {Channel.WISHES: 30, Channel.PROFILE: 30}
_BEAM = 10
_VAGUE = 50
"""Records of a whole year that are read for a window within it. Their order says nothing about the question,
so the later ones only cost time: 200 of them took 3,159 instead of 1,169 database hits for a day."""


@dataclass(frozen=True, slots=True)
class GraphSearch:
    """SearchReader and CardReader over Neo4j.

    mean: tells the store's mean vector, for centred cosines; None as long as it is unknown.
    """

    executor: Executor
    mean: Callable[[], Vector | None]

    async def speakers(self, scope: str) -> tuple[str, ...]:
        """Names of those who speak in this scope's sessions, in most sessions first."""
        return tuple(row["speaker"] for row in await self.executor.read("search/speakers", scope=scope))

    async def rank(
        self,
        scope: str,
        asked: Sequence[Asked],
        *,
        depth: int,
        filters: Filters,
        belief: Belief,
        paths: bool = False,
    ) -> tuple[Ranking, ...]:
        """One ranking per query; one statement per channel, all at once. paths: tell the way to each turn."""
        by_channel: dict[Channel, list[int]] = defaultdict(list)
        for number, each in enumerate(asked):
            by_channel[each.channel].append(number)
        jobs = [
            self._channel(scope, channel, [(n, asked[n]) for n in numbers], depth, filters, belief, paths)
            for channel, numbers in by_channel.items()
        ]
        found = {number: row for rows in await asyncio.gather(*jobs) for number, row in rows}
        return tuple(_ranking(asked[number], found[number]) for number in sorted(found))

    async def _channel(
        self,
        scope: str,
        channel: Channel,
        asked: Sequence[tuple[int, Asked]],
        depth: int,
        filters: Filters,
        belief: Belief,
        paths: bool,
    ) -> list[tuple[int, Row]]:
        queries = [query for number, each in asked if (query := _query(scope, number, each, filters))]
        if not queries:
            return []
        name, bounds = _statement(channel, filters, belief)
        depth = min(depth, _MOST.get(channel, depth))
        if channel in _NODES:
            bounds["nodes"] = _NODES[channel]
        if channel is Channel.TIME:
            bounds["years"] = depth if any(_of_years(each) for _, each in asked) else _VAGUE
        started = perf_counter()
        if channel is Channel.BEAM:
            queries = await asyncio.gather(*(self._beam(scope, query) for query in queries))
        rows = await self.executor.read(
            name, scope=scope, queries=queries, limit=depth, paths=paths, **bounds
        )
        seconds = perf_counter() - started
        return [(row["position"], row | {"seconds": seconds}) for row in rows]

    async def _beam(self, scope: str, query: Row) -> Row:
        """The query with the leaves that a beam down from the root reaches (LLE, appendix C)."""
        frontier, leaves = [ROOT], list[str]()
        while frontier:
            nodes = await self.executor.read(
                "search/beam", scope=scope, embedding=query["embedding"], parents=frontier, width=_BEAM
            )
            leaves += [node["uid"] for node in nodes if node["is_leaf"]]
            frontier = [node["uid"] for node in nodes if not node["is_leaf"]]
        return {**query, "leaves": leaves}

    async def candidates(self, scope: str, turns: Sequence[str]) -> Mapping[str, Candidate]:
        """What is known of these turns, by uid; unknown and foreign uids are left out."""
        (row,) = await self.executor.read("search/candidates", scope=scope, turns=list(turns))
        return {values[0]: _candidate(values) for values in row["candidates"]}

    async def matching(
        self, scope: str, filters: Filters, belief: Belief, *, limit: int
    ) -> Mapping[str, frozenset[str]]:
        """Records that the filters by type, tag and entity admit, by the turn behind them."""
        rows = await self.executor.read(
            "search/matching",
            scope=scope,
            types=list(filters.type) or None,
            tags=list(filters.tags) or None,
            entities=await members(self.executor, scope, filters.entity),
            limit=limit,
            **_believed(belief),
        )
        return {row["turn"]: frozenset(row["records"]) for row in rows}

    async def cards(
        self, scope: str, turns: Sequence[str], *, belief: Belief, names: bool = False
    ) -> Mapping[str, Card]:
        """Each turn with the believed records that it proves, by turn uid; names: with their entities."""
        (row,) = await self.executor.read(
            "search/cards", scope=scope, turns=list(turns), names=names, **_believed(belief)
        )
        return {turn["uid"]: _card(turn, records, later) for turn, records, later in row["cards"]}

    async def neighbours(
        self, scope: str, turns: Sequence[str], window: int
    ) -> Mapping[str, tuple[Citation, ...]]:
        """For each turn those at most `window` places away in its session, in order, without itself."""
        rows = await self.executor.read("search/neighbours", scope=scope, turns=list(turns), window=window)
        return {row["uid"]: tuple(map(cited_turn, row["near"])) for row in rows}

    async def similarities(self, scope: str, turns: Sequence[str], question: Vector) -> Mapping[str, float]:
        """The best centred cosine of each turn's passages to the question's raw unit vector."""
        near = await GraphSentences(self.executor, self.mean).nearness(scope, turns, question)
        return {turn: max(each.cosine for each in sentences) for turn, sentences in near.items()}


def _query(scope: str, number: int, asked: Asked, filters: Filters) -> Row | None:
    if asked.channel is Channel.TIME:
        return {"position": number, **_window(asked)} if asked.window else None
    if asked.channel is Channel.SHORT:
        return {"position": number}
    if field := _TEXT_FIELD.get(asked.channel):
        inside = {} if asked.channel is Channel.EVIDENCE_TEXT else _tokens(filters)
        words = lucene(asked.text, field, scope, **inside)
        return {"position": number, "lucene": words} if words else None
    return {"position": number, "embedding": list(asked.vector)}


def _tokens(filters: Filters) -> dict[str, str | None]:
    return {"session": filters.session_id, "agent": filters.agent_id}


def _of_years(asked: Asked) -> bool:
    """Whether the window is a year or longer."""
    window = asked.window
    return bool(window and window.start and window.end and window.end - window.start >= timedelta(days=365))


def _window(asked: Asked) -> Row:
    assert asked.window and asked.window.start and asked.window.end  # _query asks only with a window
    first, last = asked.window.start.isoformat(), (asked.window.end - timedelta(microseconds=1)).isoformat()
    return {
        "day_from": first[:10],
        "day_to": last[:10],
        "month_from": first[:7],
        "month_to": last[:7],
        "year_from": first[:4],
        "year_to": last[:4],
        "year_place": 0 if _of_years(asked) else 2,
        "said_from": stored(asked.window.start),
        "said_to": stored(asked.window.end),
    }


def _statement(channel: Channel, filters: Filters, belief: Belief) -> tuple[str, dict[str, Any]]:
    """The statement of a channel and what bounds it."""
    if channel in _OF_TREE:
        return _OF_TREE[channel], {}
    if channel in _OF_BELIEF:
        return f"search/{channel}", dict(_believed(belief))
    time = {"after": stored(filters.after), "before": stored_end(filters.before)}
    if channel is Channel.CONTEXT_TEXT:
        return "search/context_text", time
    if not filters.bounds_turns:
        return f"search/{channel}", {}
    places = {
        "session_from": filters.session_id or "",
        "session_to": filters.session_id or _HIGHEST,
        "agent_from": filters.agent_id or "",
        "agent_to": filters.agent_id or _HIGHEST,
    }
    return f"search/{channel}_bounded", {**places, **time}


def _believed(belief: Belief) -> dict[str, datetime]:
    """Bounds for records; open where nothing is asked, so that one statement serves all."""
    open_end = OPEN_END - timedelta(days=1)
    return {
        "known_at": belief.known_at.astimezone(UTC) if belief.known_at else open_end,
        "true_from": belief.as_of.astimezone(UTC) if belief.as_of else UNKNOWN,
        "true_to": belief.as_of.astimezone(UTC) if belief.as_of else OPEN_END,
    }


def _ranking(asked: Asked, row: Row) -> Ranking:
    nodes = row.get("nodes") or row["turns"]
    via: dict[str, str] = {}
    for turn, node in zip(row["turns"], nodes, strict=True):
        via.setdefault(turn, node)
    through = {turn: node for turn, node in via.items() if node not in ("", turn)}
    paths: dict[str, GraphPath] = {}
    for turn, flat in zip(row["turns"], row["paths"], strict=False):  # no paths unless they are asked for
        paths.setdefault(turn, _path(flat))
    return Ranking(
        asked.channel, asked.route, asked.phrasing, asked.weight, tuple(via), through, row["seconds"], paths
    )


def _path(flat: Sequence[Any]) -> GraphPath:
    """labels, uid, then for each further node its relationship, as ">TYPE" or "<TYPE", labels and uid."""
    first = PathNode(tuple(flat[0]), flat[1])
    steps = zip(flat[2::3], flat[3::3], flat[4::3], strict=True)
    return (first, *(PathNode(tuple(labels), uid, way[1:], way[0] == ">") for way, labels, uid in steps))


def _candidate(values: Sequence[Any]) -> Candidate:
    uid, session_uid, position, speaker, role, said_at, recorded_at, share, dated, agent_id = values
    return Candidate(
        uid=uid,
        session_uid=session_uid,
        position=position,
        speaker=speaker,
        role=role,
        said_at=shown(said_at),
        recorded_at=shown(recorded_at),
        statement_share=1.0 if share is None else share,
        dated=bool(dated),
        agent_id=agent_id,
    )


def _card(turn: Row, records: Sequence[Row], later: Sequence[str]) -> Card:
    metadata = json.loads(turn["metadata_json"] or "{}")
    return Card(cited_turn(turn), tuple(map(_record, records)), metadata, tuple(later))


def _record(row: Row) -> RecordCard:
    return RecordCard(
        uid=row["uid"],
        type=row["type"],
        text=row["text"],
        turns=tuple(row["turns"]),
        entities=frozenset(row["entities"]),
        event_from=shown(row["event_from"]),
        event_to=shown(row["event_to"]),
        valid_from=shown(row["valid_from"]),
        valid_to=shown(row["valid_to"]),
        recorded_at=shown(row["recorded_at"]),
        outdated_by=tuple(row["outdated_by"]),
    )
