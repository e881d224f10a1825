"""Everything a home needs before its server starts: room, ports, password, jars, configuration."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from graphmem.errors import LocalServerError
from graphmem.localserver.artifacts import fetch
from graphmem.localserver.configuration import ADMIN_CLASS, ServerOptions, java_arguments, neo4j_conf
from graphmem.localserver.home import Home
from graphmem.localserver.java import find_java
from graphmem.localserver.lockfile import read_lock
from graphmem.localserver.ports import find_free_ports, refuse_taken
from graphmem.localserver.progress import Progress, Report
from graphmem.localserver.record import (
    ServerRecord,
    read_record,
    refuse_newer_store,
    server_version,
    write_record,
    write_whole,
)

LEAST_DISK = 2**30
USERNAME = "neo4j"
_KEPT_VARIABLES = (
    "HOME",
    "LANG",
    "LC_ALL",
    "PATH",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
    "TZ",
    "USERPROFILE",
)


@dataclass(frozen=True, slots=True)
class Installation:
    """A home that is ready to start. arguments: file with Java's options; environ: the server's variables."""

    home: Home
    record: ServerRecord
    java: Path
    arguments: Path
    environ: Mapping[str, str]


def install(
    home: Home,
    *,
    options: ServerOptions,
    environ: Mapping[str, str],
    progress: Report,
    new_ports: bool = False,
) -> Installation:
    """Make the home ready; what is there already is checked and kept. Call it under the home's lock.

    environ: the caller's environment; JAVA_HOME and PATH are looked at for a Java.
    Raises LocalServerError: no room, newer store, port taken, no network, password lost; ConfigError: a size.
    """
    record = read_record(home)
    refuse_newer_store(home, record, server_version())
    home.make_folders()
    check_room(home, options)
    record = _with_ports(home, record, new_ports)
    java = find_java(environ)
    jars = fetch(
        read_lock("neo4j.lock"), home.jars, progress=progress, step=f"Downloading Neo4j {server_version()}"
    )
    arguments = home.conf / "java-arguments.txt"
    write_whole(arguments, java_arguments(java, jars, options))
    write_whole(home.conf / "neo4j.conf", neo4j_conf(home, record, options))
    installation = Installation(home, record, java.path, arguments, _server_environ(home, environ))
    _set_password(installation, progress)
    return installation


def check_room(home: Home, options: ServerOptions) -> None:
    """Raise LocalServerError when memory or disk would not carry a server."""
    available, needed = psutil.virtual_memory().available, options.memory_bytes
    if available < needed:
        raise LocalServerError(
            f"Neo4j may use {needed // 2**20} MB of memory and only {available // 2**20} MB are "
            "available: end other programs, give it less (heap and page cache), or point "
            "NEO4J_URI to a Neo4j elsewhere"
        )
    free = shutil.disk_usage(home.root).free
    if free < LEAST_DISK:
        raise LocalServerError(
            f"{home.root} has {free // 2**20} MB free and Neo4j needs {LEAST_DISK // 2**20} MB "
            "to work: free some space, or set GRAPHMEM_HOME to a folder on another disk"
        )


def _with_ports(home: Home, record: ServerRecord | None, new_ports: bool) -> ServerRecord:
    """Ports stay what they were, because clients remember them; a first start or a wish finds new ones."""
    if record and not new_ports:
        refuse_taken((record.bolt_port, record.http_port))
        kept = replace(record, version=server_version())
    else:
        kept = ServerRecord(*find_free_ports(home.root), server_version())
    write_record(home, kept)  # before the start: from then on an older Neo4j must stay away from the store
    return kept


def read_password(home: Home) -> str:
    """The password of user neo4j. Raises LocalServerError when the file is gone."""
    try:
        return home.password_file.read_text(encoding="utf-8").strip()
    except FileNotFoundError as error:
        raise LocalServerError(
            f"{home.password_file} is missing but the store in {home.data} has a password: put the file "
            "back, or begin anew with `graphmem db wipe` (deletes every memory)"
        ) from error


def _set_password(installation: Installation, progress: Report) -> None:
    """Before the very first start only: afterwards the password lives in the store."""
    home = installation.home
    if (home.data / "databases" / "system").exists():
        read_password(home)
        return
    if not home.password_file.exists():
        _write_private(home.password_file, secrets.token_hex(24))
    progress(Progress("Preparing Neo4j"))
    # @file: the password is read from its file, and never shows in the list of processes
    # compiled lightly: this Java lives for two seconds
    flags = [f"@{installation.arguments}", "-XX:TieredStopAtLevel=1"]
    command: list[str | Path] = [installation.java, *flags, ADMIN_CLASS]
    command += ["dbms", "set-initial-password", f"@{home.password_file}"]
    done = subprocess.run(
        command,
        env=installation.environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        told = "\n".join((done.stdout + done.stderr).strip().splitlines()[-8:])
        raise LocalServerError(f"Neo4j in {home.root} refused its first password:\n{told}")


def _write_private(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text + "\n")


def _server_environ(home: Home, environ: Mapping[str, str]) -> Mapping[str, str]:
    """Few variables: the caller's keys for other services are none of the server's business."""
    kept = {name: environ[name] for name in _KEPT_VARIABLES if name in environ}
    return {**kept, "NEO4J_HOME": str(home.root), "NEO4J_CONF": str(home.conf)}
