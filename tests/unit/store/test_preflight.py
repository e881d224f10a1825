"""Which servers will do."""

from __future__ import annotations

import pytest

from graphmem.errors import ConfigError, ServerUnavailable
from graphmem.store.executor import Row
from graphmem.store.preflight import Server, check_state, check_version, judged


@pytest.mark.parametrize("version", ["2026.06.0", "2026.09.0", "2026.10.1", "2027.01.0", "2026.06"])
def test_versions_that_will_do(version: str) -> None:
    check_version(version)


@pytest.mark.parametrize("version", ["5.26.0", "4.4.12", "2025.12.1", "2026.05.3", "unknown"])
def test_an_old_version_is_refused_with_the_minimum(version: str) -> None:
    with pytest.raises(ConfigError, match=rf"{version} is too old: graphmem needs 2026\.06"):
        check_version(version)


def test_the_withdrawn_version_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"2026\.08\.0 was withdrawn"):
        check_version("2026.08.0")


def test_the_release_after_the_withdrawn_one_will_do() -> None:
    check_version("2026.08.1")


def components(version: str, cypher: list[str]) -> list[Row]:
    return [
        {"name": "Neo4j Kernel", "versions": [version], "edition": "enterprise"},
        {"name": "Cypher", "versions": cypher, "edition": ""},
    ]


def test_the_server_is_told_by_its_components() -> None:
    assert judged(components("2026.09.0", ["5", "25"])) == Server("2026.09.0", "enterprise", ("5", "25"))


def test_aura_is_judged_by_its_cypher() -> None:
    assert judged(components("5.27-aura", ["5", "25"])).version == "5.27-aura"
    with pytest.raises(ConfigError, match="does not speak Cypher 25"):
        judged(components("5.27-aura", ["5"]))


def state(status: str = "online", access: str = "read-write") -> Row:
    return {"name": "neo4j", "status": status, "access": access}


def test_one_member_that_is_online_and_writable_is_enough() -> None:
    check_state("neo4j", [state("offline"), state(access="read-only"), state()])


def test_an_alias_has_no_row_and_is_let_through() -> None:
    check_state("alias", [])


def test_an_offline_database_is_named() -> None:
    with pytest.raises(ServerUnavailable, match="'neo4j' is offline"):
        check_state("neo4j", [state("offline")])


def test_a_read_only_database_is_refused() -> None:
    with pytest.raises(ServerUnavailable, match="'neo4j' is read-only"):
        check_state("neo4j", [state(access="read-only")])
