"""The command line as a person uses it, on the real server with the real models."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import neo4j
import pytest
from typer.testing import CliRunner, Result

from graphmem.cli import app
from tests.conftest import RunningServer
from tests.integration.stores import emptied

pytestmark = pytest.mark.integration

Run = Callable[..., Result]
CHAT = """# 2026-05-03
Nora: I moved to Lyon last month, and I'm allergic to walnuts.
Assistant: Noted. Shall I look for a bakery near you?
Nora: Yes please, one that is open on Sundays.
"""


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest.fixture(scope="module")
def environ(store: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The variables of somebody who has a server of their own, and models in the usual place."""
    home = tmp_path_factory.mktemp("cli-home")
    (home / "cache").symlink_to(store.cache, target_is_directory=True)
    return {
        "NEO4J_URI": store.uri,
        "NEO4J_USERNAME": store.username,
        "NEO4J_PASSWORD": store.password,
        "NEO4J_DATABASE": store.database,
        "GRAPHMEM_HOME": str(home),
        "GRAPHMEM_EMBEDDER": "",
    }


@pytest.fixture
def run(environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Run:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)

    def run(*arguments: str, input: str | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=input, catch_exceptions=False)

    return run


def told(result: Result) -> dict[str, object]:
    assert result.exit_code == 0, result.output
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


@pytest.fixture
def nora(run: Run, tmp_path: Path) -> str:
    """A user who told three messages; adding them again for each test adds nothing."""
    path = tmp_path / "chat.txt"
    path.write_text(CHAT, encoding="utf-8")
    assert run("add", str(path), "--user", "cli-nora").exit_code == 0
    return "cli-nora"


def test_what_was_added_is_found_listed_and_shown(run: Run, nora: str) -> None:
    hits = told(run("search", "Where does Nora live?", "-u", nora, "--json"))["hits"]
    assert isinstance(hits, list)
    assert "Lyon" in hits[0]["memory"]
    assert hits[0]["citations"][0]["text"] == "I moved to Lyon last month, and I'm allergic to walnuts."

    page = told(run("list", "-u", nora, "--json"))["items"]
    assert isinstance(page, list)
    assert hits[0]["id"] in [item["id"] for item in page]

    shown = run("show", hits[0]["id"], "-u", nora)
    assert shown.exit_code == 0
    assert f"   id         {hits[0]['id']}" in shown.stdout.splitlines()
    assert "I moved to Lyon last month, and I'm allergic to walnuts." in shown.stdout


