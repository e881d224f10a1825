"""What stands between a home and its start: version, room, ports, password."""

from __future__ import annotations

import shutil
import socket
import stat
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from graphmem.errors import LocalServerError
from graphmem.localserver import install as module
from graphmem.localserver.configuration import ServerOptions
from graphmem.localserver.home import Home
from graphmem.localserver.install import Installation, check_room, install, read_password
from graphmem.localserver.progress import silent
from graphmem.localserver.record import ServerRecord, read_record, write_record


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home.at(tmp_path / "home")
    home.make_folders()
    return home


@pytest.fixture
def without_jars(monkeypatch: pytest.MonkeyPatch) -> None:
    """No download, and no Java for the first password."""
    monkeypatch.setattr(module, "fetch", lambda artifacts, folder, **options: (folder / "one.jar",))
    monkeypatch.setattr(
        module.subprocess, "run", lambda *a, **k: SimpleNamespace(returncode=0, stdout="", stderr="")
    )
    monkeypatch.setattr(
        module, "find_java", lambda environ: SimpleNamespace(path=Path("/java"), vector=False)
    )


def installed(home: Home, **options: bool) -> Installation:
    return install(
        home,
        options=ServerOptions(),
        environ={"PATH": "/bin", "OPENAI_API_KEY": "k"},
        progress=silent,
        **options,
    )


def test_a_first_install_writes_ports_password_and_configuration(home: Home, without_jars: None) -> None:
    installation = installed(home)
    assert read_record(home) == installation.record
    assert installation.record.version == "2026.09.0"
    assert len(read_password(home)) == 48
    assert stat.S_IMODE(home.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.data.stat().st_mode) == 0o700
    assert f":{installation.record.bolt_port}" in (home.conf / "neo4j.conf").read_text()


def test_a_second_install_keeps_ports_and_password(home: Home, without_jars: None) -> None:
    first, password = installed(home), read_password(home)
    assert installed(home).record == first.record
    assert read_password(home) == password


def test_the_server_sees_none_of_the_callers_keys(home: Home, without_jars: None) -> None:
    assert dict(installed(home).environ) == {
        "PATH": "/bin",
        "NEO4J_HOME": str(home.root),
        "NEO4J_CONF": str(home.conf),
    }


def test_a_taken_port_is_an_error_unless_new_ports_are_wished_for(home: Home, without_jars: None) -> None:
    port = installed(home).record.bolt_port
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", port))
        listener.listen()
        with pytest.raises(LocalServerError, match=f"Port {port}, which this home's Neo4j uses, is taken"):
            installed(home)
        assert installed(home, new_ports=True).record.bolt_port != port


def test_a_store_of_a_newer_version_is_left_alone(home: Home, without_jars: None) -> None:
    write_record(home, ServerRecord(20001, 20002, "2026.10.1"))
    with pytest.raises(
        LocalServerError, match=r"written by Neo4j 2026\.10\.1, this graphmem brings 2026\.09\.0"
    ):
        installed(home)
    assert read_record(home) == ServerRecord(20001, 20002, "2026.10.1")


def test_a_store_of_an_older_version_is_taken_over(home: Home, without_jars: None) -> None:
    first = installed(home)
    write_record(home, ServerRecord(first.record.bolt_port, first.record.http_port, "2026.08.1"))
    assert installed(home).record.version == "2026.09.0"
    assert read_record(home) == first.record


def test_a_lost_password_of_a_filled_store_is_an_error(home: Home, without_jars: None) -> None:
    installed(home)
    (home.data / "databases" / "system").mkdir(parents=True)
    home.password_file.unlink()
    with pytest.raises(
        LocalServerError, match=r"is missing but the store in .* put the file back, or begin anew"
    ):
        installed(home)


def test_a_refused_first_password_quotes_the_reason(
    home: Home, without_jars: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = SimpleNamespace(returncode=1, stdout="", stderr="cannot write auth.ini")
    monkeypatch.setattr(module.subprocess, "run", lambda *a, **k: refusal)
    with pytest.raises(LocalServerError, match="refused its first password:\ncannot write"):
        installed(home)


def test_a_damaged_record_says_which_file_to_delete(home: Home) -> None:
    home.record_file.write_text("{")
    with pytest.raises(LocalServerError, match=r"server\.json is not a record .* delete that file"):
        read_record(home)


def test_too_little_memory(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=700 * 2**20))
    with pytest.raises(LocalServerError, match="may use 1280 MB of memory and only 700 MB are available"):
        check_room(home, ServerOptions())
    check_room(home, ServerOptions(heap_max="384m"))


def test_too_little_disk(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=400 * 2**20))
    with pytest.raises(LocalServerError, match="has 400 MB free and Neo4j needs 1024 MB"):
        check_room(home, ServerOptions())
