"""The tree with tiers of "Memory in the LLM Era" (experiment 6, appendix C, algorithm 2) over the same graph.

A question reads the whole short-term tier, the summary tree flat and by a beam down from its root, and the
long-term tier by vectors; what they bring is fused by rank. The published method gives all of it to a model
at once, here the first ten or fifty turns count. Three parts can be taken away, alone and together, and a
graph put in the place of the tree, which makes the six ablations of table 8:

- without tree: segments are found by their own vectors, with nothing above them;
- without segments: turns are found by their own vectors, not through segments;
- without tiers and segments (MemTree): the tree alone;
- without tree and segments (MemoryOS): tiers and turns;
- without tree, with graph: entities and topics, whose records lead to turns, beside the segments;
- without tree and segments, with graph: the same beside the turns.
"""

from __future__ import annotations

from collections.abc import Collection

from graphmem.errors import InputError
from graphmem.extract.time_expressions import find_times
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Channel
from graphmem.retrieve.fuse import TurnFactors
from graphmem.retrieve.plan_rules import RulesPlanner
from graphmem.retrieve.recall import Question, Recall
from graphmem.retrieve.search import Search
from graphmem.strategies.ports import SearchPorts

PARTS = ("tiers", "tree", "segments", "graph")
ON_PARTS = frozenset({"tiers", "tree", "segments"})

ABLATIONS = (
    (("tree",), ()),
    (("segments",), ()),
    (("tiers", "segments"), ()),
    (("tree", "segments"), ()),
    (("tree",), ("graph",)),
    (("tree", "segments"), ("graph",)),
)
"""The six of table 8: parts taken away, and parts added."""


def tree_tiers(ports: SearchPorts, *, without: Collection[str] = (), with_: Collection[str] = ()) -> Search:
    """The composition of this method, which asks no model to plan and has no reranker, as published.

    without, with_: names of PARTS to take away or add. Raises InputError for an unknown name.
    """
    unknown = sorted({*without, *with_} - set(PARTS))
    if unknown:
        raise InputError(f"unknown part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    parts = (ON_PARTS | set(with_)) - set(without)
    asked = tuple(Question(channel, Phrasing.FULL, 1.0) for channel in _channels(parts))
    return Search(
        ports.reader,
        ports.cards,
        ports.embedder,
        RulesPlanner(find_times),
        Recall(ports.reader, ports.embedder, asked),
        factors=TurnFactors(speaker=1.0, user=1.0, said=1.0, dated=1.0, question=0.0),
        bonus=None,
        quota=None,
    )


def _channels(parts: Collection[str]) -> list[Channel]:
    channels = [Channel.SHORT, Channel.LONG] if "tiers" in parts else []
    if "segments" not in parts:
        channels.append(Channel.CONTEXTS)
    elif "tree" not in parts:
        channels.append(Channel.SEGMENTS)
    if "tree" in parts:
        channels += [Channel.TREE, Channel.BEAM] if "segments" in parts else [Channel.BEAM]
    if "graph" in parts:
        channels += [Channel.EVIDENCE, Channel.EVIDENCE_TEXT]
    return channels
