"""Everything that a database holds, as a test can search it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from neo4j import GraphDatabase

from tests.conftest import RunningServer

_NODES = "MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties"
_EDGES = "MATCH (a)-[r]->(b) RETURN type(r) AS type, properties(r) AS properties, a.scope AS scope"


def rows(server: RunningServer, query: str, **parameters: Any) -> list[dict[str, Any]]:
    auth = (server.username, server.password)
    with GraphDatabase.driver(server.uri, auth=auth, notifications_min_severity="OFF") as driver:
        records, *_ = driver.execute_query(query, parameters, database_=server.database)
        return [record.data() for record in records]


def everything(server: RunningServer) -> str:
    """Every label, property and relationship of the whole database as one text."""
    return "\n".join(repr(row) for row in [*rows(server, _NODES), *rows(server, _EDGES)])


def holding(server: RunningServer, word: str) -> list[str]:
    """Labels and properties that hold a word, in whatever case."""
    return sorted(
        f"{row['labels']}.{name}"
        for row in rows(server, _NODES)
        for name, value in row["properties"].items()
        if word.casefold() in repr(value).casefold()
    )


def counts(server: RunningServer, user: str) -> dict[str, int]:
    """Nodes by label and relationships by type that a user has."""
    found: Counter[str] = Counter()
    for row in rows(server, "MATCH (n {scope: $user}) RETURN labels(n) AS labels", user=user):
        found.update(row["labels"])
    for row in rows(server, "MATCH ({scope: $user})-[r]->() RETURN type(r) AS type", user=user):
        found.update([row["type"]])
    return dict(found)


def graph(server: RunningServer, user: str, *, vectors: bool = True) -> tuple[list[str], list[str]]:
    """A user's nodes and edges, told without the user's name and the tokens made of it."""
    hidden = {"scope", "filter_tokens"} | (set() if vectors else {"embedding", "context_embedding"})
    nodes = [
        repr(
            (
                sorted(row["labels"]),
                sorted((k, str(v)) for k, v in row["properties"].items() if k not in hidden),
            )
        )
        for row in rows(
            server,
            "MATCH (n {scope: $user}) WHERE NOT n:Scope RETURN labels(n) AS labels, properties(n) AS properties",
            user=user,
        )
    ]
    edges = [
        repr(tuple(map(str, row.values())))
        for row in rows(
            server,
            "MATCH (a {scope: $user})-[r]->(b) RETURN labels(a)[0] AS al, CASE WHEN a:Scope THEN '' ELSE a.uid END AS a, "
            "type(r) AS type, properties(r) AS p, b.uid AS b",
            user=user,
        )
    ]
    return sorted(nodes), sorted(edges)
