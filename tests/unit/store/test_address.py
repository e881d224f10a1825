"""Addresses of Neo4j as people write them: taken, or refused with the right form."""

from __future__ import annotations

import pytest

from graphmem.errors import ConfigError
from graphmem.store.address import checked_address


@pytest.mark.parametrize(
    ("uri", "taken"),
    [
        ("bolt://localhost:7687", "bolt://localhost:7687"),
        ("neo4j+s://abc.databases.neo4j.io", "neo4j+s://abc.databases.neo4j.io"),
        ("BOLT://localhost", "BOLT://localhost"),
        ("bolt://[::1]:7687", "bolt://[::1]:7687"),
        ("neo4j://one:7687?region=eu", "neo4j://one:7687?region=eu"),
        (" bolt://localhost:7687\n", "bolt://localhost:7687"),
        ('"bolt://localhost:7687"', "bolt://localhost:7687"),
    ],
)
def test_an_address_is_taken(uri: str, taken: str) -> None:
    assert checked_address(uri) == taken


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("localhost:7687", "'localhost:7687', which has no scheme: set it to bolt://localhost:7687, or neo4j://localhost:7687 for"),
        ("localhost", "no scheme: set it to bolt://localhost:7687,"),
        ("db.example.com:9999", "set it to bolt://db.example.com:9999,"),
        ("//localhost:7687", "set it to bolt://localhost:7687,"),
        ("bolt:localhost:7687", "set it to bolt://localhost:7687,"),
        ("::1", "set it to bolt://[::1]:7687,"),
        ("[::1]:7687", "set it to bolt://[::1]:7687,"),
        ("http://127.0.0.1:7474", "'http://127.0.0.1:7474', which is the address of a web page, and not the one that drivers use: set it to bolt://127.0.0.1:7687, or neo4j://127.0.0.1:7687 for"),
        ("http://localhost:7474/browser/", "set it to bolt://localhost:7687,"),
        ("https://abc.databases.neo4j.io", "set it to neo4j+s://abc.databases.neo4j.io"),
        ("abc.databases.neo4j.io", "set it to neo4j+s://abc.databases.neo4j.io"),
        ("tcp://one:7687", "begins with tcp://, which Neo4j does not speak: set it to bolt://one:7687,"),
        ("bolt://", "names no server: set it to bolt://localhost:7687,"),
        ("bolt://localhost:port", "names no server: set it to bolt://localhost:7687,"),
        ("bolt://ana:secret@one:7687", "set NEO4J_USERNAME and NEO4J_PASSWORD, and NEO4J_URI to bolt://one:7687"),
        ("ana:secret@one:7687", "'…@one:7687', which has no scheme: set it to bolt://one:7687,"),
    ],
)  # fmt: skip
def test_another_form_is_refused_with_the_right_one(uri: str, told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        checked_address(uri)
    assert told in str(raised.value)
    assert str(raised.value).startswith("NEO4J_URI ")
    assert "secret" not in str(raised.value)
