"""Waiting for a server that never answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import LocalServerError
from graphmem.localserver import readiness
from graphmem.localserver.home import Home
from graphmem.localserver.ports import find_free_ports
from graphmem.localserver.progress import Progress, silent
from graphmem.localserver.readiness import Answer, Bolt, ask, wait_until_ready


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home.at(tmp_path / "home")
    home.make_folders()
    return home


@pytest.fixture
def nobody(home: Home) -> Bolt:
    """An address where nothing listens."""
    return Bolt(find_free_ports(home.root)[0], "neo4j", "secret", "neo4j")


def test_where_nothing_listens_the_answer_is_not_yet(nobody: Bolt) -> None:
    assert ask(nobody) is Answer.NOT_YET


def test_a_server_that_ended_is_quoted(home: Home, nobody: Bolt) -> None:
    home.console_log.write_text("Starting...\nFailed to start: store is locked\n")
    with pytest.raises(LocalServerError) as raised:
        wait_until_ready(home, nobody, lambda: False, recovering=False, progress=silent)
    assert str(raised.value) == (
        "Neo4j ended while it was starting. It said:\nStarting...\nFailed to start: store is locked\n"
        f"Its logs are in {home.logs}"
    )


def test_a_refused_password_is_not_waited_for(
    home: Home, nobody: Bolt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "ask", lambda bolt: Answer.WRONG_PASSWORD)
    with pytest.raises(LocalServerError, match=r"refuses the password in .*password: if it was changed"):
        wait_until_ready(home, nobody, lambda: True, recovering=False, progress=silent)


def test_after_the_time_limit_it_says_how_to_go_on(
    home: Home, nobody: Bolt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "START_SECONDS", 0.3)
    with pytest.raises(
        LocalServerError, match=r"does not answer 0\.3 s after its start.*run the command again"
    ):
        wait_until_ready(home, nobody, lambda: True, recovering=False, progress=silent)


@pytest.mark.parametrize(
    ("recovering", "step"),
    [
        (True, "Neo4j was not stopped last time and is recovering what was committed (0 s)"),
        (False, "Starting Neo4j"),
    ],
)
def test_a_start_after_a_kill_is_called_recovery(
    home: Home, nobody: Bolt, recovering: bool, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "START_SECONDS", 0.1)
    told: list[Progress] = []
    with pytest.raises(LocalServerError):
        wait_until_ready(home, nobody, lambda: True, recovering=recovering, progress=told.append)
    assert told[0].step == step
