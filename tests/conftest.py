"""Fixtures shared by every kind of test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings

from graphmem.localserver import ServerOptions, default_home, ensure_running, stop

# The gate draws the same examples every time; `make fuzz` draws new ones and prints how to repeat a finding.
settings.register_profile("gate", derandomize=True, database=None, deadline=None)
settings.register_profile(
    "fuzz", derandomize=False, database=None, deadline=None, print_blob=True, report_multiple_bugs=False
)
settings.load_profile("gate")

# Half the work at the start and 200 MB less memory, at the price of slower long runs.
QUICK = ServerOptions(heap_initial="256m", java_flags=("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"))


@dataclass(frozen=True, slots=True)
class RunningServer:
    """The real Neo4j of this test run. home: its folder; cache: the machine's downloaded jars and models."""

    uri: str
    username: str
    password: str = field(repr=False)
    database: str
    browser_url: str
    home: Path
    cache: Path


@pytest.fixture(scope="session")
def download_cache() -> Path:
    """Where jars and models are kept between runs, so that a machine downloads them once."""
    named = os.environ.get("GRAPHMEM_TEST_CACHE")
    return Path(named) if named else default_home() / "cache"


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory, download_cache: Path) -> Iterator[RunningServer]:
    """A managed Neo4j in a temporary home on free ports, one for the session, stopped at its end.

    Tests share its one database: use a scope (a user) of your own.
    """
    home = tmp_path_factory.mktemp("neo4j-home")
    try:
        address = ensure_running(home, cache=download_cache, environ=os.environ, options=QUICK)
        yield RunningServer(
            address.uri,
            address.username,
            address.password,
            address.database,
            address.browser_url,
            home,
            download_cache,
        )
    finally:
        stop(home)
