"""`graphmem db`, with the server itself replaced."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from graphmem import localserver
from graphmem.cli import db
from graphmem.errors import LocalServerError
from graphmem.localserver import ServerAddress, ServerOptions, ServerStatus

ADDRESS = ServerAddress(
    "bolt://127.0.0.1:20001", "neo4j", "s3cret", "neo4j", "http://127.0.0.1:20002/browser/"
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(db.app, list(arguments))


def found(state: str, *, pid: int | None = None, started: datetime | None = None) -> ServerStatus:
    return ServerStatus(
        state=state,
        home=Path("/h"),
        installed=pid is not None,
        version="2026.09.0",
        uri=ADDRESS.uri if pid else "",
        browser_url=ADDRESS.browser_url if pid else "",
        username="neo4j",
        password_file=Path("/h/password"),
        pid=pid,
        started_at=started,
        memory_bytes=450_000_000 if pid else 0,
        disk_bytes=3_000_000,
        cache_bytes=211_000_000,
    )


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What `start` was called with."""
    called: dict[str, object] = {}

    def start(home: Path, **options: object) -> ServerAddress:
        called.update(options, home=home)
        return ADDRESS

    monkeypatch.setattr(localserver, "start", start)
    return called


def test_start_tells_the_address_and_never_the_password(started: dict[str, object]) -> None:
    result = run("start", "--home", "/h")
    assert result.exit_code == 0
    assert (
        result.stdout == "Neo4j runs at bolt://127.0.0.1:20001 (Browser: http://127.0.0.1:20002/browser/).\n"
    )
    assert "s3cret" not in result.output
    assert started["home"] == Path("/h")
    assert started["options"] == ServerOptions("512m", "1g", "256m")


def test_start_hands_on_memory_and_ports(started: dict[str, object]) -> None:
    run("start", "--heap", "384m", "--page-cache", "64m", "--new-ports", "--quiet")
    assert started["options"] == ServerOptions("384m", "384m", "64m")
    assert started["new_ports"] is True


def test_start_as_json(started: dict[str, object]) -> None:
    assert json.loads(run("start", "--home", "/h", "--json").stdout) == {
        "state": "running",
        "uri": "bolt://127.0.0.1:20001",
        "username": "neo4j",
        "database": "neo4j",
        "browser_url": "http://127.0.0.1:20002/browser/",
        "password_file": "/h/password",
    }


def test_the_home_may_come_from_the_environment(
    started: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHMEM_HOME", "/elsewhere")
    run("start")
    assert started["home"] == Path("/elsewhere")


def test_a_failure_is_one_message_and_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(home: Path, **options: object) -> ServerAddress:
        raise LocalServerError("Port 20001 is taken: [end that program]")

    monkeypatch.setattr(localserver, "start", fail)
    result = run("start")
    assert result.exit_code == 1
    assert result.stderr == "Error: Port 20001 is taken: [end that program]\n"
    assert json.loads(run("start", "--json").stdout) == {
        "error": "LocalServerError",
        "message": "Port 20001 is taken: [end that program]",
    }


def test_a_size_that_is_none_is_a_failure(started: dict[str, object]) -> None:
    result = run("start", "--heap", "lots")
    assert result.exit_code == 1
    assert "A memory size is a number and k, m or g" in result.stderr


@pytest.mark.parametrize(("ran", "text"), [(True, "Stopped.\n"), (False, "It was not running.\n")])
def test_stop(monkeypatch: pytest.MonkeyPatch, ran: bool, text: str) -> None:
    monkeypatch.setattr(localserver, "stop", lambda home, progress: ran)
    assert run("stop").stdout == text
    assert run("stop", "--quiet").stdout == ""


def test_status_of_a_running_server(monkeypatch: pytest.MonkeyPatch) -> None:
    since = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
    monkeypatch.setattr(localserver, "status", lambda home: found("running", pid=77, started=since))
    lines = run("status").stdout.splitlines()
    assert lines[:5] == [
        "state     running, process 77",
        "version   Neo4j 2026.09.0",
        "Bolt      bolt://127.0.0.1:20001",
        "Browser   http://127.0.0.1:20002/browser/",
        "user      neo4j",
    ]
    assert lines[-3:] == ["memory    450 MB", "disk      3 MB stored, 211 MB downloaded", "home      /h"]
    told = json.loads(run("status", "--json").stdout)
    assert (told["pid"], told["started_at"], told["home"]) == (77, "2026-11-29T12:00:00+00:00", "/h")


def test_status_before_the_first_start_says_how_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(localserver, "status", lambda home: found("stopped"))
    result = run("status")
    assert result.exit_code == 0
    assert "version   Neo4j 2026.09.0 (not installed yet)" in result.stdout
    assert "graphmem db start" in result.stdout


def test_wipe_without_anybody_to_ask_is_misuse(monkeypatch: pytest.MonkeyPatch) -> None:
    wiped: list[Path] = []
    monkeypatch.setattr(localserver, "wipe", lambda home, progress: wiped.append(home))
    refused = run("wipe", "--home", "/h")
    assert refused.exit_code == 2
    assert wiped == []
    assert run("wipe", "--home", "/h", "--yes").stdout == "Every memory in /h is deleted.\n"
    assert wiped == [Path("/h")]


@pytest.mark.parametrize(("display", "opened"), [("", []), (":0", [ADDRESS.browser_url])])
def test_browser_opens_the_page_where_a_display_is(
    monkeypatch: pytest.MonkeyPatch, display: str, opened: list[str]
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(db.webbrowser, "open", pages.append)
    monkeypatch.setattr(localserver, "ensure_running", lambda home, **options: ADDRESS)
    monkeypatch.setattr(db.sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    result = run("browser", "--home", "/h")
    assert "Password:       in /h/password" in result.stdout
    assert "s3cret" not in result.stdout
    assert pages == opened


@pytest.mark.parametrize("command", ["start", "stop", "status", "wipe", "browser"])
def test_every_command_shows_an_example(command: str) -> None:
    assert f"Example: graphmem db {command}" in run(command, "--help").stdout
