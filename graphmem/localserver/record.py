"""What a home remembers of its server between starts: the ports, and the version that opened the store."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from graphmem.errors import LocalServerError
from graphmem.localserver.home import Home
from graphmem.localserver.lockfile import read_lock


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """version: newest Neo4j that opened this store, as in 2026.09.0."""

    bolt_port: int
    http_port: int
    version: str


def read_record(home: Home) -> ServerRecord | None:
    """The home's record, or None before the first start. Raises LocalServerError when it cannot be read."""
    try:
        return ServerRecord(**json.loads(home.record_file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError) as error:
        raise LocalServerError(
            f"{home.record_file} is not a record that graphmem wrote ({error}): delete that file, and the "
            "server gets new ports at the next start"
        ) from error


def write_record(home: Home, record: ServerRecord) -> None:
    """Replace the record, whole or not at all."""
    write_whole(home.record_file, json.dumps(asdict(record), indent=2) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write beside and rename, so that a reader or a crash never meets half a file."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def server_version() -> str:
    """The Neo4j version that this graphmem installs, from its lock file."""
    return next(a.version for a in read_lock("neo4j.lock") if a.artifact == "neo4j-server")


def refuse_newer_store(home: Home, record: ServerRecord | None, version: str) -> None:
    """Raise LocalServerError when the store was opened by a newer Neo4j: an older one could damage it."""
    if record and _numbers(record.version) > _numbers(version):
        raise LocalServerError(
            f"The store in {home.data} was written by Neo4j {record.version}, this graphmem brings "
            f"{version}: upgrade graphmem, or set GRAPHMEM_HOME to another folder"
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))
