"""The managed server as a whole: real jars, real Java, real Neo4j."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

import neo4j
import psutil
import pytest

from graphmem import Memory
from graphmem.errors import GraphMemError, LocalServerError
from graphmem.localserver import ServerAddress, ensure_running, fetch_model, start, status, stop, wipe
from graphmem.localserver.artifacts import is_intact
from graphmem.localserver.lockfile import read_lock
from graphmem.testing import FakeEmbedder
from tests.conftest import QUICK, RunningServer

pytestmark = pytest.mark.integration

CALLER = """
import os, sys
from pathlib import Path
from graphmem.localserver import ServerOptions, ensure_running
from graphmem.localserver.artifacts import is_intact
from graphmem.localserver.lockfile import read_lock
from graphmem.testing import FakeEmbedder
from tests.conftest import QUICK
address = ensure_running(Path(sys.argv[1]), cache=Path(sys.argv[2]), environ=os.environ, options=QUICK)
print(address.uri)
"""

WRITER = """
import sys
import neo4j
driver = neo4j.GraphDatabase.driver(sys.argv[1], auth=("neo4j", sys.argv[2]))
for number in range(100_000):
    driver.execute_query("CREATE (:KillTest {number: $number})", number=number, database_="neo4j")
    print(number, flush=True)
"""


def query(server: RunningServer | ServerAddress, text: str, **values: object) -> list[list[object]]:
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.username, server.password)) as driver:
        records, _, _ = driver.execute_query(text, values, database_=server.database)
        return [record.values() for record in records]


def test_it_is_the_pinned_version(neo4j_server: RunningServer) -> None:
    kernel = "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel' RETURN *"
    assert query(neo4j_server, kernel) == [["community", "Neo4j Kernel", ["2026.09.0"]]]


def test_a_statement_without_a_prefix_is_read_as_cypher_25(neo4j_server: RunningServer) -> None:
    assert query(neo4j_server, "RETURN 1 AS one NEXT RETURN one + 1 AS two") == [[2]]


def test_a_wrong_password_is_refused(neo4j_server: RunningServer) -> None:
    with (
        neo4j.GraphDatabase.driver(neo4j_server.uri, auth=("neo4j", "neo4j")) as driver,
        pytest.raises(neo4j.exceptions.AuthError),
    ):
        driver.execute_query("RETURN 1", database_="neo4j")


def test_neo4j_browser_is_served_and_may_talk_to_this_machine_alone(neo4j_server: RunningServer) -> None:
    with urllib.request.urlopen(neo4j_server.browser_url, timeout=30) as page:
        policy = page.headers["Content-Security-Policy"]
        assert page.status == 200
        assert b"Neo4j Browser" in page.read()
    assert "default-src 'self'" in policy
    assert "https:" not in policy


def test_the_password_shows_in_no_command_line_and_the_files_are_private(neo4j_server: RunningServer) -> None:
    found = status(neo4j_server.home, cache=neo4j_server.cache)
    assert found.pid is not None
    assert neo4j_server.password not in " ".join(psutil.Process(found.pid).cmdline())
    assert stat.S_IMODE(found.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE((neo4j_server.home / "data" / "databases" / "neo4j").stat().st_mode) == 0o700


def test_a_second_call_finds_the_running_server(neo4j_server: RunningServer) -> None:
    before = status(neo4j_server.home, cache=neo4j_server.cache)
    address = ensure_running(neo4j_server.home, cache=neo4j_server.cache, environ=os.environ)
    after = status(neo4j_server.home, cache=neo4j_server.cache)
    assert address.uri == neo4j_server.uri
    assert (before.state, after.state) == ("running", "running")
    assert before.pid == after.pid
    assert after.disk_bytes < 100_000_000


def test_a_changed_password_is_called_by_name(neo4j_server: RunningServer) -> None:
    file = neo4j_server.home / "password"
    kept = file.read_text()
    file.write_text("another\n")
    try:
        with pytest.raises(LocalServerError, match="Neo4j refuses the password in"):
            ensure_running(neo4j_server.home, cache=neo4j_server.cache, environ=os.environ)
    finally:
        file.write_text(kept)


def test_the_model_of_the_lock_file_is_the_one_that_arrives(download_cache: Path) -> None:
    folder = fetch_model(download_cache)
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    assert sizes == {"e5-small-v2-q.onnx": 34_014_367, "e5-small-v2-q-tokenizer.json": 711_396}


DAMAGED = "neo4j-notifications-2026.09.0.jar"


@pytest.fixture
def damaged_cache(tmp_path: Path, neo4j_server: RunningServer) -> Path:
    """The downloaded jars under a cache of this test's own, one of them with a flipped bit."""
    own = tmp_path / "cache"
    shutil.copytree(neo4j_server.cache / "jars", own / "jars", copy_function=_link_or_copy)
    content = bytearray((own / "jars" / DAMAGED).read_bytes())
    content[100] ^= 1
    (own / "jars" / DAMAGED).unlink()  # first: it is a link to the machine's own
    (own / "jars" / DAMAGED).write_bytes(content)
    return own


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another disk
        shutil.copy2(source, target)


