"""One jar through jgo, from a repository served on this machine."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from jgo.config import GlobalSettings

from graphmem.localserver import maven
from graphmem.localserver.lockfile import Artifact
from graphmem.localserver.maven import download_jar

CONTENT = b"x" * 20_000
NATIVE = Artifact(
    "org.example", "thing", "1.0", "linux-x86_64", hashlib.sha256(CONTENT).hexdigest(), len(CONTENT)
)


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder served as jgo's only mirror, so that no test asks the network."""
    root = tmp_path / "repository"
    root.mkdir()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(root))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        _mirror(monkeypatch, server.server_address[1])
        yield root
        server.shutdown()
        thread.join(10)


def _mirror(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    settings = GlobalSettings(repositories={"central": f"http://127.0.0.1:{port}"})
    monkeypatch.setattr(GlobalSettings, "load", classmethod(lambda cls: settings))
    monkeypatch.setattr(maven.time, "sleep", lambda seconds: None)


def test_a_mirror_serves_the_jar_and_every_chunk_is_told(repository: Path, tmp_path: Path) -> None:
    folder = repository / "org" / "example" / "thing" / "1.0"
    folder.mkdir(parents=True)
    (folder / "thing-1.0-linux-x86_64.jar").write_bytes(CONTENT)
    chunks: list[int] = []
    path = download_jar(NATIVE, tmp_path / "staging", chunks.append)
    assert path.read_bytes() == CONTENT
    assert sum(chunks) == 20_000
    assert len(chunks) > 1


def test_a_jar_that_no_repository_has_is_an_os_error(repository: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="not found in remote repositories"):
        download_jar(NATIVE, tmp_path / "staging", lambda size: None)


def test_a_refused_connection_is_an_os_error_after_three_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _mirror(monkeypatch, 9)  # the discard port: nothing listens there
    waits: list[float] = []
    monkeypatch.setattr(maven.time, "sleep", waits.append)
    with pytest.raises(OSError, match="Failed to establish a new connection"):
        download_jar(NATIVE, tmp_path / "staging", lambda size: None)
    assert waits == [1, 2]
