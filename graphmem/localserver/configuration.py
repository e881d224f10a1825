"""The server's settings: neo4j.conf and the arguments of its Java."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import ConfigError
from graphmem.localserver.home import Home
from graphmem.localserver.java import VECTOR_MODULE, Java
from graphmem.localserver.ports import LOOPBACK
from graphmem.localserver.record import ServerRecord

SERVER_CLASS = "org.neo4j.server.Neo4jCommunity"
ADMIN_CLASS = "org.neo4j.server.startup.Neo4jAdminCommand"
_UNITS = {"k": 2**10, "m": 2**20, "g": 2**30}

# Browser otherwise loads analytics and fonts from other hosts; with this it talks to this machine alone.
_CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*"
)


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Memory of the server's Java, sizes such as 512m or 2g (k, m, g for 2**10, 2**20, 2**30 bytes).

    heap_initial, heap_max: Java heap. page_cache: Neo4j's cache of the store's pages, outside the heap.
    java_flags: more options for Java, put after those above.
    """

    heap_initial: str = "512m"
    heap_max: str = "1g"
    page_cache: str = "256m"
    java_flags: tuple[str, ...] = ()

    @property
    def memory_bytes(self) -> int:
        """What a server with these options may come to use. Raises ConfigError for a size it cannot read."""
        return size_in_bytes(self.heap_max) + size_in_bytes(self.page_cache)


def size_in_bytes(size: str) -> int:
    """512m → 536870912. Raises ConfigError."""
    number, unit = size[:-1], size[-1:].lower()
    if not number.isdecimal() or unit not in _UNITS:
        raise ConfigError(f"A memory size is a number and k, m or g, as in 512m; got {size!r}")
    return int(number) * _UNITS[unit]


def neo4j_conf(home: Home, record: ServerRecord, options: ServerOptions) -> str:
    """The text of neo4j.conf: loopback only, Cypher 25, bounded transactions, nothing reported to anyone."""
    bolt, http = f"{LOOPBACK}:{record.bolt_port}", f"{LOOPBACK}:{record.http_port}"
    settings = {
        "server.directories.data": home.data.as_posix(),
        "server.directories.logs": home.logs.as_posix(),
        "server.directories.run": home.run.as_posix(),
        "server.default_listen_address": LOOPBACK,
        "server.bolt.listen_address": bolt,
        "server.bolt.advertised_address": bolt,
        "server.http.enabled": "true",
        "server.http.listen_address": http,
        "server.http.advertised_address": http,
        "server.https.enabled": "false",
        "dbms.security.auth_enabled": "true",
        "dbms.security.http_static_content_security_policy_header": _CONTENT_POLICY,
        "db.query.default_language": "CYPHER_25",
        "server.memory.pagecache.size": options.page_cache,
        "db.memory.transaction.max": "256m",
        "dbms.memory.transaction.total.max": "600m",
        "db.lock.acquisition.timeout": "20s",
        "db.transaction.timeout": "120s",
        "db.checkpoint.interval.time": "2m",
        "db.tx_log.preallocate": "false",  # two logs of 256 MB would be most of a small memory's disk
        "db.tx_log.rotation.size": "64m",
        "db.tx_log.rotation.retention_policy": "keep_none",
        "dbms.usage_report.enabled": "false",
        "server.fleet_discovery.enabled": "false",
        "dbms.fleet_manager.enabled": "false",
        "client.allow_telemetry": "false",
        # waited twice at every stop, five seconds each by default, after the store is already closed
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "100ms",
    }
    head = "# Written by graphmem at every start; changes made here are lost.\n"
    return head + "".join(f"{name}={value}\n" for name, value in settings.items())


def java_arguments(java: Java, jars: Sequence[Path], options: ServerOptions) -> str:
    """The text of the file that Java reads its options and class path from (231 jars are too long a line).

    Raises ConfigError when the cache's path holds the class path separator.
    """
    if any(os.pathsep in str(jar) for jar in jars):
        raise ConfigError(
            f"{jars[0].parent} cannot hold jars: Java reads {os.pathsep!r} as the end of a path"
        )
    opened = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    flags = [
        f"-Xms{options.heap_initial}",
        f"-Xmx{options.heap_max}",
        "-XX:+ExitOnOutOfMemoryError",  # a server short of heap ends, and the next use starts it again
        "-Dfile.encoding=UTF-8",
        "-Dlog4j2.disable.jmx=true",
        "--enable-native-access=ALL-UNNAMED",
        *(f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in opened),
        *([f"--add-modules={VECTOR_MODULE}"] if java.vector else []),
        *options.java_flags,
    ]
    class_path = os.pathsep.join(str(jar) for jar in jars).replace("\\", "\\\\").replace('"', '\\"')
    return "\n".join([*flags, "-cp", f'"{class_path}"']) + "\n"