def test_the_life_of_a_server(tmp_path: Path, damaged_cache: Path) -> None:
    """One home: started by two processes at once, killed, kept from its port, recovered, stopped, wiped."""
    home = tmp_path / "home"
    (jar,) = (a for a in read_lock("neo4j.lock") if a.filename == DAMAGED)
    assert not is_intact(jar, damaged_cache / "jars" / DAMAGED)
    try:
        address = _start_by_two_processes(home, damaged_cache)
        assert is_intact(jar, damaged_cache / "jars" / DAMAGED)
        committed = _kill_server_and_client_while_writing(home, address)
        _refused_while_the_port_is_taken(home, damaged_cache)
        recovered = ensure_running(home, cache=damaged_cache, environ=os.environ, options=QUICK)
        assert recovered == address
        _all_are_there(recovered, committed)
        _a_living_memory_starts_it_again(home, damaged_cache)

        assert stop(home)
        assert not stop(home)
        assert status(home, cache=damaged_cache).state == "stopped"
        wipe(home)
        assert not (home / "data").exists()
        assert (home / "password").read_text().strip() == address.password
    finally:
        stop(home)


def _start_by_two_processes(home: Path, cache: Path) -> ServerAddress:
    command = [sys.executable, "-c", CALLER, str(home), str(cache)]
    folder = Path(__file__).parents[3]
    callers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) for _ in range(2)]
    uris = {caller.communicate(timeout=300)[0].strip() for caller in callers}
    assert [caller.returncode for caller in callers] == [0, 0]
    assert len(uris) == 1
    servers = [p for p in psutil.process_iter() if f"--home-dir={home}" in _command_line(p)]
    assert len(servers) == 1, "it outlives the processes that started it, and there is one"
    address = ensure_running(home, cache=cache, environ=os.environ)
    assert {address.uri} == uris
    return address


def _command_line(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.Error:
        return []


def _kill_server_and_client_while_writing(home: Path, address: ServerAddress) -> int:
    """Number of nodes whose commit the client was told of before both were killed."""
    command = [sys.executable, "-c", WRITER, address.uri, address.password]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL) as client:
        assert client.stdout is not None
        for line in client.stdout:
            if int(line) == 300:
                break
        pid = status(home).pid
        assert pid is not None
        psutil.Process(pid).kill()
        client.kill()
        told = [int(line) for line in client.stdout if line.endswith("\n")]
    psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=30)
    assert status(home).state == "stopped"
    assert (home / "run" / "server.pid").exists(), "the stale pid of the killed server"
    return max(told, default=300) + 1


def _a_living_memory_starts_it_again(home: Path, cache: Path) -> None:
    """Killed between two calls of one Memory; stopped on purpose, it stays stopped."""
    embedder = FakeEmbedder(384, id="fake:liveness")
    with Memory(home=home, cache=cache, embedder=embedder, write={"quiet_seconds": None}) as memory:
        memory.add("I moved to Lyon.", user_id="ana")
        pid = status(home).pid
        assert pid is not None
        psutil.Process(pid).kill()
        psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=30)
        memory.add("I like trams.", user_id="ana")
        listed = memory.get_all(user_id="ana", filters={"type": "turn"})
        assert {turn.memory for turn in listed} == {"I moved to Lyon.", "I like trams."}
        assert stop(home)
        with pytest.raises(GraphMemError, match="was stopped meanwhile"):
            memory.get_all(user_id="ana")
    start(home, cache=cache, environ=os.environ, options=QUICK)


def _all_are_there(address: ServerAddress, committed: int) -> None:
    [[count, distinct]] = query(
        address,
        "MATCH (n:KillTest) WHERE n.number < $committed RETURN count(n), count(DISTINCT n.number)",
        committed=committed,
    )
    assert (count, distinct) == (committed, committed)


def _refused_while_the_port_is_taken(home: Path, cache: Path) -> None:
    port = json.loads((home / "server.json").read_text())["bolt_port"]
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(LocalServerError, match=f"Port {port}, which this home's Neo4j uses, is taken by"),
    ):
        start(home, cache=cache, environ=os.environ, options=QUICK)
