"""The managed Neo4j: a real server, downloaded, verified, started and kept for a user who has none."""

from graphmem.localserver.configuration import ServerOptions, size_in_bytes
from graphmem.localserver.home import default_home
from graphmem.localserver.models import fetch_model
from graphmem.localserver.progress import Progress, Report, silent
from graphmem.localserver.server import (
    ServerAddress,
    ServerStatus,
    ensure_running,
    password_file,
    restart_killed,
    start,
    status,
    stop,
    wipe,
)

__all__ = [
    "Progress",
    "Report",
    "ServerAddress",
    "ServerOptions",
    "ServerStatus",
    "default_home",
    "ensure_running",
    "fetch_model",
    "password_file",
    "restart_killed",
    "silent",
    "size_in_bytes",
    "start",
    "status",
    "stop",
    "wipe",
]