def test_adding_again_adds_nothing(run: Run, nora: str, tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    again = told(run("add", str(path), "-u", nora, "--json"))
    assert (again["turns_added"], again["turns_deduplicated"], again["records_written"]) == (0, 3, 0)


def test_pages_of_turns_follow_one_another(run: Run, nora: str) -> None:
    first = told(run("list", "-u", nora, "--turns", "--limit", "2", "--json"))
    rest = told(run("list", "-u", nora, "--turns", "--cursor", str(first["cursor"]), "--json"))
    assert isinstance(first["items"], list)
    assert isinstance(rest["items"], list)
    assert [item["citations"][0]["position"] for item in (*first["items"], *rest["items"])] == [0, 1, 2]
    assert rest["cursor"] is None


def test_context_fits_its_budget(run: Run, nora: str) -> None:
    text = run("context", "Where does Nora live?", "-u", nora, "--budget", "60").stdout
    assert "Nora: I moved to Lyon last month [2026-04], and I'm allergic to walnuts." in text
    assert len(text.split()) <= 60


def test_nothing_of_another_user_is_found_or_shown(run: Run, nora: str) -> None:
    assert told(run("search", "Where does Nora live?", "-u", "cli-nobody", "--json"))["hits"] == []
    hits = told(run("search", "Where does Nora live?", "-u", nora, "--json"))["hits"]
    assert isinstance(hits, list)
    refused = run("show", hits[0]["id"], "-u", "cli-nobody")
    assert refused.exit_code == 1
    assert refused.stderr.startswith("Error: ")


def test_no_infer_stores_and_consolidate_makes_memories(run: Run) -> None:
    added = told(run("add", "-", "-f", "txt", "-u", "cli-olga", "--no-infer", "--json", input=CHAT))
    assert (added["turns_added"], added["records_written"]) == (3, 0)
    done = told(run("consolidate", "-u", "cli-olga", "--json"))
    assert done["segments_closed"] == done["segments_encoded"]
    assert isinstance(done["records_written"], int)
    assert done["records_written"] >= 1
    assert run("consolidate", "-u", "cli-olga").stdout == "Nothing was unfinished.\n"


def test_another_text_under_the_same_id_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text('{"id": "m1", "session_id": "s", "content": "I like tea."}\n', encoding="utf-8")
    assert run("add", str(path), "-u", "cli-pia").exit_code == 0
    path.write_text('{"id": "m1", "session_id": "s", "content": "I like coffee."}\n', encoding="utf-8")
    result = run("add", str(path), "-u", "cli-pia")
    assert result.exit_code == 1
    assert "message 'm1' of session 's' is stored with another text" in result.stderr


def test_the_doctor_finds_a_healthy_store(run: Run, nora: str) -> None:
    checks = told(run("doctor", "--json"))["checks"]
    assert isinstance(checks, list)
    assert [(check["name"], check["state"]) for check in checks] == [
        (name, "ok")
        for name in ("versions", "packages", "embedder", "server", "schema", "indexes", "vectors")
    ]
    assert checks[3]["found"].startswith("Neo4j 2026.09.0 community, bolt://127.0.0.1:")


def test_the_doctor_names_a_dropped_index_and_makes_it_again(
    run: Run, nora: str, store: RunningServer
) -> None:
    with neo4j.GraphDatabase.driver(store.uri, auth=(store.username, store.password)) as driver:
        driver.execute_query("DROP INDEX segment_by_status", database_=store.database)
    sick = run("doctor", "--quiet")
    assert sick.exit_code == 1
    assert sick.stdout.splitlines() == [
        "✗ indexes     missing: segment_by_status",
        "              → graphmem doctor --fix",
    ]
    assert run("doctor", "--fix", "--quiet").exit_code == 0


def test_a_wrong_password_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("--version")
    monkeypatch.setenv("NEO4J_PASSWORD", "wrong-password")
    result = run("list", "-u", "cli-nora")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: Neo4j refused the user name or password: check NEO4J_USERNAME and NEO4J_PASSWORD\n"
    )


def test_an_interrupted_add_keeps_what_it_stored_and_goes_on(
    run: Run, environ: Mapping[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "long.jsonl"
    lines = [
        json.dumps(
            {"session_id": f"s{session}", "id": f"m{turn}", "content": f"Message {turn} of day {session}."}
        )
        for session in range(40)
        for turn in range(6)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    adding = subprocess.Popen(
        [sys.executable, "-c", _HEEDING_INTERRUPTS, "add", str(path), "--user", "cli-quinn"],
        env={**environ, "PATH": "/usr/bin:/bin"},
        stderr=subprocess.PIPE,
        text=True,
    )
    _until_turns(run, "cli-quinn")
    adding.send_signal(signal.SIGINT)
    _, heard = adding.communicate(timeout=60)
    assert adding.returncode == 130
    assert "Interrupted. Kept so far: " in heard
    assert "Traceback" not in heard

    again = told(run("add", str(path), "-u", "cli-quinn", "--json"))
    assert isinstance(again["turns_deduplicated"], int)
    assert isinstance(again["turns_added"], int)
    assert again["turns_deduplicated"] > 0
    assert again["turns_added"] + again["turns_deduplicated"] == 240


# Tests that run in the background ignore Ctrl-C, and their children would too.
_HEEDING_INTERRUPTS = """
import signal
from graphmem.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def _until_turns(run: Run, user: str) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if told(run("list", "-u", user, "--turns", "-n", "1", "--json"))["items"]:
            return
    raise AssertionError(f"nothing of {user} was stored within two minutes")
