"""`graphmem migrate` against the real server."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from graphmem.cli.migrate import app
from graphmem.store.migrate import migrations
from tests.conftest import RunningServer

pytestmark = pytest.mark.integration


def environment(server: RunningServer, **other: str) -> dict[str, str]:
    return {
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password,
        "NEO4J_DATABASE": server.database,
    } | other


def test_apply_then_status_then_nothing_to_do(neo4j_server: RunningServer) -> None:
    runner = CliRunner(env=environment(neo4j_server))

    applied = runner.invoke(app, ["apply", "--json"])
    status = runner.invoke(app, ["status", "--json"])
    again = runner.invoke(app, ["apply"])

    assert (applied.exit_code, status.exit_code, again.exit_code) == (0, 0, 0), applied.output
    assert json.loads(applied.stdout)["applied"] in ([], [m.source for m in migrations()])
    assert [item["state"] for item in json.loads(status.stdout)["migrations"]] == ["applied"] * len(
        migrations()
    )
    assert again.stdout == "Nothing to do: the schema is up to date.\n"


def test_status_is_a_table_for_people(neo4j_server: RunningServer) -> None:
    runner = CliRunner(env=environment(neo4j_server))
    runner.invoke(app, ["apply"])

    lines = runner.invoke(app, ["status"]).stdout.splitlines()

    assert [line.split()[:2] for line in lines] == [
        [m.version, m.description.split()[0]] for m in migrations()
    ]


def test_a_wrong_password_is_one_message_and_exit_code_1(neo4j_server: RunningServer) -> None:
    runner = CliRunner(env=environment(neo4j_server, NEO4J_PASSWORD="wrong"))

    result = runner.invoke(app, ["status"])

    assert result.exit_code == 1
    assert "Error: Neo4j refused the user name or password" in result.stderr
    assert "Traceback" not in result.stderr
