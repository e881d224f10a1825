"""The managed server as others see it: start, stop, status, wipe, ensure_running. All of them block."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil

from graphmem.errors import LocalServerError
from graphmem.localserver.artifacts import exclusive
from graphmem.localserver.configuration import ServerOptions
from graphmem.localserver.home import Home
from graphmem.localserver.install import USERNAME, install, read_password
from graphmem.localserver.ports import LOOPBACK
from graphmem.localserver.process import end, find_process, spawn, was_killed
from graphmem.localserver.progress import Progress, Report, silent
from graphmem.localserver.readiness import Answer, Bolt, ask, wait_until_ready
from graphmem.localserver.record import ServerRecord, read_record, server_version

DATABASE = "neo4j"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """How to reach a managed server. browser_url: page of Neo4j Browser."""

    uri: str
    username: str
    password: str
    database: str
    browser_url: str

    def __repr__(self) -> str:
        return (
            f"ServerAddress(uri={self.uri!r}, username={self.username!r}, browser_url={self.browser_url!r})"
        )


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What is known of a home's server.

    state: `running` (answers a query), `starting` (its process runs, no answer yet) or `stopped`.
    installed: False before the first start; then the links are empty and version is the one to come.
    disk_bytes: store and logs; cache_bytes: jars and models.
    """

    state: str
    home: Path
    installed: bool
    version: str
    uri: str
    browser_url: str
    username: str
    password_file: Path
    pid: int | None
    started_at: datetime | None
    memory_bytes: int
    disk_bytes: int
    cache_bytes: int


def ensure_running(
    home: Path,
    *,
    cache: Path | None = None,
    progress: Report = silent,
    environ: Mapping[str, str] | None = None,
    options: ServerOptions | None = None,
) -> ServerAddress:
    """Address of the home's server, installed and started first where needed.

    home: its folder. cache: jars and models, `<home>/cache` unless named. environ: the caller's environment,
    where JAVA_HOME and PATH are looked up. Processes that call this at once get the same server.

    Raises LocalServerError, whose message says what to do: no network and nothing cached, damaged jar, port
    taken, not enough memory or disk, store of a newer version, server ended, no answer within 180 s.
    Raises ConfigError for options that cannot be.
    """
    place = Home.at(home, cache)
    record = read_record(place)
    if record and find_process(place) and ask(_bolt(place, record)) is Answer.YES:
        return _address(place, record)
    return start(home, cache=cache, progress=progress, environ=environ, options=options)


def start(
    home: Path,
    *,
    cache: Path | None = None,
    progress: Report = silent,
    environ: Mapping[str, str] | None = None,
    options: ServerOptions | None = None,
    new_ports: bool = False,
) -> ServerAddress:
    """As ensure_running. new_ports: find others than the home's; a running server keeps its own."""
    place = Home.at(home, cache)
    with _held(place, progress):
        process, recovering = find_process(place), was_killed(place)
        if process is None:
            installation = install(
                place,
                options=options or ServerOptions(),
                environ=environ or {},
                progress=progress,
                new_ports=new_ports,
            )
            process = spawn(installation)
        record = _required_record(place)
        alive = process.is_running
        wait_until_ready(place, _bolt(place, record), alive, recovering=recovering, progress=progress)
        return _address(place, record)


def restart_killed(
    home: Path, *, cache: Path | None = None, environ: Mapping[str, str] | None = None
) -> None:
    """Start the home's server again where it was, if it is gone without having been stopped.

    Raises LocalServerError where it was stopped: whoever stopped or wiped it wants it so.
    """
    place = Home.at(home, cache)
    if find_process(place) is None and not was_killed(place):
        raise LocalServerError(
            "The managed Neo4j was stopped meanwhile; start it (`graphmem db start`) and open a new Memory"
        )
    ensure_running(home, cache=cache, environ=environ)


def stop(home: Path, *, progress: Report = silent) -> bool:
    """End the home's server and wait until it has; False when none ran.

    Raises LocalServerError when it has not ended after two minutes.
    """
    place = Home.at(home)
    if not place.root.exists():
        return False
    with _held(place, progress):
        return _stop(place, progress)


def wipe(home: Path, *, progress: Report = silent) -> None:
    """Stop the server and delete its store and logs: every memory of this home, for good.

    Ports, password, downloaded jars and models stay, so the next start is quick and saved connections work.
    Raises LocalServerError when the server cannot be stopped.
    """
    place = Home.at(home)
    if not place.root.exists():
        return
    with _held(place, progress):
        _stop(place, progress)
        for folder in (place.data, place.logs, place.run):
            if folder.exists():
                shutil.rmtree(folder)


def status(home: Path, *, cache: Path | None = None) -> ServerStatus:
    """What the home's server does now; changes and waits for nothing but the answer to one query."""
    place = Home.at(home, cache)
    record, process = read_record(place), find_process(place)
    address = _links(record) if record else ("", "")
    return ServerStatus(
        state=_state(place, record, process),
        home=place.root,
        installed=record is not None,
        version=record.version if record else server_version(),
        uri=address[0],
        browser_url=address[1],
        username=USERNAME,
        password_file=place.password_file,
        pid=process.pid if process else None,
        started_at=datetime.fromtimestamp(process.create_time(), UTC) if process else None,
        memory_bytes=process.memory_info().rss if process else 0,
        disk_bytes=_size(place.data) + _size(place.logs),
        cache_bytes=_size(place.cache),
    )


def _state(place: Home, record: ServerRecord | None, process: psutil.Process | None) -> str:
    if process is None:
        return "stopped"
    if record and ask(_bolt(place, record)) is Answer.YES:
        return "running"
    return "starting"


def password_file(home: Path) -> Path:
    """Where the password of the home's server lies, readable by its owner alone."""
    return Home.at(home).password_file


@contextlib.contextmanager
def _held(place: Home, progress: Report) -> Iterator[None]:
    place.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    with exclusive(place.lock_file, progress, "is starting or stopping Neo4j"):
        yield


def _stop(place: Home, progress: Report) -> bool:
    process = find_process(place)
    if process is None:
        return False
    progress(Progress("Stopping Neo4j"))
    end(place, process)
    return True


def _required_record(place: Home) -> ServerRecord:
    record = read_record(place)
    if record is None:
        raise LocalServerError(
            f"A Neo4j of {place.root} runs but {place.record_file}, which names its ports, is gone: end that "
            "process and start again"
        )
    return record


def _bolt(place: Home, record: ServerRecord) -> Bolt:
    return Bolt(record.bolt_port, USERNAME, read_password(place), DATABASE)


def _links(record: ServerRecord) -> tuple[str, str]:
    return f"bolt://{LOOPBACK}:{record.bolt_port}", f"http://{LOOPBACK}:{record.http_port}/browser/"


def _address(place: Home, record: ServerRecord) -> ServerAddress:
    uri, browser_url = _links(record)
    return ServerAddress(uri, USERNAME, read_password(place), DATABASE, browser_url)


def _size(folder: Path) -> int:
    """Bytes of disk, which are fewer than the lengths of files with holes."""
    total = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # files come and go while the server runs
            total += path.lstat().st_blocks * 512
    return total
