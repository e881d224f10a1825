"""What goes wrong before a server is reached, and what the driver says meanwhile."""

from __future__ import annotations

import logging

import pytest

from graphmem import bootstrap
from graphmem.errors import ConfigError, ServerUnavailable

NOTICE = "Transaction failed and will be retried in %ss (%s)"


@pytest.mark.parametrize(
    "uri", ["localhost:7687", "http://127.0.0.1:7474", "bolt://localhost:7687?region=eu"]
)
async def test_a_wrong_address_is_a_wrong_setting(uri: str) -> None:
    with pytest.raises(ConfigError, match=r"^NEO4J_URI "):
        await bootstrap.connect(bootstrap.load_settings({"NEO4J_URI": uri}))


@pytest.fixture
async def connecting() -> None:
    """A connection was tried, so that the driver's logger is set up."""
    with pytest.raises(ServerUnavailable):
        await bootstrap.connect(bootstrap.load_settings({"NEO4J_URI": "bolt://127.0.0.1:9"}))


@pytest.mark.usefixtures("connecting")
@pytest.mark.parametrize(("level", "shown"), [("WARNING", []), ("DEBUG", [NOTICE % (1.0, "")])])
async def test_what_the_driver_tries_again_is_told_only_to_who_wants_to_know_all(
    level: str, shown: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(level, "graphmem"), caplog.at_level("WARNING", "neo4j.session"):
        logging.getLogger("neo4j.session").warning(NOTICE, 1.0, "")
    assert [record.getMessage() for record in caplog.records if record.name == "neo4j.session"] == shown


@pytest.mark.usefixtures("connecting")
async def test_what_else_the_driver_warns_of_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("WARNING", "neo4j.session"):
        logging.getLogger("neo4j.session").warning("the routing table is empty")
    assert "the routing table is empty" in caplog.messages
