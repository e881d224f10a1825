"""The graph as neomodel classes, for people who query it from Python.

    with connected("bolt://127.0.0.1:7687", auth=("neo4j", "…")):
        for fact in Fact.nodes.filter(scope="ana"):
            print(fact.text, [turn.text for turn in fact.turns.all()])

Every query must filter by `scope`, the user. See docs/graph.md.
"""

from graphmem.store import ogm as _declarations
from graphmem.store.ogm import *  # noqa: F403 - one list of names, kept where the classes are declared

__all__ = _declarations.__all__
